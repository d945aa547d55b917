#include <curlew/methods/mom/dense/dense_factors.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/stopwatch.hpp>
#include <curlew/solvers/dense/divided_lu.hpp>

#include <optional>

namespace curlew::mom {
namespace {

template <class Space> class DividedFactors final : public DenseFactors<Space> {
public:
  DividedFactors(const Space &space, const Communicator &ranks) : space_(space), ranks_(ranks) {}

  DenseMatrix<Space> prepare(MatrixSource<Space> &source, const Combination &with,
                             const std::vector<Index> &kept, SolverFigures &figures) override {
    const Stopwatch fill;
    if (!lu_)
      allocate(source.unknowns());
    fill_own(source, with);
    const DenseMatrix<Space> some = rows_of_columns(space_, matrix_, kept);
    figures.fill_s = fill.seconds();
    const Stopwatch factor;
    lu_->factor(matrix_);
    figures.factor_s = factor.seconds();
    figures.condition = lu_->condition();
    figures.panel_route = lu_->route();
    return some;
  }

  std::vector<Index> kept_columns() const override { return own_; }
  void solve(const DenseMatrix<Space> &columns, SolverFigures &) override { lu_->solve(columns); }

private:
  void allocate(Index unknowns) {
    const BlockColumns columns = block_columns(unknowns, ranks_.size());
    own_ = columns.own(ranks_.rank());
    matrix_ =
        DenseMatrix<Space>(Kokkos::view_alloc("curlew::mom::matrix", Kokkos::WithoutInitializing),
                           unknowns, own_.size());
    lu_.emplace(space_, columns, ranks_);
  }

  // A signal may reach some of the ranks only.
  void fill_own(MatrixSource<Space> &source, const Combination &with) {
    std::string stopped;
    try {
      source.fill_columns(space_, with, own_, matrix_);
    } catch (const Interrupted &error) {
      stopped = error.what();
    }
    if (ranks_.any(!stopped.empty()))
      throw Interrupted(!stopped.empty() ? stopped
                                         : "stopped while another rank filled its part of the "
                                           "matrix");
  }

  Space space_;
  Communicator ranks_;
  std::vector<Index> own_; // columns of this rank
  DenseMatrix<Space> matrix_;
  std::optional<DividedLu<Space>> lu_;
};

} // namespace

template <class Space>
std::unique_ptr<DenseFactors<Space>> make_divided_factors(const Space &space,
                                                          const Communicator &ranks) {
  return std::make_unique<DividedFactors<Space>>(space, ranks);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template std::unique_ptr<DenseFactors<Space>> make_divided_factors(const Space &,                \
                                                                     const Communicator &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
