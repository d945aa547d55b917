#include <curlew/solvers/krylov/belos_one_step.hpp>
#include <curlew/solvers/krylov/complex_rotation.hpp>
#include <curlew/solvers/vector/vector_algebra.hpp>

#include <Teuchos_BLAS.hpp>

namespace curlew {

// A = diag(1, i), b = (1, 1), x = 0: alpha = 1 - i, s = (i, -i), t = A s = (i, 1) and omega =
// t^H s / t^H t = (1 - i) / 2, which leaves |r|^2 = 1 of |b|^2 = 2; with omega conjugated, 3.
double bicgstab_probe() {
  using Space = Host;
  using Complex = Kokkos::complex<double>;
  using Vector = DistributedVector<Space, Complex>;
  const Vector b(Space(), Communicator(), 2, 0), x = b.like(1);
  fill(b, Complex(1));
  const LinearOperator<Space, Complex> a(
      [](const Space &, const Vector::Column &in, const Vector::Column &out) {
        out(0) = in(0);
        out(1) = Complex(0, 1) * in(1);
      });
  KrylovOptions options;
  options.method = KrylovMethod::bicgstab;
  options.tolerance = 1e-12;
  return belos_one_step(a, b, x, options);
}

ComplexRotation teuchos_rotation(std::complex<double> a, std::complex<double> b) {
  ComplexRotation made;
  Teuchos::BLAS<int, std::complex<double>>().ROTG(&a, &b, &made.c, &made.s);
  made.r = a;
  return made;
}

GmresSource usable_gmres() {
  static const GmresSource found = gmres_with(makes_rotations(teuchos_rotation));
  return found;
}

} // namespace curlew
