// Scatterers and dipoles in and over media other than vacuum, of method fdfd: against the series of
// Mie, Sommerfeld's integral and static multipoles with their images. None of these shares a
// function with the method.
#include "solved_grid.hpp"

#include <curlew/core/error.hpp>
#include <curlew/methods/fdfd/outputs/stack_far_field.hpp>
#include <curlew/methods/shared/far_field/sphere_rule.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

using curlew::test::Mie;

NodeBox box_around(const SolvedGrid &grid) {
  return huygens_box(grid.problem, scatterer_box(grid.problem), "test");
}

PowerBalance balance_of(const SolvedGrid &grid) {
  return power_balance(grid.fields(), huygens_surface(grid.fields(), box_around(grid), 2),
                       grid.incident, compiled_backends().back(), 2);
}

// --- in one medium

constexpr double k_radius_m = 0.072, k_frequency_hz = 1e9;

// The sphere of the paper, lossy, its eps relative to the medium's; as many wavelengths across.
SolvedGrid sphere_in(double medium_eps, const std::string &background) {
  const double index = std::sqrt(medium_eps);
  return solve_grid(fmt::format(
      R"({{"method": "fdfd", "grid": {{"size": [0.32, 0.32, 0.32], "pml": {{"cells": 8}},
           "cell": 0.00666666666666666667}},
          "materials": {{"m": {{"eps_r": {:.17g}, "loss_tangent": 0.1}}, "water": {{"eps_r": {:.17g}}}}},
          {} "objects": [{{"shape": "sphere", "center": [0, 0, 0], "radius": 0.072,
                           "material": "m"}}],
          "frequency": {:.17g}, "excitations": [{{"name": "w", "type": "plane-wave",
             "direction": [0, 0, 1], "polarization": [1, 0, 0]}}]}})",
      4 * medium_eps, medium_eps, background, k_frequency_hz / index));
}

struct SphereErrors {
  double scattering, absorption, theorem, mean_db;
};
SphereErrors errors_of(const SolvedGrid &grid) {
  const Mie exact({k_radius_m, complex(4, -0.4), 1, false}, wavenumber_of(k_frequency_hz));
  const PowerBalance balance = balance_of(grid);
  EXPECT_LT(balance.work_difference(), 1e-5);
  EXPECT_LT(balance.far_field_difference().value(), 0.01);
  const double area = k_pi * k_radius_m * k_radius_m * balance.incident_density;
  SphereErrors errors{balance.scattered / area / exact.q_scattering() - 1,
                      balance.absorbed / area / exact.q_absorption() - 1,
                      balance.theorem_difference().value(), 0};
  std::vector<double> theta;
  for (int degree = 0; degree <= 180; degree += 5)
    theta.push_back(degree);
  const auto directions = all_directions(theta, {30});
  const HuygensSurface surface = huygens_surface(grid.fields(), box_around(grid), 2);
  const auto far = far_field(surface, directions, compiled_backends().back());
  // The same far field by reciprocity, as used for layers.
  const auto other = stack_far_field(grid.fields(), surface.box, directions, "test", 2);
  double weight = 0;
  for (std::size_t d = 0; d < far.size(); ++d) {
    const double expected = exact.rcs_m2(theta[d], 30);
    const double found = cross_section(far[d], amplitude(grid.incident)).total_m2();
    errors.mean_db += expected * std::abs(10 * std::log10(found / expected));
    weight += expected;
    EXPECT_LT(std::abs(far[d].theta - other[d].theta) + std::abs(far[d].phi - other[d].phi),
              0.01 * std::sqrt(exact.rcs_m2(0, 30)));
  }
  errors.mean_db /= weight;
  return errors;
}

// Water in light, index 1.33: errors are those of the same grid in vacuum.
TEST(FdfdMedium, ASphereInWaterIsAsGoodAsInVacuum) {
  const SphereErrors vacuum = errors_of(sphere_in(1, ""));
  const double water = 1.33 * 1.33;
  const SphereErrors found = errors_of(sphere_in(water, R"("background": "water",)"));
  for (const auto &[name, one] : {std::pair{"vacuum", vacuum}, {"water", found}}) {
    RecordProperty(name, fmt::format("{:.4g} {:.4g} {:.3g} {:.3g}", one.scattering, one.absorption,
                                     one.theorem, one.mean_db));
    EXPECT_LT(std::abs(one.scattering), 0.01) << name;
    EXPECT_LT(std::abs(one.absorption), 0.01) << name;
    EXPECT_LT(one.theorem, 0.01) << name;
    EXPECT_LT(one.mean_db, 0.1) << name;
  }
  EXPECT_NEAR(found.scattering, vacuum.scattering, 2e-3);
  EXPECT_NEAR(found.absorption, vacuum.absorption, 2e-3);
  EXPECT_NEAR(found.mean_db, vacuum.mean_db, 0.02);
  // The twin: the surroundings forgotten.
  EXPECT_GT(std::abs(errors_of(sphere_in(water, "")).scattering), 0.1);
}

