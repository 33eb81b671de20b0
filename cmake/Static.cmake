# What Dependencies.cmake finds as shared libraries, from static ones, for one binary that needs no
# library beside it, not even libc. Debian has static libyaml and RE2; of simdjson it packages only
# the shared library, so its single source file is compiled: packaging/fetch-simdjson lays it into a
# folder.
set(GRPOLINT_SIMDJSON_SOURCE "" CACHE PATH "Folder with simdjson.cpp and simdjson.h, single-header")
if(NOT EXISTS "${GRPOLINT_SIMDJSON_SOURCE}/simdjson.cpp")
  message(FATAL_ERROR "GRPOLINT_STATIC needs -DGRPOLINT_SIMDJSON_SOURCE=DIR with simdjson.cpp in "
                      "DIR: packaging/fetch-simdjson DIR")
endif()
set(CMAKE_FIND_LIBRARY_SUFFIXES ${CMAKE_STATIC_LIBRARY_SUFFIX})
add_link_options(-static)

add_library(grpolint_simdjson STATIC ${GRPOLINT_SIMDJSON_SOURCE}/simdjson.cpp)
target_include_directories(grpolint_simdjson SYSTEM PUBLIC ${GRPOLINT_SIMDJSON_SOURCE})
add_library(simdjson::simdjson ALIAS grpolint_simdjson)
