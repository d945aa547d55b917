// The adaptive integral method against the dense matrix.
#include "../../core/surface_fixtures.hpp"
#include "../../kokkos_environment.hpp"

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/mom/aim/aim_product.hpp>
#include <curlew/methods/mom/excitation.hpp>
#include <curlew/methods/mom/fill/fill_matrix.hpp>
#include <curlew/solvers/dense/dense_lu.hpp>

#include <gmock/gmock.h>

#include <complex>
#include <random>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;
using Space = Kokkos::DefaultHostExecutionSpace;
using Vector = std::vector<complex>;
using testing::icosphere;

double relative_difference(const Vector &a, const Vector &b) {
  double off = 0, norm = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    off += std::norm(a.at(i) - b[i]);
    norm += std::norm(b[i]);
  }
  return std::sqrt(off / norm);
}

Vector random_vector(std::size_t size) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  Vector x(size);
  for (complex &value : x)
    value = {normal(random), normal(random)};
  return x;
}

Kokkos::View<Complex *, Space> to_space(const Vector &x) {
  std::vector<Complex> values;
  for (const complex &value : x)
    values.emplace_back(value.real(), value.imag());
  return to_view<Space>("x", values);
}
Vector to_host(const Kokkos::View<Complex *, Space> &view) {
  Vector x;
  for (const Complex &value : to_vector(view))
    x.emplace_back(value.real(), value.imag());
  return x;
}

DenseMatrix<Space> dense(const Surface &surface, const Combination &with) {
  const MatrixFill<Space> fill(surface, Quadrature());
  const DenseMatrix<Space> values("z", surface.unknowns(), surface.unknowns());
  fill.fill(Space(), with, FillVariant::face, values);
  return values;
}

Vector times(const DenseMatrix<Space> &z, const Vector &x) {
  Vector y(x.size());
  for (std::size_t n = 0; n < x.size(); ++n)
    for (std::size_t m = 0; m < y.size(); ++m)
      y[m] += complex(z(m, n).real(), z(m, n).imag()) * x[n];
  return y;
}

// The current that a plane wave along z excites.
Vector true_current(const Surface &surface, const Combination &with, const DenseMatrix<Space> &z) {
  IncidentWave wave;
  wave.wave_vector[2] = with.wavenumber;
  wave.electric_amplitude[0] = 1;
  wave.magnetic_amplitude[1] = 1 / k_eta0;
  const Vector b = make_rhs(surface, Quadrature(), with, wave, 1);
  const DenseMatrix<Space> factors("lu", z.extent(0), z.extent(0)), x("x", b.size(), 1);
  Kokkos::deep_copy(factors, z);
  for (std::size_t i = 0; i < b.size(); ++i)
    x(i, 0) = Complex(b[i].real(), b[i].imag());
  DenseLu<Space>(Space(), factors).solve(x);
  return to_host(Kokkos::subview(x, Kokkos::ALL, 0));
}

struct Product {
  Vector y;
  double entries_per_row = 0;
};

template <class Real>
Product product(const Surface &surface, const Combination &with, const AimChoice &choice,
                const Vector &x) {
  const AimGrid grid = make_aim_grid(surface, choice, with.wavenumber, false);
  const NearFinder finder(surface, grid.near_m);
  NearMatrix<Space, Real> near(Space(), surface, make_near_pattern(surface, finder));
  const auto points = make_aim_points<Space>(surface, grid, 1);
  near.fill_exact(Space(), Quadrature(), with);
  near.subtract_grid(Space(), grid, points, with);
  const AimProduct<Space, Real> aim(Space(), surface, grid, points, near, with);
  const Kokkos::View<Complex *, Space> y("y", x.size());
  aim.apply(Space(), to_space(x), y);
  return {to_host(y), double(near.entries()) / surface.unknowns()};
}

constexpr double k_all_near = 1e3; // spacings

TEST(Aim, IsTheDenseMatrixWhereAllPairsAreNear) {
  const Surface surface = make_surface(icosphere(2)); // 480 unknowns
  for (const Combination &with : {Combination{3, 1, 0}, Combination{3, 0.4, 0.6}}) {
    const DenseMatrix<Space> z = dense(surface, with);
    const Vector x = random_vector(surface.basis.size());
    const Vector expected = times(z, x);
    for (const int order : {3, 5}) {
      AimChoice choice;
      choice.order = order;
      choice.near = k_all_near;
      EXPECT_LT(relative_difference(product<double>(surface, with, choice, x).y, expected), 1e-12);
      EXPECT_LT(relative_difference(product<float>(surface, with, choice, x).y, expected), 1e-6);
    }
  }
}

TEST(Aim, AgreesWithTheDenseMatrixOnASphere) {
  const Surface surface = make_surface(icosphere(3)); // 1,920 unknowns
  for (const Combination &with : {Combination{4.55, 1, 0}, Combination{4.55, 0.5, 0.5}}) {
    const DenseMatrix<Space> z = dense(surface, with);
    const Vector x = random_vector(surface.basis.size()), current = true_current(surface, with, z);
    const Vector y = times(z, x), b = times(z, current);
    for (const int order : {3, 5}) {
      AimChoice choice;
      choice.order = order;
      const Product p = product<double>(surface, with, choice, x);
      const Product t = product<double>(surface, with, choice, current);
      printf("order %d magnetic %g: random %.2e true %.2e, %.0f a row; float %.2e\n", order,
             with.magnetic, relative_difference(p.y, y), relative_difference(t.y, b),
             p.entries_per_row,
             relative_difference(product<float>(surface, with, choice, current).y, b));
    }
  }
}

} // namespace
} // namespace curlew::mom
