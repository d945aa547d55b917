# Kokkos Kernels inside Trilinos 13.2 gives variables, the stand-alone one a target: one name for both.
if(TARGET Kokkos::kokkoskernels)
  add_library(curlew_kokkoskernels ALIAS Kokkos::kokkoskernels)
else()
  add_library(curlew_kokkoskernels INTERFACE IMPORTED)
  target_include_directories(curlew_kokkoskernels SYSTEM INTERFACE ${KokkosKernels_INCLUDE_DIRS})
  target_link_libraries(curlew_kokkoskernels INTERFACE ${KokkosKernels_LIBRARIES} Kokkos::kokkos)
  target_link_directories(curlew_kokkoskernels INTERFACE ${KokkosKernels_LIBRARY_DIRS})
endif()
