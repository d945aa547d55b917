// make_mumps_factor of a Curlew without MUMPS.
#include <curlew/core/error.hpp>
#include <curlew/solvers/direct/factor_library.hpp>

namespace curlew {

bool has_mumps() {
  return false;
}

template <class Scalar>
std::unique_ptr<FactorLibrary<Scalar>> make_mumps_factor(const FactorOptions &) {
  throw NotCompiled("the sparse factorisation \"mumps\"",
                    "install MUMPS in its sequential form (Debian, Ubuntu: libmumps-seq-dev; "
                    "Spack: mumps~mpi) and configure with -DCURLEW_ENABLE_MUMPS=ON");
}

template std::unique_ptr<FactorLibrary<double>> make_mumps_factor(const FactorOptions &);
template std::unique_ptr<FactorLibrary<Kokkos::complex<double>>>
make_mumps_factor(const FactorOptions &);

} // namespace curlew
