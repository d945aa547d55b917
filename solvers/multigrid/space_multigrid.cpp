#include <curlew/solvers/multigrid/space_multigrid.hpp>

#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/multigrid/host_cycle.hpp>
#include <curlew/solvers/multigrid/level_kernels.hpp>
#include <curlew/solvers/multigrid/space_level.hpp>
#include <curlew/solvers/sparse/host_products.hpp>
#include <curlew/solvers/sparse/sell_matrix.hpp>
#include <curlew/solvers/sparse/space_copy.hpp>
#include <curlew/solvers/sparse/sparse_products.hpp>

#include <fmt/format.h>

#include <list>
#include <utility>

namespace curlew {
namespace {

using multigrid::SpaceLevel;
using multigrid::Wide;

// Makes P^T A P: on a device by its kernels, on the host by those of host_products.hpp, which take
// two thirds of the kernels' time there.
template <class Space> class TripleProducts {
public:
  TripleProducts(const Space &space, int threads) : space_(space), threads_(threads) {}

  // On hosts this object owns the result's memory.
  SparseMatrix<Space, Wide> operator()(const SparseMatrix<Space, Wide> &a,
                                       const SparseMatrix<Space, double> &p) {
    if constexpr (is_device<Space>)
      return triple_product(space_, a, p);
    else
      return seen_from(space_, made_.emplace_back(triple_product(HostRows<Wide>(a), p,
                                                                 transpose(space_, p), threads_)));
  }

private:
  Space space_;
  int threads_;
  std::list<HostSparse<Wide>> made_;
};

template <class Space>
SpaceLevel<Space> level_of(const Space &space, const SparseMatrix<Space, Wide> &a,
                           const SparseMatrix<Space, double> &gradient,
                           const SparseMatrix<Space, double> &prolongation,
                           const MultigridOptions &options, TripleProducts<Space> &products) {
  SpaceLevel<Space> made;
  made.a = a;
  made.gradient = gradient;
  made.divergence = transpose(space, gradient);
  made.prolongation = prolongation;
  made.restriction = transpose(space, prolongation);
  made.inverse = multigrid::inverted(space, diagonal(space, a));
  if (options.smoother == MultigridSmoother::gcr) {
    made.node_inverse =
        multigrid::inverted(space, triple_product_diagonal(space, a, gradient, made.divergence));
    return made;
  }
  made.node_matrix = products(a, gradient);
  made.node_inverse = multigrid::inverted(space, diagonal(space, made.node_matrix));
  made.edge_eigenvalue = multigrid::largest_eigenvalue(space, made.a, made.inverse);
  made.node_eigenvalue = multigrid::largest_eigenvalue(space, made.node_matrix, made.node_inverse);
  return made;
}

} // namespace

template <class Space>
SpaceMultigrid<Space>::SpaceMultigrid(const Space &space,
                                      const std::vector<MultigridLevel> &levels) {
  if (levels.size() < 2)
    throw InputError(fmt::format("multigrid needs two levels at least, not {}", levels.size()));
  rows_ = levels.back().prolongation.rows;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const MultigridLevel &given = levels[l];
    const bool is_finest = l + 1 == levels.size();
    const Index rows = is_finest ? rows_ : levels[l + 1].prolongation.column_count;
    Level level;
    if (given.a.rows > 0 && !is_finest) {
      require_equal_size("rows of a level", given.a.rows, rows);
      require_equal_size("columns of a level", given.a.column_count, rows);
      level.a = to_space<Wide>(space, given.a);
    }
    if (l > 0) {
      require_equal_size("rows of a level's prolongation", given.prolongation.rows, rows);
      require_equal_size("rows of a level's gradient", given.gradient.rows, rows);
      level.gradient = to_space<double>(space, given.gradient);
      level.prolongation = to_space<double>(space, given.prolongation);
    }
    levels_.push_back(std::move(level));
  }
}

template <class Space>
Multigrid<Space> SpaceMultigrid<Space>::make(const Space &space, const Matrix &finest,
                                             const MultigridOptions &options) const {
  multigrid::require_options(options);
  require_equal_size("rows of a level", finest.rows, rows_);
  require_equal_size("columns of a level", finest.column_count, rows_);
  const Kokkos::Timer timer;
  TripleProducts<Space> products(space, options.threads);
  std::vector<Matrix> matrices(levels_.size());
  matrices.back() = finest;
  for (std::size_t l = levels_.size() - 1; l-- > 0;)
    matrices[l] = levels_[l].a.rows > 0 ? levels_[l].a
                                        : products(matrices[l + 1], levels_[l + 1].prolongation);
  MultigridReport report;
  report.galerkin_s = timer.seconds();
  report.name = multigrid::name_of(levels_.size(), options);
  for (const Matrix &matrix : matrices)
    report.levels.push_back({matrix.rows, matrix.entries()});
  multigrid::CycleParts<SpaceLevel<Space>> parts;
  parts.levels = levels_.size();
  parts.coarse = to_host(space, matrices[0]);
  parts.level = [&](std::size_t l) {
    return level_of(space, std::exchange(matrices[l], {}), levels_[l].gradient,
                    levels_[l].prolongation, options, products);
  };
  Multigrid<Space> made =
      multigrid::make_cycle(space, std::move(parts), options, std::move(report));
  made.report.setup_s = timer.seconds();
  return made;
}

template <class Space>
LinearOperator<Space, Kokkos::complex<double>>
make_gradient_jacobi(const Space &space, const SparseMatrix<Space, Kokkos::complex<double>> &a,
                     const HostSparse<double> &gradient) {
  require_equal_size("rows of a gradient", gradient.rows, a.rows);
  using Column = Kokkos::View<Wide *, Space>;
  const auto there = seen_from(space, gradient), transposed = transpose(space, there);
  const auto g = make_sell<double>(space, there), divergence = make_sell<double>(space, transposed);
  const Column inverse = multigrid::inverted(space, diagonal(space, a)),
               node_inverse =
                   multigrid::inverted(space, triple_product_diagonal(space, a, there, transposed)),
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
  template class SpaceMultigrid<Space>;                                                            \
  template LinearOperator<Space, Kokkos::complex<double>> make_gradient_jacobi(                    \
      const Space &, const SparseMatrix<Space, Kokkos::complex<double>> &,                         \
      const HostSparse<double> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew
