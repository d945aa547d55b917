#include <curlew/solvers/dense/dense_lu.hpp>
#include <curlew/solvers/direct/factor_library.hpp>

#include <algorithm>

namespace curlew {
namespace {

// LAPACK's LU of the matrix with all its zeros: for small general matrices without a library.
template <class Scalar> class DenseFactor : public FactorLibrary<Scalar> {
  using Complex = Kokkos::complex<double>;

public:
  DenseFactor() {
    this->report.library = "dense";
    this->report.ordering = "none";
  }
  void analyse(const HostSparse<Scalar> &) override {}
  void factor(const HostSparse<Scalar> &a) override {
    const DenseMatrix<Host> dense("curlew::solvers::dense_factor", a.rows, a.rows);
    for (Index row = 0; row < a.rows; ++row)
      for (Offset k = a.row_begin[row]; k < a.row_begin[row + 1]; ++k)
        dense(row, a.columns[k]) += a.values[k];
    lu_ = std::make_unique<DenseLu<Host>>(Host(), dense);
    this->report.entries = static_cast<double>(a.rows) * a.rows;
    this->report.bytes = this->report.entries * sizeof(Complex);
  }
  void solve(Scalar *b, int count) override {
    const Index n = lu_->size();
    const DenseMatrix<Host> x("curlew::solvers::dense_right", n, count);
    std::copy(b, b + static_cast<Offset>(n) * count, x.data());
    lu_->solve(x);
    for (Offset i = 0; i < static_cast<Offset>(n) * count; ++i)
      take(x.data()[i], b[i]);
  }

private:
  static void take(const Complex &from, Complex &to) { to = from; }
  static void take(const Complex &from, double &to) { to = from.real(); }
  std::unique_ptr<DenseLu<Host>> lu_;
};

} // namespace

template <class Scalar>
std::unique_ptr<FactorLibrary<Scalar>> make_dense_factor(const FactorOptions &) {
  return std::make_unique<DenseFactor<Scalar>>();
}

template std::unique_ptr<FactorLibrary<double>> make_dense_factor(const FactorOptions &);
template std::unique_ptr<FactorLibrary<Kokkos::complex<double>>>
make_dense_factor(const FactorOptions &);

} // namespace curlew
