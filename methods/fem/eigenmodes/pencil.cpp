#include <curlew/methods/fem/eigenmodes/eigenpairs.hpp>

#include <cmath>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;
using Vector = std::vector<complex>;

} // namespace

HostSparse<complex> sum_of(const HostSparse<complex> &a, complex c, const HostSparse<complex> &b) {
  HostSparse<complex> sum = a;
  for (std::size_t i = 0; i < sum.values.size(); ++i)
    sum.values[i] += c * b.values[i];
  return sum;
}

HostSparse<Kokkos::complex<double>> for_factor(const HostSparse<complex> &a) {
  return {a.rows, a.column_count, a.row_begin, a.columns, {a.values.begin(), a.values.end()}};
}

} // namespace curlew::fem
