#include <curlew/core/error.hpp>
#include <curlew/solvers/dense/dense_product.hpp>
#include <curlew/solvers/direct/blas.hpp>
#include <curlew/solvers/direct/elimination_tree.hpp>
#include <curlew/solvers/direct/factor_library.hpp>
#include <curlew/solvers/direct/front.hpp>
#include <curlew/solvers/vector/magnitude.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

constexpr int k_scaling_steps = 3;

// R A C = L D L^T or L D U, R and C the scaling (equal for a symmetric matrix): multifrontal, @cite
// duff1983. Each supernode's front gathers the matrix' entries and the remainders of its children,
// eliminates its unknowns by dense blocks, and passes the remainder to its parent. Unknowns without
// a good pivot are part of the remainder: the parent eliminates them.
template <class Scalar> class MultifrontalFactor : public FactorLibrary<Scalar> {
public:
  explicit MultifrontalFactor(const FactorOptions &options) : options_(options) {
    this->report.library = "curlew";
  }

  void analyse(const HostSparse<Scalar> &a) override {
    const SymmetricPattern pattern = symmetric_pattern(a.row_begin, a.columns);
    const FillOrder order = fill_reducing_order(pattern);
    tree_ = make_elimination(pattern, order.from);
    this->report.ordering = order.name;
    to_.resize(tree_.from.size());
    for (std::size_t i = 0; i < to_.size(); ++i)
      to_[tree_.from[i]] = static_cast<Index>(i);
    collect_entries(a);
  }

  void factor(const HostSparse<Scalar> &a) override {
    const BlasThreads threads(host_threads(options_.threads));
    find_scaling(a);
    bytes_ = most_bytes_ = this->report.entries = 0;
    this->report.delayed_pivots = this->report.replaced_pivots = 0;
    std::vector<Front<Scalar>> remainders(tree_.supernodes.size());
    std::vector<std::vector<Index>> children(tree_.supernodes.size());
    row_place_.resize(to_.size());
    column_place_.resize(to_.size());
    factors_.clear();
    for (std::size_t s = 0; s < tree_.supernodes.size(); ++s) {
      const Supernode &node = tree_.supernodes[s];
      Front<Scalar> front = empty_front(node, children[s], remainders);
      count_bytes(front.values.size());
      gather(a, node, front);
      for (const Index child : children[s]) {
        add_remainder(remainders[child], front);
        count_bytes(-static_cast<double>(remainders[child].values.size()));
        remainders[child] = {};
      }
      const double before = front.values.size();
      factors_.push_back(eliminate(front, options_.symmetry, options_.pivots));
      check_finite(factors_.back().diagonal);
      count_factor(factors_.back());
      count_bytes(static_cast<double>(front.values.size()) - before);
      this->report.delayed_pivots += front.summed;
      this->report.replaced_pivots += factors_.back().replaced;
      if (node.parent >= 0)
        children[node.parent].push_back(static_cast<Index>(s));
      else if (front.summed > 0)
        refuse(front);
      remainders[s] = std::move(front);
    }
    this->report.bytes = most_bytes_;
  }

  void solve(Scalar *b, int count) override {
    const SingleThreadedBlas single;
    const std::size_t rows = to_.size();
    std::vector<Scalar> y(rows * count), x(rows * count), own, below;
    for (int c = 0; c < count; ++c)
      for (std::size_t i = 0; i < rows; ++i)
        y[c * rows + i] = row_scale_[tree_.from[i]] * b[c * rows + tree_.from[i]];
    for (std::size_t s = 0; s < factors_.size(); ++s)
      forward(factors_[s], count, y, own, below);
    for (std::size_t s = factors_.size(); s-- > 0;)
      backward(factors_[s], count, y, x, own, below);
    for (int c = 0; c < count; ++c)
      for (std::size_t i = 0; i < rows; ++i)
        b[c * rows + tree_.from[i]] = column_scale_[tree_.from[i]] * x[c * rows + i];
  }

private:
  // Entry `at` of the matrix, in the new numbers.
  struct Entry {
    Index row, column;
    Offset at;
  };

  bool is_symmetric() const { return options_.symmetry == MatrixSymmetry::symmetric; }

  void count_bytes(double numbers) {
    bytes_ += numbers * sizeof(Scalar);
    most_bytes_ = std::max(most_bytes_, bytes_);
  }

  void count_factor(const FrontFactor<Scalar> &factor) {
    const double pivots = factor.pivots, entries = pivots * (factor.size() - 0.5 * (pivots - 1));
    this->report.entries += is_symmetric() ? entries : 2 * entries - pivots;
    count_bytes(static_cast<double>(factor.left.size() + factor.right.size()));
  }

  // Calls visit(row, column, number of the entry) for the entries that are read: of a symmetric
  // matrix those of the lower triangle.
  template <class Visit> void visit_entries(const HostSparse<Scalar> &a, const Visit &visit) const {
    for (Index row = 0; row < a.rows; ++row)
      for (Offset k = a.row_begin[row]; k < a.row_begin[row + 1]; ++k)
        if (!is_symmetric() || a.columns[k] <= row)
          visit(row, a.columns[k], k);
  }

  // Sorts the entries by the unknown that is eliminated first.
  void collect_entries(const HostSparse<Scalar> &a) {
    begin_.assign(a.rows + 1, 0);
    visit_entries(
        a, [&](Index row, Index column, Offset) { ++begin_[std::min(to_[row], to_[column]) + 1]; });
    for (Index j = 0; j < a.rows; ++j)
      begin_[j + 1] += begin_[j];
    entries_.resize(begin_.back());
    std::vector<Offset> next(begin_.begin(), begin_.end() - 1);
    visit_entries(a, [&](Index row, Index column, Offset k) {
      const Index i = to_[row], j = to_[column], first = std::min(i, j);
      entries_[next[first]++] = is_symmetric() ? Entry{std::max(i, j), first, k} : Entry{i, j, k};
    });
  }

  // Brings the largest entry of each row and column near to 1; with PivotRule::replaced the
  // diagonal.
  void find_scaling(const HostSparse<Scalar> &a) {
    row_scale_.assign(a.rows, 1);
    column_scale_.assign(a.rows, 1);
    if (options_.pivots == PivotRule::replaced) {
      visit_entries(a, [&](Index row, Index column, Offset k) {
        if (row == column && magnitude(a.values[k]) > 0)
          row_scale_[row] = column_scale_[row] = 1 / std::sqrt(magnitude(a.values[k]));
      });
      return;
    }
    std::vector<double> of_rows(a.rows), of_columns(a.rows);
    for (int step = 0; step < k_scaling_steps; ++step) {
      std::fill(of_rows.begin(), of_rows.end(), 0);
      std::fill(of_columns.begin(), of_columns.end(), 0);
      visit_entries(a, [&](Index row, Index column, Offset k) {
        const double size = row_scale_[row] * magnitude(a.values[k]) * column_scale_[column];
        of_rows[row] = std::max(of_rows[row], size);
        of_columns[column] = std::max(of_columns[column], size);
      });
      for (Index i = 0; i < a.rows; ++i) {
        if (is_symmetric())
          of_rows[i] = of_columns[i] = std::max(of_rows[i], of_columns[i]);
        row_scale_[i] /= of_rows[i] > 0 ? std::sqrt(of_rows[i]) : 1;
        column_scale_[i] /= of_columns[i] > 0 ? std::sqrt(of_columns[i]) : 1;
      }
    }
  }

  // Unknowns that the children left come first, then those of the supernode.
  Front<Scalar> empty_front(const Supernode &node, const std::vector<Index> &children,
                            const std::vector<Front<Scalar>> &remainders) {
    Front<Scalar> front;
    for (const Index child : children) {
      const Front<Scalar> &left = remainders[child];
      front.rows.insert(front.rows.end(), left.rows.begin(), left.rows.begin() + left.summed);
      front.columns.insert(front.columns.end(), left.columns.begin(),
                           left.columns.begin() + left.summed);
    }
    front.summed = static_cast<Index>(front.rows.size()) + node.count;
    for (std::vector<Index> *unknowns : {&front.rows, &front.columns}) {
      for (Index j = 0; j < node.count; ++j)
        unknowns->push_back(node.first + j);
      unknowns->insert(unknowns->end(), node.rows.begin(), node.rows.end());
    }
    for (Index i = 0; i < front.size(); ++i) {
      row_place_[front.rows[i]] = i;
      column_place_[front.columns[i]] = i;
    }
    front.values.assign(front.size() * front.size(), Scalar(0));
    return front;
  }

  void gather(const HostSparse<Scalar> &a, const Supernode &node, Front<Scalar> &front) const {
    for (Offset k = begin_[node.first]; k < begin_[node.first + node.count]; ++k) {
      const Entry &entry = entries_[k];
      front.values[column_place_[entry.column] * front.size() + row_place_[entry.row]] +=
          row_scale_[tree_.from[entry.row]] * column_scale_[tree_.from[entry.column]] *
          a.values[entry.at];
    }
  }

  // The places of a symmetric remainder rise in its front, so that its lower triangle stays one.
  void add_remainder(const Front<Scalar> &remainder, Front<Scalar> &front) const {
    const Offset count = remainder.size();
    for (Offset j = 0; j < count; ++j) {
      Scalar *column = &front.values[column_place_[remainder.columns[j]] * front.size()];
      for (Offset i = is_symmetric() ? j : 0; i < count; ++i)
        column[row_place_[remainder.rows[i]]] += remainder.values[j * count + i];
    }
  }

  void check_finite(const std::vector<Scalar> &values) const {
    for (const Scalar &value : values)
      if (!std::isfinite(magnitude(value)))
        throw NotConverged(fmt::format("a pivot of the sparse factorisation of {} unknowns is not "
                                       "finite",
                                       to_.size()));
  }

  // Throws for the rows of a front without a parent that have no pivot.
  [[noreturn]] void refuse(const Front<Scalar> &front) const {
    check_finite(front.values);
    throw NotConverged(fmt::format("the matrix of {} unknowns is singular: {} of its rows depend "
                                   "on others",
                                   to_.size(), front.summed));
  }

  // y := D^-1 L^-1 y, in the rows of one front.
  static void forward(const FrontFactor<Scalar> &factor, int count, std::vector<Scalar> &y,
                      std::vector<Scalar> &own, std::vector<Scalar> &below) {
    const auto size = static_cast<int>(factor.size());
    const int pivots = factor.pivots, left = size - pivots;
    if (pivots == 0)
      return;
    take(y, factor.rows, 0, pivots, count, own);
    blas::divide(false, pivots, count, factor.left.data(), size, own.data(), pivots);
    const std::size_t stride = y.size() / count;
    if (left > 0) {
      below.assign(static_cast<std::size_t>(left) * count, Scalar(0));
      blas::subtract_product(false, left, count, pivots, factor.left.data() + pivots, size,
                             own.data(), pivots, below.data(), left);
      for (int c = 0; c < count; ++c)
        for (int i = 0; i < left; ++i)
          y[c * stride + factor.rows[pivots + i]] += below[static_cast<Offset>(c) * left + i];
    }
    for (int c = 0; c < count; ++c) {
      Scalar *column = &own[static_cast<Offset>(c) * pivots];
      divide_by_diagonal(factor, column);
      for (int k = 0; k < pivots; ++k)
        y[c * stride + factor.rows[k]] = column[k];
    }
  }

  static void divide_by_diagonal(const FrontFactor<Scalar> &factor, Scalar *column) {
    for (Index k = 0; k < factor.pivots; ++k) {
      const Scalar b = factor.coupling[k];
      if (magnitude(b) == 0) {
        column[k] /= factor.diagonal[k];
        continue;
      }
      const Scalar u = factor.diagonal[k] / b, v = factor.diagonal[k + 1] / b,
                   scale = b * (u * v - Scalar(1)), first = column[k], second = column[k + 1];
      column[k] = (v * first - second) / scale;
      column[++k] = (u * second - first) / scale;
    }
  }

  // x := R^-T y, in the columns of one front.
  static void backward(const FrontFactor<Scalar> &factor, int count, const std::vector<Scalar> &y,
                       std::vector<Scalar> &x, std::vector<Scalar> &own,
                       std::vector<Scalar> &below) {
    const auto size = static_cast<int>(factor.size());
    const int pivots = factor.pivots, left = size - pivots;
    if (pivots == 0)
      return;
    take(y, factor.rows, 0, pivots, count, own);
    if (left > 0) {
      take(x, factor.columns, pivots, left, count, below);
      blas::subtract_product(true, pivots, count, left, factor.right_triangle() + pivots, size,
                             below.data(), left, own.data(), pivots);
    }
    blas::divide(true, pivots, count, factor.right_triangle(), size, own.data(), pivots);
    const std::size_t stride = x.size() / count;
    for (int c = 0; c < count; ++c)
      for (int k = 0; k < pivots; ++k)
        x[c * stride + factor.columns[k]] = own[static_cast<Offset>(c) * pivots + k];
  }

  // Copies the values of unknowns[first ...] into `own`, column by column.
  static void take(const std::vector<Scalar> &from, const std::vector<Index> &unknowns, int first,
                   int number, int count, std::vector<Scalar> &own) {
    own.resize(static_cast<std::size_t>(number) * count);
    const std::size_t stride = from.size() / count;
    for (int c = 0; c < count; ++c)
      for (int i = 0; i < number; ++i)
        own[static_cast<Offset>(c) * number + i] = from[c * stride + unknowns[first + i]];
  }

  FactorOptions options_;
  Elimination tree_;
  std::vector<Index> to_;     // old -> new number of an unknown
  std::vector<Offset> begin_; // entries of each unknown, in the new numbers
  std::vector<Entry> entries_;
  std::vector<double> row_scale_, column_scale_; // by old numbers
  std::vector<Index> row_place_, column_place_;  // in the front, by new numbers
  std::vector<FrontFactor<Scalar>> factors_;     // of the supernodes
  double bytes_ = 0, most_bytes_ = 0;
};

} // namespace

template <class Scalar>
std::unique_ptr<FactorLibrary<Scalar>> make_multifrontal_factor(const FactorOptions &options) {
  return std::make_unique<MultifrontalFactor<Scalar>>(options);
}

template std::unique_ptr<FactorLibrary<double>> make_multifrontal_factor(const FactorOptions &);
template std::unique_ptr<FactorLibrary<Kokkos::complex<double>>>
make_multifrontal_factor(const FactorOptions &);

} // namespace curlew
