#include <curlew/core/error.hpp>
#include <curlew/solvers/dense/dense_product.hpp>
#include <curlew/solvers/direct/blas.hpp>
#include <curlew/solvers/direct/elimination_tree.hpp>
#include <curlew/solvers/direct/factor_library.hpp>
#include <curlew/solvers/vector/magnitude.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

// Smallest pivot, after the matrix was scaled to a diagonal of size 1. Smaller pivots are replaced,
// and refinement corrects the error.
constexpr double k_smallest_pivot = 1e-8;
constexpr Index k_panel = 64, k_block = 128; // columns that a step eliminates; columns of a product

// A = S^-1 L D L^T S^-1 of a symmetric matrix, S the scaling, without pivoting: multifrontal, @cite
// duff1983. Each supernode's front gathers the matrix' entries and the remainders of its children,
// eliminates its columns by dense blocks, and passes the remainder to its parent.
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
    this->report.entries = tree_.entries;
    to_.resize(tree_.from.size());
    for (std::size_t i = 0; i < to_.size(); ++i)
      to_[tree_.from[i]] = static_cast<Index>(i);
    collect_entries(a);
    factors_.resize(tree_.supernodes.size());
  }

  void factor(const HostSparse<Scalar> &a) override {
    const BlasThreads threads(host_threads(options_.threads));
    find_scaling(a);
    replaced_ = 0;
    bytes_ = most_bytes_ = 0;
    std::vector<std::vector<Scalar>> updates(tree_.supernodes.size());
    std::vector<std::vector<Index>> children(tree_.supernodes.size());
    std::vector<Index> place(to_.size());
    for (std::size_t s = 0; s < tree_.supernodes.size(); ++s) {
      const Supernode &node = tree_.supernodes[s];
      const Index size = node.size();
      for (Index j = 0; j < node.count; ++j)
        place[node.first + j] = j;
      for (std::size_t i = 0; i < node.rows.size(); ++i)
        place[node.rows[i]] = node.count + static_cast<Index>(i);
      std::vector<Scalar> front(static_cast<std::size_t>(size) * size, Scalar(0));
      count_bytes(front.size());
      gather(a, node, place, front);
      for (const Index child : children[s]) {
        add_update(tree_.supernodes[child], updates[child], place, size, front);
        count_bytes(-static_cast<double>(updates[child].size()));
        std::vector<Scalar>().swap(updates[child]);
      }
      eliminate(size, node.count, front.data());
      factors_[s].assign(front.begin(), front.begin() + static_cast<Offset>(size) * node.count);
      count_bytes(factors_[s].size());
      updates[s] = rest_of(size, node.count, front);
      count_bytes(static_cast<double>(updates[s].size()) - static_cast<double>(front.size()));
      if (node.parent >= 0)
        children[node.parent].push_back(static_cast<Index>(s));
    }
    this->report.bytes = most_bytes_;
    this->report.replaced_pivots = replaced_;
  }

  void solve(Scalar *b, int count) override {
    const SingleThreadedBlas single;
    const auto rows = static_cast<Index>(to_.size());
    std::vector<Scalar> x(static_cast<std::size_t>(rows) * count), local;
    for (int c = 0; c < count; ++c)
      for (Index i = 0; i < rows; ++i)
        x[static_cast<Offset>(c) * rows + i] =
            scale_[tree_.from[i]] * b[static_cast<Offset>(c) * rows + tree_.from[i]];
    for (std::size_t s = 0; s < factors_.size(); ++s)
      forward(s, count, rows, x, local);
    for (std::size_t s = factors_.size(); s-- > 0;)
      backward(s, count, rows, x, local);
    for (int c = 0; c < count; ++c)
      for (Index i = 0; i < rows; ++i)
        b[static_cast<Offset>(c) * rows + tree_.from[i]] =
            scale_[tree_.from[i]] * x[static_cast<Offset>(c) * rows + i];
  }

