#include <curlew/methods/mom/aim/row_inverse.hpp>

#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/methods/mom/aim/clusters.hpp>
#include <curlew/solvers/dense/dense_lu.hpp>

#include <algorithm>
#include <cmath>
#include <complex>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;
using Single = Kokkos::complex<float>;

constexpr Index k_block = 64, k_cluster = 256;
constexpr double k_sai_entries = 20, k_ras_overlap = 1.5; // approximate, for forecasts

template <class Space> struct ApplyRows {
  RowInverse<Space> inverse;
  Kokkos::View<const Complex *, Space> x;
  Kokkos::View<Complex *, Space> y;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset row) const {
    double re = 0, im = 0;
    const Offset first = inverse.value_begin(row);
    const Offset count = inverse.value_begin(row + 1) - first;
    const Index *columns = inverse.columns.data() + inverse.column_begin(row);
    for (Offset k = 0; k < count; ++k) {
      const double a = inverse.values(first + k).real(), b = inverse.values(first + k).imag();
      const Complex &value = x(columns[k]);
      re += a * value.real() - b * value.imag();
      im += a * value.imag() + b * value.real();
    }
    y(row) = Complex(re, im);
  }
};

// The near part on the host.
template <class Real> struct HostRows {
  Kokkos::View<const Offset *, Kokkos::HostSpace> row_begin;
  Kokkos::View<const Index *, Kokkos::HostSpace> columns;
  Kokkos::View<const Kokkos::complex<Real> *, Kokkos::HostSpace> values;

  // Returns the entry, or 0 where there is none.
  complex entry(Index row, Index column) const {
    const Index *first = columns.data() + row_begin(row),
                *last = columns.data() + row_begin(row + 1);
    const Index *found = std::lower_bound(first, last, column);
    if (found == last || *found != column)
      return 0;
    const auto &value = values(found - columns.data());
    return {value.real(), value.imag()};
  }
};

// Arrays of a RowInverse on the host.
struct Rows {
  std::vector<Offset> value_begin, column_begin;
  std::vector<Index> columns;
  std::vector<Single> values;
};

Single to_single(const complex &value) {
  return {static_cast<float>(value.real()), static_cast<float>(value.imag())};
}

template <class Real> Rows make_diagonal(const HostRows<Real> &near, Index unknowns) {
  Rows rows;
  for (Index n = 0; n < unknowns; ++n) {
    rows.value_begin.push_back(n);
    rows.column_begin.push_back(n);
    rows.columns.push_back(n);
    rows.values.push_back(to_single(1.0 / near.entry(n, n)));
  }
  rows.value_begin.push_back(unknowns);
  return rows;
}

// Returns m with the least |m A - e|, A of `rows` and `columns`, row by row, e 1 at `unit`. Uses
// Cholesky factors of A A^H, whose condition is far from the limits of double precision here.
std::vector<complex> least_squares(const std::vector<complex> &a, std::size_t rows,
                                   std::size_t columns, std::size_t unit) {
  std::vector<complex> gram(rows * rows), m(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double re = 0, im = 0;
      for (std::size_t k = 0; k < columns; ++k) {
        const complex &p = a[i * columns + k], &q = a[j * columns + k];
        re += p.real() * q.real() + p.imag() * q.imag();
        im += p.imag() * q.real() - p.real() * q.imag();
      }
      gram[i * rows + j] = {re, im};
    }
    m[i] = a[i * columns + unit]; // entry of A e; the system is solved for the conjugate of m
  }
  for (std::size_t j = 0; j < rows; ++j) {
    double pivot = gram[j * rows + j].real();
    for (std::size_t k = 0; k < j; ++k)
      pivot -= std::norm(gram[j * rows + k]);
    pivot = std::sqrt(pivot);
    gram[j * rows + j] = pivot;
    for (std::size_t i = j + 1; i < rows; ++i) {
      complex sum = gram[i * rows + j];
      for (std::size_t k = 0; k < j; ++k)
        sum -= gram[i * rows + k] * std::conj(gram[j * rows + k]);
      gram[i * rows + j] = sum / pivot;
    }
  }
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t k = 0; k < i; ++k)
      m[i] -= gram[i * rows + k] * m[k];
    m[i] /= gram[i * rows + i].real();
  }
  for (std::size_t i = rows; i-- > 0;) {
    for (std::size_t k = i + 1; k < rows; ++k)
      m[i] -= std::conj(gram[k * rows + i]) * m[k];
    m[i] /= gram[i * rows + i].real();
  }
  for (complex &value : m)
    value = std::conj(value);
  return m;
}

