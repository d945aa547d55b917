// make_ilu of a Curlew without Ifpack2.
#include <curlew/core/error.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>

namespace curlew {

template <class Space>
LinearOperator<Space, Kokkos::complex<double>>
make_ilu(const Space &, const SparseMatrix<Space, Kokkos::complex<double>> &, int) {
  throw NotCompiled("the preconditioner ilu",
                    "build against a Trilinos with Ifpack2 and Tpetra (./bootstrap without "
                    "--without-ifpack2, or the Spack variant +ifpack2) and configure with "
                    "-DCURLEW_ENABLE_IFPACK2=ON");
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template LinearOperator<Space, Kokkos::complex<double>> make_ilu(                                \
      const Space &, const SparseMatrix<Space, Kokkos::complex<double>> &, int);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew
