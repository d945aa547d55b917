// solve_krylov of a Curlew without Belos.
#include <curlew/solvers/krylov/belos_solver.hpp>

#include <curlew/core/error.hpp>
#include <curlew/solvers/spaces_and_scalars.hpp>

namespace curlew {
namespace {

[[noreturn]] void refuse_belos() {
  throw NotCompiled("Krylov methods", "configure with -DCURLEW_ENABLE_BELOS=ON");
}

} // namespace

template <class Space, class Scalar>
KrylovReport solve_krylov(const LinearOperator<Space, Scalar> &,
                          const DistributedVector<Space, Scalar> &,
                          const DistributedVector<Space, Scalar> &, const KrylovOptions &,
                          const LinearOperator<Space, Scalar> *) {
  refuse_belos();
}

double bicgstab_probe() {
  refuse_belos();
}

GmresSource usable_gmres() {
  return GmresSource::curlew;
}

#define CURLEW_INSTANTIATE(Space, Scalar)                                                          \
  template KrylovReport solve_krylov(                                                              \
      const LinearOperator<Space, Scalar> &, const DistributedVector<Space, Scalar> &,             \
      const DistributedVector<Space, Scalar> &, const KrylovOptions &,                             \
      const LinearOperator<Space, Scalar> *);
CURLEW_FOR_EACH_SPACE_AND_SCALAR
#undef CURLEW_INSTANTIATE

} // namespace curlew
