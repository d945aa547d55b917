#pragma once

#include <curlew/solvers/direct/sparse_factor.hpp>
#include <curlew/solvers/multigrid/smoothers.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace curlew::multigrid {

// A level above the coarsest.
template <class Space, class Number> struct CycleLevel {
  using Real = typename Number::value_type;
  SellMatrix<Space, Number> a;
  SellMatrix<Space, Real> prolongation, restriction; // P, P^T
  std::unique_ptr<Smoother<Space, Number>> smoother;
  Kokkos::View<Number *, Space> r, x, correction; // the last where it smooths afterwards
};

// The V-cycle, in the precision of Number, of vectors in double precision.
template <class Space, class Number> class Cycle {
public:
  using Vector = Kokkos::View<Number *, Space>;
  using WideVector = Kokkos::View<Wide *, Space>;

  // Levels from the second coarsest on.
  Cycle(std::vector<CycleLevel<Space, Number>> levels, SparseFactor<Wide> coarse, bool smooth_after)
      : levels_(std::move(levels)), coarse_(std::move(coarse)), smooth_after_(smooth_after),
        coarse_r_("curlew::solvers::coarse_residual", coarse_.rows()),
        coarse_x_("curlew::solvers::coarse_solution", coarse_.rows()),
        partial_("curlew::solvers::partial", partial_sums<Space>(levels_.back().a.rows)),
        norm_("curlew::solvers::norm") {}

  // y := about A^-1 b
  void apply(const Space &space, const WideVector &b, const WideVector &y) {
    const CycleLevel<Space, Number> &finest = levels_.back();
    const Offset count = finest.a.rows;
    sum_up<1>(space, "curlew::solvers::multigrid_norm", count, partial_, SquareSum{b.data()},
              StoreNorm{norm_.data()});
    for_each(space, "curlew::solvers::multigrid_begin", count,
             Normalise<Number>{b.data(), norm_.data(), finest.r.data()});
    descend(space, levels_.size() - 1);
    for_each(space, "curlew::solvers::multigrid_end", count,
             Denormalise<Number>{finest.x.data(), norm_.data(), y.data()});
  }

  double entries() const {
    double sum = 2 * coarse_.report().entries;
    for (const auto &level : levels_) {
      sum += level.smoother->entries_before() + 2.0 * level.prolongation.entries;
      if (smooth_after_)
        sum += level.smoother->entries_after() + static_cast<double>(level.a.entries);
    }
    return sum;
  }

private:
  // From the level's r: its x.
  void descend(const Space &space, std::size_t index) {
    CycleLevel<Space, Number> &level = levels_[index];
    level.smoother->before(space, level.r, level.x);
    const Vector &coarse_r = index > 0 ? levels_[index - 1].r : coarse_r_;
    const Vector &coarse_x = index > 0 ? levels_[index - 1].x : coarse_x_;
    multiply(space, level.restriction, Number(1), level.r, Number(0), coarse_r);
    if (index > 0)
      descend(space, index - 1);
    else
      solve_coarse(space);
    if (!smooth_after_) {
      multiply(space, level.prolongation, Number(1), coarse_x, Number(1), level.x);
      return;
    }
    multiply(space, level.prolongation, Number(1), coarse_x, Number(0), level.correction);
    for_each(space, "curlew::solvers::add_correction", level.a.rows,
             AddTo<Number>{level.correction.data(), level.x.data()});
    multiply(space, level.a, Number(-1), level.correction, Number(1), level.r);
    level.smoother->after(space, level.r, level.x);
  }

  void solve_coarse(const Space &space) {
    const std::vector<Number> r = to_vector(space, coarse_r_);
    std::vector<Wide> x(r.begin(), r.end());
    coarse_.solve_unchecked(x.data());
    std::vector<Number> narrow;
    narrow.reserve(x.size());
    for (const Wide &value : x)
      narrow.push_back(narrowed<Number>(value));
    copy_to_view(space, narrow, coarse_x_);
  }

  std::vector<CycleLevel<Space, Number>> levels_;
  SparseFactor<Wide> coarse_;
  bool smooth_after_;
  Vector coarse_r_, coarse_x_;
  Kokkos::View<double *, Space> partial_;
  Kokkos::View<double, Space> norm_;
};

} // namespace curlew::multigrid
