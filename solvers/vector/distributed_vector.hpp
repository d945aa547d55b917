#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/parallel/spaces.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace curlew {

// Columns of numbers whose rows are spread over the ranks: each rank holds the entries that it owns
// and, behind them, ghosts, copies of entries of other ranks that its operators read. Sums run over
// owned entries; ghosts hold the values that an operator last wrote, and belong to that operator.
//
// Scalar is double or Kokkos::complex<double>. A copy shares the memory, like a view. Kernels run
// in the execution-space instance that the vector was made with.
template <class Space, class Scalar> class DistributedVector {
public:
  using Values = Kokkos::View<Scalar **, Kokkos::LayoutLeft, Space>; // a column lies in one piece
  using Column = Kokkos::View<Scalar *, Space>;

  // Makes a vector of zeros. Collective: the ranks count their owned entries.
  DistributedVector(const Space &space, const Communicator &ranks, Offset owned, Offset ghosts,
                    int columns = 1)
      : rows_(std::make_shared<Rows>(Rows{space, ranks, owned, ghosts, ranks.sum(owned)})),
        values_("curlew::solvers::vector", owned + ghosts, columns) {
    for (int j = 0; j < columns; ++j)
      which_.push_back(j);
  }

  // Returns zeros on the same rows. Not collective.
  DistributedVector like(int columns) const {
    DistributedVector other(*this);
    other.values_ = Values("curlew::solvers::vector", local(), columns);
    other.which_.clear();
    for (int j = 0; j < columns; ++j)
      other.which_.push_back(j);
    return other;
  }

  // Returns some columns, in any order and even several times, in the same memory.
  DistributedVector view(const std::vector<int> &which) const {
    DistributedVector some(*this);
    some.which_.clear();
    for (const int j : which)
      some.which_.push_back(which_.at(j));
    return some;
  }

  // Returns the memory of a view as a vector of one column on one rank. The view must stay.
  static DistributedVector of_column(const Space &space, const Column &column) {
    const auto owned = static_cast<Offset>(column.extent(0));
    DistributedVector one(std::make_shared<Rows>(Rows{space, Communicator(), owned, 0, owned}));
    one.values_ = Values(column.data(), owned, 1);
    one.which_ = {0};
    return one;
  }

  const Space &space() const { return rows_->space; }
  const Communicator &ranks() const { return rows_->ranks; }
  int columns() const { return static_cast<int>(which_.size()); }
  Offset owned() const { return rows_->owned; }
  Offset ghosts() const { return rows_->ghosts; }
  Offset local() const { return rows_->owned + rows_->ghosts; }
  Offset global() const { return rows_->global; } // owned entries of all ranks

  // Returns a column: owned entries, then ghosts.
  Column column(int j) const { return Kokkos::subview(values_, Kokkos::ALL, which_.at(j)); }
  Scalar *data(int j) const { return column(j).data(); }

private:
  struct Rows {
    Space space;
    Communicator ranks;
    Offset owned, ghosts, global;
  };
  explicit DistributedVector(std::shared_ptr<const Rows> rows) : rows_(std::move(rows)) {}

  std::shared_ptr<const Rows> rows_;
  Values values_;
  std::vector<int> which_; // the columns of values_
};

} // namespace curlew
