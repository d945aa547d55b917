#include <curlew/core/error.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/solvers/preconditioner/level_sets.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>
#include <curlew/solvers/preconditioner/triangular_sweep.hpp>
#include <curlew/solvers/spaces_and_scalars.hpp>
#include <curlew/solvers/sparse/host_sparse.hpp>
#include <curlew/solvers/vector/magnitude.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <queue>

namespace curlew {
namespace {

// A is about (1 + L) D (1 + U), L and U without a diagonal.
template <class Scalar> struct Factors {
  HostSparse<Scalar> lower, upper;
  std::vector<Scalar> inverse_pivot; // D^-1; 0 in rows without entries
};

// Row by row, algorithm 10.6 of @cite saad2003.
template <class Scalar> class Factorisation {
public:
  Factorisation(const HostSparse<Scalar> &a, int fill, double drop_tolerance)
      : a_(a), fill_(fill), drop_tolerance_(drop_tolerance), row_(a.rows, Scalar(0)),
        is_in_row_(a.rows, 0) {
    for (HostSparse<Scalar> *part : {&factors_.lower, &factors_.upper}) {
      part->rows = part->column_count = a.rows;
      part->row_begin.assign(1, 0);
    }
    for (Index i = 0; i < a.rows; ++i)
      factor(i);
  }

  Factors<Scalar> take() { return std::move(factors_); }

private:
  struct Entry {
    Index column;
    Scalar value;
  };

  void add(Index column, const Scalar &value, Index i) {
    if (!is_in_row_[column]) {
      is_in_row_[column] = 1;
      row_[column] = 0;
      if (column < i)
        before_.push(column);
      else if (column > i)
        behind_.push_back(column);
    }
    row_[column] += value;
  }

  void factor(Index i) {
    double squares = 0;
    for (Offset k = a_.row_begin[i]; k < a_.row_begin[i + 1]; ++k)
      if (const Index column = a_.columns[k]; column < a_.rows) { // not a ghost's column
        add(column, a_.values[k], i);
        squares += std::pow(magnitude(a_.values[k]), 2);
      }
    const bool is_empty = squares == 0 && !is_in_row_[i];
    lower_.clear();
    while (!before_.empty()) { // ascending: new entries lie behind it
      const Index k = before_.top();
      before_.pop();
      is_in_row_[k] = 0;
      const Scalar value = row_[k], multiplier = value * factors_.inverse_pivot[k];
      if (!(magnitude(multiplier) > drop_tolerance_))
        continue;
      lower_.push_back({k, multiplier});
      const HostSparse<Scalar> &upper = factors_.upper; // over the pivots
      for (Offset n = upper.row_begin[k]; n < upper.row_begin[k + 1]; ++n)
        add(upper.columns[n], -value * upper.values[n], i);
    }
    const Scalar inverse = is_empty ? Scalar(0) : Scalar(1) / pivot(i);
    factors_.inverse_pivot.push_back(inverse);
    upper_.clear();
    for (const Index column : behind_) {
      if (magnitude(row_[column]) > drop_tolerance_ * std::sqrt(squares))
        upper_.push_back({column, row_[column] * inverse});
      is_in_row_[column] = 0;
    }
    behind_.clear();
    is_in_row_[i] = 0;
    append(lower_, factors_.lower);
    append(upper_, factors_.upper);
  }

  Scalar pivot(Index i) const {
    const double size = is_in_row_[i] ? magnitude(row_[i]) : 0;
    if (!(size > 1e-150 && size < 1e150)) // nor a NaN
      throw NotConverged(
          fmt::format("the preconditioner ilut meets a pivot that is 0 or not finite "
                      "in row {}: take a smaller drop tolerance, more fill, "
                      "or another preconditioner",
                      i));
    return row_[i];
  }

  // Appends the largest entries of a row, by column.
  void append(std::vector<Entry> &entries, HostSparse<Scalar> &part) {
    const auto fill = static_cast<std::size_t>(fill_);
    if (entries.size() > fill) {
      const auto by_size = [](const Entry &a, const Entry &b) {
        const double of_a = magnitude(a.value), of_b = magnitude(b.value);
        return of_a != of_b ? of_a > of_b : a.column < b.column;
      };
      std::nth_element(entries.begin(), entries.begin() + fill_, entries.end(), by_size);
      entries.resize(fill);
    }
    std::sort(entries.begin(), entries.end(),
              [](const Entry &a, const Entry &b) { return a.column < b.column; });
    for (const Entry &entry : entries) {
      part.columns.push_back(entry.column);
      part.values.push_back(entry.value);
    }
    part.row_begin.push_back(part.entries());
  }

  const HostSparse<Scalar> &a_;
  int fill_;
  double drop_tolerance_;
  Factors<Scalar> factors_;
  // State of the present row: its values, the columns that it has, the columns before the diagonal
  // still to be eliminated, and those behind it.
  std::vector<Scalar> row_;
  std::vector<std::uint8_t> is_in_row_;
  std::priority_queue<Index, std::vector<Index>, std::greater<>> before_;
  std::vector<Index> behind_;
  std::vector<Entry> lower_, upper_;
};

template <class Space, class Scalar>
TriangularSweep<Space, Scalar> make_sweep(const Space &space, const HostSparse<Scalar> &factor,
                                          bool is_lower) {
  LevelSets sets = make_level_sets(factor.row_begin, factor.columns, is_lower);
  HostSparse<Scalar> ordered;
  ordered.rows = ordered.column_count = factor.rows;
  ordered.row_begin.assign(1, 0);
  for (const Index row : sets.rows) {
    for (Offset k = factor.row_begin[row]; k < factor.row_begin[row + 1]; ++k) {
      ordered.columns.push_back(factor.columns[k]);
      ordered.values.push_back(factor.values[k]);
    }
    ordered.row_begin.push_back(ordered.entries());
  }
  return {std::move(sets.begin), to_view<Space>("curlew::solvers::level_rows", sets.rows),
          to_space<Scalar>(space, ordered)};
}

template <class Space, class Scalar> struct Ilut {
  TriangularSweep<Space, Scalar> lower, upper;
  Kokkos::View<Scalar *, Space> one, inverse_pivot; // 0 in rows without entries

  void apply(const Space &space, const Kokkos::View<Scalar *, Space> &x,
             const Kokkos::View<Scalar *, Space> &y) const {
    lower.run("curlew::solvers::ilut_lower", space,
              SweepLevel<Space, Scalar>{lower.rows, lower.triangle, one, x, y});
    upper.run("curlew::solvers::ilut_upper", space,
              SweepLevel<Space, Scalar>{upper.rows, upper.triangle, inverse_pivot, y, y});
  }
};

} // namespace

template <class Space, class Scalar>
LinearOperator<Space, Scalar> make_ilut(const Space &space, const SparseMatrix<Space, Scalar> &a,
                                        int fill, double drop_tolerance) {
  using Column = Kokkos::View<Scalar *, Space>;
  if (fill < 0)
    throw InputError(
        fmt::format("the preconditioner ilut takes a fill of 0 or more, not {}", fill));
  if (!(drop_tolerance >= 0 && drop_tolerance < 1))
    throw InputError(fmt::format("the preconditioner ilut takes a drop tolerance of 0 or more "
                                 "and below 1, not {:.6g}",
                                 drop_tolerance));
  const Factors<Scalar> factors =
      Factorisation<Scalar>(to_host(space, a), fill, drop_tolerance).take();
  std::vector<Scalar> one;
  for (const Scalar &inverse : factors.inverse_pivot)
    one.push_back(inverse == Scalar(0) ? 0 : 1);
  const auto ilut = std::make_shared<Ilut<Space, Scalar>>();
  ilut->lower = make_sweep(space, factors.lower, true);
  ilut->upper = make_sweep(space, factors.upper, false);
  ilut->one = to_view<Space>("curlew::solvers::ilut_rows", one);
  ilut->inverse_pivot = to_view<Space>("curlew::solvers::ilut_pivots", factors.inverse_pivot);
  return LinearOperator<Space, Scalar>([ilut](const Space &instance, const Column &x,
                                              const Column &y) { ilut->apply(instance, x, y); });
}

#define CURLEW_INSTANTIATE(Space, Scalar)                                                          \
  template LinearOperator<Space, Scalar> make_ilut(                                                \
      const Space &, const SparseMatrix<Space, Scalar> &, int, double);
CURLEW_FOR_EACH_SPACE_AND_SCALAR
#undef CURLEW_INSTANTIATE

} // namespace curlew
