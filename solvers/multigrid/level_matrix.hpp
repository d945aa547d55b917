#pragma once

#include <curlew/solvers/sparse/row_part.hpp>
#include <curlew/solvers/sparse/sell_matrix.hpp>
#include <curlew/solvers/vector/ghost_exchange.hpp>

#include <memory>
#include <utility>

namespace curlew::multigrid {

// A matrix of a level, which multiplies vectors of Number that hold owned entries alone. On several
// ranks it fetches the ghosts that its rows need into its own memory: one exchange per product,
// which is then collective. A copy shares all.
template <class Space, class Scalar, class Number> class LevelMatrix {
public:
  using Vector = Kokkos::View<Number *, Space>;

  LevelMatrix() = default;
  // Rounds values to Scalar. Collective where the part has ghosts on any rank.
  template <class Given>
  LevelMatrix(const Space &space, const RowPart<Given> &part, const Communicator &ranks)
      : matrix_(make_sell<Scalar>(space, part.rows)) {
    if (!part.has_ghosts)
      return;
    owned_ = static_cast<std::size_t>(part.owned);
    with_ghosts_ = Vector("curlew::solvers::with_ghosts", part.columns.size());
    exchange_ = std::make_shared<GhostExchange<Space, Number>>(ranks, part.owned, part.peers);
  }

  // The same for a whole matrix in the space's memory.
  template <class Given>
  LevelMatrix(const Space &space, const SparseMatrix<Space, Given> &whole, const Communicator &)
      : matrix_(make_sell<Scalar>(space, whole)) {}

  Index rows() const { return matrix_.rows; }
  double entries() const { return static_cast<double>(matrix_.entries); }

  // y := a A x + b y
  void multiply(const Space &space, Number a, const Vector &x, Number b, const Vector &y) const {
    if (exchange_ == nullptr) {
      curlew::multiply(space, matrix_, a, x, b, y);
      return;
    }
    const auto owned = std::make_pair(std::size_t(0), owned_);
    Kokkos::deep_copy(space, Vector(with_ghosts_, owned), Vector(x, owned));
    exchange_->start(space, with_ghosts_);
    exchange_->finish(space, with_ghosts_);
    curlew::multiply(space, matrix_, a, with_ghosts_, b, y);
  }

private:
  SellMatrix<Space, Scalar> matrix_;
  std::size_t owned_ = 0;
  Vector with_ghosts_;
  std::shared_ptr<GhostExchange<Space, Number>> exchange_; // null: x has all columns
};

} // namespace curlew::multigrid
