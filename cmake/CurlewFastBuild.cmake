# What makes compiling short: several sources at a time (unity builds), and the headers of others read
# once for all of them (precompiled headers). Headers are two thirds of the time of a usual source.
option(CURLEW_UNITY "Compile several sources of a library as one: a cold build is twice as fast, a changed source takes its neighbours along" ON)
option(CURLEW_PRECOMPILE_HEADERS "Read the headers of Kokkos, JSON, formatting and the standard library once for all sources" ON)

set(curlew_precompile ${CURLEW_PRECOMPILE_HEADERS})
if(CMAKE_CXX_COMPILER MATCHES "/nvcc_wrapper$" OR CURLEW_ENABLE_FUZZERS) # nvcc has none
  set(curlew_precompile OFF)
endif()

set(curlew_foreign_headers
    <algorithm> <array> <cmath> <complex> <cstdint> <cstring> <filesystem> <fstream> <functional> <iterator> <limits> <map>
    <memory> <numeric> <optional> <set> <sstream> <stdexcept> <string> <string_view> <tuple> <type_traits>
    <unordered_map> <utility> <variant> <vector> <fmt/format.h> <fmt/ranges.h> <nlohmann/json.hpp>)

# curlew_headers_host(NAME HEADERS... [LINK targets...]): an object library whose precompiled headers others
# reuse. It has the flags of those others: the compiler refuses headers that were read with different ones.
function(curlew_headers_host name)
  cmake_parse_arguments(arg "" "" "HEADERS;LINK" ${ARGN})
  set(source ${PROJECT_BINARY_DIR}/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${source})
  target_link_libraries(${name} PRIVATE curlew_flags ${arg_LINK})
  target_compile_features(${name} PUBLIC cxx_std_17)
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

set(curlew_foreign_targets fmt::fmt spdlog::spdlog nlohmann_json::nlohmann_json)
if(curlew_precompile)
  curlew_headers_host(curlew_headers_base HEADERS ${curlew_foreign_headers} LINK ${curlew_foreign_targets})
  set_target_properties(curlew_headers_base PROPERTIES POSITION_INDEPENDENT_CODE ON)
  if(NOT CURLEW_IO_ONLY)
    curlew_headers_host(curlew_headers_kokkos HEADERS <Kokkos_Core.hpp> ${curlew_foreign_headers}
                        LINK ${curlew_foreign_targets} Kokkos::kokkos)
    set_target_properties(curlew_headers_kokkos PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
endif()

# curlew_compile_fast(TARGET base|kokkos [BATCH n] [ALONE sources...]): sources ALONE are long to compile by
# themselves; the others are compiled n at a time. Under nvcc those of the method mom are not: its sources
# for processors hold vectors, which nvcc has none of, and those for devices must not meet them. Kernels of
# dgtd and of the Krylov solvers take nvcc four minutes by twelves, longer than all the rest on 64 cores.
function(curlew_compile_fast target headers)
  cmake_parse_arguments(arg "" "BATCH" "ALONE" ${ARGN})
  if(curlew_precompile)
    target_precompile_headers(${target} REUSE_FROM curlew_headers_${headers})
  endif()
  if(CURLEW_UNITY AND NOT (CMAKE_CXX_COMPILER MATCHES "/nvcc_wrapper$" AND target MATCHES "_(mom|bench)$"))
    if(NOT arg_BATCH)
      set(arg_BATCH 12)
    endif()
    if(CMAKE_CXX_COMPILER MATCHES "/nvcc_wrapper$" AND target MATCHES "_(dgtd|krylov)$")
      set(arg_BATCH 3)
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${arg_BATCH})
    # GCC takes the sources that a unity build includes for headers, and warns of their unnamed namespaces.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    set_source_files_properties(${arg_ALONE} TARGET_DIRECTORY ${target} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()
