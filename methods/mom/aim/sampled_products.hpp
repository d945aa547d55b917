#pragma once

#include <curlew/methods/mom/aim/aim_matrix.hpp>
#include <curlew/methods/mom/surface_solver.hpp>
#include <curlew/solvers/dense/dense_lu.hpp>
#include <curlew/solvers/vector/host_columns.hpp>

#include <algorithm>

namespace curlew::mom {

// Returns some rows of a matrix times columns, [column][row]. fill(rows, values) fills a few rows
// at a time.
template <class Space, class Fill>
std::vector<std::vector<std::complex<double>>>
sampled_products(const std::vector<Index> &all,
                 const std::vector<std::vector<std::complex<double>>> &x, Fill &&fill) {
  constexpr std::size_t k_rows_at_a_time = 8;
  std::vector<std::vector<std::complex<double>>> products(x.size());
  for (std::size_t first = 0; first < all.size(); first += k_rows_at_a_time) {
    const std::size_t last = std::min(all.size(), first + k_rows_at_a_time);
    const std::vector<Index> rows(all.begin() + static_cast<std::ptrdiff_t>(first),
                                  all.begin() + static_cast<std::ptrdiff_t>(last));
    const DenseMatrix<Space> some("curlew::mom::sampled_rows", rows.size(), x.at(0).size());
    fill(rows, some);
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), some);
    for (std::size_t c = 0; c < x.size(); ++c) {
      std::vector<std::complex<double>> sums(rows.size());
      for (std::size_t n = 0; n < x[c].size(); ++n)
        for (std::size_t r = 0; r < rows.size(); ++r)
          sums[r] += std::complex<double>(host(r, n).real(), host(r, n).imag()) * x[c][n];
      products[c].insert(products[c].end(), sums.begin(), sums.end());
    }
  }
  return products;
}

// Returns |a - b| of whole columns, estimated from some rows: `some` holds the entries of a at
// `rows`.
inline double distance_by_rows(const std::vector<std::complex<double>> &some,
                               const std::vector<std::complex<double>> &b,
                               const std::vector<Index> &rows) {
  double sum = 0;
  for (std::size_t r = 0; r < rows.size(); ++r)
    sum += std::norm(some[r] - b[rows[r]]);
  return std::sqrt(sum * static_cast<double>(b.size()) / static_cast<double>(rows.size()));
}

// Copies a column to a vector of a space.
template <class Space>
Kokkos::View<Complex *, Space> to_vector_of(const std::vector<std::complex<double>> &column) {
  std::vector<Complex> numbers(column.size());
  for (std::size_t n = 0; n < column.size(); ++n)
    numbers[n] = Complex(column[n].real(), column[n].imag());
  return to_view<Space>("curlew::mom::column", numbers);
}
template <class Space>
std::vector<std::complex<double>> to_column(const Space &space,
                                            const Kokkos::View<Complex *, Space> &vector) {
  space.fence();
  std::vector<std::complex<double>> column;
  column.reserve(vector.extent(0));
  for (const Complex &value : to_vector(vector))
    column.emplace_back(value.real(), value.imag());
  return column;
}

} // namespace curlew::mom
