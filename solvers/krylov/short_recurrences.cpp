#include <curlew/solvers/krylov/short_recurrences.hpp>

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/krylov/fused/bicgstab.hpp>
#include <curlew/solvers/krylov/fused/cocg.hpp>
#include <curlew/solvers/krylov/fused/cocr.hpp>
#include <curlew/solvers/krylov/fused/operator_stepper.hpp>
#include <curlew/solvers/spaces_and_scalars.hpp>

namespace curlew {
namespace {

template <template <class> class Method, class Space, class Scalar>
void solve(const LinearOperator<Space, Scalar> &a, const DistributedVector<Space, Scalar> &b,
           const DistributedVector<Space, Scalar> &x, const SolveOptions &options,
           SolveReport &report) {
  using Stepper = OperatorStepper<Space, Scalar>;
  require_equal_size("columns of a right-hand side", b.columns(), 1);
  require_equal_size("columns of a solution", x.columns(), 1);
  require_equal_size("rows of a solution", x.owned(), b.owned());
  Stepper stepper(a, b);
  const auto from = b.column(0), to = x.column(0);
  Method<Stepper> method(stepper, to);
  KrylovLoop<Stepper, Method<Stepper>>(stepper, from, to, options, report, method).run();
}

} // namespace

template <class Space, class Scalar>
void solve_cocg(const LinearOperator<Space, Scalar> &a, const DistributedVector<Space, Scalar> &b,
                const DistributedVector<Space, Scalar> &x, const SolveOptions &options,
                SolveReport &report) {
  solve<Cocg>(a, b, x, options, report);
}

template <class Space, class Scalar>
void solve_cocr(const LinearOperator<Space, Scalar> &a, const DistributedVector<Space, Scalar> &b,
                const DistributedVector<Space, Scalar> &x, const SolveOptions &options,
                SolveReport &report) {
  solve<Cocr>(a, b, x, options, report);
}

template <class Space, class Scalar>
void solve_bicgstab(const LinearOperator<Space, Scalar> &a,
                    const DistributedVector<Space, Scalar> &b,
                    const DistributedVector<Space, Scalar> &x, const SolveOptions &options,
                    SolveReport &report) {
  solve<Bicgstab>(a, b, x, options, report);
}

#define CURLEW_INSTANTIATE_ONE(solver, Space, Scalar)                                              \
  template void solver(                                                                            \
      const LinearOperator<Space, Scalar> &, const DistributedVector<Space, Scalar> &,             \
      const DistributedVector<Space, Scalar> &, const SolveOptions &, SolveReport &);
#define CURLEW_INSTANTIATE(Space, Scalar)                                                          \
  CURLEW_INSTANTIATE_ONE(solve_cocg, Space, Scalar)                                                \
  CURLEW_INSTANTIATE_ONE(solve_cocr, Space, Scalar)                                                \
  CURLEW_INSTANTIATE_ONE(solve_bicgstab, Space, Scalar)
CURLEW_FOR_EACH_SPACE_AND_SCALAR
#undef CURLEW_INSTANTIATE
#undef CURLEW_INSTANTIATE_ONE

} // namespace curlew
