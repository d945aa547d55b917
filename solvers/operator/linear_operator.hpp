#pragma once

#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/solvers/vector/distributed_vector.hpp>

#include <functional>
#include <utility>

namespace curlew {

// y := A x. Made of a function of one column,
//
//   LinearOperator<Space, double> a([&](const Space &space, const auto &x, const auto &y) { ... });
//
// or of a function of multivectors, which does all columns in one pass (on_multivectors). A column
// x holds this rank's owned entries and ghosts, of which the owned ones are given: a function that
// reads ghosts fills them first. y has memory for both, and the function sets the owned entries.
// Collective if the function is: every rank applies its operators in the same order.
//
// An operator with given `rows` (owned by this rank) refuses vectors of another size; all refuse an
// x and a y whose sizes differ. Both throw DimensionMismatch.
template <class Space, class Scalar> class LinearOperator {
public:
  using Vector = DistributedVector<Space, Scalar>;
  using Column = typename Vector::Column;
  using Function = std::function<void(const Space &, const Column &x, const Column &y)>;
  using BlockFunction = std::function<void(const Vector &x, const Vector &y)>;
  static constexpr Offset k_any_size = -1;

  explicit LinearOperator(Function function, Offset rows = k_any_size)
      : function_(std::move(function)), rows_(rows) {}
  static LinearOperator on_multivectors(BlockFunction function, Offset rows = k_any_size) {
    LinearOperator made(Function(), rows);
    made.block_ = std::move(function);
    return made;
  }

  void apply(const Vector &x, const Vector &y) const {
    require_equal_size("columns of an operator's result", y.columns(), x.columns());
    require_equal_size("rows of an operator's result", y.owned(), x.owned());
    if (rows_ != k_any_size)
      require_equal_size("rows of an operator's argument", x.owned(), rows_);
    if (block_)
      return block_(x, y);
    for (int j = 0; j < x.columns(); ++j)
      function_(x.space(), x.column(j), y.column(j));
  }
  // Applies the operator to one column, which holds ghosts too where the operator reads them.
  void apply(const Space &space, const Column &x, const Column &y) const {
    require_equal_size("length of an operator's result", y.extent(0), x.extent(0));
    if (rows_ != k_any_size && static_cast<Offset>(x.extent(0)) < rows_)
      throw DimensionMismatch("length of an operator's argument", x.extent(0), rows_);
    if (function_)
      function_(space, x, y);
    else
      block_(Vector::of_column(space, x), Vector::of_column(space, y));
  }

private:
  Function function_;
  BlockFunction block_;
  Offset rows_;
};

} // namespace curlew