// --- a dipole over glass

// Returns the power over that in vacuum, @cite novotny2012, chapter 10, whose time is exp(-i omega
// t): to 1e-6.
double sommerfeld(double eps, double k_times_height, bool is_vertical) {
  const complex i(0, 1);
  const auto integrand = [&](double s, complex sz, complex ds) { // ds over the integration variable
    const complex inside = std::sqrt(complex(eps - s * s));
    const complex te = (sz - inside) / (sz + inside),
                  tm = (eps * sz - inside) / (eps * sz + inside);
    const complex wave = std::exp(2.0 * i * k_times_height * sz) * ds;
    return is_vertical ? (1.5 * s * s * s * tm * wave).real()
                       : (0.75 * s * (te - sz * sz * tm) * wave).real();
  };
  // s / sz ds = -dsz: by s = sin a, sz = cos a, and beyond 1 by s = cosh a, sz = i sinh a.
  constexpr int k_steps = 20000;
  double sum = 0;
  for (int n = 0; n < k_steps; ++n) {
    const double a = (n + 0.5) / k_steps * k_pi / 2;
    sum += integrand(std::sin(a), std::cos(a), 1) * k_pi / 2 / k_steps;
    const double most = std::acosh(1 + 20 / k_times_height), b = (n + 0.5) / k_steps * most;
    sum += integrand(std::cosh(b), i * std::sinh(b), -i) * most / k_steps;
  }
  return 1 + sum;
}

double power_over_glass(double eps, bool is_vertical) {
  const SolvedGrid grid = solve_grid(fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": 0.025, "size": [1.2, 1.2, 1.2],
           "origin": [-0.6, -0.6, -0.7], "pml": {{"cells": 10}}}},
          "materials": {{"glass": {{"eps_r": {}}}}},
          "background": [{{"material": "glass", "top": 0}}, {{"material": "vacuum"}}],
          "frequency": 299792458, "solver": {{"tolerance": 1e-8}},
          "excitations": [{{"name": "d", "type": "current", "point": {},
                            "direction": {}}}]}})",
      eps, is_vertical ? "[0, 0, 0.1125]" : "[0.0125, 0, 0.1]",
      is_vertical ? "[0, 0, 1]" : "[1, 0, 0]"));
  return power_of_current(
      grid.fields(),
      make_current_rhs(grid.problem, std::get<CurrentSource>(grid.input->excitations[0].source),
                       "test")
          .f);
}

TEST(FdfdMedium, ADipoleOverGlassRadiatesWhatSommerfeldSays) {
  // A mirror, where the integral is an elementary one.
  EXPECT_NEAR(sommerfeld(1e12, 1, true), 1 - 3 * std::cos(2.0) / 4 + 3 * std::sin(2.0) / 8, 1e-5);
  EXPECT_NEAR(sommerfeld(1, 1, false), 1, 1e-12);
  for (const bool is_vertical : {true, false}) {
    const double height = is_vertical ? 0.1125 : 0.1;
    const double vacuum = power_over_glass(1, is_vertical);
    const double expected = sommerfeld(4, 2 * k_pi * height, is_vertical);
    const double found = power_over_glass(4, is_vertical) / vacuum;
    RecordProperty(is_vertical ? "vertical" : "horizontal",
                   fmt::format("{:.5g} {:.5g}", found, expected));
    EXPECT_NEAR(found / expected, 1, 0.01);
    EXPECT_GT(std::abs(found / sommerfeld(4, 2 * k_pi * 1.2 * height, is_vertical) - 1), 0.015);
  }
}

// --- a sphere on a substrate

double factorial(int n) {
  return n < 2 ? 1 : n * factorial(n - 1);
}

