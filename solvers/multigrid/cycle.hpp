#pragma once

#include <curlew/solvers/multigrid/coarse_solution.hpp>
#include <curlew/solvers/multigrid/smoothers.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace curlew::multigrid {

// A level above the coarsest.
template <class Space, class Number> struct CycleLevel {
  using Real = typename Number::value_type;
  LevelMatrix<Space, Number, Number> a;
  LevelMatrix<Space, Real, Number> prolongation, restriction; // P, P^T
  std::unique_ptr<Smoother<Space, Number>> smoother;
  Kokkos::View<Number *, Space> r, x, correction; // correction: only with smoothing afterwards
};

// The V-cycle, in the precision of Number, for vectors in double precision that hold the owned
// entries of a rank. Collective.
template <class Space, class Number> class Cycle {
public:
  using Vector = Kokkos::View<Number *, Space>;
  using WideVector = Kokkos::View<Wide *, Space>;
  using Coarse = CoarseSolution<Space, Number>;

  // `levels` are those from the second coarsest on.
  Cycle(std::vector<CycleLevel<Space, Number>> levels, Coarse coarse, bool smooth_after,
        const Communicator &ranks)
      : levels_(std::move(levels)), coarse_(std::move(coarse)), smooth_after_(smooth_after),
        ranks_(ranks),
        coarse_r_("curlew::solvers::coarse_residual", levels_.front().restriction.rows()),
        coarse_x_("curlew::solvers::coarse_solution", levels_.front().restriction.rows()),
        partial_("curlew::solvers::partial", partial_sums<Space>(levels_.back().a.rows())),
        norm_("curlew::solvers::norm") {}

  // y := about A^-1 b
  void apply(const Space &space, const WideVector &b, const WideVector &y) {
    const CycleLevel<Space, Number> &finest = levels_.back();
    const Offset count = finest.a.rows();
    sum_up<1>(space, ranks_, "curlew::solvers::multigrid_norm", count, partial_,
              SquareSum{b.data()}, StoreNorm{norm_.data()});
    for_each(space, "curlew::solvers::multigrid_begin", count,
             Normalise<Number>{b.data(), norm_.data(), finest.r.data()});
    descend(space, levels_.size() - 1);
    for_each(space, "curlew::solvers::multigrid_end", count,
             Denormalise<Number>{finest.x.data(), norm_.data(), y.data()});
  }

  // Returns the number of matrix entries that this rank reads in a cycle.
  double entries() const {
    double sum = coarse_.entries();
    for (const auto &level : levels_) {
      sum += level.smoother->entries_before() + 2 * level.prolongation.entries();
      if (smooth_after_)
        sum += level.smoother->entries_after() + level.a.entries();
    }
    return sum;
  }

private:
  // Computes the level's x from its r.
  void descend(const Space &space, std::size_t index) {
    CycleLevel<Space, Number> &level = levels_[index];
    level.smoother->before(space, level.r, level.x);
    const Vector &coarse_r = index > 0 ? levels_[index - 1].r : coarse_r_;
    const Vector &coarse_x = index > 0 ? levels_[index - 1].x : coarse_x_;
    level.restriction.multiply(space, Number(1), level.r, Number(0), coarse_r);
    if (index > 0)
      descend(space, index - 1);
    else
      coarse_.solve(space, coarse_r_, coarse_x_);
    if (!smooth_after_) {
      level.prolongation.multiply(space, Number(1), coarse_x, Number(1), level.x);
      return;
    }
    level.prolongation.multiply(space, Number(1), coarse_x, Number(0), level.correction);
    for_each(space, "curlew::solvers::add_correction", level.a.rows(),
             AddTo<Number>{level.correction.data(), level.x.data()});
    level.a.multiply(space, Number(-1), level.correction, Number(1), level.r);
    level.smoother->after(space, level.r, level.x);
  }

  std::vector<CycleLevel<Space, Number>> levels_;
  Coarse coarse_;
  bool smooth_after_;
  Communicator ranks_;
  Vector coarse_r_, coarse_x_;
  Kokkos::View<double *, Space> partial_;
  Kokkos::View<double, Space> norm_;
};

} // namespace curlew::multigrid
