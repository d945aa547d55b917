#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/solvers/operator/linear_operator.hpp>
#include <curlew/solvers/vector/ghost_exchange.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <utility>

namespace curlew::testing {

using Complex = Kokkos::complex<double>;

// Row by row: (column, value), in global numbers.
template <class Scalar> using Rows = std::function<std::map<Index, Scalar>(Index)>;

// -Laplace on k^3 points with what makes a system hard: a shift of the diagonal, and convection
// along x, which is not Hermitian where it is real.
template <class Scalar> struct Stencil {
  int k;
  Scalar shift, convection;

  Index rows() const { return k * k * k; }
  std::map<Index, Scalar> operator()(Index row) const {
    std::map<Index, Scalar> entries{{row, Scalar(6) + shift}};
    const int at[3] = {row % k, row / k % k, row / k / k};
    Index stride = 1;
    for (int axis = 0; axis < 3; ++axis, stride *= k) {
      if (at[axis] > 0)
        entries[row - stride] = Scalar(-1) - (axis == 0 ? convection : Scalar(0));
      if (at[axis] < k - 1)
        entries[row + stride] = Scalar(-1) + (axis == 0 ? convection : Scalar(0));
    }
    return entries;
  }
};

// y := A x for this rank's rows [first, first + owned) of A.
template <class Space, class Scalar> struct RowProduct {
  Kokkos::View<Offset *, Space> begin;
  Kokkos::View<Index *, Space> columns;
  Kokkos::View<Scalar *, Space> values;
  Kokkos::View<Scalar *, Space> x, y;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset row) const {
    Scalar sum = 0;
    for (Offset k = begin(row); k < begin(row + 1); ++k)
      sum += values(k) * x(columns(k));
    y(row) = sum;
  }
};

// A sparse matrix spread over the ranks by rows: rank r has rows bounds[r] ... bounds[r + 1].
template <class Space, class Scalar> class RankMatrix {
public:
  using Vector = DistributedVector<Space, Scalar>;
  using Column = typename Vector::Column;

  RankMatrix(const Space &space, const Communicator &ranks, const std::vector<Index> &bounds,
             const Rows<Scalar> &rows)
      : space_(space), ranks_(ranks), first_(bounds[ranks.rank()]),
        owned_(bounds[ranks.rank() + 1] - first_) {
    std::vector<std::vector<Index>> wanted(ranks.size()); // rows of each rank that this one needs
    std::map<Index, Index> ghosts;
    for (Index row = first_; row < first_ + owned_; ++row)
      for (const auto &entry : rows(row))
        if (!owns(entry.first))
          ghosts[entry.first] = 0;
    for (auto &ghost : ghosts) { // in global order, so rank by rank
      ghost.second = owned_ + ghosts_++;
      const auto owner = std::upper_bound(bounds.begin(), bounds.end(), ghost.first);
      wanted[owner - bounds.begin() - 1].push_back(ghost.first);
    }
    std::vector<Offset> begin{0};
    std::vector<Index> columns;
    std::vector<Scalar> values;
    for (Index row = first_; row < first_ + owned_; ++row) {
      for (const auto &entry : rows(row)) {
        columns.push_back(owns(entry.first) ? entry.first - first_ : ghosts[entry.first]);
        values.push_back(entry.second);
      }
      begin.push_back(static_cast<Offset>(columns.size()));
    }
    product_ = {to_view<Space>("curlew::test::begin", begin),
                to_view<Space>("curlew::test::columns", columns),
                to_view<Space>("curlew::test::values", values),
                {},
                {}};
    auto given = ranks.exchange(wanted);
    std::vector<ExchangePeer> peers;
    for (int r = 0; r < ranks.size(); ++r)
      if (!given[r].empty() || !wanted[r].empty()) {
        for (Index &row : given[r])
          row -= first_;
        peers.push_back({r, given[r], static_cast<Index>(wanted[r].size())});
      }
    exchange_ = std::make_unique<GhostExchange<Space, Scalar>>(ranks, owned_, peers);
  }

  // Zero.
  Vector vector(int columns = 1) const { return {space_, ranks_, owned_, ghosts_, columns}; }
  // Returns a vector of owned entries by a function of the global row; ghosts hold values that must
  // not be used.
  Vector vector(const std::function<Scalar(Index)> &value) const {
    std::vector<Scalar> values;
    for (Index i = 0; i < owned_ + ghosts_; ++i)
      values.push_back(i < owned_ ? value(first_ + i) : Scalar(1e30));
    const Vector made = vector();
    Kokkos::deep_copy(made.column(0), to_view<Space>("curlew::test::made", values));
    return made;
  }
  std::vector<Scalar> owned(const Vector &x) const {
    auto values = to_vector(x.column(0));
    values.resize(owned_);
    return values;
  }
  // Returns the product. The twin does not exchange ghosts.
  LinearOperator<Space, Scalar> apply(bool with_exchange = true) const {
    return LinearOperator<Space, Scalar>([this, with_exchange](const Space &space, const Column &x,
                                                               const Column &y) {
      if (with_exchange) {
        exchange_->start(space, x);
        exchange_->finish(space, x);
      }
      auto product = product_;
      product.x = x;
      product.y = y;
      Kokkos::parallel_for("curlew::test::product", RangePolicy<Space>(space, 0, owned_), product);
      space.fence();
    });
  }
  Index first() const { return first_; }

private:
  bool owns(Index row) const { return row >= first_ && row < first_ + owned_; }

  Space space_;
  Communicator ranks_;
  Index first_, owned_, ghosts_ = 0;
  RowProduct<Space, Scalar> product_;
  std::unique_ptr<GhostExchange<Space, Scalar>> exchange_;
};

} // namespace curlew::testing
