# What is installed, and the .deb that cpack makes of it. Component `cli` goes everywhere, `prefix`
# into a wheel and by `cmake --install`; `deb` is what Debian wants in other places or forms.
include(GNUInstallDirs)
set(shell_files ${PROJECT_SOURCE_DIR}/packaging/shell)
if(SKBUILD)
  # A wheel has the command beside python, and the rest under its prefix's share/.
  set(bin_dir ${SKBUILD_SCRIPTS_DIR})
  set(share_dir ${SKBUILD_DATA_DIR}/share)
else()
  set(bin_dir ${CMAKE_INSTALL_BINDIR})
  set(share_dir ${CMAKE_INSTALL_DATADIR})
endif()

# Installing does not build the tests first.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
if(TARGET grpolint)
  install(TARGETS grpolint RUNTIME DESTINATION ${bin_dir} COMPONENT cli)
endif()
install(FILES ${shell_files}/grpolint.bash DESTINATION ${share_dir}/bash-completion/completions
        RENAME grpolint COMPONENT cli)
install(FILES ${shell_files}/grpolint.fish DESTINATION ${share_dir}/fish/vendor_completions.d
        COMPONENT cli)
install(FILES ${shell_files}/_grpolint DESTINATION ${share_dir}/zsh/site-functions
        COMPONENT prefix)
install(FILES ${shell_files}/grpolint.1 DESTINATION ${share_dir}/man/man1 COMPONENT prefix)
if(SKBUILD)
  return()
endif()

set(deb_files ${CMAKE_CURRENT_BINARY_DIR}/deb)
configure_file(packaging/deb/changelog.in ${deb_files}/changelog @ONLY)
configure_file(${shell_files}/grpolint.1 ${deb_files}/grpolint.1 COPYONLY)
execute_process(COMMAND gzip --best --no-name --force changelog grpolint.1
                WORKING_DIRECTORY ${deb_files} COMMAND_ERROR_IS_FATAL ANY)
install(FILES ${shell_files}/_grpolint DESTINATION ${share_dir}/zsh/vendor-completions
        COMPONENT deb EXCLUDE_FROM_ALL)
install(FILES ${deb_files}/grpolint.1.gz DESTINATION ${share_dir}/man/man1
        COMPONENT deb EXCLUDE_FROM_ALL)
install(FILES packaging/deb/copyright ${deb_files}/changelog.gz
        DESTINATION ${share_dir}/doc/grpolint COMPONENT deb EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME grpolint)
set(CPACK_PACKAGE_VENDOR "The grpolint authors")
set(CPACK_PACKAGE_CONTACT "The grpolint authors <grpolint@users.noreply.github.com>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/package)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL cli deb)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
                                                GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "Reads the YAML, TOML and JSON configs of GRPO and RLVR training with TRL and
Unsloth, sizes the run on its GPU phase by phase, and says what will fail, not
fit, or silently train something else, before a GPU is booked.")
# The shared libraries' packages, by dpkg-shlibdeps; nothing where GRPOLINT_STATIC is on.
if(NOT GRPOLINT_STATIC)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
include(CPack)