template <class Real>
Rows make_sai(const Surface &surface, const HostRows<Real> &near, int threads) {
  constexpr std::size_t k_grain = 64;
  const Neighbours neighbours(surface);
  const std::size_t unknowns = surface.basis.size();
  std::vector<std::vector<Index>> columns(unknowns);
  std::vector<std::vector<complex>> values(unknowns);
  parallel_chunks(
      unknowns, threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t n = begin; n < end; ++n) {
          const std::vector<Index> j = neighbours.by_edge(static_cast<Index>(n));
          const std::vector<Index> i = neighbours.by_face(static_cast<Index>(n));
          std::vector<complex> a;
          a.reserve(i.size() * j.size());
          for (const Index row : j)
            for (const Index column : i)
              a.push_back(near.entry(row, column));
          const auto unit = std::lower_bound(i.begin(), i.end(), static_cast<Index>(n)) - i.begin();
          values[n] = least_squares(a, j.size(), i.size(), static_cast<std::size_t>(unit));
          columns[n] = j;
        }
      },
      k_grain);
  Rows rows;
  for (std::size_t n = 0; n < unknowns; ++n) {
    rows.value_begin.push_back(static_cast<Offset>(rows.values.size()));
    rows.column_begin.push_back(static_cast<Offset>(rows.columns.size()));
    rows.columns.insert(rows.columns.end(), columns[n].begin(), columns[n].end());
    for (const complex &value : values[n])
      rows.values.push_back(to_single(value));
  }
  rows.value_begin.push_back(static_cast<Offset>(rows.values.size()));
  return rows;
}

// Returns the rows of the inverse of Z(members, members) that belong to `own`.
template <class HostSpace, class Real>
std::vector<std::vector<Single>> inverse_rows(const HostRows<Real> &near,
                                              const std::vector<Index> &members,
                                              const std::vector<Index> &own) {
  const std::size_t size = members.size();
  const DenseMatrix<HostSpace> z("curlew::mom::aim_cluster", size, size);
  for (std::size_t i = 0; i < size; ++i) {
    // The columns of the row and the members are both ascending.
    std::size_t j = 0;
    for (Offset k = near.row_begin(members[i]); k < near.row_begin(members[i] + 1); ++k) {
      while (j < size && members[j] < near.columns(k))
        ++j;
      if (j < size && members[j] == near.columns(k))
        z(i, j) = Complex(near.values(k).real(), near.values(k).imag());
    }
  }
  const DenseMatrix<HostSpace> units("curlew::mom::aim_units", size, own.size());
  for (std::size_t c = 0; c < own.size(); ++c)
    units(std::lower_bound(members.begin(), members.end(), own[c]) - members.begin(), c) = 1;
  DenseLu<HostSpace>(HostSpace(), z).solve(units, Op::transpose);
  std::vector<std::vector<Single>> rows(own.size());
  for (std::size_t c = 0; c < own.size(); ++c)
    for (std::size_t i = 0; i < size; ++i)
      rows[c].push_back(to_single({units(i, c).real(), units(i, c).imag()}));
  return rows;
}

template <class HostSpace, class Real>
Rows make_cluster_inverses(const Surface &surface, const HostRows<Real> &near, Index most,
                           bool overlap) {
  const Neighbours neighbours(surface);
  const std::vector<std::vector<Index>> clusters = make_clusters(surface, most);
  std::vector<std::vector<std::vector<Single>>> inverses;
  std::vector<std::vector<Index>> members(clusters.size());
  std::vector<std::size_t> cluster_of(surface.basis.size()), row_of(surface.basis.size());
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    members[c] = clusters[c];
    if (overlap) {
      for (const Index n : clusters[c]) {
        const std::vector<Index> around = neighbours.by_edge(n);
        members[c].insert(members[c].end(), around.begin(), around.end());
      }
      std::sort(members[c].begin(), members[c].end());
      members[c].erase(std::unique(members[c].begin(), members[c].end()), members[c].end());
    }
    inverses.push_back(inverse_rows<HostSpace>(near, members[c], clusters[c]));
    for (std::size_t r = 0; r < clusters[c].size(); ++r) {
      cluster_of[clusters[c][r]] = c;
      row_of[clusters[c][r]] = r;
    }
  }
  Rows rows;
  std::vector<Offset> first;
  for (const std::vector<Index> &some : members) {
    first.push_back(static_cast<Offset>(rows.columns.size()));
    rows.columns.insert(rows.columns.end(), some.begin(), some.end());
  }
  for (std::size_t n = 0; n < surface.basis.size(); ++n) {
    std::vector<Single> &row = inverses[cluster_of[n]][row_of[n]];
    rows.value_begin.push_back(static_cast<Offset>(rows.values.size()));
    rows.column_begin.push_back(first[cluster_of[n]]);
    rows.values.insert(rows.values.end(), row.begin(), row.end());
    std::vector<Single>().swap(row);
  }
  rows.value_begin.push_back(static_cast<Offset>(rows.values.size()));
  return rows;
}

} // namespace

template <class Space>
void RowInverse<Space>::apply(const Space &space, const Kokkos::View<Complex *, Space> &x,
                              const Kokkos::View<Complex *, Space> &y) const {
  Kokkos::parallel_for("curlew::mom::aim_precondition",
                       RangePolicy<Space>(space, 0, column_begin.extent(0)),
                       ApplyRows<Space>{*this, x, y});
}

template <class Space, class Real>
RowInverse<Space> make_row_inverse(const Space &space, const Surface &surface,
                                   const NearRows<Space, Real> &near, AimPreconditioner type,
                                   int threads) {
  using HostSpace = std::conditional_t<is_device<Space>, Host, Space>;
  space.fence();
  const HostRows<Real> host{
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), near.row_begin),
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), near.columns),
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), near.values)};
  Rows rows;
  if (type == AimPreconditioner::jacobi)
    rows = make_diagonal(host, surface.unknowns());
  else if (type == AimPreconditioner::sai)
    rows = make_sai(surface, host, threads);
  else
    rows = make_cluster_inverses<HostSpace>(surface, host,
                                            type == AimPreconditioner::ras ? k_cluster : k_block,
                                            type == AimPreconditioner::ras);
  return {to_view<Space>("curlew::mom::aim_inverse_begin", rows.value_begin),
          to_view<Space>("curlew::mom::aim_inverse_columns_begin", rows.column_begin),
          to_view<Space>("curlew::mom::aim_inverse_columns", rows.columns),
          to_view<Space>("curlew::mom::aim_inverse", rows.values)};
}

double row_inverse_bytes(Index unknowns, AimPreconditioner type) {
  const double entries = type == AimPreconditioner::none     ? 0
                         : type == AimPreconditioner::jacobi ? 1
                         : type == AimPreconditioner::sai    ? k_sai_entries
                         : type == AimPreconditioner::block  ? k_block
                                                             : k_cluster * k_ras_overlap;
  return entries * (sizeof(Single) + (entries < k_block ? sizeof(Index) : 0)) * unknowns;
}

#define CURLEW_INSTANTIATE(Space) template struct RowInverse<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE
#define CURLEW_INSTANTIATE(Space, Real)                                                            \
  template RowInverse<Space> make_row_inverse<Space, Real>(                                        \
      const Space &, const Surface &, const NearRows<Space, Real> &, AimPreconditioner, int);
CURLEW_FOR_EACH_SPACE_AND_REAL(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
