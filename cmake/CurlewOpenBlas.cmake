# CURLEW_OPENBLAS: whether the BLAS that LAPACK::LAPACK brings can be told how many threads to use.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LIBRARIES LAPACK::LAPACK)
check_cxx_source_compiles(
  "extern \"C\" { void openblas_set_num_threads(int); int openblas_get_num_threads(); }
   int main() { openblas_set_num_threads(openblas_get_num_threads()); }"
  CURLEW_OPENBLAS)
unset(CMAKE_REQUIRED_LIBRARIES)
