#pragma once

// The traits of vectors and operators that Belos requires, for DistributedVector and
// LinearOperator. Belos computes with std::complex, vectors hold Kokkos::complex.
//
// Trilinos 17 adds a third parameter to MultiVecTraits, the type of small dense matrices on the
// host. Its default is the Teuchos matrix that earlier releases have fixed, so that one
// specialisation serves both; only StubTsqrAdapter needs its name.

#include <curlew/core/error.hpp>
#include <curlew/solvers/operator/linear_operator.hpp>
#include <curlew/solvers/vector/vector_algebra.hpp>

#include <BelosMultiVecTraits.hpp>
#include <BelosOperatorTraits.hpp>
#include <Teuchos_RCP.hpp>
#include <Teuchos_Range1D.hpp>
#include <Teuchos_SerialDenseMatrix.hpp>

#include <atomic>
#include <complex>
#include <cstdint>
#include <ostream>
#include <vector>

namespace curlew {

template <class Scalar> struct BelosNumber { using type = Scalar; };
template <> struct BelosNumber<Kokkos::complex<double>> { using type = std::complex<double>; };

inline std::vector<int> indices_of(const Teuchos::Range1D &range) {
  std::vector<int> indices;
  for (auto i = range.lbound(); i <= range.ubound(); ++i)
    indices.push_back(static_cast<int>(i));
  return indices;
}

} // namespace curlew

namespace Belos {

template <class Space, class Scalar>
class MultiVecTraits<typename curlew::BelosNumber<Scalar>::type,
                     curlew::DistributedVector<Space, Scalar>> {
  using MV = curlew::DistributedVector<Space, Scalar>;
  using Number = typename curlew::BelosNumber<Scalar>::type;
  using Magnitude = double;
  using Indices = std::vector<int>;
  using Range = Teuchos::Range1D;
  using Dense = Teuchos::SerialDenseMatrix<int, Number>;

public:
  static Teuchos::RCP<MV> Clone(const MV &mv, int columns) {
    return Teuchos::rcp(new MV(mv.like(columns)));
  }
  static Teuchos::RCP<MV> CloneCopy(const MV &mv) {
    const Teuchos::RCP<MV> other = Clone(mv, mv.columns());
    curlew::copy(mv, *other);
    return other;
  }
  static Teuchos::RCP<MV> CloneCopy(const MV &mv, const Indices &which) {
    return CloneCopy(mv.view(which));
  }
  static Teuchos::RCP<MV> CloneCopy(const MV &mv, const Range &which) {
    return CloneCopy(mv, curlew::indices_of(which));
  }
  static Teuchos::RCP<MV> CloneViewNonConst(MV &mv, const Indices &which) {
    return Teuchos::rcp(new MV(mv.view(which)));
  }
  static Teuchos::RCP<MV> CloneViewNonConst(MV &mv, const Range &which) {
    return CloneViewNonConst(mv, curlew::indices_of(which));
  }
  static Teuchos::RCP<const MV> CloneView(const MV &mv, const Indices &which) {
    return Teuchos::rcp(new MV(mv.view(which)));
  }
  static Teuchos::RCP<const MV> CloneView(const MV &mv, const Range &which) {
    return CloneView(mv, curlew::indices_of(which));
  }

  static std::ptrdiff_t GetGlobalLength(const MV &mv) { return mv.global(); }
  static int GetNumberVecs(const MV &mv) { return mv.columns(); }
  static bool HasConstantStride(const MV &) { return false; } // views take any columns

  // mv := alpha a b + beta mv
  static void MvTimesMatAddMv(Number alpha, const MV &a, const Dense &b, Number beta, MV &mv) {
    curlew::SmallMatrix<Scalar> factors(a.columns(), mv.columns());
    for (int j = 0; j < mv.columns(); ++j)
      for (int i = 0; i < a.columns(); ++i)
        factors(i, j) = alpha * b(i, j);
    curlew::add_product(a, factors, Scalar(beta), mv);
  }
  // mv := alpha a + beta b
  static void MvAddMv(Number alpha, const MV &a, Number beta, const MV &b, MV &mv) {
    curlew::combine(Scalar(alpha), a, Scalar(beta), b, mv);
  }
  static void MvScale(MV &mv, Number alpha) {
    curlew::scale(mv, std::vector<Scalar>(mv.columns(), alpha));
  }
  static void MvScale(MV &mv, const std::vector<Number> &alpha) {
    curlew::scale(mv, std::vector<Scalar>(alpha.begin(), alpha.end()));
  }

  // b := alpha a^H mv
  static void MvTransMv(Number alpha, const MV &a, const MV &mv, Dense &b) {
    const auto products = curlew::inner_products(a, mv);
    for (int j = 0; j < products.columns; ++j)
      for (int i = 0; i < products.rows; ++i)
        b(i, j) = alpha == Number(0) ? Number(0) : alpha * Number(products(i, j));
  }
  // b[j] := a_j^H mv_j: the second argument is conjugated.
  static void MvDot(const MV &mv, const MV &a, std::vector<Number> &b) {
    const auto products = curlew::dots(a, mv);
    std::copy(products.begin(), products.end(), b.begin());
  }
  static void MvNorm(const MV &mv, std::vector<Magnitude> &norms, NormType type = TwoNorm) {
    if (type != TwoNorm)
      throw curlew::Error(curlew::ExitCode::internal,
                          "Belos asked for a norm that is not the Euclidean one");
    const auto found = curlew::norms(mv);
    std::copy(found.begin(), found.end(), norms.begin());
  }

  // mv[which[j]] := a[j]
  static void SetBlock(const MV &a, const Indices &which, MV &mv) {
    for (std::size_t j = 0; j < which.size(); ++j)
      curlew::copy(a.view({static_cast<int>(j)}), mv.view({which[j]}));
  }
  static void SetBlock(const MV &a, const Range &which, MV &mv) {
    SetBlock(a, curlew::indices_of(which), mv);
  }
  static void Assign(const MV &a, MV &mv) { SetBlock(a, Range(0, a.columns() - 1), mv); }
  static void MvRandom(MV &mv) {
    static std::atomic<std::uint64_t> drawn{0};
    curlew::randomize(mv, ++drawn);
  }
  static void MvInit(MV &mv, Number alpha = 0) { curlew::fill(mv, Scalar(alpha)); }
  static void MvPrint(const MV &mv, std::ostream &out) {
    out << "DistributedVector: " << mv.columns() << " columns of " << mv.global() << " rows, "
        << mv.owned() << " of them on rank " << mv.ranks().rank() << "\n";
  }

#ifdef HAVE_BELOS_TSQR
#if __has_include(<BelosDenseMatTraits.hpp>)
  using tsqr_adaptor_type = details::StubTsqrAdapter<MV, Dense>;
#else
  using tsqr_adaptor_type = details::StubTsqrAdapter<MV>;
#endif
#endif
};

template <class Space, class Scalar>
class OperatorTraits<typename curlew::BelosNumber<Scalar>::type,
                     curlew::DistributedVector<Space, Scalar>,
                     curlew::LinearOperator<Space, Scalar>> {
  using MV = curlew::DistributedVector<Space, Scalar>;

public:
  static void Apply(const curlew::LinearOperator<Space, Scalar> &a, const MV &x, MV &y,
                    ETrans transposed = NOTRANS) {
    if (transposed != NOTRANS)
      throw curlew::Error(curlew::ExitCode::internal,
                          "Belos asked for the transpose of an operator that has none");
    a.apply(x, y);
  }
  static bool HasApplyTranspose(const curlew::LinearOperator<Space, Scalar> &) { return false; }
};

} // namespace Belos
