# Ifpack2 of the Trilinos that Belos came from; another one would bring a Kokkos of its own. Its
# headers take long to compile: only solvers/preconditioner/ilu.cpp includes them.
include(CurlewTrilinosPackage)
curlew_trilinos_package(Ifpack2)