private:
  // Entry `at` of the matrix, which is added to `row` of the column that lists it, all in the new
  // numbers.
  struct Entry {
    Index row;
    Offset at;
  };

  void count_bytes(double numbers) {
    bytes_ += numbers * sizeof(Scalar);
    most_bytes_ = std::max(most_bytes_, bytes_);
  }

  void collect_entries(const HostSparse<Scalar> &a) {
    column_begin_.assign(a.rows + 1, 0);
    const auto visit_lower = [&](const auto &visit) {
      for (Index row = 0; row < a.rows; ++row)
        for (Offset k = a.row_begin[row]; k < a.row_begin[row + 1]; ++k)
          if (a.columns[k] <= row) {
            const Index i = to_[row], j = to_[a.columns[k]];
            visit(std::min(i, j), std::max(i, j), k);
          }
    };
    visit_lower([&](Index column, Index, Offset) { ++column_begin_[column + 1]; });
    for (Index j = 0; j < a.rows; ++j)
      column_begin_[j + 1] += column_begin_[j];
    entries_.resize(column_begin_.back());
    std::vector<Offset> next(column_begin_.begin(), column_begin_.end() - 1);
    visit_lower([&](Index column, Index row, Offset k) { entries_[next[column]++] = {row, k}; });
  }

  void find_scaling(const HostSparse<Scalar> &a) {
    scale_.assign(a.rows, 1);
    for (Index row = 0; row < a.rows; ++row)
      for (Offset k = a.row_begin[row]; k < a.row_begin[row + 1]; ++k)
        if (a.columns[k] == row && magnitude(a.values[k]) > 0)
          scale_[row] = 1 / std::sqrt(magnitude(a.values[k]));
  }

  void gather(const HostSparse<Scalar> &a, const Supernode &node, const std::vector<Index> &place,
              std::vector<Scalar> &front) const {
    const Offset size = node.size();
    for (Index j = 0; j < node.count; ++j) {
      const Index column = node.first + j;
      const double column_scale = scale_[tree_.from[column]];
      for (Offset k = column_begin_[column]; k < column_begin_[column + 1]; ++k)
        front[j * size + place[entries_[k].row]] +=
            column_scale * scale_[tree_.from[entries_[k].row]] * a.values[entries_[k].at];
    }
  }

  static void add_update(const Supernode &child, const std::vector<Scalar> &update,
                         const std::vector<Index> &place, Offset size, std::vector<Scalar> &front) {
    const auto count = static_cast<Offset>(child.rows.size());
    for (Offset j = 0; j < count; ++j) {
      const Offset column = place[child.rows[j]] * size;
      for (Offset i = j; i < count; ++i)
        front[column + place[child.rows[i]]] += update[j * count + i];
    }
  }

  static std::vector<Scalar> rest_of(Offset size, Offset count, const std::vector<Scalar> &front) {
    const Offset left = size - count;
    std::vector<Scalar> rest(left * left);
    for (Offset j = 0; j < left; ++j)
      std::copy_n(front.begin() + (count + j) * size + count + j, left - j,
                  rest.begin() + j * left + j);
    return rest;
  }

  // The first `count` columns of a symmetric front, lower triangle: D on the diagonal, L below.
  void eliminate(Index size, Index count, Scalar *front) {
    std::vector<Scalar> with_pivots; // L D of a panel
    const auto at = [&](Offset row, Offset column) { return front + column * size + row; };
    for (Index first = 0; first < count; first += k_panel) {
      const Index width = std::min(k_panel, count - first), next = first + width;
      const Index below = size - next;
      eliminate_block(size, width, at(first, first));
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

  void eliminate_block(Offset size, Index width, Scalar *block) {
    for (Offset k = 0; k < width; ++k) {
      Scalar &pivot = block[k * size + k];
      const double found = magnitude(pivot);
      if (!std::isfinite(found))
        throw NotConverged(fmt::format("a pivot of the sparse factorisation of {} unknowns is "
                                       "not finite",
                                       to_.size()));
      if (found < k_smallest_pivot) {
        pivot = found > 0 ? pivot * (k_smallest_pivot / found) : Scalar(k_smallest_pivot);
        ++replaced_;
      }
      const Scalar inverse = Scalar(1) / pivot;
      for (Offset j = k + 1; j < width; ++j) {
        const Scalar factor = block[k * size + j] * inverse;
        for (Offset i = j; i < width; ++i)
          block[j * size + i] -= factor * block[k * size + i];
      }
      for (Offset i = k + 1; i < width; ++i)
        block[k * size + i] *= inverse;
    }
  }

  void forward(std::size_t s, int count, Offset rows, std::vector<Scalar> &x,
               std::vector<Scalar> &local) const {
    const Supernode &node = tree_.supernodes[s];
    const Index size = node.size(), below = size - node.count;
    const Scalar *l = factors_[s].data();
    Scalar *own = &x[node.first];
    blas::divide(false, node.count, count, l, size, own, static_cast<int>(rows));
    if (below == 0)
      return;
    local.assign(static_cast<std::size_t>(below) * count, Scalar(0));
    blas::subtract_product(false, below, count, node.count, l + node.count, size, own,
                           static_cast<int>(rows), local.data(), below);
    for (int c = 0; c < count; ++c)
      for (Index i = 0; i < below; ++i)
        x[c * rows + node.rows[i]] += local[static_cast<Offset>(c) * below + i];
  }

  void backward(std::size_t s, int count, Offset rows, std::vector<Scalar> &x,
                std::vector<Scalar> &local) const {
    const Supernode &node = tree_.supernodes[s];
    const Index size = node.size(), below = size - node.count;
    const Scalar *l = factors_[s].data();
    Scalar *own = &x[node.first];
    for (int c = 0; c < count; ++c)
      for (Offset j = 0; j < node.count; ++j)
        own[c * rows + j] /= l[j * size + j];
    if (below > 0) {
      local.resize(static_cast<std::size_t>(below) * count);
      for (int c = 0; c < count; ++c)
        for (Index i = 0; i < below; ++i)
          local[static_cast<Offset>(c) * below + i] = x[c * rows + node.rows[i]];
      blas::subtract_product(true, node.count, count, below, l + node.count, size, local.data(),
                             below, own, static_cast<int>(rows));
    }
    blas::divide(true, node.count, count, l, size, own, static_cast<int>(rows));
  }

  FactorOptions options_;
  Elimination tree_;
  std::vector<Index> to_; // old -> new number of an unknown
  std::vector<Offset> column_begin_;
  std::vector<Entry> entries_;
  std::vector<double> scale_; // scaling, by old numbers
  // Factors of the supernodes: size x count, column by column.
  std::vector<std::vector<Scalar>> factors_;
  int replaced_ = 0;
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
