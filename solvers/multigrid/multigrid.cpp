#include <curlew/solvers/multigrid/multigrid.hpp>

#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/random.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/multigrid/cycle.hpp>
#include <curlew/solvers/sparse/host_products.hpp>

#include <fmt/format.h>

#include <cmath>

namespace curlew {
namespace {

using multigrid::CycleLevel;
using multigrid::SmootherData;
using multigrid::Wide;

std::vector<Wide> inverted(std::vector<Wide> values) {
  for (Wide &value : values)
    if (value != Wide(0))
      value = Wide(1) / value;
  return values;
}

// The largest |eigenvalue| of D^-1 A: so many steps of the power method, and a margin for what they
// have not seen.
constexpr int k_power_steps = 20;
constexpr double k_power_margin = 1.05;

double largest_eigenvalue(const HostSparse<Wide> &a, const std::vector<Wide> &inverse,
                          int threads) {
  std::vector<Wide> x(a.rows);
  for (Index i = 0; i < a.rows; ++i)
    x[i] = random_number(i, 1);
  double found = 1, before = 0;
  for (const Wide &value : x)
    before += value.real() * value.real();
  for (int step = 0; step < k_power_steps && before > 0; ++step) {
    std::vector<Wide> y = multiply(a, x, threads);
    double square = 0;
    for (Index i = 0; i < a.rows; ++i) {
      y[i] *= inverse[i];
      square += y[i].real() * y[i].real() + y[i].imag() * y[i].imag();
    }
    found = std::sqrt(square / before);
    const double scale = square > 0 ? 1 / std::sqrt(square) : 0;
    for (Index i = 0; i < a.rows; ++i)
      x[i] = scale * y[i];
    before = square > 0 ? 1 : 0;
  }
  return k_power_margin * found;
}

template <class Number, class Space>
Kokkos::View<Number *, Space> to_numbers(const Space &space, const std::vector<Wide> &values) {
  std::vector<Number> narrow;
  narrow.reserve(values.size());
  for (const Wide &value : values)
    narrow.push_back(multigrid::narrowed<Number>(value));
  const Kokkos::View<Number *, Space> view("curlew::solvers::multigrid_diagonal", values.size());
  copy_to_view(space, narrow, view);
  return view;
}

template <class Number, class Space>
SmootherData<Space, Number> smoother_data(const Space &space, const SellMatrix<Space, Number> &a,
                                          const MultigridLevel &level,
                                          const std::vector<Wide> &inverse,
                                          const std::vector<Wide> &node_inverse, int threads) {
  using Real = typename Number::value_type;
  return {a, make_sell<Real>(space, level.gradient),
          make_sell<Real>(space, transpose(level.gradient, threads)),
          to_numbers<Number>(space, inverse), to_numbers<Number>(space, node_inverse)};
}

template <class Space, class Number>
std::unique_ptr<multigrid::Smoother<Space, Number>>
make_smoother(const Space &space, const SellMatrix<Space, Number> &a, const MultigridLevel &level,
              const MultigridOptions &options, MultigridReport::Level &report) {
  const std::vector<Wide> inverse = inverted(diagonal(level.a));
  if (options.smoother == MultigridSmoother::gcr) {
    const auto node_inverse =
        inverted(triple_product_diagonal(level.a, level.gradient, options.threads));
    return std::make_unique<multigrid::GcrSmoother<Space, Number>>(
        smoother_data<Number>(space, a, level, inverse, node_inverse, options.threads),
        options.gcr_steps);
  }
  const HostSparse<Wide> node_matrix = triple_product(level.a, level.gradient, options.threads);
  const std::vector<Wide> node_inverse = inverted(diagonal(node_matrix));
  report.edge_eigenvalue = largest_eigenvalue(level.a, inverse, options.threads);
  report.node_eigenvalue = largest_eigenvalue(node_matrix, node_inverse, options.threads);
  return std::make_unique<multigrid::ChebyshevSmoother<Space, Number>>(
      smoother_data<Number>(space, a, level, inverse, node_inverse, options.threads),
      make_sell<Number>(space, node_matrix),
      typename multigrid::ChebyshevSmoother<Space, Number>::Polynomial{options.edge_degree,
                                                                       report.edge_eigenvalue},
      typename multigrid::ChebyshevSmoother<Space, Number>::Polynomial{options.node_degree,
                                                                       report.node_eigenvalue});
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

void require_options(const MultigridOptions &options) {
  if (options.gcr_steps < 1 || options.gcr_steps > multigrid::k_most_steps)
    throw InputError(fmt::format("a smoother takes 1 to {} steps of GCR, not {}",
                                 multigrid::k_most_steps, options.gcr_steps));
  if (options.edge_degree < 1 || options.node_degree < 1)
    throw InputError(fmt::format("Chebyshev's polynomials have a degree of 1 at least, not {} and "
                                 "{}",
                                 options.edge_degree, options.node_degree));
}

std::string name_of(std::size_t levels, const MultigridOptions &options) {
  const std::string smoother =
      options.smoother == MultigridSmoother::gcr
          ? fmt::format("gcr({})", options.gcr_steps)
          : fmt::format("chebyshev({}, {})", options.edge_degree, options.node_degree);
  return fmt::format("multigrid, {} levels, {}, {} precision", levels, smoother,
                     options.single_precision ? "single" : "double");
}

template <class Number, class Space>
Multigrid<Space> make_in(const Space &space, const std::vector<MultigridLevel> &levels,
                         const MultigridOptions &options, MultigridReport report) {
  using Real = typename Number::value_type;
  const bool after = options.smooth_after || options.smoother == MultigridSmoother::chebyshev;
  std::vector<CycleLevel<Space, Number>> parts;
  for (std::size_t l = 1; l < levels.size(); ++l) {
    CycleLevel<Space, Number> part;
    part.a = make_sell<Number>(space, levels[l].a);
    part.prolongation = make_sell<Real>(space, levels[l].prolongation);
    part.restriction = make_sell<Real>(space, transpose(levels[l].prolongation, options.threads));
    part.smoother =
        make_smoother<Space, Number>(space, part.a, levels[l], options, report.levels[l]);
    const auto vector = [&](const std::string &label) {
      return Kokkos::View<Number *, Space>(label, levels[l].a.rows);
    };
    part.r = vector("curlew::solvers::multigrid_r");
    part.x = vector("curlew::solvers::multigrid_x");
    if (after)
      part.correction = vector("curlew::solvers::multigrid_correction");
    parts.push_back(std::move(part));
  }
  FactorOptions factor;
  factor.symmetry = options.is_symmetric ? MatrixSymmetry::symmetric : MatrixSymmetry::general;
  factor.library = options.factor_library;
  factor.threads = options.threads;
  const Kokkos::Timer timer;
  SparseFactor<Wide> coarse(levels[0].a, factor);
  report.factor_s = timer.seconds();
  report.coarse = coarse.report();
  const auto cycle =
      std::make_shared<multigrid::Cycle<Space, Number>>(std::move(parts), std::move(coarse), after);
  report.products_per_cycle = cycle->entries() / levels.back().a.entries();
  using Column = Kokkos::View<Wide *, Space>;
  return {LinearOperator<Space, Wide>([cycle](const Space &instance, const Column &x,
                                              const Column &y) { cycle->apply(instance, x, y); },
                                      levels.back().a.rows),
          std::move(report), options.smoother == MultigridSmoother::chebyshev};
}

} // namespace

template <class Space>
Multigrid<Space> make_multigrid(const Space &space, std::vector<MultigridLevel> levels,
                                const MultigridOptions &options) {
  require_options(options);
  require_fitting(levels);
  const Kokkos::Timer timer;
  for (std::size_t l = levels.size() - 1; l-- > 0;)
    if (levels[l].a.rows == 0)
      levels[l].a = triple_product(levels[l + 1].a, levels[l + 1].prolongation, options.threads);
  MultigridReport report;
  report.galerkin_s = timer.seconds();
  report.name = name_of(levels.size(), options);
  for (const MultigridLevel &level : levels)
    report.levels.push_back({level.a.rows, level.a.entries()});
  using Single = Kokkos::complex<float>;
  Multigrid<Space> made = options.single_precision
                              ? make_in<Single>(space, levels, options, std::move(report))
                              : make_in<Wide>(space, levels, options, std::move(report));
  made.report.setup_s = timer.seconds();
  return made;
}

template <class Space>
LinearOperator<Space, Kokkos::complex<double>>
make_gradient_jacobi(const Space &space, const HostSparse<Kokkos::complex<double>> &a,
                     const HostSparse<double> &gradient, int threads) {
  require_equal_size("rows of a gradient", gradient.rows, a.rows);
  using Column = Kokkos::View<Wide *, Space>;
  MultigridLevel level;
  level.gradient = gradient;
  const auto data =
      smoother_data<Wide>(space, SellMatrix<Space, Wide>(), level, inverted(diagonal(a)),
                          inverted(triple_product_diagonal(a, gradient, threads)), threads);
  const Column potential("curlew::solvers::potential", gradient.column_count);
  return LinearOperator<Space, Wide>(
      [data, potential](const Space &instance, const Column &x, const Column &y) {
        const auto rows = Kokkos::make_pair(std::size_t(0), data.inverse.extent(0));
        const Column from(x, rows), to(y, rows); // without ghosts
        multiply(instance, data.divergence, Wide(1), from, Wide(0), potential);
        multigrid::for_each(
            instance, "curlew::solvers::node_jacobi", potential.extent(0),
            multigrid::ScaleBy<Wide>{data.node_inverse.data(), potential.data(), potential.data()});
        multigrid::for_each(instance, "curlew::solvers::edge_jacobi", from.extent(0),
                            multigrid::ScaleBy<Wide>{data.inverse.data(), from.data(), to.data()});
        multiply(instance, data.gradient, Wide(1), potential, Wide(1), to);
      });
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template Multigrid<Space> make_multigrid(const Space &, std::vector<MultigridLevel>,             \
                                           const MultigridOptions &);                              \
  template LinearOperator<Space, Kokkos::complex<double>> make_gradient_jacobi(                    \
      const Space &, const HostSparse<Kokkos::complex<double>> &, const HostSparse<double> &,      \
      int);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)

} // namespace curlew
