# One static library per folder of src/: grpolint_<area>, made of every .cpp in it.
#   grpolint_area(document DEPENDS text LIBRARIES PkgConfig::YAML)
function(grpolint_area area)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LIBRARIES;SOURCES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/embed_tool/|/main\\.cpp$")
  add_library(grpolint_${area} STATIC ${sources} ${ARG_SOURCES})
  target_include_directories(grpolint_${area} PUBLIC ${PROJECT_SOURCE_DIR}/include
                                                     ${PROJECT_SOURCE_DIR}/src)
  foreach(dependency IN LISTS ARG_DEPENDS)
    target_link_libraries(grpolint_${area} PUBLIC grpolint_${dependency})
  endforeach()
  target_link_libraries(grpolint_${area} PRIVATE ${ARG_LIBRARIES})
  grpolint_flags(grpolint_${area})
endfunction()

function(grpolint_flags target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                           -Wno-sign-conversion)
  # g++ 12 sees overlapping copies in optimised string concatenation that are none:
  # https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105651
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  if(GRPOLINT_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(GRPOLINT_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=${GRPOLINT_SANITIZE}
                                            -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${GRPOLINT_SANITIZE})
  endif()
endfunction()

# Data files become a generated C++ source. The tool src/<area>/embed_tool/*.cpp is called as
# `tool OUTPUT.cpp INPUT...`, checks its inputs, and fails the build on a mistake in them.
#   grpolint_embed(hardware OUTPUT variable INPUTS files... DEPENDS areas... )
function(grpolint_embed area)
  cmake_parse_arguments(ARG "" "OUTPUT" "INPUTS;DEPENDS" ${ARGN})
  file(GLOB tool_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/embed_tool/*.cpp)
  set(tool grpolint_embed_${area})
  add_executable(${tool} ${tool_sources})
  target_include_directories(${tool} PRIVATE ${PROJECT_SOURCE_DIR}/include
                                             ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${tool} PRIVATE grpolint_embed fmt::fmt)
  foreach(dependency IN LISTS ARG_DEPENDS)
    target_link_libraries(${tool} PRIVATE grpolint_${dependency})
  endforeach()
  grpolint_flags(${tool})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${area}_data.cpp)
  add_custom_command(OUTPUT ${output} COMMAND ${tool} ${output} ${ARG_INPUTS}
                     DEPENDS ${tool} ${ARG_INPUTS}
                     COMMENT "Checking and embedding ${area} data" VERBATIM)
  set(${ARG_OUTPUT} ${output} PARENT_SCOPE)
endfunction()
