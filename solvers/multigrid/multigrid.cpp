#include <curlew/solvers/multigrid/multigrid.hpp>

#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/multigrid/host_cycle.hpp>
#include <curlew/solvers/multigrid/level_kernels.hpp>
#include <curlew/solvers/sparse/host_products.hpp>
#include <curlew/solvers/sparse/sell_matrix.hpp>
#include <curlew/solvers/sparse/sparse_products.hpp>

#include <fmt/format.h>

#include <utility>

namespace curlew {
namespace {

using multigrid::HostLevel;
using multigrid::inverted;
using multigrid::Wide;

template <class Scalar> RowPart<Scalar> whole(HostSparse<Scalar> matrix) {
  RowPart<Scalar> part;
  part.rows = std::move(matrix);
  return part;
}

HostLevel host_level(MultigridLevel level, const MultigridOptions &options) {
  const int threads = options.threads;
  HostLevel made;
  made.inverse = inverted(diagonal(level.a));
  if (options.smoother == MultigridSmoother::gcr) {
    made.node_inverse = inverted(triple_product_diagonal(level.a, level.gradient, threads));
  } else {
    made.node_matrix = whole(triple_product(level.a, level.gradient, threads));
    made.node_inverse = inverted(diagonal(made.node_matrix.rows));
  }
  made.a = whole(std::move(level.a));
  if (options.smoother == MultigridSmoother::chebyshev) {
    made.edge_eigenvalue =
        multigrid::largest_eigenvalue(made.a, made.inverse, Communicator(), threads);
    made.node_eigenvalue =
        multigrid::largest_eigenvalue(made.node_matrix, made.node_inverse, Communicator(), threads);
  }
  made.divergence = whole(transpose(level.gradient, threads));
  made.gradient = whole(std::move(level.gradient));
  made.restriction = whole(transpose(level.prolongation, threads));
  made.prolongation = whole(std::move(level.prolongation));
  return made;
}

// Returns P^T A P: on a device by its kernels, on the host by those of host_products.hpp, which
// take two thirds of the kernels' time there.
template <class Space>
HostSparse<Wide> coarse_operator([[maybe_unused]] const Space &space, const HostSparse<Wide> &a,
                                 const HostSparse<double> &p, [[maybe_unused]] int threads) {
  if constexpr (is_device<Space>)
    return to_host(space,
                   triple_product(space, to_space<Wide>(space, a), to_space<double>(space, p)));
  else
    return triple_product(a, p, threads);
}

void require_fitting(const std::vector<MultigridLevel> &levels) {
  if (levels.size() < 2)
    throw InputError(fmt::format("multigrid needs two levels at least, not {}", levels.size()));
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const bool is_finest = l + 1 == levels.size();
    const Index rows = is_finest ? levels[l].a.rows : levels[l + 1].prolongation.column_count;
    if (levels[l].a.rows > 0 || is_finest) {
      require_equal_size("rows of a level", levels[l].a.rows, rows);
      require_equal_size("columns of a level", levels[l].a.column_count, rows);
    }
    if (l == 0)
      continue;
    require_equal_size("rows of a level's prolongation", levels[l].prolongation.rows, rows);
    require_equal_size("rows of a level's gradient", levels[l].gradient.rows, rows);
  }
}

} // namespace

template <class Space>
Multigrid<Space> make_multigrid(const Space &space, std::vector<MultigridLevel> levels,
                                const MultigridOptions &options) {
  multigrid::require_options(options);
  require_fitting(levels);
  const Kokkos::Timer timer;
  for (std::size_t l = levels.size() - 1; l-- > 0;)
    if (levels[l].a.rows == 0)
      levels[l].a =
          coarse_operator(space, levels[l + 1].a, levels[l + 1].prolongation, options.threads);
  MultigridReport report;
  report.galerkin_s = timer.seconds();
  report.name = multigrid::name_of(levels.size(), options);
  for (const MultigridLevel &level : levels)
    report.levels.push_back({level.a.rows, level.a.entries()});
  multigrid::HostCycle parts;
  parts.levels = levels.size();
  parts.coarse = std::move(levels[0].a);
  parts.level = [&](std::size_t l) { return host_level(std::move(levels[l]), options); };
  Multigrid<Space> made =
      multigrid::make_cycle(space, std::move(parts), options, std::move(report));
  made.report.setup_s = timer.seconds();
  return made;
}

template <class Space>
LinearOperator<Space, Kokkos::complex<double>>
make_gradient_jacobi(const Space &space, const HostSparse<Kokkos::complex<double>> &a,
                     const HostSparse<double> &gradient, int threads) {
  require_equal_size("rows of a gradient", gradient.rows, a.rows);
  using Column = Kokkos::View<Wide *, Space>;
  const auto to_column = [&](const std::vector<Wide> &values) {
    const Column column("curlew::solvers::gradient_jacobi", values.size());
    copy_to_view(space, values, column);
    return column;
  };
  const auto g = make_sell<double>(space, gradient),
             divergence = make_sell<double>(space, transpose(gradient, threads));
  const Column inverse = to_column(inverted(diagonal(a))),
               node_inverse = to_column(inverted(triple_product_diagonal(a, gradient, threads))),
               potential("curlew::solvers::potential", gradient.column_count);
  return LinearOperator<Space, Wide>([=](const Space &instance, const Column &x, const Column &y) {
    const auto rows = Kokkos::make_pair(std::size_t(0), inverse.extent(0));
    const Column from(x, rows), to(y, rows); // without ghosts
    multiply(instance, divergence, Wide(1), from, Wide(0), potential);
    multigrid::for_each(
        instance, "curlew::solvers::node_jacobi", potential.extent(0),
        multigrid::ScaleBy<Wide>{node_inverse.data(), potential.data(), potential.data()});
    multigrid::for_each(instance, "curlew::solvers::edge_jacobi", from.extent(0),
                        multigrid::ScaleBy<Wide>{inverse.data(), from.data(), to.data()});
    multiply(instance, g, Wide(1), potential, Wide(1), to);
  });
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
