// Many right-hand sides at once by the adaptive integral method.
#include "../../core/surface_fixtures.hpp"
#include "../../kokkos_environment.hpp"

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/methods/mom/aim/aim_system.hpp>
#include <curlew/methods/mom/excitation.hpp>
#include <curlew/methods/mom/fill/fill_matrix.hpp>
#include <curlew/solvers/dense/dense_lu.hpp>

#include <gmock/gmock.h>

#include <complex>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;
using Space = Host;
using Column = SurfaceSolver::Column;

constexpr double k_wavenumber = 4;
constexpr double k_tolerance = 1e-3;

// Half a turn in the xy plane, both polarisations.
std::vector<IncidentWave> sweep(int angles) {
  std::vector<IncidentWave> waves;
  for (int i = 0; i < angles; ++i)
    for (const bool across : {true, false}) {
      const double phi = k_pi * i / (angles - 1), c = std::cos(phi), s = std::sin(phi);
      IncidentWave wave;
      wave.wave_vector[0] = -k_wavenumber * c;
      wave.wave_vector[1] = -k_wavenumber * s;
      wave.electric_amplitude[2] = across ? 1 : 0;
      wave.electric_amplitude[0] = across ? 0 : -s;
      wave.electric_amplitude[1] = across ? 0 : c;
      wave.magnetic_amplitude[0] = across ? -s / k_eta0 : 0;
      wave.magnetic_amplitude[1] = across ? c / k_eta0 : 0;
      wave.magnetic_amplitude[2] = across ? 0 : -1 / k_eta0;
      waves.push_back(wave);
    }
  return waves;
}

// Returns a body stretched along x, 480 unknowns.
Surface body() {
  TriMesh mesh = testing::icosphere(2, 0.4);
  for (Point &p : mesh.points)
    p[0] *= 2.5;
  return make_surface(mesh);
}

struct Sweep {
  std::vector<Column> b, x;
  SolverFigures figures;
  std::vector<complex> back; // scattered where each wave came from: <f, E> x
};
Sweep solve_sweep(const Surface &surface, Formulation formulation, AimKrylov krylov,
                  const std::vector<IncidentWave> &waves, int max_iterations = 1000) {
  Spec spec;
  spec.formulation = formulation;
  const Combination with = spec.combination(k_wavenumber), electric{k_wavenumber, 1, 0};
  AimSpecification aim;
  aim.krylov = krylov;
  aim.tolerance = k_tolerance;
  aim.max_iterations = max_iterations;
  aim.choice.near = 1e3; // no error of the grid: residuals are those of the matrix
  const auto solver = make_aim_system(Backend::serial, surface, spec, aim, 1);
  solver->prepare(with);
  Sweep result;
  for (const IncidentWave &wave : waves)
    result.b.push_back(make_rhs(surface, spec.quadrature, with, wave, 1));
  result.x = result.b;
  solver->solve(result.x);
  result.figures = solver->figures();
  for (std::size_t c = 0; c < waves.size(); ++c) {
    const Column field = make_rhs(surface, spec.quadrature, electric, waves[c], 1);
    complex sum = 0;
    for (std::size_t n = 0; n < field.size(); ++n)
      sum += field[n] * result.x[c][n];
    result.back.push_back(sum);
  }
  return result;
}

// |b - A x| / |b| of the worst column.
double worst_residual(const Surface &surface, const Combination &with, const Sweep &sweep) {
  const MatrixFill<Space> fill(surface, Quadrature());
  const std::size_t n = surface.basis.size();
  const DenseMatrix<Space> z("z", n, n);
  fill.fill(Space(), with, FillVariant::face, z);
  double worst = 0;
  for (std::size_t c = 0; c < sweep.x.size(); ++c) {
    Column r = sweep.b[c];
    double size = 0, off = 0;
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < n; ++i)
        r[i] -= complex(z(i, j).real(), z(i, j).imag()) * sweep.x[c][j];
    for (std::size_t i = 0; i < n; ++i) {
      off += std::norm(r[i]);
      size += std::norm(sweep.b[c][i]);
    }
    worst = std::max(worst, std::sqrt(off / size));
  }
  return worst;
}

// 122 waves: every residual meets the tolerance without falling far below it (which would waste
// products), and cross sections are those of wave after wave, for which every fourth one stands.
TEST(AimSweep, TakesFewProductsForAllResiduals) {
  constexpr std::size_t k_stride = 4;
  const Surface surface = body();
  const std::vector<IncidentWave> waves = sweep(61);
  std::vector<IncidentWave> some;
  for (std::size_t c = 0; c < waves.size(); c += k_stride)
    some.push_back(waves[c]);
  for (const Formulation formulation : {Formulation::efie, Formulation::cfie}) {
    Spec spec;
    spec.formulation = formulation;
    const Combination with = spec.combination(k_wavenumber);
    const Sweep together = solve_sweep(surface, formulation, AimKrylov::gcr, waves);
    const Sweep apart = solve_sweep(surface, formulation, AimKrylov::gmres, some);
    const double worst = worst_residual(surface, with, together);
    EXPECT_LT(worst, k_tolerance);
    EXPECT_GT(worst, 0.1 * k_tolerance);
    EXPECT_LT(worst_residual(surface, with, apart), k_tolerance);
    const auto each = [](const Sweep &one) { // products
      return static_cast<double>(one.figures.products) / static_cast<double>(one.b.size());
    };
    EXPECT_LT(10 * each(together), each(apart)); // measured 14.6, 17
    double largest = 0;
    for (const complex &one : apart.back)
      largest = std::max(largest, std::abs(one));
    for (std::size_t c = 0; c < some.size(); ++c) // measured 9e-4
      EXPECT_LT(std::abs(together.back[k_stride * c] - apart.back[c]), 3e-3 * largest) << c;
    for (const SolveReport &report : together.figures.reports)
      EXPECT_LT(report.residual, 2 * k_tolerance); // sampled rows
  }
}

// `max_iterations` is of each singular vector: 122 waves may take more than one wave.
TEST(AimSweep, IterationsAreThoseOfASingularVector) {
  const Surface surface = body();
  const Sweep enough = solve_sweep(surface, Formulation::cfie, AimKrylov::gcr, sweep(61), 30);
  EXPECT_GT(enough.figures.products, 30);
  EXPECT_THROW(solve_sweep(surface, Formulation::cfie, AimKrylov::gcr, sweep(61), 2), NotConverged);
}

} // namespace
} // namespace curlew::mom
