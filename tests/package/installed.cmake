# Installs the build, then configures, builds and runs a foreign project that finds the package.
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
set(prefix ${SCRATCH}/prefix)
step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
set(files include/curlew/core/error.hpp include/curlew/io/case/loader.hpp)
execute_process(COMMAND ${BUILD}/bin/curlew --version RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
if(NOT failed) # there is a program, and it needs no driver that is not here
  list(APPEND files share/bash-completion/completions/curlew)
  expect_output("^curlew [0-9]" ${prefix}/bin/curlew --version)
endif()
foreach(file IN LISTS files)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "${file} was not installed")
  endif()
endforeach()

set(configure ${CMAKE_COMMAND} -G Ninja -S ${CONSUMER} -D curlew_ROOT=${prefix}
              -D CMAKE_BUILD_TYPE=Release ${ARGUMENTS})
step(${configure} -B ${SCRATCH}/build)
step(${CMAKE_COMMAND} --build ${SCRATCH}/build)
expect_programs(${SCRATCH}/build)

# What the package lacks is refused by name.
expect_failure("This Curlew has no component .fdtd." ${configure} -B ${SCRATCH}/absent
               -D CURLEW_COMPONENTS=fdtd)
