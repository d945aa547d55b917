# Every header compiles on its own: one file per header that includes it, twice, and nothing else.
# The test builds the target, so that a header at fault fails the test and not the whole build.
file(GLOB_RECURSE headers RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
     ${PROJECT_SOURCE_DIR}/core/*.hpp ${PROJECT_SOURCE_DIR}/io/*.hpp
     ${PROJECT_SOURCE_DIR}/solvers/*.hpp ${PROJECT_SOURCE_DIR}/methods/*.hpp
     ${PROJECT_SOURCE_DIR}/perf/bench/*.hpp ${PROJECT_SOURCE_DIR}/app/*.hpp)

# Headers that reach Kokkos directly or through another of them; with CURLEW_IO_ONLY there is none
# to compile against.
set(pattern "#include <(Kokkos|Belos|Teuchos)")
set(kokkos_headers "")
set(grown TRUE)
while(grown)
  set(grown FALSE)
  foreach(header IN LISTS headers)
    if(NOT header IN_LIST kokkos_headers)
      file(STRINGS ${PROJECT_SOURCE_DIR}/${header} hits REGEX "${pattern}" LIMIT_COUNT 1)
      if(hits)
        list(APPEND kokkos_headers ${header})
        string(REPLACE "." "\\." escaped ${header})
        string(APPEND pattern "|#include <curlew/${escaped}>")
        set(grown TRUE)
      endif()
    endif()
  endforeach()
endwhile()
if(CURLEW_IO_ONLY)
  list(REMOVE_ITEM headers ${kokkos_headers})
  list(FILTER headers EXCLUDE REGEX "^(solvers|methods|perf)/")
endif()
if(NOT CURLEW_ENABLE_BELOS)
  list(FILTER headers EXCLUDE REGEX "^solvers/krylov/belos_(traits|solver_impl)")
endif()
if(NOT TARGET curlew)
  list(FILTER headers EXCLUDE REGEX "^app/") # they include the library of the command line
endif()

# header_check(TARGET HEADERS...): an object library, built on demand only.
function(header_check target)
  set(sources "")
  foreach(header IN LISTS ARGN)
    string(MAKE_C_IDENTIFIER ${header} name)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}/${name}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include <curlew/${header}>\n#include <curlew/${header}>\n")
    list(APPEND sources ${source})
  endforeach()
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${sources})
  target_link_libraries(${target} PRIVATE curlew::base curlew::io nlohmann_json::nlohmann_json)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Werror -O0 -g0)
  if(NOT CURLEW_IO_ONLY)
    target_link_libraries(${target} PRIVATE curlew::core curlew_kokkoskernels)
    if(CURLEW_ENABLE_BELOS)
      target_link_libraries(${target} PRIVATE curlew_belos)
    endif()
  endif()
  if(TARGET curlew)
    target_link_libraries(${target} PRIVATE CLI11::CLI11)
    target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/tests-include)
  endif()
endfunction()

header_check(header_check ${headers})
add_test(NAME structure.headers_compile_alone COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR}
                                                      --parallel 2 --target header_check)

# The twin: a header that uses std::string without including it.
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/include_lame/curlew)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/include_lame/curlew/lame.hpp
     "#pragma once\nstd::string name();\n")
header_check(header_check_lame lame.hpp)
target_include_directories(header_check_lame PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/include_lame)
add_test(NAME structure.lame_header_is_found COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR}
                                                     --target header_check_lame)
set_tests_properties(structure.lame_header_is_found PROPERTIES PASS_REGULAR_EXPRESSION
                                                               "lame.hpp:2.*std")
# Both run the build tool in the same folder.
set_tests_properties(structure.headers_compile_alone structure.lame_header_is_found
                     PROPERTIES LABELS structure RESOURCE_LOCK build_folder TIMEOUT 1800)
