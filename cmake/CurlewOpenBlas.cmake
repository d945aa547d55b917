# CURLEW_OPENBLAS: whether the BLAS that LAPACK::LAPACK brings can be told how many threads to use.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LIBRARIES LAPACK::LAPACK)
check_cxx_source_compiles(
  "extern \"C\" { void openblas_set_num_threads(int); int openblas_get_num_threads(); }
   int main() { openblas_set_num_threads(openblas_get_num_threads()); }"
  CURLEW_OPENBLAS)
unset(CMAKE_REQUIRED_LIBRARIES)

# CURLEW_OPENBLAS_CORETYPE: kernels that OpenBLAS does not choose by itself although the processor has their
# instructions. A processor newer than the library gets the kernels for SSE3, with which an LU factorisation
# takes three to four times as long (OpenBLAS 0.3.21 on Emerald Rapids). Empty where it chooses well.
if(CURLEW_OPENBLAS AND NOT CMAKE_CROSSCOMPILING AND NOT DEFINED CURLEW_OPENBLAS_CORETYPE)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/openblas_coretype.cpp)
  file(WRITE ${source} "#include \"${PROJECT_SOURCE_DIR}/solvers/dense/openblas_kernels.hpp\"
#include <cstdio>
int main() { std::fputs(curlew::better_openblas_kernels().c_str(), stdout); }
")
  try_run(exit_status compiled ${CMAKE_CURRENT_BINARY_DIR} ${source} LINK_LIBRARIES LAPACK::LAPACK
          RUN_OUTPUT_VARIABLE coretype)
  if(NOT compiled OR NOT exit_status EQUAL 0)
    set(coretype "")
  endif()
  set(CURLEW_OPENBLAS_CORETYPE "${coretype}" CACHE STRING "OPENBLAS_CORETYPE of the tests")
endif()