// Dipole moment over 4 pi eps0 a^3 E0 of a sphere of radius 1, its centre `height` over a
// half-space, in a static field along x (m = 1) or z (m = 0): multipoles and their images, with the
// translation of solid harmonics, as in @cite wind1987.
complex polarizability(complex eps, double substrate, double height, int m, int degree = 40) {
  const double mirror = (substrate - 1) / (substrate + 1), distance = 2 * height;
  std::vector<std::vector<complex>> rows;
  for (int n = 1; n <= degree; ++n) {
    const complex alpha = double(n) * (eps - 1.0) / (double(n) * eps + double(n + 1));
    std::vector<complex> row;
    for (int l = 1; l <= degree; ++l)
      row.push_back((n == l ? 1.0 : 0.0) - alpha * mirror * ((l + n) % 2 == 0 ? 1.0 : -1.0) *
                                               factorial(l + n) /
                                               (factorial(l - m) * factorial(n + m)) /
                                               std::pow(distance, double(l + n + 1)));
    row.push_back(n == 1 ? alpha : complex(0));
    rows.push_back(row);
  }
  for (int p = degree - 1; p >= 0; --p) // from the last: the first is the result
    for (int r = 0; r < p; ++r) {
      const complex factor = rows[r][p] / rows[p][p];
      for (int c = 0; c <= degree; ++c)
        rows[r][c] -= factor * rows[p][c];
    }
  return rows[0][degree] / rows[0][0];
}

// A sphere of 12 cells to its radius, which is a 314th of the wavelength, under a TM wave from
// above.
struct SmallSphere {
  double substrate = 12;
  double theta_deg = 0; // from the normal
  bool is_there = true; // the grid includes the substrate
  int gap = 3;          // cells between it and the sphere
};
constexpr double k_small_radius_m = 1, k_small_wavenumber = 0.02;
const complex k_small_eps(6, -1.2);

SolvedGrid small_sphere(const SmallSphere &sphere) {
  const double t = sphere.theta_deg * k_pi / 180, cell_m = k_small_radius_m / 12,
               height_m = k_small_radius_m + sphere.gap * cell_m;
  return solve_grid(fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": {0:.17g}, "size": [6, 6, 6],
           "origin": [-3, -3, {1:.17g}], "pml": {{"cells": 10}}}},
          "materials": {{"m": {{"eps_r": 6, "loss_tangent": 0.2}}, "s": {{"eps_r": {2}}}}},
          "background": [{{"material": "s", "top": 0}}, {{"material": "vacuum"}}],
          "objects": [{{"shape": "sphere", "center": [0, 0, {3:.17g}], "radius": 1,
                        "material": "m"}}],
          "frequency": {4:.17g}, "solver": {{"tolerance": 1e-7}},
          "excitations": [{{"name": "w", "type": "plane-wave", "direction": [{5:.17g}, 0, {6:.17g}],
                            "polarization": [{7:.17g}, 0, {8:.17g}]}}]}})",
      cell_m, height_m - 3, sphere.is_there ? sphere.substrate : 1, height_m,
      k_small_wavenumber * k_speed_of_light / (2 * k_pi), std::sin(t), -std::cos(t), std::cos(t),
      std::sin(t)));
}

// Returns the power that a static sphere absorbs, P = -1/2 omega Im (p . E0*), in the field of the
// wave over the substrate at its centre by Fresnel's formulas.
double static_absorption(const SmallSphere &sphere, bool with_images = true) {
  const double t = sphere.theta_deg * k_pi / 180, cosine = std::cos(t), sine = std::sin(t),
               inside = std::sqrt(sphere.substrate - sine * sine), height = 1 + sphere.gap / 12.0;
  const double tm = (sphere.substrate * cosine - inside) / (sphere.substrate * cosine + inside);
  const complex down = std::polar(1.0, k_small_wavenumber * height * cosine), up = std::conj(down);
  const complex along = cosine * (down - tm * up), normal = sine * (down + tm * up);
  const double substrate = with_images ? sphere.substrate : 1;
  const double scale = -0.5 * k_small_wavenumber * k_speed_of_light * 4 * k_pi * k_eps0;
  return scale * (polarizability(k_small_eps, substrate, height, 1).imag() * std::norm(along) +
                  polarizability(k_small_eps, substrate, height, 0).imag() * std::norm(normal));
}

