#include <curlew/solvers/sparse/host_products.hpp>

#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/core/parallel/host_arrays.hpp>
#include <curlew/solvers/sparse/host_rows.hpp>

#include <algorithm>

namespace curlew {
namespace {

// A row that is summed up entry by entry: dense, with a list of its columns.
template <class Scalar> class RowAccumulator {
public:
  explicit RowAccumulator(Index columns) : sums_(columns), met_(columns, false) {}

  void add(Index column, const Scalar &value) {
    if (!met_[column]) {
      met_[column] = true;
      columns_.push_back(column);
      sums_[column] = value;
    } else {
      sums_[column] += value;
    }
  }
  // Moves columns and values out, rising; the row is empty afterwards.
  Offset move_to(std::vector<Index> &columns, std::vector<Scalar> &values) {
    std::sort(columns_.begin(), columns_.end());
    for (const Index column : columns_) {
      columns.push_back(column);
      values.push_back(sums_[column]);
      met_[column] = false;
    }
    const auto count = static_cast<Offset>(columns_.size());
    columns_.clear();
    return count;
  }

private:
  std::vector<Scalar> sums_;
  std::vector<char> met_;
  std::vector<Index> columns_;
};

} // namespace

template <class Scalar> HostSparse<Scalar> transpose(const HostSparse<Scalar> &a, int threads) {
  HostSparse<Scalar> result;
  result.rows = a.column_count;
  result.column_count = a.rows;
  result.columns.resize(a.columns.size());
  result.values.resize(a.values.size());
  // Number of entries of each column in the chunks before this one, which is the place of the
  // chunk's first entry.
  const std::size_t chunks = chunk_count(a.rows, threads);
  std::vector<std::vector<Offset>> next(chunks);
  parallel_chunks(a.rows, threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    next[chunk].assign(a.column_count, 0);
    for (Offset k = a.row_begin[begin]; k < a.row_begin[end]; ++k)
      ++next[chunk][a.columns[k]];
  });
  result.row_begin.assign(a.column_count + 1, 0);
  parallel_chunks(a.column_count, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t column = begin; column < end; ++column) {
      Offset before = 0;
      for (auto &counts : next) {
        const Offset own = counts[column];
        counts[column] = before;
        before += own;
      }
      result.row_begin[column + 1] = before;
    }
  });
  prefix_sum(result.row_begin, threads);
  parallel_chunks(a.rows, threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    for (std::size_t row = begin; row < end; ++row)
      for (Offset k = a.row_begin[row]; k < a.row_begin[row + 1]; ++k) {
        const Index column = a.columns[k];
        const Offset at = result.row_begin[column] + next[chunk][column]++;
        result.columns[at] = static_cast<Index>(row);
        result.values[at] = a.values[k];
      }
  });
  return result;
}

template <class Scalar>
HostSparse<Scalar> triple_product(const HostSparse<Scalar> &a, const HostSparse<double> &p,
                                  int threads) {
  require_equal_size("rows of a square matrix", a.rows, a.column_count);
  return triple_product_of_rows(a, p, threads);
}

template <class Scalar>
HostSparse<Scalar> triple_product_of_rows(const HostSparse<Scalar> &a, const HostSparse<double> &p,
                                          int threads) {
  require_equal_size("rows of a prolongation", p.rows, a.column_count);
  return triple_product(HostRows<Scalar>(a), p, transpose(p, threads), threads);
}

template <class Scalar>
HostSparse<Scalar> triple_product(const HostRows<Scalar> &a, const HostRows<double> &p,
                                  const HostRows<double> &transposed, int threads) {
  require_equal_size("rows of a prolongation", p.rows, a.column_count);
  return rows_from<Scalar>(
      p.column_count, p.column_count, threads,
      [&] { return RowAccumulator<Scalar>(p.column_count); },
      [&](Index coarse, RowAccumulator<Scalar> &sum) {
        for (Offset i = transposed.row_begin[coarse]; i < transposed.row_begin[coarse + 1]; ++i) {
          const Index fine = transposed.columns[i];
          if (fine >= a.rows)
            break;
          for (Offset k = a.row_begin[fine]; k < a.row_begin[fine + 1]; ++k) {
            const Scalar value = transposed.values[i] * a.values[k];
            const Index other = a.columns[k];
            for (Offset j = p.row_begin[other]; j < p.row_begin[other + 1]; ++j)
              sum.add(p.columns[j], value * p.values[j]);
          }
        }
      });
}

template <class Scalar> std::vector<Scalar> diagonal(const HostSparse<Scalar> &a) {
  std::vector<Scalar> result(a.rows, Scalar(0));
  for (Index row = 0; row < a.rows; ++row)
    for (Offset k = a.row_begin[row]; k < a.row_begin[row + 1]; ++k)
      if (a.columns[k] == row)
        result[row] = a.values[k];
  return result;
}

template <class Scalar>
std::vector<Scalar> triple_product_diagonal(const HostSparse<Scalar> &a,
                                            const HostSparse<double> &p, int threads) {
  require_equal_size("rows of a prolongation", p.rows, a.rows);
  return triple_product_diagonal_of_rows(a, p, threads);
}

template <class Scalar>
std::vector<Scalar> triple_product_diagonal_of_rows(const HostSparse<Scalar> &a,
                                                    const HostSparse<double> &p, int threads) {
  require_equal_size("rows of a prolongation", p.rows, a.column_count);
  const HostSparse<double> transposed = transpose(p, threads);
  std::vector<Scalar> result(p.column_count, Scalar(0));
  parallel_chunks(p.column_count, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<double> column(p.rows, 0); // column of P
    for (std::size_t c = begin; c < end; ++c) {
      const Offset first = transposed.row_begin[c], last = transposed.row_begin[c + 1];
      for (Offset i = first; i < last; ++i)
        column[transposed.columns[i]] = transposed.values[i];
      Scalar sum = 0;
      for (Offset i = first; i < last && transposed.columns[i] < a.rows; ++i) {
        const Index row = transposed.columns[i];
        for (Offset k = a.row_begin[row]; k < a.row_begin[row + 1]; ++k)
          sum += transposed.values[i] * column[a.columns[k]] * a.values[k];
      }
      result[c] = sum;
      for (Offset i = first; i < last; ++i)
        column[transposed.columns[i]] = 0;
    }
  });
  return result;
}

#define CURLEW_INSTANTIATE(Scalar)                                                                 \
  template HostSparse<Scalar> transpose(const HostSparse<Scalar> &, int);                          \
  template HostSparse<Scalar> triple_product(const HostSparse<Scalar> &,                           \
                                             const HostSparse<double> &, int);                     \
  template std::vector<Scalar> diagonal(const HostSparse<Scalar> &);                               \
  template std::vector<Scalar> triple_product_diagonal(const HostSparse<Scalar> &,                 \
                                                       const HostSparse<double> &, int);           \
  template HostSparse<Scalar> triple_product(const HostRows<Scalar> &, const HostRows<double> &,   \
                                             const HostRows<double> &, int);                       \
  template HostSparse<Scalar> triple_product_of_rows(const HostSparse<Scalar> &,                   \
                                                     const HostSparse<double> &, int);             \
  template std::vector<Scalar> triple_product_diagonal_of_rows(const HostSparse<Scalar> &,         \
                                                               const HostSparse<double> &, int);
CURLEW_INSTANTIATE(double)
CURLEW_INSTANTIATE(Kokkos::complex<double>)
#undef CURLEW_INSTANTIATE

} // namespace curlew
