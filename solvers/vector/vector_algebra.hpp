#pragma once

#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/core/parallel/random.hpp>
#include <curlew/core/parallel/reduce.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/vector/distributed_vector.hpp>
#include <curlew/solvers/vector/entries.hpp>
#include <curlew/solvers/vector/magnitude.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace curlew {

// Column-wise arithmetic of distributed vectors, on owned entries. Unless stated otherwise, all
// arguments have the same rows and the same number of columns; other arguments throw
// DimensionMismatch.

template <class Space, class Scalar>
void require_equal_rows(const char *what, const DistributedVector<Space, Scalar> &x,
                        const DistributedVector<Space, Scalar> &y) {
  require_equal_size(what, x.owned(), y.owned());
}
template <class Space, class Scalar>
void require_equal_shape(const char *what, const DistributedVector<Space, Scalar> &x,
                         const DistributedVector<Space, Scalar> &y) {
  require_equal_rows(what, x, y);
  require_equal_size(what, x.columns(), y.columns());
}

// A dense matrix on the host, column by column; `rows` is also the distance of its columns.
template <class Scalar> struct SmallMatrix {
  int rows = 0, columns = 0;
  std::vector<Scalar> values;

  SmallMatrix(int rows, int columns) : rows(rows), columns(columns), values(rows * columns) {}
  Scalar &operator()(int i, int j) { return values[i + rows * j]; }
  const Scalar &operator()(int i, int j) const { return values[i + rows * j]; }
};

// z := a x + b y. A factor of zero leaves its vector unread: 0 * NaN counts as 0.
template <class Space, class Scalar> struct Combine {
  Scalar a, b;
  const Scalar *x, *y;
  Scalar *z;
  bool with_x, with_y;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    Scalar sum = 0;
    if (with_x)
      sum += a * x[i];
    if (with_y)
      sum += b * y[i];
    z[i] = sum;
  }
};

// z may be x or y.
template <class Space, class Scalar>
void combine(Scalar a, const DistributedVector<Space, Scalar> &x, Scalar b,
             const DistributedVector<Space, Scalar> &y, const DistributedVector<Space, Scalar> &z) {
  require_equal_shape("first vector of a combination", x, z);
  require_equal_shape("second vector of a combination", y, z);
  for (int j = 0; j < z.columns(); ++j)
    Kokkos::parallel_for("curlew::solvers::combine", RangePolicy<Space>(z.space(), 0, z.owned()),
                         Combine<Space, Scalar>{a, b, x.data(j), y.data(j), z.data(j),
                                                a != Scalar(0), b != Scalar(0)});
}

// z := a z, with a factor for each column.
template <class Space, class Scalar>
void scale(const DistributedVector<Space, Scalar> &z, const std::vector<Scalar> &a) {
  require_equal_size("factors of columns", static_cast<Offset>(a.size()), z.columns());
  for (int j = 0; j < z.columns(); ++j) {
    const auto one = z.view({j});
    combine(a[j], one, Scalar(0), one, one);
  }
}

// Sets all entries to a value, ghosts too.
template <class Space, class Scalar>
void fill(const DistributedVector<Space, Scalar> &z, Scalar value) {
  for (int j = 0; j < z.columns(); ++j)
    Kokkos::deep_copy(z.space(), z.column(j), value);
}

template <class Space, class Scalar>
void copy(const DistributedVector<Space, Scalar> &from,
          const DistributedVector<Space, Scalar> &to) {
  combine(Scalar(1), from, Scalar(0), from, to);
}

// Numbers in (-1, 1), the same for the same seed and rank.
template <class Space, class Scalar> struct RandomEntries {
  Scalar *z;
  std::uint64_t seed;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    if constexpr (sizeof(Scalar) == sizeof(double))
      z[i] = random_number(i, seed);
    else
      z[i] = Scalar(random_number(2 * i, seed), random_number(2 * i + 1, seed));
  }
};

template <class Space, class Scalar>
void randomize(const DistributedVector<Space, Scalar> &z, std::uint64_t seed) {
  for (int j = 0; j < z.columns(); ++j) {
    const std::uint64_t stream = (seed * 1024 + j) * 65536 + z.ranks().rank();
    Kokkos::parallel_for("curlew::solvers::randomize", RangePolicy<Space>(z.space(), 0, z.owned()),
                         RandomEntries<Space, Scalar>{z.data(j), stream << 32});
  }
}

// --- Many columns --------------------------------------------------------------------------------

// Number of columns that a kernel takes at a time: pointers are passed in its arguments, sums are
// in registers.
template <class Scalar> constexpr int k_block_columns = sizeof(Scalar) == sizeof(double) ? 8 : 4;

// z := b z + x[0] a[0] + ... + x[count - 1] a[count - 1]
template <class Space, class Scalar> struct AddColumns {
  static constexpr int k_most = k_block_columns<Scalar>;
  const Scalar *x[k_most];
  Scalar a[k_most];
  int count;
  Scalar b;
  Scalar *z;
  bool with_z;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    Scalar sum = 0;
    if (with_z)
      sum += b * z[i];
    for (int k = 0; k < count; ++k)
      sum += a[k] * x[k][i];
    z[i] = sum;
  }
};

// z := x a + b z: x has a.rows columns, z has a.columns, and both have no column in common.
template <class Space, class Scalar>
void add_product(const DistributedVector<Space, Scalar> &x, const SmallMatrix<Scalar> &a, Scalar b,
                 const DistributedVector<Space, Scalar> &z) {
  using Kernel = AddColumns<Space, Scalar>;
  require_equal_rows("vector times a small matrix", x, z);
  require_equal_size("rows of a small matrix", a.rows, x.columns());
  require_equal_size("columns of a small matrix", a.columns, z.columns());
  for (int j = 0; j < z.columns(); ++j) {
    Scalar factor = b;
    for (int first = 0; first < x.columns(); first += Kernel::k_most) {
      Kernel kernel{};
      for (int k = first; k < x.columns() && k < first + Kernel::k_most; ++k)
        if (a(k, j) != Scalar(0)) {
          kernel.x[kernel.count] = x.data(k);
          kernel.a[kernel.count++] = a(k, j);
        }
      kernel.b = factor;
      kernel.z = z.data(j);
      kernel.with_z = factor != Scalar(0);
      Kokkos::parallel_for("curlew::solvers::add_product",
                           RangePolicy<Space>(z.space(), 0, z.owned()), kernel);
      factor = 1;
    }
  }
}

// The terms of x[k]^H y for several columns x[k].
template <class Scalar, int k_columns> struct ConjugateProducts {
  const Scalar *x[k_columns];
  const Scalar *y;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i,
                                         double (&sum)[k_columns * k_doubles<Scalar>]) const {
    const Scalar value = y[i];
    CURLEW_UNROLL
    for (int k = 0; k < k_columns; ++k)
      add_conjugate_product(x[k][i], value, sum + k * k_doubles<Scalar>);
  }
};

// This rank's part of x_k^H y_j for k = first ... first + k_columns - 1, into `sums`.
template <int k_columns, class Space, class Scalar>
void local_products(const DistributedVector<Space, Scalar> &x, int first,
                    const DistributedVector<Space, Scalar> &y, int j, double *sums) {
  ConjugateProducts<Scalar, k_columns> terms;
  for (int k = 0; k < k_columns; ++k)
    terms.x[k] = x.data(first + k);
  terms.y = y.data(j);
  const auto found = ordered_sums<k_columns * k_doubles<Scalar>>(
      y.space(), "curlew::solvers::inner_products", y.owned(), terms);
  std::copy(found.begin(), found.end(), sums);
}

// The same for k_columns, or half as many where fewer are left, and so on. Returns the number of
// columns taken.
template <int k_columns, class Space, class Scalar>
int widest_products(const DistributedVector<Space, Scalar> &x, int first,
                    const DistributedVector<Space, Scalar> &y, int j, double *sums) {
  if constexpr (k_columns > 1)
    if (first + k_columns > x.columns())
      return widest_products<k_columns / 2>(x, first, y, j, sums);
  local_products<k_columns>(x, first, y, j, sums);
  return k_columns;
}

template <class Scalar> std::vector<Scalar> from_doubles(const std::vector<double> &values) {
  std::vector<Scalar> scalars(values.size() / k_doubles<Scalar>);
  for (std::size_t i = 0; i < scalars.size(); ++i)
    scalars[i] = to_scalar<Scalar>(&values[i * k_doubles<Scalar>]);
  return scalars;
}

// x^H y, x.columns() by y.columns(). Collective; one all-reduce.
template <class Space, class Scalar>
SmallMatrix<Scalar> inner_products(const DistributedVector<Space, Scalar> &x,
                                   const DistributedVector<Space, Scalar> &y) {
  require_equal_rows("vector in inner products", x, y);
  SmallMatrix<Scalar> products(x.columns(), y.columns());
  std::vector<double> sums(products.values.size() * k_doubles<Scalar>);
  for (int j = 0; j < y.columns(); ++j) {
    double *at = &sums[static_cast<std::size_t>(j) * x.columns() * k_doubles<Scalar>];
    for (int k = 0; k < x.columns();)
      k += widest_products<k_block_columns<Scalar>>(x, k, y, j, at + k * k_doubles<Scalar>);
  }
  y.ranks().sum(sums);
  products.values = from_doubles<Scalar>(sums);
  return products;
}

// x_j^H y_j. Collective; one all-reduce.
template <class Space, class Scalar>
std::vector<Scalar> dots(const DistributedVector<Space, Scalar> &x,
                         const DistributedVector<Space, Scalar> &y) {
  require_equal_shape("vector in inner products", x, y);
  std::vector<double> sums(y.columns() * k_doubles<Scalar>);
  for (int j = 0; j < y.columns(); ++j)
    local_products<1>(x, j, y, j, &sums[j * k_doubles<Scalar>]);
  y.ranks().sum(sums);
  return from_doubles<Scalar>(sums);
}

// Euclidean norms of the columns. Collective; one all-reduce.
template <class Space, class Scalar>
std::vector<double> norms(const DistributedVector<Space, Scalar> &x) {
  std::vector<double> result;
  for (const Scalar &square : dots(x, x)) // its imaginary part is an exact zero
    result.push_back(std::sqrt(magnitude(square)));
  return result;
}

} // namespace curlew