TEST(FdfdMedium, ASphereOverASubstrateAbsorbsWhatItsImagesSay) {
  EXPECT_NEAR(std::abs(polarizability(4, 1, 1.2, 1) - 0.5), 0, 1e-12);
  // Dipole and image alone, where they are far apart.
  const double far = 0.5 / (1 - 2 * 0.5 * 0.8 / std::pow(10.0, 3));
  EXPECT_NEAR(std::abs(polarizability(4, 9, 5, 0) - far), 0, 1e-4 * far);
  SmallSphere alone;
  alone.is_there = false;
  alone.substrate = 1;
  const double grid_factor =
      absorbed_power(small_sphere(alone).fields(), 2) / static_absorption(alone);
  RecordProperty("vacuum", std::to_string(grid_factor));
  EXPECT_NEAR(grid_factor, 1, 0.05); // for the smoothed sphere, with any background
  for (const double theta : {0.0, 60.0}) {
    SmallSphere sphere;
    sphere.theta_deg = theta;
    const SolvedGrid grid = small_sphere(sphere);
    const double found = absorbed_power(grid.fields(), 2), expected = static_absorption(sphere);
    RecordProperty(fmt::format("theta_{}", theta),
                   fmt::format("{:.4f} {:.4f}, without images {:.4f}", found / expected,
                               found / expected / grid_factor,
                               found / static_absorption(sphere, false)));
    EXPECT_NEAR(found / expected, 1, 0.055);
    EXPECT_NEAR(found / expected / grid_factor, 1, 0.01);
    EXPECT_GT(found / static_absorption(sphere, false) / grid_factor, 1.05); // the twin
  }
}

// The power through a box around a sphere that stands on glass equals that of the far field on both
// sides.
TEST(FdfdMedium, FarFieldsOverGlassCarryTheScatteredPower) {
  double differences[2];
  for (const int refined : {0, 1}) {
    const SolvedGrid grid = solve_grid(fmt::format(
        R"({{"method": "fdfd", "grid": {{"cell": {:.17g}, "size": [0.9, 0.9, 0.9],
             "origin": [-0.45, -0.45, -0.4], "pml": {{"cells": 10}}}},
            "materials": {{"m": {{"eps_r": 4, "loss_tangent": 0.05}}, "glass": {{"eps_r": 2.25}}}},
            "background": [{{"material": "glass", "top": 0}}, {{"material": "vacuum"}}],
            "objects": [{{"shape": "sphere", "center": [0, 0, 0.1], "radius": 0.1,
                          "material": "m"}}],
            "frequency": 299792458, "solver": {{"tolerance": 1e-8}},
            "excitations": [{{"name": "w", "type": "plane-wave", "direction": [0.5, 0,
                              -0.86602540378443865], "polarization": [0, 1, 0]}}]}})",
        refined == 1 ? 0.015 : 0.025));
    const PowerBalance balance = balance_of(grid);
    EXPECT_LT(balance.work_difference(), 1e-6);
    EXPECT_FALSE(balance.by_theorem);
    const SphereRule rule = sphere_rule(64);
    const auto far = stack_far_field(grid.fields(), box_around(grid), rule.directions, "test", 2);
    double watts = 0;
    for (std::size_t d = 0; d < far.size(); ++d)
      watts += rule.weights[d] * (rule.directions[d].theta_deg < 90 ? 1 : 1.5) / (2 * k_eta0) *
               (std::norm(far[d].theta) + std::norm(far[d].phi));
    differences[refined] = balance.scattered / watts - 1;
  }
  RecordProperty("coarse", std::to_string(differences[0]));
  RecordProperty("fine", std::to_string(differences[1]));
  EXPECT_LT(std::abs(differences[0]), 0.005); // 0.0026 and 0.0016 seen
  EXPECT_LT(std::abs(differences[1]), 0.003);
}

TEST(FdfdMedium, AFarFieldInLossesIsRefused) {
  const SolvedGrid grid = solve_grid(
      R"({"method": "fdfd", "grid": {"cell": 0.05, "size": [1.2, 1.2, 1.2], "pml": {"cells": 6}},
          "materials": {"m": {"eps_r": 4}, "soil": {"eps_r": 3, "sigma": 0.02}},
          "background": [{"material": "soil", "top": 0}, {"material": "vacuum"}],
          "objects": [{"shape": "sphere", "center": [0, 0, 0.1], "radius": 0.1, "material": "m"}],
          "frequency": 299792458,
          "excitations": [{"name": "w", "type": "plane-wave", "direction": [0, 0, -1],
                           "polarization": [0, 1, 0]}]})");
  EXPECT_FALSE(has_power_balance(grid.problem));
  EXPECT_NO_THROW(require_far_field(grid.problem, {{10, 0}, {90, 0}}, "test.json:9:1"));
  try {
    require_far_field(grid.problem, {{10, 0}, {100, 0}}, "test.json:9:1");
    FAIL();
  } catch (const InputError &error) {
    EXPECT_NE(std::string(error.what()).find("test.json:9:1: the far field below"),
              std::string::npos)
        << error.what();
  }
}

