#include <curlew/solvers/direct/front.hpp>

#include <curlew/solvers/direct/blas.hpp>
#include <curlew/solvers/vector/magnitude.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace curlew {
namespace {

// Least size of a pivot, as a share of the largest entry of its column.
constexpr double k_least_share = 0.01;
constexpr Index k_panel = 32, k_block = 128; // columns that a step eliminates; columns of a product

// Return |re| + |im|, which costs less than the absolute value.
double size_of(double value) {
  return std::abs(value);
}
double size_of(const Kokkos::complex<double> &value) {
  return std::abs(value.real()) + std::abs(value.imag());
}

struct Pivot {
  Index column = -1, partner = -1; // partner: row of the pivot, or second column of a block of two
};

// The search for pivots, panel by panel. Kind has choose(end), the pivot of a column in
// [done, end); take(pivot, end), which eliminates it in these columns; apply(first, end), which
// brings the pivots from `first` on to the columns behind `end`; exchange_columns(a, b), a < b.
template <class Scalar, class Kind> class PanelElimination {
public:
  explicit PanelElimination(Front<Scalar> &front) : front_(front), size_(front.size()) {}

  // Columns without a pivot are tried again after the others, at last all in one panel.
  void run() {
    for (bool is_whole = false; done_ < front_.summed;) {
      const Index before = done_;
      pass(is_whole ? front_.summed : k_panel);
      if (done_ == before && (is_whole || front_.summed - done_ <= k_panel))
        return;
      is_whole = done_ == before;
    }
  }

protected:
  void pass(Index most) {
    Kind &kind = static_cast<Kind &>(*this);
    for (Index untried = front_.summed; done_ < untried;) {
      const Index first = done_, end = first + std::min(most, untried - first);
      while (done_ < end) {
        const Pivot pivot = kind.choose(end);
        if (pivot.column < 0)
          break;
        kind.take(pivot, end);
      }
      if (done_ > first)
        kind.apply(first, end);
      const Index failed = end - done_, others = untried - end;
      for (Index k = 0; k < std::min(failed, others); ++k)
        kind.exchange_columns(done_ + k, untried - 1 - k);
      untried -= failed;
    }
  }

  Scalar *at(Offset row, Offset column) { return &front_.values[column * size_ + row]; }

  Front<Scalar> &front_;
  Offset size_;
  Index done_ = 0; // pivots
  std::vector<Scalar> diagonal_, coupling_;
};

template <class Scalar>
class SymmetricElimination : public PanelElimination<Scalar, SymmetricElimination<Scalar>> {
  using Base = PanelElimination<Scalar, SymmetricElimination<Scalar>>;
  using Base::at, Base::coupling_, Base::diagonal_, Base::done_, Base::front_, Base::size_;

public:
  using Base::Base;

  Pivot choose(Index end) {
    for (Index j = done_; j < end; ++j) {
      const auto [partner, largest, others] = column_of(j, -1, end);
      const double own = size_of(*at(j, j));
      if (own > 0 && own >= k_least_share * largest)
        return {j, -1};
      if (partner >= 0 && is_block(j, partner, end))
        return {j, partner};
    }
    return {};
  }

  void take(Pivot pivot, Index end) {
    const Index k = done_, width = pivot.partner < 0 ? 1 : 2;
    exchange_columns(k, pivot.column);
    if (width == 2)
      exchange_columns(k + 1, pivot.partner == k ? pivot.column : pivot.partner);
    const Offset kept = with_pivots_.size();
    with_pivots_.resize(kept + width * size_);
    for (Index c = 0; c < width; ++c)
      std::copy(at(k + width, k + c), at(0, k + c) + size_,
                &with_pivots_[kept + c * size_ + k + width]);
    width == 1 ? divide_by_one(k) : divide_by_two(k);
    for (Index c = k + width; c < end; ++c)
      for (Index p = 0; p < width; ++p) {
        const Scalar factor = with_pivots_[kept + p * size_ + c];
        const Scalar *l = at(0, k + p);
        Scalar *column = at(0, c);
        for (Offset i = c; i < size_; ++i)
          column[i] -= l[i] * factor;
      }
    done_ += width;
  }

  void apply(Index first, Index end) {
    const auto size = static_cast<Index>(size_);
    for (Index j = end; j < size; j += k_block)
      blas::subtract_product_transposed(size - j, std::min(k_block, size - j), done_ - first,
                                        at(j, first), size, &with_pivots_[j], size, at(j, j), size);
    with_pivots_.clear();
  }

  void exchange_columns(Index a, Index b) {
    if (a == b)
      return;
    for (Index c = 0; c < a; ++c)
      std::swap(*at(a, c), *at(b, c));
    std::swap(*at(a, a), *at(b, b));
    for (Index c = a + 1; c < b; ++c)
      std::swap(*at(c, a), *at(b, c));
    std::swap_ranges(at(0, a) + b + 1, at(0, a) + size_, at(0, b) + b + 1);
    std::swap(front_.rows[a], front_.rows[b]);
  }

  FrontFactor<Scalar> result() {
    front_.columns = front_.rows;
    FrontFactor<Scalar> factor{done_, 0, front_.rows, front_.columns, {}, {}, diagonal_, coupling_};
    factor.left.assign(front_.values.begin(), front_.values.begin() + done_ * size_);
    return factor;
  }

private:
  struct Column {
    Index partner = -1;             // the panel's row of the largest entry beside the diagonal
    double largest = 0, others = 0; // over all rows beside the diagonal; without row `left_out`
  };

  Column column_of(Index j, Index left_out, Index end) {
    Column found;
    double best = 0;
    const auto visit = [&](Index i, double size) {
      found.largest = std::max(found.largest, size);
      if (i != left_out)
        found.others = std::max(found.others, size);
      if (i < end && size > best) {
        best = size;
        found.partner = i;
      }
    };
    for (Index i = done_; i < j; ++i)
      visit(i, size_of(*at(j, i)));
    const Scalar *column = at(0, j);
    for (Index i = j + 1; i < size_; ++i)
      visit(i, size_of(column[i]));
    return found;
  }

  // True where the entries of L below the pivot of rows j and r are small enough.
  bool is_block(Index j, Index r, Index end) {
    const Scalar first = *at(j, j), second = *at(r, r),
                 between = *at(std::max(j, r), std::min(j, r));
    const double bound = size_of(first * second - between * between) / k_least_share;
    const double beside_j = column_of(j, r, end).others, beside_r = column_of(r, j, end).others;
    return bound > 0 && size_of(second) * beside_j + size_of(between) * beside_r <= bound &&
           size_of(first) * beside_r + size_of(between) * beside_j <= bound;
  }

  void divide_by_one(Index k) {
    diagonal_.push_back(*at(k, k));
    coupling_.push_back(0);
    const Scalar inverse = Scalar(1) / *at(k, k);
    Scalar *l = at(0, k);
    for (Offset i = k + 1; i < size_; ++i)
      l[i] *= inverse;
  }

  void divide_by_two(Index k) {
    const Scalar a = *at(k, k), b = *at(k + 1, k), c = *at(k + 1, k + 1);
    diagonal_.insert(diagonal_.end(), {a, c});
    coupling_.insert(coupling_.end(), {b, 0});
    // Of a b, b c: by b, the largest of them, nothing is lost.
    const Scalar u = a / b, v = c / b, inverse = Scalar(1) / (b * (u * v - Scalar(1)));
    *at(k + 1, k) = 0;
    Scalar *l = at(0, k), *next = at(0, k + 1);
    for (Offset i = k + 2; i < size_; ++i) {
      const Scalar x = l[i], y = next[i];
      l[i] = (v * x - y) * inverse;
      next[i] = (u * y - x) * inverse;
    }
  }

  std::vector<Scalar> with_pivots_; // L D of a panel
};

template <class Scalar>
class GeneralElimination : public PanelElimination<Scalar, GeneralElimination<Scalar>> {
  using Base = PanelElimination<Scalar, GeneralElimination<Scalar>>;
  using Base::at, Base::diagonal_, Base::done_, Base::front_, Base::size_;

public:
  using Base::Base;

  Pivot choose(Index end) {
    for (Index j = done_; j < end; ++j) {
      const Scalar *column = at(0, j);
      Index row = -1;
      double best = 0, largest = 0;
      for (Index i = done_; i < size_; ++i) {
        const double size = size_of(column[i]);
        largest = std::max(largest, size);
        if (i < front_.summed && size > best) {
          best = size;
          row = i;
        }
      }
      if (row >= 0 && best >= k_least_share * largest)
        return {j, row};
    }
    return {};
  }

  void take(Pivot pivot, Index end) {
    const Index k = done_++;
    exchange_columns(k, pivot.column);
    if (pivot.partner != k) {
      for (Index c = 0; c < size_; ++c)
        std::swap(*at(k, c), *at(pivot.partner, c));
      std::swap(front_.rows[k], front_.rows[pivot.partner]);
    }
    diagonal_.push_back(*at(k, k));
    const Scalar inverse = Scalar(1) / *at(k, k);
    Scalar *l = at(0, k);
    for (Offset i = k + 1; i < size_; ++i)
      l[i] *= inverse;
    for (Index c = k + 1; c < end; ++c) {
      Scalar *column = at(0, c);
      const Scalar factor = column[k];
      for (Offset i = k + 1; i < size_; ++i)
        column[i] -= l[i] * factor;
    }
  }

  void apply(Index first, Index end) {
    const auto size = static_cast<Index>(size_);
    if (end == size)
      return;
    const Index width = done_ - first, right = size - end;
    blas::divide(false, width, right, at(first, first), size, at(first, end), size);
    if (done_ < size)
      blas::subtract_product(false, size - done_, right, width, at(done_, first), size,
                             at(first, end), size, at(done_, end), size);
  }

  void exchange_columns(Index a, Index b) {
    if (a == b)
      return;
    std::swap_ranges(at(0, a), at(0, a) + size_, at(0, b));
    std::swap(front_.columns[a], front_.columns[b]);
  }

  FrontFactor<Scalar> result() {
    FrontFactor<Scalar> factor{done_, 0, front_.rows, front_.columns, {}, {}, diagonal_, {}};
    factor.coupling.assign(done_, 0);
    factor.left.assign(front_.values.begin(), front_.values.begin() + done_ * size_);
    factor.right.resize(done_ * size_);
    for (Index c = 0; c < size_; ++c)
      for (Index k = 0; k < std::min(done_, c); ++k)
        factor.right[k * size_ + c] = *at(k, c) / diagonal_[k];
    return factor;
  }
};

// Symmetric, with the pivots on the diagonal in their order.
template <class Scalar> class DiagonalElimination {
public:
  explicit DiagonalElimination(Front<Scalar> &front) : front_(front), size_(front.size()) {}

  void run() {
    constexpr Index k_width = 64;
    const auto size = static_cast<Index>(size_);
    std::vector<Scalar> with_pivots; // L D of a panel
    for (Index first = 0; first < front_.summed; first += k_width) {
      const Index width = std::min(k_width, front_.summed - first), next = first + width;
      const Index below = size - next;
      eliminate_block(width, at(first, first));
      if (below == 0)
        continue;
      blas::divide_by_transposed(below, width, at(first, first), size, at(next, first), size);
      with_pivots.resize(static_cast<std::size_t>(below) * width);
      for (Index j = 0; j < width; ++j) {
        const Scalar inverse = Scalar(1) / *at(first + j, first + j);
        Scalar *column = at(next, first + j), *kept = &with_pivots[static_cast<Offset>(j) * below];
        for (Index i = 0; i < below; ++i) {
          kept[i] = column[i];
          column[i] *= inverse;
        }
      }
      for (Index j = 0; j < below; j += k_block)
        blas::subtract_product_transposed(below - j, std::min(k_block, below - j), width,
                                          at(next + j, first), size, &with_pivots[j], below,
                                          at(next + j, next + j), size);
    }
  }

  FrontFactor<Scalar> result() {
    const Index pivots = front_.summed;
    FrontFactor<Scalar> factor{pivots, replaced_, front_.rows, front_.columns, {}, {}, {}, {}};
    factor.left.assign(front_.values.begin(), front_.values.begin() + pivots * size_);
    factor.coupling.assign(pivots, 0);
    for (Index k = 0; k < pivots; ++k)
      factor.diagonal.push_back(*at(k, k));
    return factor;
  }

private:
  Scalar *at(Offset row, Offset column) { return &front_.values[column * size_ + row]; }

  void eliminate_block(Index width, Scalar *block) {
    for (Offset k = 0; k < width; ++k) {
      Scalar &pivot = block[k * size_ + k];
      const double found = magnitude(pivot);
      if (found < k_smallest_pivot) {
        pivot = found > 0 ? pivot * (k_smallest_pivot / found) : Scalar(k_smallest_pivot);
        ++replaced_;
      }
      const Scalar inverse = Scalar(1) / pivot;
      for (Offset j = k + 1; j < width; ++j) {
        const Scalar factor = block[k * size_ + j] * inverse;
        for (Offset i = j; i < width; ++i)
          block[j * size_ + i] -= factor * block[k * size_ + i];
      }
      for (Offset i = k + 1; i < width; ++i)
        block[k * size_ + i] *= inverse;
    }
  }

  Front<Scalar> &front_;
  Offset size_;
  Index replaced_ = 0;
};

// Leaves the remainder of a front.
template <class Scalar> void drop_pivots(Front<Scalar> &front, Index pivots) {
  const Offset size = front.size(), left = size - pivots;
  std::vector<Scalar> rest(left * left);
  for (Offset j = 0; j < left; ++j)
    std::copy_n(front.values.begin() + (pivots + j) * size + pivots, left, rest.begin() + j * left);
  front.values = std::move(rest);
  front.rows.erase(front.rows.begin(), front.rows.begin() + pivots);
  front.columns.erase(front.columns.begin(), front.columns.begin() + pivots);
  front.summed -= pivots;
}

template <class Kind, class Scalar> FrontFactor<Scalar> eliminate_as(Front<Scalar> &front) {
  Kind elimination(front);
  elimination.run();
  FrontFactor<Scalar> factor = elimination.result();
  drop_pivots(front, factor.pivots);
  return factor;
}

} // namespace

template <class Scalar>
FrontFactor<Scalar> eliminate(Front<Scalar> &front, MatrixSymmetry symmetry, PivotRule rule) {
  if (rule == PivotRule::replaced)
    return eliminate_as<DiagonalElimination<Scalar>>(front);
  return symmetry == MatrixSymmetry::symmetric ? eliminate_as<SymmetricElimination<Scalar>>(front)
                                               : eliminate_as<GeneralElimination<Scalar>>(front);
}

template FrontFactor<double> eliminate(Front<double> &, MatrixSymmetry, PivotRule);
template FrontFactor<Kokkos::complex<double>> eliminate(Front<Kokkos::complex<double>> &,
                                                        MatrixSymmetry, PivotRule);

} // namespace curlew
