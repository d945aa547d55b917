# What the tests of the package have in common.
file(REMOVE_RECURSE ${SCRATCH})

function(step)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# expect_output(PATTERN COMMAND...): the command ends well and its output matches.
function(expect_output pattern)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  message("${output}")
  if(NOT output MATCHES "${pattern}")
    message(FATAL_ERROR "the output of \"${ARGN}\" does not match \"${pattern}\"")
  endif()
endfunction()

# expect_failure(PATTERN COMMAND...): it fails, and says why.
function(expect_failure pattern)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  if(result EQUAL 0 OR NOT output MATCHES "${pattern}")
    message(FATAL_ERROR "\"${ARGN}\" should have failed with \"${pattern}\", but (${result}): ${output}")
  endif()
endfunction()

# The jittered box of 3 x 4 x 5 bricks, six tets each, and 2 x 3 x 4 m. The edges are Euler's: 120
# nodes, 188 boundary faces. A CUDA build without a device computes nothing, and says so.
function(expect_programs folder)
  expect_output("box: 360 tets, 573 edges" ${folder}/box)
  if(EXISTS ${folder}/kernel)
    expect_output("kernel: (24.000000 m.3|not run, .*no NVIDIA device)" ${folder}/kernel)
  endif()
  if(EXISTS ${folder}/method)
    expect_output("method: .*360 tets" ${folder}/method)
  endif()
endfunction()
