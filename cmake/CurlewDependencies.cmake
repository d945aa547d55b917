# Everything Curlew takes from elsewhere, found once and given one target name each.
find_package(nlohmann_json 3.10 REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(ZLIB REQUIRED)
find_path(KISSFFT_INCLUDE_DIR kissfft/kissfft.hh REQUIRED)

if(NOT CURLEW_IO_ONLY)
  if(CURLEW_ENABLE_PROGRAM)
    find_package(CLI11 REQUIRED)
  endif()
  find_package(LAPACK REQUIRED) # and BLAS
  include(CurlewOpenBlas)
  find_package(Kokkos REQUIRED)
  if(NOT Kokkos_DEVICES MATCHES "OPENMP")
    message(WARNING "This Kokkos has no OpenMP: Curlew will run on the Serial backend only.")
  endif()
  if(CURLEW_REQUIRE_CUDA AND NOT Kokkos_DEVICES MATCHES "CUDA")
    message(FATAL_ERROR "The Kokkos in ${Kokkos_DIR} has no CUDA (devices: ${Kokkos_DEVICES}). Name one "
                        "that has in CMAKE_PREFIX_PATH, or let ./bootstrap --cuda build it.")
  endif()
  if(Kokkos_DEVICES MATCHES "CUDA")
    find_package(CUDAToolkit REQUIRED) # cuBLAS
  endif()
  find_package(KokkosKernels REQUIRED)
  include(CurlewKokkosKernels)
  if(CURLEW_ENABLE_BELOS)
    find_package(Belos QUIET)
    if(NOT Belos_FOUND)
      message(FATAL_ERROR "Belos, of Trilinos, was not found. Name its folder in CMAKE_PREFIX_PATH or let "
                          "./bootstrap build it; -DCURLEW_ENABLE_BELOS=OFF builds without Krylov methods.")
    endif()
    include(CurlewBelos)
  endif()
endif()

if(CURLEW_ENABLE_VTK)
  find_package(VTK QUIET COMPONENTS CommonCore CommonDataModel CommonMisc IOXML)
  if(NOT VTK_FOUND)
    message(FATAL_ERROR "VTK was not found. Install libvtk9-dev (Debian, Ubuntu) or give VTK_DIR; "
                        "-DCURLEW_ENABLE_VTK=OFF builds without field files for ParaView.")
  endif()
endif()
if(CURLEW_ENABLE_METIS)
  find_package(METIS REQUIRED)
endif()
if(CURLEW_ENABLE_MPI)
  set(MPI_CXX_SKIP_MPICXX ON) # its C interface is all we use
  find_package(MPI COMPONENTS CXX)
  if(NOT MPI_CXX_FOUND)
    message(FATAL_ERROR "MPI was not found. Install libopenmpi-dev (Debian, Ubuntu) or load a module; "
                        "-DCURLEW_ENABLE_MPI=OFF builds for one process.")
  endif()
endif()
if(CURLEW_ENABLE_TESTS)
  find_package(GTest REQUIRED)
endif()

# A target found here is known in this folder and below. A project that has Curlew as a subfolder
# links it by way of ours, so must know it too.
if(NOT PROJECT_IS_TOP_LEVEL)
  get_property(found DIRECTORY PROPERTY IMPORTED_TARGETS)
  set_property(TARGET ${found} PROPERTY IMPORTED_GLOBAL TRUE)
endif()
