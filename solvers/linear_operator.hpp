#pragma once

#include <curlew/solvers/distributed_vector.hpp>

#include <functional>
#include <utility>

namespace curlew {

// y := A x on one column. Whatever can be called with (space, x, y) will do:
//
//   LinearOperator<Space, double> a([&](const Space &space, const auto &x, const auto &y) { ... });
//
// x holds this rank's owned entries and ghosts, of which the owned ones are given: a function that
// reads ghosts fills them first. y has room for both, and the owned entries are to be set.
// Collective where the function is: every rank applies its operators in the same order.
template <class Space, class Scalar> class LinearOperator {
public:
  using Vector = DistributedVector<Space, Scalar>;
  using Column = typename Vector::Column;
  using Function = std::function<void(const Space &, const Column &x, const Column &y)>;

  explicit LinearOperator(Function function) : function_(std::move(function)) {}

  void apply(const Vector &x, const Vector &y) const {
    for (int j = 0; j < x.columns(); ++j)
      function_(x.space(), x.column(j), y.column(j));
  }
  void apply(const Space &space, const Column &x, const Column &y) const { function_(space, x, y); }

private:
  Function function_;
};

} // namespace curlew
