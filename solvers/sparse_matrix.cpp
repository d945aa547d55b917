#include <curlew/solvers/sparse_matrix.hpp>

#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spmv.hpp>

#include <memory>

namespace curlew {

template <class Space, class Scalar>
SparseProduct<Space, Scalar>::SparseProduct(const SparseMatrix<Space, Scalar> &matrix) {
  using Matrix = KokkosSparse::CrsMatrix<Scalar, Index, typename Space::device_type, void, Offset>;
  using Graph = typename Matrix::staticcrsgraph_type;
  const auto shared =
      std::make_shared<Matrix>("curlew::solvers::sparse", matrix.column_count, matrix.values,
                               Graph(matrix.columns, matrix.row_begin));
  function_ = [shared](Scalar a, const Column &x, Scalar b, const Column &y) {
    KokkosSparse::spmv("N", a, *shared, x, b, y);
  };
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template class SparseProduct<Space, double>;                                                     \
  template class SparseProduct<Space, Kokkos::complex<double>>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew
