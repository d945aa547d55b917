#include <curlew/solvers/multigrid/multigrid.hpp>

#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/multigrid/space_multigrid.hpp>
#include <curlew/solvers/sparse/space_copy.hpp>

#include <fmt/format.h>

namespace curlew {

template <class Space>
Multigrid<Space> make_multigrid(const Space &space, std::vector<MultigridLevel> levels,
                                const MultigridOptions &options) {
  const Kokkos::Timer timer;
  const SpaceMultigrid<Space> multigrid(space, levels);
  Multigrid<Space> made = multigrid.make(space, seen_from(space, levels.back().a), options);
  made.report.setup_s = timer.seconds();
  return made;
}

template <class Space>
LinearOperator<Space, Kokkos::complex<double>>
make_gradient_jacobi(const Space &space, const HostSparse<Kokkos::complex<double>> &a,
                     const HostSparse<double> &gradient, int) {
  return make_gradient_jacobi(space, seen_from(space, a), gradient);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template Multigrid<Space> make_multigrid(const Space &, std::vector<MultigridLevel>,             \
                                           const MultigridOptions &);                              \
  template LinearOperator<Space, Kokkos::complex<double>> make_gradient_jacobi(                    \
      const Space &, const HostSparse<Kokkos::complex<double>> &, const HostSparse<double> &,      \
      int);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew
