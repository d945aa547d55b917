#include <curlew/core/stopwatch.hpp>
#include <curlew/methods/mom/dense/dense_factors.hpp>

#include <optional>

namespace curlew::mom {
namespace {

template <class Space> class WholeFactors final : public DenseFactors<Space> {
public:
  explicit WholeFactors(const Space &space) : space_(space) {}

  DenseMatrix<Space> prepare(MatrixSource<Space> &source, const Combination &with,
                             const std::vector<Index> &kept, SolverFigures &figures) override {
    lu_.reset();
    const Stopwatch fill;
    const Index n = source.unknowns();
    if (matrix_.extent(0) == 0)
      matrix_ = DenseMatrix<Space>(
          Kokkos::view_alloc("curlew::mom::matrix", Kokkos::WithoutInitializing), n, n);
    source.fill(space_, with, matrix_);
    const DenseMatrix<Space> some = rows_of_columns(space_, matrix_, kept);
    figures.fill_s = fill.seconds();
    const Stopwatch factor;
    lu_.emplace(space_, matrix_);
    figures.factor_s = factor.seconds();
    figures.condition = lu_->condition();
    return some;
  }

  void solve(const DenseMatrix<Space> &columns, SolverFigures &) override { lu_->solve(columns); }

private:
  Space space_;
  DenseMatrix<Space> matrix_;
  std::optional<DenseLu<Space>> lu_;
};

} // namespace

template <class Space> std::unique_ptr<DenseFactors<Space>> make_whole_factors(const Space &space) {
  return std::make_unique<WholeFactors<Space>>(space);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template std::unique_ptr<DenseFactors<Space>> make_whole_factors(const Space &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
