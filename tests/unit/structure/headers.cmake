# Every header compiles on its own: one file per header that includes it, twice, and nothing else.
# The test builds the target, so that a header at fault fails the test and not the whole build.
file(GLOB_RECURSE headers RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
     ${PROJECT_SOURCE_DIR}/core/*.hpp ${PROJECT_SOURCE_DIR}/io/*.hpp
     ${PROJECT_SOURCE_DIR}/solvers/*.hpp ${PROJECT_SOURCE_DIR}/methods/*.hpp
     ${PROJECT_SOURCE_DIR}/perf/bench/*.hpp ${PROJECT_SOURCE_DIR}/app/*.hpp)

# headers_that_reach(VARIABLE PATTERN): those that include a match directly or through others of them.
function(headers_that_reach variable pattern)
  set(reaching "")
  set(grown TRUE)
  while(grown)
    set(grown FALSE)
    foreach(header IN LISTS headers)
      if(NOT header IN_LIST reaching)
        file(STRINGS ${PROJECT_SOURCE_DIR}/${header} hits REGEX "${pattern}" LIMIT_COUNT 1)
        if(hits)
          list(APPEND reaching ${header})
          string(REPLACE "." "\\." escaped ${header})
          string(APPEND pattern "|#include <curlew/${escaped}>")
          set(grown TRUE)
        endif()
      endif()
    endforeach()
  endwhile()
  set(${variable} ${reaching} PARENT_SCOPE)
endfunction()

# With CURLEW_IO_ONLY there is no Kokkos to compile against.
headers_that_reach(kokkos_headers "#include <(Kokkos|Belos|Teuchos)")
headers_that_reach(json_headers "#include <nlohmann/json.hpp>")
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

# header_check(TARGET HEADERS... [READ_ONCE foreign headers...]): an object library, built on demand only.
# READ_ONCE: what each of the headers reaches, so that reading it first hides nothing that they lack.
function(header_check target)
  cmake_parse_arguments(arg "" "" "HEADERS;READ_ONCE" ${ARGN})
  set(sources "")
  foreach(header IN LISTS arg_HEADERS)
    string(MAKE_C_IDENTIFIER ${header} name)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}/${name}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include <curlew/${header}>\n#include <curlew/${header}>\n")
    list(APPEND sources ${source})
  endforeach()
  if(NOT sources)
    return()
  endif()
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${sources})
  if(NOT target STREQUAL "header_check_lame")
    add_dependencies(header_check ${target})
  endif()
  if(arg_READ_ONCE AND curlew_precompile)
    target_precompile_headers(${target} PRIVATE ${arg_READ_ONCE})
  endif()
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

add_custom_target(header_check)
foreach(header IN LISTS headers)
  if(header IN_LIST kokkos_headers AND header IN_LIST json_headers)
    list(APPEND kokkos_json ${header})
  elseif(header IN_LIST kokkos_headers)
    list(APPEND kokkos ${header})
  elseif(header IN_LIST json_headers)
    list(APPEND json ${header})
  else()
    list(APPEND plain ${header})
  endif()
endforeach()
header_check(header_check_kokkos_json HEADERS ${kokkos_json} READ_ONCE <Kokkos_Core.hpp> <nlohmann/json.hpp>)
header_check(header_check_kokkos HEADERS ${kokkos} READ_ONCE <Kokkos_Core.hpp>)
header_check(header_check_json HEADERS ${json} READ_ONCE <nlohmann/json.hpp>)
header_check(header_check_plain HEADERS ${plain})
add_test(NAME structure.headers_compile_alone COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR}
                                                      --parallel 2 --target header_check)

# The twin: a header that uses std::string without including it.
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/include_lame/curlew)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/include_lame/curlew/lame.hpp
     "#pragma once\nstd::string name();\n")
header_check(header_check_lame HEADERS lame.hpp)
target_include_directories(header_check_lame PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/include_lame)
add_test(NAME structure.lame_header_is_found COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR}
                                                     --target header_check_lame)
set_tests_properties(structure.lame_header_is_found PROPERTIES PASS_REGULAR_EXPRESSION
                                                               "lame.hpp:2.*std")
# Both run the build tool in the same folder.
set_tests_properties(structure.headers_compile_alone structure.lame_header_is_found
                     PROPERTIES LABELS structure RESOURCE_LOCK build_folder TIMEOUT 1800)
