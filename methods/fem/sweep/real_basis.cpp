#include <curlew/methods/fem/sweep/real_basis.hpp>

#include <curlew/core/parallel/host_loops.hpp>

#include <cmath>
#include <stdexcept>

namespace curlew::fem {
namespace {

constexpr std::size_t k_piece = 8192; // gives the same sums for any number of threads

std::size_t pieces_of(std::size_t count) {
  return (count + k_piece - 1) / k_piece;
}

template <class F> void each_piece(std::size_t count, int threads, const F &f) {
  parallel_chunks(
      pieces_of(count), threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t piece = begin; piece < end; ++piece)
          f(piece, piece * k_piece, std::min(count, (piece + 1) * k_piece));
      },
      1);
}

} // namespace

double dot_of_columns(const RealBasis::Column &x, const RealBasis::Column &y, int threads) {
  std::vector<double> sums(pieces_of(x.size()), 0);
  each_piece(x.size(), threads, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      sums[piece] += x[i] * y[i];
  });
  double sum = 0;
  for (const double part : sums)
    sum += part;
  return sum;
}

void RealBasis::take_off(Column &column, Column &coordinates) const {
  const std::size_t n = columns_.size(), pieces = pieces_of(column.size());
  std::vector<double> parts(n * pieces, 0);
  each_piece(column.size(), threads_, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    for (std::size_t c = 0; c < n; ++c) {
      double sum = 0;
      for (std::size_t i = begin; i < end; ++i)
        sum += columns_[c][i] * column[i];
      parts[piece * n + c] = sum;
    }
  });
  Column along(n, 0);
  for (std::size_t piece = 0; piece < pieces; ++piece)
    for (std::size_t c = 0; c < n; ++c)
      along[c] += parts[piece * n + c];
  each_piece(column.size(), threads_, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t c = 0; c < n; ++c)
      for (std::size_t i = begin; i < end; ++i)
        column[i] -= along[c] * columns_[c][i];
  });
  for (std::size_t c = 0; c < n; ++c)
    coordinates[c] += along[c];
}

RealBasis::Column RealBasis::add(Column column) {
  if (!columns_.empty() && column.size() != columns_[0].size())
    throw std::invalid_argument("a column of another length than its basis");
  const double length = std::sqrt(dot_of_columns(column, column, threads_));
  Column result(columns_.size(), 0);
  if (!(length > 0))
    return result;
  take_off(column, result);
  take_off(column, result);
  const double left = std::sqrt(dot_of_columns(column, column, threads_));
  if (left <= tolerance_ * length)
    return result;
  for (double &value : column)
    value /= left;
  columns_.push_back(std::move(column));
  result.push_back(left);
  return result;
}

RealBasis::Column RealBasis::coordinates(const Column &column) const {
  Column result;
  for (const Column &one : columns_)
    result.push_back(dot_of_columns(one, column, threads_));
  return result;
}

} // namespace curlew::fem
