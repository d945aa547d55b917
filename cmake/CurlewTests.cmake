# curlew_test(NAME SOURCES... [LINK targets...] [LABELS more labels...] [TIMEOUT s])
# Each test has its component as a label (core, io, solvers, methods, structure; cli; physics for
# tests/validation).
# One GoogleTest executable; each of its cases is a CTest test. Test data is found through
# data_path() (tests/data), scratch files go to output_path() (one folder per executable):
# tests/support/paths.hpp.
#
# curlew_ranks_test(NAME SOURCES... [LINK targets...] [LABELS more labels...] [TIMEOUT s] [RANKS n...])
# The same for an executable whose cases are collective: it runs whole on 1, 2, 3 and 4 ranks (or those
# given), each count a CTest test NAME.ranks_<n> with the label ranks. Without MPI only NAME.alone is
# left. Its main is tests/unit/ranks_main.cpp.
include(GoogleTest)

function(curlew_component_label variable)
  file(RELATIVE_PATH component ${PROJECT_SOURCE_DIR}/tests ${CMAKE_CURRENT_SOURCE_DIR})
  string(REGEX REPLACE "^unit/" "" component "${component}")
  string(REGEX REPLACE "/.*" "" component "${component}")
  string(REPLACE "validation" "physics" component "${component}")
  set(${variable} ${component} PARENT_SCOPE)
endfunction()

# Tests run side by side: bound threads would share cores, and waiting ones keep others from working.
set(CURLEW_TEST_ENVIRONMENT OMP_PROC_BIND=false OMP_WAIT_POLICY=passive)
if(CURLEW_OPENBLAS_CORETYPE)
  list(APPEND CURLEW_TEST_ENVIRONMENT OPENBLAS_CORETYPE=${CURLEW_OPENBLAS_CORETYPE})
endif()

# Tests compute in the libraries: optimising their own code takes longer than it gains.
set(CURLEW_TEST_OPTIONS $<$<CONFIG:Release>:-O1>)

if(curlew_precompile)
  set(test_headers <gmock/gmock.h> <gtest/gtest.h> ${curlew_foreign_headers})
  set(test_targets ${curlew_foreign_targets} GTest::gtest GTest::gmock)
  curlew_headers_host(curlew_headers_test_base HEADERS ${test_headers} LINK ${test_targets})
  target_compile_options(curlew_headers_test_base PRIVATE ${CURLEW_TEST_OPTIONS})
  if(NOT CURLEW_IO_ONLY)
    curlew_headers_host(curlew_headers_test_kokkos HEADERS <Kokkos_Core.hpp> ${test_headers}
                        LINK ${test_targets} Kokkos::kokkos)
    target_compile_options(curlew_headers_test_kokkos PRIVATE ${CURLEW_TEST_OPTIONS})
  endif()
endif()

# curlew_test_program(NAME SOURCES... [LINK targets...]): the executable without its tests in CTest.
function(curlew_test_program name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LINK} curlew_flags curlew_test_paths GTest::gtest GTest::gmock)
  target_include_directories(${name} PRIVATE ${PROJECT_BINARY_DIR}/tests-include)
  curlew_compiler_of(${name} ${arg_LINK})
  target_compile_options(${name} PRIVATE ${CURLEW_TEST_OPTIONS})
  if(curlew_precompile)
    # The definitions that the headers were read with.
    target_link_libraries(${name} PRIVATE ${curlew_foreign_targets})
    curlew_needs_kokkos(needs_kokkos ${arg_LINK})
    if(needs_kokkos)
      target_precompile_headers(${name} REUSE_FROM curlew_headers_test_kokkos)
    else()
      target_precompile_headers(${name} REUSE_FROM curlew_headers_test_base)
    endif()
  endif()
  set(output ${PROJECT_BINARY_DIR}/test-output/${name})
  file(MAKE_DIRECTORY ${output})
  target_compile_definitions(
    ${name} PRIVATE CURLEW_TEST_NAME="${name}" # tests/support/paths.hpp
                    # tests/support/features.hpp
                    CURLEW_TEST_HAS_BELOS=$<BOOL:${CURLEW_ENABLE_BELOS}>
                    CURLEW_TEST_HAS_IFPACK2=$<BOOL:${CURLEW_HAVE_IFPACK2}>
                    CURLEW_TEST_HAS_METIS=$<BOOL:${CURLEW_ENABLE_METIS}>
                    CURLEW_TEST_HAS_MUMPS=$<BOOL:${CURLEW_HAVE_MUMPS}>
                    CURLEW_TEST_HAS_MUPARSER=$<BOOL:${CURLEW_HAVE_MUPARSER}>
                    CURLEW_TEST_HAS_QHULL=$<BOOL:${CURLEW_HAVE_QHULL}>
                    CURLEW_TEST_HAS_VTK=$<BOOL:${CURLEW_ENABLE_VTK}>)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
endfunction()

# curlew_default(VARIABLE VALUES...): sets a variable that has no value.
macro(curlew_default variable)
  if(NOT ${variable})
    set(${variable} ${ARGN})
  endif()
endmacro()

function(curlew_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;LINK;LABELS" ${ARGN})
  curlew_default(arg_TIMEOUT 120)
  curlew_component_label(component)
  curlew_test_program(${name} SOURCES ${arg_SOURCES} LINK ${arg_LINK} GTest::gtest_main)
  # A list would fall apart on its way through gtest_discover_tests; a property given twice grows.
  set(labels "")
  foreach(label IN LISTS component arg_LABELS)
    list(APPEND labels LABELS ${label})
  endforeach()
  list(TRANSFORM CURLEW_TEST_ENVIRONMENT PREPEND "ENVIRONMENT;" OUTPUT_VARIABLE environment)
  gtest_discover_tests(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} ${labels} ${environment}
                       DISCOVERY_MODE PRE_TEST)
endfunction()

# curlew_launch(VARIABLE RANKS): the command that starts what follows it on so many ranks.
# Also sets curlew_launch_environment.
function(curlew_launch variable ranks)
  set(command ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks})
  set(environment ${CURLEW_TEST_ENVIRONMENT} OMP_NUM_THREADS=1)
  if(NOT DEFINED CURLEW_MPIEXEC_VERSION)
    execute_process(COMMAND ${MPIEXEC_EXECUTABLE} --version OUTPUT_VARIABLE version ERROR_VARIABLE version)
    string(REGEX REPLACE "\n.*" "" version "${version}")
    set(CURLEW_MPIEXEC_VERSION "${version}" CACHE INTERNAL "What MPIEXEC_EXECUTABLE says of itself")
  endif()
  if(CURLEW_MPIEXEC_VERSION MATCHES "Open MPI|OpenRTE|PRRTE")
    # More ranks than cores, none bound to one: several such tests would all sit on the first cores.
    list(APPEND command --oversubscribe --bind-to none)
    # Containers run their tests as root, and often forbid reading another process' memory.
    list(APPEND environment OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
         OMPI_MCA_btl_vader_single_copy_mechanism=none
         OMPI_MCA_pml=ob1 # ranks of one host: looking for networks takes a third of a start
         # A rank that waits must not keep the one that it waits for from a core.
         OMPI_MCA_mpi_yield_when_idle=1)
  endif()
  set(${variable} ${command} PARENT_SCOPE)
  set(curlew_launch_environment ${environment} PARENT_SCOPE)
endfunction()

function(curlew_ranks_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;LINK;LABELS;RANKS" ${ARGN})
  curlew_default(arg_TIMEOUT 120)
  curlew_default(arg_RANKS 1 2 3 4)
  curlew_component_label(component)
  list(APPEND arg_SOURCES ${PROJECT_SOURCE_DIR}/tests/unit/ranks_main.cpp)
  curlew_test_program(${name} SOURCES ${arg_SOURCES} LINK ${arg_LINK} curlew::base)
  set(tests ${name}.alone)
  if(CURLEW_ENABLE_MPI)
    set(tests "")
    foreach(ranks IN LISTS arg_RANKS)
      curlew_launch(launch ${ranks})
      add_test(NAME ${name}.ranks_${ranks} COMMAND ${launch} $<TARGET_FILE:${name}>)
      set_tests_properties(${name}.ranks_${ranks} PROPERTIES
                           PROCESSORS ${ranks} ENVIRONMENT "${curlew_launch_environment}")
      list(APPEND tests ${name}.ranks_${ranks})
    endforeach()
  else()
    add_test(NAME ${name}.alone COMMAND ${name})
    set_tests_properties(${name}.alone PROPERTIES ENVIRONMENT "${CURLEW_TEST_ENVIRONMENT}")
  endif()
  set_tests_properties(${tests} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${component};ranks;${arg_LABELS}")
endfunction()