// --- a magnetic material that lies nowhere

TEST(FdfdMedium, AMagneticMaterialThatLiesNowhereMakesNothingMagnetic) {
  const auto problem_with = [](const char *material) {
    return solve_grid(fmt::format(
                          R"({{"method": "fdfd", "grid": {{"cell": 0.1, "size": [2, 0.1, 2],
             "smoothing": "tensor", "pml": {{"cells": 4}}}},
            "boundaries": {{"y-": {{"type": "periodic"}}, "y+": {{"type": "periodic"}}}},
            "materials": {{"m": {{"eps_r": 4}}, "n": {{"mu_r": 2}}}},
            "objects": [{{"shape": "sphere", "center": [0, 0, 0], "radius": 0.3, "material": "{}"}}],
            "frequency": 3e7, "excitations": [{{"name": "w", "type": "plane-wave",
            "direction": [0, 0, 1], "polarization": [1, 0, 0]}}]}})",
                          material))
        .problem;
  };
  EXPECT_FALSE(problem_with("m").is_magnetic());
  EXPECT_THROW(problem_with("n"), InputError); // the twin: no tensor beside mu
}

// --- powers between periodic walls

// Scattered power of a cylinder of eps 4 and radius a per length over the incident density, E along
// it: 4/k times the sum of |c_n|^2, @cite bohren1983, section 8.4.
double width_of_cylinder(double k, double a) {
  const double m = 2, x = k * a;
  const auto slope = [](const auto &f, int n, double z) {
    return n == 0 ? -f(1, z) : f(n - 1, z) - n / z * f(n, z);
  };
  const auto j = [](int n, double z) { return std::cyl_bessel_j(n, z); };
  const auto y = [](int n, double z) { return std::cyl_neumann(n, z); };
  double sum = 0;
  for (int n = 0; n < 12; ++n) {
    const double inside = m * slope(j, n, m * x) / j(n, m * x);
    const complex h(j(n, x), y(n, x)), dh(slope(j, n, x), slope(y, n, x));
    sum += (n == 0 ? 1 : 2) * std::norm((inside * j(n, x) - slope(j, n, x)) / (inside * h - dh));
  }
  return 4 / k * sum;
}

// A period of one cell along y: the box for powers holds it and needs no face across y.
TEST(FdfdPowers, OfACylinderInAPeriodAreThoseOfItsSeries) {
  for (const char *const axes : {"xz", "yz"}) { // the axis of the cylinder is the third one
    const int along = axes[0] == 'x' ? 1 : 0;
    const auto vector = [&](double across, double on, double z) {
      return along == 1 ? fmt::format("[{}, {}, {}]", across, on, z)
                        : fmt::format("[{}, {}, {}]", on, across, z);
    };
    const SolvedGrid grid = solve_grid(fmt::format(
        R"({{"method": "fdfd", "grid": {{"cell": 0.025, "size": {0}, "pml": {{"cells": 10}}}},
            "boundaries": {{"{1}-": {{"type": "periodic"}}, "{1}+": {{"type": "periodic"}}}},
            "materials": {{"m": {{"eps_r": 4}}}},
            "objects": [{{"shape": "cylinder", "base": {2}, "axis": {3}, "radius": 0.2,
                          "material": "m"}}],
            "frequency": 299792458, "solver": {{"tolerance": 1e-8}},
            "excitations": [{{"name": "w", "type": "plane-wave", "direction": [0, 0, 1],
                              "polarization": {4}}}]}})",
        vector(1.6, 0.025, 1.6), "xy"[along], vector(0, -1, 0), vector(0, 2, 0), vector(0, 1, 0)));
    const auto box = power_box(grid.problem, scatterer_box(grid.problem));
    ASSERT_TRUE(box);
    const PowerBalance balance = power_balance(grid.fields(), huygens_surface(grid.fields(), *box),
                                               grid.incident, Backend::serial);
    const double expected = 0.025 * width_of_cylinder(2 * k_pi, 0.2) / (2 * k_eta0);
    EXPECT_NEAR(balance.scattered / expected, 1, 0.02);
    EXPECT_NEAR(balance.by_work / balance.scattered, 1, 1e-6); // Poynting's theorem of the grid
    EXPECT_FALSE(balance.by_theorem);
  }
}

} // namespace
} // namespace curlew::fdfd::testing
