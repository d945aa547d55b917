#include <curlew/methods/mom/dense/dense_factors.hpp>

#include <curlew/core/stopwatch.hpp>
#include <curlew/solvers/dense/refinement.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace curlew::mom {
namespace {

using Single = Kokkos::complex<float>;

// Stores rows of a matrix, rounded to single precision.
template <class Space> struct StoreRows {
  DenseMatrix<Space> values; // [row of the panel][unknown]
  Kokkos::View<const Index *, Space> rows;
  DenseMatrix<Space, Single> matrix;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    const Offset count = static_cast<Offset>(values.extent(0));
    const Offset row = item % count, column = item / count;
    const Complex value = values(row, column);
    matrix(rows(row), column) =
        Single(static_cast<float>(value.real()), static_cast<float>(value.imag()));
  }
};

// r := b - product, in some rows.
template <class Space> struct SubtractRows {
  DenseMatrix<Space> product, b, r;
  Kokkos::View<const Index *, Space> rows;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    const Offset count = static_cast<Offset>(product.extent(0));
    const Offset row = item % count, column = item / count;
    r(rows(row), column) = b(rows(row), column) - product(row, column);
  }
};

template <class Space> class SingleFactors final : public DenseFactors<Space> {
public:
  SingleFactors(const Space &space, const Surface &surface, const DenseForm &form)
      : space_(space), tolerance_(form.tolerance),
        panels_(
            row_panels(surface, form.panel > 0 ? form.panel : default_panel(surface.unknowns()))) {
    for (const std::vector<Index> &rows : panels_)
      most_rows_ = std::max(most_rows_, rows.size());
  }

  DenseMatrix<Space> prepare(MatrixSource<Space> &source, const Combination &with,
                             const std::vector<Index> &, SolverFigures &figures) override {
    lu_.reset();
    source_ = &source;
    with_ = with;
    const Stopwatch fill;
    const Index n = source.unknowns();
    if (matrix_.extent(0) == 0) {
      matrix_ = DenseMatrix<Space, Single>(
          Kokkos::view_alloc("curlew::mom::matrix", Kokkos::WithoutInitializing), n, n);
      buffer_ = Kokkos::View<Complex *, Space>(
          Kokkos::view_alloc("curlew::mom::filled_rows", Kokkos::WithoutInitializing),
          most_rows_ * n);
    }
    for_row_panels(
        space_, source, with, panels_, buffer_,
        [&](const std::vector<Index> &rows, const DenseMatrix<Space> &values) {
          Kokkos::parallel_for(
              "curlew::mom::store_rows",
              RangePolicy<Space>(space_, 0, static_cast<Offset>(values.size())),
              StoreRows<Space>{values, to_view<Space>("curlew::mom::rows", rows), matrix_});
          space_.fence();
        });
    figures.fill_s = fill.seconds();
    const Stopwatch factor;
    try {
      lu_.emplace(space_, matrix_);
    } catch (const SingularMatrix &error) {
      throw NotConverged(fmt::format("in single precision {}, as of a condition number beyond 1e7: "
                                     "\"run\": {{ \"precision\": \"double\" }}",
                                     error.what()));
    }
    figures.factor_s = factor.seconds();
    figures.condition = lu_->condition();
    return {};
  }

  void solve(const DenseMatrix<Space> &columns, SolverFigures &figures) override {
    const DenseMatrix<Space> x("curlew::mom::solutions", columns.extent(0), columns.extent(1));
    const DenseResidual<Space> residual = [&](const DenseMatrix<Space> &of,
                                              const DenseMatrix<Space> &r) {
      const Stopwatch watch;
      subtract_product(columns, of, r);
      figures.residual_s += watch.seconds();
    };
    RefinementOptions options;
    options.tolerance = tolerance_;
    try {
      const Refinement done = solve_refined(*lu_, residual, columns, x, options);
      figures.corrections = std::max(figures.corrections, done.corrections);
      figures.residual = std::max(figures.residual, done.residual());
    } catch (const NotConverged &error) {
      throw NotConverged(std::string(error.what()) + ": \"run\": { \"precision\": \"double\" }");
    }
    Kokkos::deep_copy(space_, columns, x);
    space_.fence();
  }

private:
  // r := b - A x, with rows of A filled anew in double precision.
  void subtract_product(const DenseMatrix<Space> &b, const DenseMatrix<Space> &x,
                        const DenseMatrix<Space> &r) {
    const DenseMatrix<Space> part(
        Kokkos::view_alloc("curlew::mom::products", Kokkos::WithoutInitializing), most_rows_,
        x.extent(1));
    for_row_panels(
        space_, *source_, with_, panels_, buffer_,
        [&](const std::vector<Index> &rows, const DenseMatrix<Space> &values) {
          const DenseMatrix<Space> product(part.data(), rows.size(), x.extent(1));
          multiply(space_, {static_cast<Index>(rows.size()),
                            static_cast<Index>(x.extent(1)),
                            static_cast<Index>(x.extent(0)),
                            {values.data(), column_distance(values)},
                            {x.data(), column_distance(x)},
                            {product.data(), column_distance(product)}});
          Kokkos::parallel_for(
              "curlew::mom::subtract_rows",
              RangePolicy<Space>(space_, 0, static_cast<Offset>(product.size())),
              SubtractRows<Space>{product, b, r, to_view<Space>("curlew::mom::rows", rows)});
          space_.fence();
        });
  }

  Space space_;
  double tolerance_;
  std::vector<std::vector<Index>> panels_;
  std::size_t most_rows_ = 0;
  MatrixSource<Space> *source_ = nullptr;
  Combination with_;
  DenseMatrix<Space, Single> matrix_;
  Kokkos::View<Complex *, Space> buffer_; // filled rows
  std::optional<DenseLu<Space, Single>> lu_;
};

} // namespace

template <class Space>
std::unique_ptr<DenseFactors<Space>> make_single_factors(const Space &space, const Surface &surface,
                                                         const DenseForm &form) {
  return std::make_unique<SingleFactors<Space>>(space, surface, form);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template std::unique_ptr<DenseFactors<Space>> make_single_factors(                               \
      const Space &, const Surface &, const DenseForm &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
