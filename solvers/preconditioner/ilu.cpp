// The interface to Ifpack2: the only file that includes Tpetra.
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/instance_copies.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>

#include <Ifpack2_RILUK.hpp>
#include <Teuchos_DefaultSerialComm.hpp>
#include <Teuchos_ParameterList.hpp>
#include <Tpetra_CrsMatrix.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>

namespace curlew {
namespace {

using complex = std::complex<double>;
using Map = Tpetra::Map<>;
using Matrix = Tpetra::CrsMatrix<complex>;
using Multivector = Tpetra::MultiVector<complex>;
using Rows = Tpetra::RowMatrix<complex>;

// Factors on the host, for vectors of any space.
class Ilu {
public:
  Ilu(const std::vector<Offset> &row_begin, const std::vector<Index> &columns,
      const std::vector<Kokkos::complex<double>> &values, int level) {
    const auto count = static_cast<Index>(row_begin.size() - 1);
    const auto alone = Teuchos::rcp(new Teuchos::SerialComm<int>);
    const auto map = Teuchos::rcp(new Map(count, 0, alone));
    const auto matrix = Teuchos::rcp(new Matrix(map, map, most_in_row(row_begin)));
    std::vector<typename Matrix::local_ordinal_type> row_columns;
    std::vector<complex> row_values;
    for (Index row = 0; row < count; ++row) {
      row_columns.clear();
      row_values.clear();
      for (Offset k = row_begin[row]; k < row_begin[row + 1]; ++k)
        if (columns[k] < count) {
          row_columns.push_back(columns[k]);
          row_values.push_back(values[k]);
        }
      if (row_columns.empty()) { // fixed unknown: the divisor does not matter
        row_columns.push_back(row);
        row_values.push_back(1);
      }
      matrix->insertLocalValues(row, static_cast<int>(row_columns.size()), row_values.data(),
                                row_columns.data());
    }
    matrix->fillComplete();
    factors_ = std::make_unique<Ifpack2::RILUK<Rows>>(Teuchos::RCP<const Rows>(matrix));
    Teuchos::ParameterList parameters;
    parameters.set("fact: iluk level-of-fill", level);
    // Room for (level + 2) times the matrix' entries; by default Ifpack2 takes 2^level times as
    // many.
    parameters.set("fact: iluk overalloc", level > 0 ? std::pow(level + 2.0, 1.0 / level) : 2.0);
    factors_->setParameters(parameters);
    factors_->initialize();
    factors_->compute();
    x_ = Teuchos::rcp(new Multivector(map, 1));
    y_ = Teuchos::rcp(new Multivector(map, 1));
    check_pivots();
  }

  // `x` holds at least as many numbers as there are rows; the solution is written over them.
  void apply(std::vector<Kokkos::complex<double>> &x) const {
    {
      const auto to = x_->getDataNonConst(0);
      for (Teuchos::ArrayRCP<complex>::size_type i = 0; i < to.size(); ++i)
        to[i] = complex(x[i]);
    }
    factors_->apply(*x_, *y_);
    const auto from = y_->getData(0);
    for (Teuchos::ArrayRCP<complex>::size_type i = 0; i < from.size(); ++i)
      x[i] = from[i];
  }

private:
  static std::size_t most_in_row(const std::vector<Offset> &row_begin) {
    Offset most = 1;
    for (std::size_t i = 0; i + 1 < row_begin.size(); ++i)
      most = std::max(most, row_begin[i + 1] - row_begin[i]);
    return static_cast<std::size_t>(most);
  }

  // RILUK replaces the inverse of a pivot that is 0 by the smallest number, and continues.
  void check_pivots() const {
    const auto inverse = factors_->getD().getData(0);
    for (Teuchos::ArrayRCP<const complex>::size_type i = 0; i < inverse.size(); ++i) {
      const double size = std::abs(inverse[i]);
      if (!(size > 1e-150 && size < 1e150))
        throw NotConverged("the preconditioner ilu meets a pivot that is 0 or not finite in row " +
                           std::to_string(i) + ": take another level of fill or another one");
    }
  }

  std::unique_ptr<Ifpack2::RILUK<Rows>> factors_;
  Teuchos::RCP<Multivector> x_, y_;
};

} // namespace

template <class Space>
LinearOperator<Space, Kokkos::complex<double>>
make_ilu(const Space &space, const SparseMatrix<Space, Kokkos::complex<double>> &a, int level) {
  using Column = Kokkos::View<Kokkos::complex<double> *, Space>;
  if (level < 0)
    throw InputError("the preconditioner ilu takes a level of fill of 0 or more, not " +
                     std::to_string(level));
  const auto ilu = std::make_shared<Ilu>(to_vector(space, a.row_begin), to_vector(space, a.columns),
                                         to_vector(space, a.values), level);
  const auto rows = Kokkos::make_pair(Index(0), a.rows);
  return LinearOperator<Space, Kokkos::complex<double>>(
      [ilu, rows](const Space &instance, const Column &x, const Column &y) {
        auto values = to_vector(instance, Column(x, rows));
        ilu->apply(values);
        copy_to_view(instance, values, Column(y, rows));
      });
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template LinearOperator<Space, Kokkos::complex<double>> make_ilu(                                \
      const Space &, const SparseMatrix<Space, Kokkos::complex<double>> &, int);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew
