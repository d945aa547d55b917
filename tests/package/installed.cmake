# Installs the build, then configures, builds and runs a foreign project that finds the package.
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
set(prefix ${SCRATCH}/prefix)
step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
foreach(file core/backend.hpp io/case/loader.hpp)
  if(NOT EXISTS ${prefix}/include/curlew/${file})
    message(FATAL_ERROR "<curlew/${file}> was not installed")
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
