// Scattering and radiation with known answers, method fem.
#include "../unit/kokkos_environment.hpp"
#include <curlew/tests/support/fem_case.hpp>
#include <curlew/tests/support/mie.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/fem/outputs/fields.hpp>
#include <curlew/methods/shared/far_field/far_field.hpp>

#include <gmock/gmock.h>

#include <cmath>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;
using test::Solver;

// A small current in open space behind an absorbing layer: the power of a dipole,
// eta0 k^2 |I l|^2 / 12 pi.
TEST(FemRadiation, ADipoleInALayerRadiatesItsPower) {
  auto json = test::box_case({1.2, 1.2, 1.2}, {12, 12, 12}, "pml");
  json["mesh"]["box"]["origin"] = {-0.6, -0.6, -0.6};
  json["boundaries"]["default"] = {{"type", "pml"}, {"thickness", 0.3}, {"sigma_max", 3.0}};
  json["discretization"]["order"] = 2;
  json["frequency"] = 4e8;
  json["excitations"] = {{{"name", "dipole"},
                          {"type", "current"},
                          {"point", {0.01, 0.02, -0.015}},
                          {"direction", {0, 0, 1}}}};
  json["solver"] = {{"method", "fgmres"}, {"tolerance", 1e-6}};
  Solver solver(json);
  const CurvedLocator locator(solver.problem.model.mesh);
  const SourceSolve solve = plan_at(solver.input, 4e8).front();
  const Load load = current_load(solver.input, solver.problem, locator, solve);
  const PhasorField x = with_fixed(solver.problem, solver.solve(load));
  const Fields fields(solver.problem, solver.media, x, 4e8);
  const auto faces = radiating_faces(solver.input, solver.problem.model, solver.problem.layers);
  ASSERT_FALSE(faces.empty());
  const double k = Solver::wavenumber(4e8), exact = k_eta0 * k * k / (12 * k_pi);
  EXPECT_NEAR(power_through(fields, faces, true) / exact, 1, 0.04); // measured 0.026
  const auto far = far_field(Backend::serial, surface_currents(fields, faces), {{90, 0}, {0, 0}});
  EXPECT_NEAR(std::norm(far[0].theta) / (2 * k_eta0) / (exact * 1.5 / (4 * k_pi)), 1, 0.03);
  EXPECT_LT(std::abs(far[1].theta), 0.02 * std::abs(far[0].theta));
}

// A current in a box of 0.3 m behind absorbing faces, second order, 6 edges to a
// wavelength: what leaves through the faces is what the current delivers, to rounding, since H is
// that of the faces' own law. By the curl of E it is 2 % more.
TEST(FemRadiation, PowerThroughAbsorbingFacesIsThatDelivered) {
  auto json = test::box_case({0.3, 0.3, 0.3}, {6, 6, 6}, "abc");
  json["mesh"]["box"]["origin"] = {-0.15, -0.15, -0.15};
  json["discretization"]["order"] = 2;
  json["frequency"] = 1e9;
  json["excitations"] = {{{"name", "dipole"},
                          {"type", "current"},
                          {"point", {0.001, 0.002, 0.003}},
                          {"direction", {0, 0, 1}}}};
  json["solver"] = {{"method", "direct"}};
  Solver solver(json);
  const CurvedLocator locator(solver.problem.model.mesh);
  const SourceSolve solve = plan_at(solver.input, 1e9).front();
  const Load load = current_load(solver.input, solver.problem, locator, solve);
  const std::vector<complex> unknowns = solver.solve(load);
  // b = -j k0 eta0 (J, phi), and the current gives -1/2 (E, J*).
  complex product = 0;
  for (std::size_t i = 0; i < unknowns.size(); ++i)
    product += unknowns[i] * std::conj(complex(0, 1) * load[i]);
  const double k = Solver::wavenumber(1e9), delivered = -0.5 * product.real() / (k * k_eta0);
  const PhasorField x = with_fixed(solver.problem, unknowns);
  const Fields fields(solver.problem, solver.media, x, 1e9);
  const auto faces = radiating_faces(solver.input, solver.problem.model, solver.problem.layers);
  EXPECT_NEAR(power_through(fields, faces, true) / delivered, 1, 1e-8);
  // eta0 k^2 |I l|^2 / 12 pi, of which 3/2 / 4 pi goes to a steradian across the current.
  const double exact = k_eta0 * k * k / (12 * k_pi);
  const auto far = far_field(Backend::serial, surface_currents(fields, faces), {{90, 0}});
  EXPECT_NEAR(std::norm(far[0].theta) / (2 * k_eta0) / (exact * 1.5 / (4 * k_pi)), 1, 0.03);
}

} // namespace
} // namespace curlew::fem
