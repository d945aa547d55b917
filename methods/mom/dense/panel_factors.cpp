#include <curlew/methods/mom/dense/dense_factors.hpp>

#include <curlew/core/stopwatch.hpp>
#include <curlew/solvers/dense/panelled_lu.hpp>

#include <algorithm>
#include <optional>

namespace curlew::mom {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using HostMatrix = Kokkos::View<Complex **, Kokkos::LayoutLeft, Kokkos::HostSpace>;

// Copies rows to their places.
struct PlaceRows {
  HostMatrix values; // [row of the panel][unknown]
  Kokkos::View<const Index *, Kokkos::HostSpace> rows;
  HostMatrix matrix;

  void operator()(const Offset column) const { // for hosts only
    for (std::size_t row = 0; row < values.extent(0); ++row)
      matrix(rows(row), column) = values(row, column);
  }
};

template <class Space> class PanelFactors final : public DenseFactors<Space> {
public:
  PanelFactors(const Space &space, const Surface &surface, const DenseForm &form)
      : space_(space), width_(form.panel), panels_(row_panels(surface, form.panel)) {}

  DenseMatrix<Space> prepare(MatrixSource<Space> &source, const Combination &with,
                             const std::vector<Index> &, SolverFigures &figures) override {
    lu_.reset();
    const Stopwatch fill;
    const Index n = source.unknowns();
    if (matrix_.extent(0) == 0)
      matrix_ =
          HostMatrix(Kokkos::view_alloc("curlew::mom::matrix", Kokkos::WithoutInitializing), n, n);
    fill_matrix(source, with);
    figures.fill_s = fill.seconds();
    const Stopwatch factor;
    lu_.emplace(space_, matrix_, width_);
    figures.factor_s = factor.seconds();
    figures.condition = lu_->condition();
    return {};
  }

  void solve(const DenseMatrix<Space> &columns, SolverFigures &) override { lu_->solve(columns); }

private:
  void fill_matrix(MatrixSource<Space> &source, const Combination &with) {
    std::size_t most = 0;
    for (const std::vector<Index> &rows : panels_)
      most = std::max(most, rows.size());
    const Kokkos::View<Complex *, Space> buffer(
        Kokkos::view_alloc("curlew::mom::filled_rows", Kokkos::WithoutInitializing),
        most * source.unknowns());
    const auto staged = Kokkos::create_mirror_view(buffer);
    for_row_panels(
        space_, source, with, panels_, buffer,
        [&](const std::vector<Index> &rows, const DenseMatrix<Space> &values) {
          const HostMatrix on_host(staged.data(), values.extent(0), values.extent(1));
          Kokkos::deep_copy(space_, on_host, values);
          space_.fence();
          const Host host;
          Kokkos::parallel_for(
              "curlew::mom::place_rows", RangePolicy<Host>(host, 0, source.unknowns()),
              PlaceRows{on_host, to_view<Kokkos::HostSpace>("curlew::mom::rows", rows), matrix_});
          host.fence();
        });
  }

  Space space_;
  Index width_;
  std::vector<std::vector<Index>> panels_;
  HostMatrix matrix_;
  std::optional<PanelledLu<Space>> lu_;
};

} // namespace

template <class Space>
std::unique_ptr<DenseFactors<Space>> make_panel_factors(const Space &space, const Surface &surface,
                                                        const DenseForm &form) {
  return std::make_unique<PanelFactors<Space>>(space, surface, form);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template std::unique_ptr<DenseFactors<Space>> make_panel_factors(const Space &, const Surface &, \
                                                                   const DenseForm &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
