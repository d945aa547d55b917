# Installs the build, then configures, builds and runs a foreign project that finds the package.
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
set(prefix ${SCRATCH}/prefix)
step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
set(files include/curlew/core/error.hpp include/curlew/io/case/loader.hpp)
execute_process(COMMAND ${BUILD}/bin/curlew --version RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
if(NOT failed) # there is a program, and it needs no driver that is not here
  list(APPEND files share/bash-completion/completions/curlew share/man/man1/curlew.1 share/man/man1/curlew-run.1)
  expect_output("^curlew [0-9]" ${prefix}/bin/curlew --version)
  # The Python package finds the program that it is installed beside, where there is what it needs.
  set(python $ENV{CURLEW_TEST_PYTHON})
  if(NOT python)
    set(python ${CURLEW}/build/python/bin/python)
  endif()
  file(GLOB package ${prefix}/lib*/python3/site-packages)
  if(EXISTS ${python} AND package)
    expect_output("^${prefix}/bin/curlew\n$" ${CMAKE_COMMAND} -E env --unset=CURLEW_PROGRAM PYTHONPATH=${package}
                  PYTHONDONTWRITEBYTECODE=1 ${python} -c "print(__import__('curlew').find_program().path)")
  endif()
endif()
foreach(file IN LISTS files)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "${file} was not installed")
  endif()
endforeach()

# Exactly the public headers.
file(GLOB_RECURSE installed RELATIVE ${prefix}/include/curlew ${prefix}/include/curlew/*)
file(STRINGS ${PUBLIC_HEADERS} headers)
list(SORT installed)
list(SORT headers)
if(NOT "${installed}" STREQUAL "${headers}")
  message(FATAL_ERROR "installed are ${installed}, but public are ${headers}")
endif()

set(configure ${CMAKE_COMMAND} -G Ninja -S ${CONSUMER} -D curlew_ROOT=${prefix}
              -D CMAKE_BUILD_TYPE=Release ${ARGUMENTS})
step(${configure} -B ${SCRATCH}/build)
step(${CMAKE_COMMAND} --build ${SCRATCH}/build)
expect_programs(${SCRATCH}/build)

# They compile with what the package says of include folders and definitions. nvcc takes too long for that;
# the other presets' test will do.
if(NOT "${ARGUMENTS}" MATCHES "/nvcc_wrapper")
  step(${configure} -B ${SCRATCH}/build -D CURLEW_HEADERS=${PUBLIC_HEADERS})
  step(${CMAKE_COMMAND} --build ${SCRATCH}/build --parallel 2 --target headers)
  # The twin: what includes a header that is not there does not compile.
  file(REMOVE ${prefix}/include/curlew/core/index.hpp)
  file(WRITE ${SCRATCH}/lame.txt "core/mesh/tet_mesh.hpp\n")
  step(${configure} -B ${SCRATCH}/build -D CURLEW_HEADERS=${SCRATCH}/lame.txt)
  expect_failure("curlew/core/index.hpp: No such file|'curlew/core/index.hpp' file not found"
                 ${CMAKE_COMMAND} --build ${SCRATCH}/build --target headers)
endif()

# What the package lacks is refused by name.
expect_failure("This Curlew has no component .fdtd." ${configure} -B ${SCRATCH}/absent
               -D CURLEW_COMPONENTS=fdtd)
