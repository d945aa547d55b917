#include <curlew/solvers/sparse/sparse_matrix.hpp>

#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/spaces_and_scalars.hpp>
#include <curlew/solvers/vector/vector_algebra.hpp>

#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spmv.hpp>

#include <memory>
#include <type_traits>

namespace curlew {
namespace {

// Kokkos Kernels 4 takes the execution-space instance, 3 does not.
template <class Space, class Scalar, class Matrix, class Column, class = void>
struct TakesInstance : std::false_type {};
template <class Space, class Scalar, class Matrix, class Column>
struct TakesInstance<
    Space, Scalar, Matrix, Column,
    std::void_t<decltype(KokkosSparse::spmv(
        std::declval<const Space &>(), "N", std::declval<Scalar>(), std::declval<const Matrix &>(),
        std::declval<const Column &>(), std::declval<Scalar>(), std::declval<const Column &>()))>>
    : std::true_type {};

// True where work in an instance is in order with work in the default one. Hosts wait for each
// kernel.
template <class Space, class = void> struct Instance {
  static bool is_in_order(const Space &) { return !is_device<Space>; }
};
template <class Space>
struct Instance<Space, std::void_t<decltype(std::declval<const Space &>().cuda_stream())>> {
  static bool is_in_order(const Space &space) {
    return space.cuda_stream() == Space().cuda_stream();
  }
};

template <class Space, class Scalar, class Matrix, class Column>
void multiply(const Space &space, const Matrix &matrix, Scalar a, const Column &x, Scalar b,
              const Column &y) {
  if constexpr (TakesInstance<Space, Scalar, Matrix, Column>::value) {
    KokkosSparse::spmv(space, "N", a, matrix, x, b, y);
  } else {
    const bool is_in_order = Instance<Space>::is_in_order(space);
    if (!is_in_order)
      space.fence();
    KokkosSparse::spmv("N", a, matrix, x, b, y);
    if (!is_in_order)
      Space().fence();
  }
}

void require_length(const char *what, std::size_t found, Index needed) {
  if (found < static_cast<std::size_t>(needed))
    throw DimensionMismatch(what, static_cast<Offset>(found), needed);
}

// y_j := A x_j for several columns: a row's entries are read once.
template <class Space, class Scalar> struct MultiplyColumns {
  static constexpr int k_most = k_block_columns<Scalar>;
  SparseMatrix<Space, Scalar> matrix;
  const Scalar *x[k_most];
  Scalar *y[k_most];
  int count;

  KOKKOS_INLINE_FUNCTION void operator()(const Index row) const {
    Scalar sum[k_most];
    for (int j = 0; j < count; ++j)
      sum[j] = 0;
    const Offset end = matrix.row_begin(row + 1);
    for (Offset k = matrix.row_begin(row); k < end; ++k) {
      const Scalar value = matrix.values(k);
      const Index column = matrix.columns(k);
      for (int j = 0; j < count; ++j)
        sum[j] += value * x[j][column];
    }
    for (int j = 0; j < count; ++j)
      y[j][row] = sum[j];
  }
};

template <class Space, class Scalar>
void multiply_columns(const SparseMatrix<Space, Scalar> &matrix,
                      const DistributedVector<Space, Scalar> &x,
                      const DistributedVector<Space, Scalar> &y) {
  using Kernel = MultiplyColumns<Space, Scalar>;
  for (int first = 0; first < x.columns(); first += Kernel::k_most) {
    Kernel kernel{matrix, {}, {}, std::min(Kernel::k_most, x.columns() - first)};
    for (int j = 0; j < kernel.count; ++j) {
      kernel.x[j] = x.data(first + j);
      kernel.y[j] = y.data(first + j);
    }
    Kokkos::parallel_for("curlew::solvers::sparse_columns",
                         RangePolicy<Space>(x.space(), 0, matrix.rows), kernel);
  }
}

} // namespace

template <class Space, class Scalar>
SparseProduct<Space, Scalar>::SparseProduct(const SparseMatrix<Space, Scalar> &matrix) {
  using Matrix = KokkosSparse::CrsMatrix<Scalar, Index, typename Space::device_type, void, Offset>;
  using Graph = typename Matrix::staticcrsgraph_type;
  const auto shared =
      std::make_shared<Matrix>("curlew::solvers::sparse", matrix.column_count, matrix.values,
                               Graph(matrix.columns, matrix.row_begin));
  function_ = [shared, rows = matrix.rows, columns = matrix.column_count](
                  const Space &space, Scalar a, const Column &x, Scalar b, const Column &y) {
    require_length("argument of a sparse product", x.extent(0), columns);
    require_length("result of a sparse product", y.extent(0), rows);
    multiply(space, *shared, a, x, b, y);
  };
}

template <class Space, class Scalar>
LinearOperator<Space, Scalar> sparse_operator(const SparseMatrix<Space, Scalar> &matrix) {
  const SparseProduct<Space, Scalar> product(matrix);
  return LinearOperator<Space, Scalar>::on_multivectors(
      [matrix, product](const auto &x, const auto &y) {
        require_length("argument of a sparse product", x.local(), matrix.column_count);
        if (x.columns() == 1)
          product(x.space(), Scalar(1), x.column(0), Scalar(0), y.column(0));
        else
          multiply_columns(matrix, x, y);
      },
      matrix.rows);
}

#define CURLEW_INSTANTIATE(Space, Scalar)                                                          \
  template class SparseProduct<Space, Scalar>;                                                     \
  template LinearOperator<Space, Scalar> sparse_operator(const SparseMatrix<Space, Scalar> &);
CURLEW_FOR_EACH_SPACE_AND_SCALAR
#undef CURLEW_INSTANTIATE

} // namespace curlew
