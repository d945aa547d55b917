# Flags and the helper that declares one library per folder.
add_library(curlew_flags INTERFACE)
add_library(curlew::flags ALIAS curlew_flags)
target_compile_options(curlew_flags INTERFACE -Wall -Wextra)
if(CURLEW_WERROR)
  target_compile_options(curlew_flags INTERFACE -Werror)
endif()
if(CMAKE_CXX_STANDARD GREATER_EQUAL 20)
  # GCC 12 takes "text" + std::string() for overlapping copies there.
  target_compile_options(
    curlew_flags
    INTERFACE $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
endif()
if(CURLEW_NATIVE AND CURLEW_BASELINE)
  message(FATAL_ERROR "CURLEW_NATIVE and CURLEW_BASELINE (${CURLEW_BASELINE}) both name the processor; give one")
elseif(CURLEW_NATIVE)
  target_compile_options(curlew_flags INTERFACE -march=native)
elseif(CURLEW_BASELINE)
  target_compile_options(curlew_flags INTERFACE -march=${CURLEW_BASELINE})
endif()
if(CURLEW_SANITIZE)
  target_compile_options(curlew_flags INTERFACE -fsanitize=${CURLEW_SANITIZE} -fno-omit-frame-pointer
                                                -fno-sanitize-recover=all)
  target_link_options(curlew_flags INTERFACE -fsanitize=${CURLEW_SANITIZE})
  # These four more than double the time to compile, and AddressSanitizer stops at the null pointers and
  # at the accesses outside of objects among what they find.
  target_compile_options(curlew_flags INTERFACE -fno-sanitize=null,alignment,object-size,vptr)
  # Instrumented code hides from GCC what is set where: it warns of std::regex itself.
  target_compile_options(curlew_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()

# Under nvcc a kernel that calls a function of the host compiles, with a warning, and computes nonsense.
# Numbers, because nvcc_wrapper hands -Werror=cross-execution-space-call to the host compiler; one
# option each, because nvcc splits what follows -Xcudafe at commas.
set(CURLEW_DEVICE_FLAGS "")
foreach(host_call_from_device 20011 20013 20014 20015)
  list(APPEND CURLEW_DEVICE_FLAGS "SHELL:-Xcudafe --diag_error=${host_call_from_device}")
endforeach()

# curlew_needs_kokkos(VARIABLE LINKED...): whether a target that links these includes Kokkos.
function(curlew_needs_kokkos variable)
  set(linked ${ARGN})
  list(FILTER linked INCLUDE REGEX "^(curlew|Kokkos)(::|_)")
  list(REMOVE_ITEM linked curlew::base curlew::io curlew_test_support)
  list(FILTER linked EXCLUDE REGEX "_case$")
  if(linked)
    set(${variable} ON PARENT_SCOPE)
  else()
    set(${variable} OFF PARENT_SCOPE)
  endif()
endfunction()

# curlew_compiler_of(TARGET LINKED...): nvcc_wrapper sends every file through nvcc. Those of a target
# that links neither Kokkos nor what needs it go straight to the host compiler: in half the time, and
# nvcc never sees the headers of VTK. The others have CURLEW_DEVICE_FLAGS.
function(curlew_compiler_of target)
  curlew_needs_kokkos(needs_kokkos ${ARGN})
  if(needs_kokkos)
    if(Kokkos_DEVICES MATCHES "CUDA" AND Kokkos_CXX_COMPILER_ID STREQUAL "NVIDIA")
      target_compile_options(${target} PRIVATE ${CURLEW_DEVICE_FLAGS})
    endif()
    return()
  endif()
  if(NOT CMAKE_CXX_COMPILER MATCHES "/nvcc_wrapper$")
    return()
  endif()
  if(NOT DEFINED curlew_host_compiler)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} --show --host-only -c x.cpp
                    OUTPUT_VARIABLE command COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCH "^[^ ]+" command "${command}")
    set(curlew_host_compiler ${command} CACHE INTERNAL "The compiler behind nvcc_wrapper")
  endif()
  set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER
                        "${PROJECT_SOURCE_DIR}/cmake/instead_of;${curlew_host_compiler}")
endfunction()

# curlew_link_folders(WHERE FOLDERS...): <curlew/FOLDER/...> for those who have WHERE, a folder of the
# build tree, among their include paths.
function(curlew_link_folders where)
  set(links ${PROJECT_BINARY_DIR}/${where}/curlew)
  if(IS_SYMLINK ${links}) # of an older Curlew: links made below it would be made in the sources
    file(REMOVE ${links})
  endif()
  file(MAKE_DIRECTORY ${links})
  foreach(folder IN LISTS ARGN)
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${links}/${folder} SYMBOLIC)
  endforeach()
endfunction()

# curlew_public_headers(HEADERS...): headers of this folder and those below it that are installed.
# What they include must be public too, and their content the same for every consumer: no size or
# condition that the consumer's -march decides. structure_test checks both.
function(curlew_public_headers)
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  foreach(header IN LISTS ARGN)
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${header})
      message(FATAL_ERROR "${folder}/CMakeLists.txt lists the public header ${header}, which does not exist")
    endif()
    set_property(GLOBAL APPEND PROPERTY CURLEW_PUBLIC_HEADERS ${folder}/${header})
  endforeach()
endfunction()

# curlew_library(NAME SOURCES... [LINK targets...] [PRIVATE targets...] [BATCH n] [ALONE sources...]) makes
# curlew::NAME, which is installed. BATCH and ALONE: curlew_compile_fast.
function(curlew_library name)
  cmake_parse_arguments(arg "" "BATCH" "SOURCES;LINK;PRIVATE;ALONE" ${ARGN})
  add_library(curlew_${name} ${arg_SOURCES})
  add_library(curlew::${name} ALIAS curlew_${name})
  set_property(GLOBAL APPEND PROPERTY CURLEW_LIBRARIES curlew_${name})
  set_target_properties(curlew_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_compile_features(curlew_${name} PUBLIC cxx_std_17)
  target_include_directories(
    curlew_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
                          $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(curlew_${name} PUBLIC ${arg_LINK} PRIVATE $<BUILD_INTERFACE:curlew_flags>
                                                                  ${arg_PRIVATE})
  curlew_compiler_of(curlew_${name} ${arg_LINK})
  curlew_needs_kokkos(needs_kokkos ${arg_LINK})
  if(needs_kokkos)
    curlew_compile_fast(curlew_${name} kokkos BATCH ${arg_BATCH} ALONE ${arg_ALONE})
  else()
    curlew_compile_fast(curlew_${name} base BATCH ${arg_BATCH} ALONE ${arg_ALONE})
  endif()
endfunction()
