# curlew_link_trilinos_mpi(TARGET LIBRARIES...): a package of Trilinos 13 whose list of libraries has MPI
# includes its headers and calls it, whether Curlew runs on ranks or not, and names neither folder nor
# library: it was compiled by mpicxx.
function(curlew_link_trilinos_mpi target)
  if("MPI" IN_LIST ARGN)
    set(MPI_CXX_SKIP_MPICXX ON)
    find_package(MPI QUIET COMPONENTS CXX)
    if(NOT MPI_CXX_FOUND)
      message(FATAL_ERROR "This Trilinos (${Belos_DIR}) was built with MPI, and MPI was not found. Load its module "
                          "or name MPI_CXX_COMPILER, or take a Trilinos without MPI (./bootstrap builds one).")
    endif()
    target_link_libraries(${target} INTERFACE MPI::MPI_CXX)
  endif()
endfunction()
