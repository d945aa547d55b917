# What Curlew takes from Trilinos 13.2, as CMake's initial cache. Given before it on the command
# line: CURLEW_TRILINOS_PART (kokkos, belos or ifpack2, each with those before it), CURLEW_KOKKOS_CHECKS
# (yes or no) and, for CUDA, CURLEW_CUDA_DEVICE (Kokkos' name of the device).
macro(setting name value) # also of a build folder that had another part before
  set(${name} ${value} CACHE STRING "Set for Curlew" FORCE)
endmacro()

setting(CMAKE_BUILD_TYPE Release)
setting(BUILD_SHARED_LIBS OFF)
setting(CMAKE_POSITION_INDEPENDENT_CODE ON)
setting(CMAKE_CXX_STANDARD 17)
setting(CMAKE_CXX_EXTENSIONS OFF)
setting(CMAKE_CXX_FLAGS -w) # warnings of an old release are of no use here

# Only the packages named below: the optional ones would pull in most of Trilinos.
foreach(everything Fortran ALL_PACKAGES ALL_OPTIONAL_PACKAGES SECONDARY_TESTED_CODE TESTS EXAMPLES
                   DEVELOPMENT_MODE Epetra EXPLICIT_INSTANTIATION)
  setting(Trilinos_ENABLE_${everything} OFF)
endforeach()
setting(Trilinos_ASSERT_MISSING_PACKAGES OFF) # the others were not even unpacked
foreach(package Kokkos KokkosKernels)
  setting(Trilinos_ENABLE_${package} ON)
endforeach()
foreach(package Teuchos Belos)
  if(CURLEW_TRILINOS_PART STREQUAL "kokkos")
    setting(Trilinos_ENABLE_${package} OFF)
  else()
    setting(Trilinos_ENABLE_${package} ON)
  endif()
endforeach()

# Curlew computes in double and complex double.
setting(Trilinos_ENABLE_COMPLEX_DOUBLE ON)
setting(Teuchos_ENABLE_COMPLEX ON)
setting(Trilinos_ENABLE_FLOAT OFF)
setting(Trilinos_ENABLE_COMPLEX_FLOAT OFF)

setting(Kokkos_ENABLE_SERIAL ON)
setting(Kokkos_ENABLE_OPENMP ON)
setting(Trilinos_ENABLE_OpenMP ON)
setting(TPL_ENABLE_Pthread OFF) # a second thread backend that nothing would use
setting(TPL_ENABLE_DLlib ON)
setting(TPL_ENABLE_BLAS ON)
setting(TPL_ENABLE_LAPACK ON)
if(CURLEW_CUDA_DEVICE)
  setting(TPL_ENABLE_CUDA ON)
  setting(Kokkos_ENABLE_CUDA ON)
  setting(Kokkos_ENABLE_CUDA_LAMBDA ON)
  setting(Kokkos_ENABLE_CUDA_UVM OFF) # copies are explicit
  setting(Kokkos_ARCH_${CURLEW_CUDA_DEVICE} ON)
  foreach(library CUSPARSE CUBLAS CUSOLVER) # CUDA 12 has dropped the functions that this release calls
    setting(TPL_ENABLE_${library} OFF)
  endforeach()
  setting(CMAKE_CXX_USE_RESPONSE_FILE_FOR_OBJECTS ON) # nvcc's command lines are short
endif()
if(CURLEW_KOKKOS_CHECKS)
  setting(Kokkos_ENABLE_DEBUG ON)
  setting(Kokkos_ENABLE_DEBUG_BOUNDS_CHECK ON)
endif()

# Instantiated where used. The precompiled forms, sparse products of matrices above all, take 20
# minutes. Row offsets are 64 bits wide here.
setting(KokkosKernels_ETI_ONLY OFF)
setting(KokkosKernels_INST_DOUBLE OFF)
setting(KokkosKernels_INST_COMPLEX_DOUBLE OFF)
setting(KokkosKernels_INST_OFFSET_INT OFF)
setting(KokkosKernels_INST_OFFSET_SIZE_T ON)

# Curlew calls MPI itself; its bridge to Ifpack2 factors the rows of one process. With MPI, Trilinos would
# take mpicxx for the compiler, also instead of nvcc_wrapper, and every user of its headers would need MPI.
setting(TPL_ENABLE_MPI OFF)

# The orthogonalisation TSQR, and Belos' precompiled Tpetra solvers, cost two minutes a file.
setting(Belos_ENABLE_TSQR OFF)
if(CURLEW_TRILINOS_PART STREQUAL "ifpack2")
  setting(Trilinos_ENABLE_Tpetra ON)
  setting(Trilinos_ENABLE_Ifpack2 ON)
  setting(Trilinos_ENABLE_TpetraTSQR OFF)
  setting(TpetraCore_ENABLE_TSQR OFF)
  setting(Belos_ENABLE_Tpetra OFF)
  setting(Tpetra_INST_OPENMP ON)
  setting(Tpetra_INST_SERIAL OFF)
  # Curlew factors on the host, whatever the device; nvcc is spared the device's form.
  setting(Tpetra_INST_CUDA OFF)
  setting(Tpetra_DefaultNode Kokkos::Compat::KokkosOpenMPWrapperNode)
  setting(Tpetra_INST_INT_LONG_LONG ON)
  setting(Tpetra_INST_DOUBLE ON)
  setting(Tpetra_INST_COMPLEX_DOUBLE ON)
else()
  setting(Trilinos_ENABLE_Tpetra OFF)
  setting(Trilinos_ENABLE_Ifpack2 OFF)
endif()
