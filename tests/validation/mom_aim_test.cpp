// Scattering by spheres through the adaptive integral method, against Mie.
#include "../unit/core/surface_fixtures.hpp"
#include "../unit/kokkos_environment.hpp"
#include <curlew/tests/support/mie.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/mom/aim/aim_system.hpp>
#include <curlew/methods/mom/excitation.hpp>
#include <curlew/methods/mom/outputs/currents.hpp>
#include <curlew/methods/shared/far_field/far_field.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace curlew::mom {
namespace {

struct Sphere {
  double rms = 0; // error of the field scattered in the E-plane, over its own rms: magnitudes
  SolverFigures figures;
};

// Solves a sphere of radius 1 m, E = x exp(-jkz).
Sphere solve_sphere(const Surface &surface, const Spec &spec, const AimSpecification &aim,
                    double wavenumber, double radius_of_mie_m = 1) {
  IncidentWave wave;
  wave.wave_vector[2] = wavenumber;
  wave.electric_amplitude[0] = 1;
  wave.magnetic_amplitude[1] = 1 / k_eta0;
  const Combination with = spec.combination(wavenumber);
  const auto system = make_aim_system(Backend::serial, surface, spec, aim, 1);
  system->prepare(with);
  std::vector<SurfaceSolver::Column> x = {make_rhs(surface, spec.quadrature, with, wave, 1)};
  system->solve(x);
  const SurfaceCurrents currents = surface_currents(surface, spec.quadrature, x[0], wavenumber);
  test::MieSphere exact;
  exact.radius_m = radius_of_mie_m;
  exact.pec = true;
  const test::Mie mie(exact, wavenumber);
  std::vector<Direction> directions;
  for (int theta = 0; theta <= 180; ++theta)
    directions.push_back({double(theta), 0});
  double off = 0, sum = 0;
  const auto fields = far_field(Backend::serial, currents, directions);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const double found = std::sqrt(cross_section(fields[i], 1).total_m2());
    const double expected = std::sqrt(mie.rcs_m2(directions[i].theta_deg, 0));
    off += (found - expected) * (found - expected);
    sum += expected * expected;
  }
  return {std::sqrt(off / sum), system->figures()};
}

// 7,680 unknowns, 9.1 edges to a wavelength.
TEST(MomAimSphere, IsThatOfMie) {
  const Surface surface = make_surface(testing::icosphere(4));
  constexpr double k_wavenumber = 9.1;
  Spec spec;
  AimSpecification aim;
  aim.preconditioner = AimPreconditioner::sai;
  const Sphere efie = solve_sphere(surface, spec, aim, k_wavenumber);
  EXPECT_LT(efie.rms, 3e-3);                         // measured 1.7e-3
  EXPECT_LT(efie.figures.reports[0].iterations, 48); // 40 and a fifth
  EXPECT_LT(efie.figures.sampled_residual, 3e-3);
  spec.formulation = Formulation::cfie;
  aim.preconditioner = AimPreconditioner::automatic;
  aim.choice.is_single = true;
  const Sphere cfie = solve_sphere(surface, spec, aim, k_wavenumber);
  EXPECT_LT(cfie.rms, 8e-3); // measured 6.4e-3
  EXPECT_LT(cfie.figures.reports[0].iterations, 24);
  // The twin: a sphere two percent larger is another one.
  EXPECT_GT(solve_sphere(make_surface(testing::icosphere(3)), spec, aim, 4, 1.02).rms, 0.02);
}

} // namespace
} // namespace curlew::mom
