# curlew_test(NAME SOURCES... [LINK targets...] [LABELS more labels...] [TIMEOUT s])
# Each test has its room as a label (core, io, solvers, methods, structure; cli; physics for
# tests/validation).
# One GoogleTest executable; each of its cases is a CTest test. Test data is found through
# CURLEW_TEST_DATA (tests/data), scratch files go to CURLEW_TEST_OUTPUT (one folder per executable).
include(GoogleTest)

function(curlew_room_label variable)
  file(RELATIVE_PATH room ${PROJECT_SOURCE_DIR}/tests ${CMAKE_CURRENT_SOURCE_DIR})
  string(REGEX REPLACE "^unit/" "" room "${room}")
  string(REGEX REPLACE "/.*" "" room "${room}")
  string(REPLACE "validation" "physics" room "${room}")
  set(${variable} ${room} PARENT_SCOPE)
endfunction()

function(curlew_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;LINK;LABELS" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  curlew_room_label(room)
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LINK} curlew_flags GTest::gtest GTest::gmock GTest::gtest_main)
  curlew_compiler_of(${name} ${arg_LINK})
  set(output ${PROJECT_BINARY_DIR}/test-output/${name})
  file(MAKE_DIRECTORY ${output})
  target_compile_definitions(
    ${name} PRIVATE CURLEW_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data" CURLEW_TEST_OUTPUT="${output}"
                    CURLEW_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  # A list would fall apart on its way through gtest_discover_tests; a property given twice grows.
  set(labels "")
  foreach(label IN LISTS room arg_LABELS)
    list(APPEND labels LABELS ${label})
  endforeach()
  gtest_discover_tests(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} ${labels}
                                          # Tests run side by side: bound threads would share cores,
                                          # and waiting ones keep others from working.
                                          ENVIRONMENT OMP_PROC_BIND=false
                                          ENVIRONMENT OMP_WAIT_POLICY=passive
                       DISCOVERY_MODE PRE_TEST)
endfunction()
