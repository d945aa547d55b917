#include <curlew/core/mpi/run_collectively.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/multigrid/cycle.hpp>
#include <curlew/solvers/multigrid/host_cycle.hpp>
#include <curlew/solvers/multigrid/space_level.hpp>

#include <optional>
#include <utility>

namespace curlew::multigrid {
namespace {

template <class Number, class Space>
Kokkos::View<Number *, Space> to_numbers(const Space &space, const std::vector<Wide> &values) {
  std::vector<Number> narrow;
  narrow.reserve(values.size());
  for (const Wide &value : values)
    narrow.push_back(narrowed<Number>(value));
  const Kokkos::View<Number *, Space> view("curlew::solvers::multigrid_diagonal", values.size());
  copy_to_view(space, narrow, view);
  return view;
}

template <class Number> struct Narrow {
  const Wide *from;
  Number *to;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    to[i] = narrowed<Number>(from[i]);
  }
};

template <class Number, class Space>
Kokkos::View<Number *, Space> to_numbers(const Space &space,
                                         const Kokkos::View<Wide *, Space> &values) {
  const Kokkos::View<Number *, Space> view(
      Kokkos::view_alloc("curlew::solvers::multigrid_diagonal", Kokkos::WithoutInitializing),
      values.extent(0));
  for_each(space, "curlew::solvers::narrow", values.extent(0),
           Narrow<Number>{values.data(), view.data()});
  space.fence(); // the values may be freed after this
  return view;
}

template <class Space, class Number, class Level>
std::unique_ptr<Smoother<Space, Number>>
make_smoother(const Space &space, const LevelMatrix<Space, Number, Number> &a, const Level &level,
              const MultigridOptions &options, const Communicator &ranks) {
  using Matrix = LevelMatrix<Space, Number, Number>;
  using Transfer = LevelMatrix<Space, typename Number::value_type, Number>;
  using Chebyshev = ChebyshevSmoother<Space, Number>;
  using Polynomial = typename Chebyshev::Polynomial;
  SmootherData<Space, Number> data{a,
                                   Transfer(space, level.gradient, ranks),
                                   Transfer(space, level.divergence, ranks),
                                   to_numbers<Number>(space, level.inverse),
                                   to_numbers<Number>(space, level.node_inverse),
                                   ranks};
  if (options.smoother == MultigridSmoother::gcr)
    return std::make_unique<GcrSmoother<Space, Number>>(std::move(data), options.gcr_steps);
  return std::make_unique<Chebyshev>(std::move(data), Matrix(space, level.node_matrix, ranks),
                                     Polynomial{options.edge_degree, level.edge_eigenvalue},
                                     Polynomial{options.node_degree, level.node_eigenvalue});
}

template <class Space, class Number, class Level>
CycleLevel<Space, Number> make_level(const Space &space, const Level &level,
                                     const MultigridOptions &options, bool smooths_after,
                                     const Communicator &ranks) {
  CycleLevel<Space, Number> part;
  part.a = {space, level.a, ranks};
  part.prolongation = {space, level.prolongation, ranks};
  part.restriction = {space, level.restriction, ranks};
  part.smoother = make_smoother<Space, Number>(space, part.a, level, options, ranks);
  const auto vector = [&](const std::string &label) {
    return Kokkos::View<Number *, Space>(label, part.a.rows());
  };
  part.r = vector("curlew::solvers::multigrid_r");
  part.x = vector("curlew::solvers::multigrid_x");
  if (smooths_after)
    part.correction = vector("curlew::solvers::multigrid_correction");
  return part;
}

// Factors the matrix at the root; an error there is thrown on all ranks.
std::optional<SparseFactor<Wide>> factored(HostSparse<Wide> coarse, const Communicator &ranks,
                                           const MultigridOptions &options,
                                           MultigridReport &report) {
  FactorOptions factor;
  factor.symmetry = options.is_symmetric ? MatrixSymmetry::symmetric : MatrixSymmetry::general;
  factor.pivots = options.coarsest_pivots;
  factor.threads = options.threads;
  const Kokkos::Timer timer;
  std::optional<SparseFactor<Wide>> made;
  run_collectively(ranks, [&] {
    if (ranks.is_root())
      made.emplace(std::move(coarse), factor);
  });
  report.factor_s = timer.seconds();
  if (made)
    report.coarse = made->report();
  return made;
}

template <class Number, class Space, class Level>
Multigrid<Space> make_in(const Space &space, CycleParts<Level> &parts,
                         const MultigridOptions &options, MultigridReport report) {
  const Communicator &ranks = parts.ranks;
  const bool smooths_after =
      options.smooth_after || options.smoother == MultigridSmoother::chebyshev;
  std::vector<CycleLevel<Space, Number>> levels;
  for (std::size_t l = 1; l < parts.levels; ++l) {
    const Level level = parts.level(l);
    report.levels[l].edge_eigenvalue = level.edge_eigenvalue;
    report.levels[l].node_eigenvalue = level.node_eigenvalue;
    levels.push_back(make_level<Space, Number>(space, level, options, smooths_after, ranks));
  }
  const Index rows = levels.back().a.rows();
  CoarseSolution<Space, Number> coarse(factored(std::move(parts.coarse), ranks, options, report),
                                       ranks, std::move(parts.coarse_unknowns));
  const auto cycle = std::make_shared<Cycle<Space, Number>>(std::move(levels), std::move(coarse),
                                                            smooths_after, ranks);
  report.products_per_cycle =
      ranks.sum(cycle->entries()) / static_cast<double>(report.levels.back().entries);
  using Column = Kokkos::View<Wide *, Space>;
  return {LinearOperator<Space, Wide>([cycle](const Space &instance, const Column &x,
                                              const Column &y) { cycle->apply(instance, x, y); },
                                      rows),
          std::move(report), options.smoother == MultigridSmoother::chebyshev};
}

} // namespace

template <class Space, class Level>
Multigrid<Space> make_cycle(const Space &space, CycleParts<Level> cycle,
                            const MultigridOptions &options, MultigridReport report) {
  using Single = Kokkos::complex<float>;
  return options.single_precision ? make_in<Single>(space, cycle, options, std::move(report))
                                  : make_in<Wide>(space, cycle, options, std::move(report));
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template Multigrid<Space> make_cycle(const Space &, HostCycle, const MultigridOptions &,         \
                                       MultigridReport);                                           \
  template Multigrid<Space> make_cycle(const Space &, CycleParts<SpaceLevel<Space>>,               \
                                       const MultigridOptions &, MultigridReport);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::multigrid
