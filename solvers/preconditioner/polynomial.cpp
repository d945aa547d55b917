#include <curlew/core/error.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/preconditioner/polynomial_roots.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>
#include <curlew/solvers/vector/vector_algebra.hpp>

#include <cmath>

namespace curlew {
namespace {

using Complex = Kokkos::complex<double>;

// Result of Arnoldi's process for A in the space of start, A start, ..., of at most `degree`
// dimensions: fewer where that space is smaller.
struct Hessenberg {
  int steps = 0;
  std::vector<std::complex<double>> values; // (steps + 1) x steps
};

[[noreturn]] void refuse_start() {
  throw NotConverged("the preconditioner polynomial needs a finite start that A does not map to 0");
}

template <class Space>
Hessenberg arnoldi(const LinearOperator<Space, Complex> &a,
                   const DistributedVector<Space, Complex> &start, int degree) {
  const auto basis = start.like(degree + 1);
  const double norm = norms(start)[0];
  if (!(norm > 0 && std::isfinite(norm)))
    refuse_start();
  combine(Complex(1 / norm), start, Complex(0), start, basis.view({0}));
  SmallMatrix<Complex> h(degree + 1, degree);
  int steps = 0;
  while (steps < degree) {
    std::vector<int> before;
    for (int i = 0; i <= steps; ++i)
      before.push_back(i);
    const auto v = basis.view(before), next = basis.view({steps + 1});
    a.apply(basis.view({steps}), next);
    const double product_norm = norms(next)[0];
    if (!std::isfinite(product_norm))
      refuse_start();
    for (int pass = 0; pass < 2; ++pass) { // twice is enough
      SmallMatrix<Complex> along = inner_products(v, next);
      for (int i = 0; i <= steps; ++i) {
        h(i, steps) += along(i, 0);
        along(i, 0) = -along(i, 0);
      }
      add_product(v, along, Complex(1), next);
    }
    const double left = norms(next)[0];
    h(steps + 1, steps) = left;
    ++steps;
    if (left <= 1e-12 * product_norm)
      break; // the space is invariant: its polynomial is exact
    combine(Complex(1 / left), next, Complex(0), next, next);
  }
  Hessenberg found{steps, {}};
  for (int j = 0; j < steps; ++j)
    for (int i = 0; i <= steps; ++i)
      found.values.push_back(h(i, j));
  return found;
}

// x += c z, z -= c (A z); the other order of the last root has no A z.
template <class Space> struct PolynomialStep {
  Complex c;
  Kokkos::View<Complex *, Space> z, az, x;
  bool is_last;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    x(i) += c * z(i);
    if (!is_last)
      z(i) -= c * az(i);
  }
};

} // namespace

template <class Space>
LinearOperator<Space, Complex> make_polynomial(const LinearOperator<Space, Complex> &a,
                                               const DistributedVector<Space, Complex> &start,
                                               int degree) {
  using Column = Kokkos::View<Complex *, Space>;
  if (degree < 1)
    throw InputError("the degree of the preconditioner polynomial is at least 1, it is " +
                     std::to_string(degree));
  const Hessenberg found = arnoldi(a, start, degree);
  std::vector<Complex> inverse_roots;
  for (const std::complex<double> &root : residual_polynomial_roots(found.steps, found.values)) {
    const std::complex<double> inverse = 1.0 / root;
    if (!std::isfinite(inverse.real()) || !std::isfinite(inverse.imag()))
      refuse_start();
    inverse_roots.emplace_back(inverse);
  }
  const auto work = start.like(2);
  const Offset owned = start.owned();
  return LinearOperator<Space, Complex>(
      [a, inverse_roots, work, owned](const Space &space, const Column &x, const Column &y) {
        const Column z = work.column(0), az = work.column(1);
        const auto rows = Kokkos::make_pair(Offset(0), owned);
        Kokkos::deep_copy(space, Kokkos::subview(z, rows), Kokkos::subview(x, rows));
        Kokkos::deep_copy(space, Kokkos::subview(y, rows), Complex(0));
        for (std::size_t n = 0; n < inverse_roots.size(); ++n) {
          const bool is_last = n + 1 == inverse_roots.size();
          if (!is_last)
            a.apply(space, z, az);
          Kokkos::parallel_for("curlew::solvers::polynomial", RangePolicy<Space>(space, 0, owned),
                               PolynomialStep<Space>{inverse_roots[n], z, az, y, is_last});
        }
      });
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template LinearOperator<Space, Complex> make_polynomial(                                         \
      const LinearOperator<Space, Complex> &, const DistributedVector<Space, Complex> &, int);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew
