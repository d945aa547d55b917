# Ifpack2 of the Trilinos that Belos came from; another one would bring a Kokkos of its own. Its
# headers take long to compile: only solvers/preconditioner/ilu.cpp includes them.
include(CurlewTrilinosMpi)
if(NOT TARGET curlew_ifpack2)
  add_library(curlew_ifpack2 INTERFACE IMPORTED)
  if(TARGET Ifpack2::all_libs)
    target_link_libraries(curlew_ifpack2 INTERFACE Ifpack2::all_libs)
  else()
    target_include_directories(curlew_ifpack2 SYSTEM INTERFACE ${Ifpack2_INCLUDE_DIRS}
                                                               ${Ifpack2_TPL_INCLUDE_DIRS})
    target_link_libraries(curlew_ifpack2 INTERFACE ${Ifpack2_LIBRARIES} ${Ifpack2_TPL_LIBRARIES} Kokkos::kokkos)
    target_link_directories(curlew_ifpack2 INTERFACE ${Ifpack2_LIBRARY_DIRS})
    curlew_link_trilinos_mpi(curlew_ifpack2 ${Ifpack2_TPL_LIST})
  endif()
endif()
