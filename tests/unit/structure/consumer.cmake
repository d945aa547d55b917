# cmake -D BUILD=... -D CONSUMER=... -D SCRATCH=... -P consumer.cmake
# Installs the build, then configures, builds and runs a foreign project that uses the package.
file(REMOVE_RECURSE ${SCRATCH})
function(step)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/installed)
step(${CMAKE_COMMAND} -G Ninja -S ${CONSUMER} -B ${SCRATCH}/build
     -D curlew_ROOT=${SCRATCH}/installed -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_COMPILER=${CXX})
step(${CMAKE_COMMAND} --build ${SCRATCH}/build)
step(${SCRATCH}/build/consumer)
