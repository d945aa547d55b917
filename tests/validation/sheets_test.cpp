// Sheets and wires of method fdfd against transmission lines and other methods' results.
#include "solved_grid.hpp"

#include <curlew/methods/fdfd/outputs/diffraction.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

constexpr double k_wavelength_m = k_speed_of_light / 1e10;

// An infinite sheet across z of so much ohm, or a perfect conductor (0), one cell across.
struct InfiniteSheet {
  complex impedance = 0;
  double theta_deg = 0;
  bool is_te = true;
  int cells = 20; // per wavelength
  std::string solver = "";
};

// Solves on one thread: the grids are small.
SolvedGrid solved(const std::string &text, std::size_t which = 0) {
  return solve_grid(text, which, Backend::serial);
}

Diffraction measured(const InfiniteSheet &sheet) {
  const double cell_m = k_wavelength_m / sheet.cells, t = sheet.theta_deg * k_pi / 180;
  const std::string load = sheet.impedance == complex(0)
                               ? ""
                               : fmt::format(R"(, "surface_impedance": [{:.17g}, {:.17g}])",
                                             sheet.impedance.real(), sheet.impedance.imag());
  const SolvedGrid grid = solved(fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": {0:.17g}, "size": [{0:.17g}, {0:.17g}, {1:.17g}],
           "pml": {{"cells": 12, "kappa": 1}}}},
          "boundaries": {{"x-": {{"type": "periodic"}}, "x+": {{"type": "periodic"}},
                          "y-": {{"type": "periodic"}}, "y+": {{"type": "periodic"}}}},
          "objects": [{{"shape": "sheet", "min": [-1, -1, 0], "max": [1, 1, 0]{2}}}],
          "frequency": 1e10, "solver": {{"tolerance": 1e-10{3}}},
          "excitations": [{{"name": "w", "type": "plane-wave",
             "direction": [{4:.17g}, 0, {5:.17g}], "polarization": {6}}}]}})",
      cell_m, 4 * sheet.cells * cell_m, load, sheet.solver, std::sin(t), std::cos(t),
      sheet.is_te ? "[0, 1, 0]" : fmt::format("[{:.17g}, 0, {:.17g}]", std::cos(t), -std::sin(t))));
  return diffraction(grid.fields(), grid.incident, {}, order_planes(grid.problem, {}, "test"), 2);
}

// The sheet lies across the line of free space of admittance y: R = -1 / (1 + 2 Z y), T = 1 + R.
complex exact_reflection(const InfiniteSheet &sheet) {
  const double cosine = std::cos(sheet.theta_deg * k_pi / 180);
  return -1.0 / (1.0 + 2.0 * sheet.impedance * (sheet.is_te ? cosine : 1 / cosine) / k_eta0);
}

struct Shares {
  double reflected, transmitted, absorbed;
};
Shares shares_of(complex reflection) {
  const double r = std::norm(reflection), t = std::norm(1.0 + reflection);
  return {r, t, 1 - r - t};
}

double largest_error(const InfiniteSheet &sheet, const Shares &exact) {
  const Diffraction found = measured(sheet);
  return std::max({std::abs(found.reflected - exact.reflected),
                   std::abs(found.transmitted - exact.transmitted),
                   std::abs(found.absorbed - exact.absorbed)});
}

// Sheets of half the impedance of free space, the film that absorbs most; with reactance; and
// conducting.
TEST(FdfdSheet, ReflectsAndTransmitsAsALoadAcrossALine) {
  for (const complex impedance :
       {complex(k_eta0 / 2), complex(50, 80), complex(0, -300), complex(0)})
    for (const double theta_deg : {0.0, 40.0})
      for (const bool is_te : {true, false}) {
        if (theta_deg == 0 && !is_te)
          continue;
        SCOPED_TRACE(fmt::format("{} + {}j ohm at {} degrees", impedance.real(), impedance.imag(),
                                 theta_deg));
        const InfiniteSheet sheet{impedance, theta_deg, is_te, 40};
        const Shares exact = shares_of(exact_reflection(sheet));
        // 1.3e-3 seen; second order.
        EXPECT_LT(largest_error(sheet, exact), impedance == complex(0) ? 1e-9 : 1.5e-3);
        // The twin: twice the impedance.
        InfiniteSheet twice = sheet;
        twice.impedance = impedance == complex(0) ? complex(20) : 2.0 * impedance;
        EXPECT_GT(largest_error(sheet, shares_of(exact_reflection(twice))), 0.02);
      }
}

// On the grid the impedance of free space is multiplied by k h / sin(beta), for a wave along z with
// 4 sin^2(beta / 2) = (k h)^2: the sheet has no error of its own.
TEST(FdfdSheet, IsExactButForTheGridsDispersion) {
  const InfiniteSheet sheet{{50, 80}, 0, true, 20};
  const double kh = 2 * k_pi / sheet.cells, beta = 2 * std::asin(kh / 2);
  const complex reflection = -1.0 / (1.0 + 2.0 * sheet.impedance * std::sin(beta) / (kh * k_eta0));
  EXPECT_LT(largest_error(sheet, shares_of(reflection)), 3e-6); // reflection of the layers
  InfiniteSheet fine = sheet;
  fine.cells = 40;
  const Shares exact = shares_of(exact_reflection(sheet));
  EXPECT_NEAR(std::log2(largest_error(sheet, exact) / largest_error(fine, exact)), 2, 0.1);
}

TEST(FdfdSheet, IsTheSameToEverySolver) {
  for (const complex impedance : {complex(50, 80), complex(0)})
    for (const double theta_deg : {0.0, 40.0}) {
      InfiniteSheet sheet{impedance, theta_deg};
      const double expected = measured(sheet).reflected;
      sheet.solver = R"(, "method": "bicgstab-fused")";
      EXPECT_NEAR(measured(sheet).reflected, expected, 1e-7) << impedance << theta_deg;
      if (theta_deg > 0)
        continue;
      for (const char *method : {"cocg", "cocr"}) {
        sheet.solver = fmt::format(R"(, "preconditioner": "none", "method": "{}")", method);
        EXPECT_NEAR(measured(sheet).reflected, expected, 1e-7) << impedance << method;
      }
    }
}

// A film on glass, from above at 35 degrees: its admittance beside that of the glass.
TEST(FdfdSheet, LoadsTheInterfaceOfTwoMedia) {
  const double sine = std::sin(35 * k_pi / 180), cosine = std::cos(35 * k_pi / 180),
               in_glass = std::sqrt(1 - sine * sine / 2.25), cell_m = k_wavelength_m / 40;
  const SolvedGrid grid = solved(fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": {0:.17g}, "size": [{0:.17g}, {0:.17g}, {1:.17g}],
           "pml": {{"cells": 12, "kappa": 1}}}},
          "boundaries": {{"x-": {{"type": "periodic"}}, "x+": {{"type": "periodic"}},
                          "y-": {{"type": "periodic"}}, "y+": {{"type": "periodic"}}}},
          "materials": {{"glass": {{"eps_r": 2.25}}}},
          "background": [{{"material": "glass", "top": 0}}, {{"material": "vacuum"}}],
          "objects": [{{"shape": "sheet", "min": [-1, -1, 0], "max": [1, 1, 0],
                        "surface_impedance": [60, 30]}}],
          "frequency": 1e10, "solver": {{"tolerance": 1e-10}},
          "excitations": [{{"name": "w", "type": "plane-wave",
             "direction": [{2:.17g}, 0, -{3:.17g}], "polarization": [0, 1, 0]}}]}})",
      cell_m, 160 * cell_m, sine, cosine));
  const Diffraction found =
      diffraction(grid.fields(), grid.incident, {}, order_planes(grid.problem, {}, "test"), 2);
  const complex load = k_eta0 / complex(60, 30);
  const double above = cosine, below = 1.5 * in_glass;
  const complex sum = above + below + load;
  EXPECT_NEAR(found.reflected, std::norm((above - below - load) / sum), 1e-3);
  EXPECT_NEAR(found.transmitted, std::norm(2 * above / sum) * below / above, 1e-3);
  EXPECT_NEAR(found.absorbed, std::norm(2 * above / sum) * load.real() / above, 1e-3);
  EXPECT_GT(found.absorbed, 0.1);
}

// A square plate with edges of 1 m on so many cells; its edges in wavelengths.
std::string plate_case(int cells, const std::string &object, double wavelengths = 1,
                       const std::string &direction = "[0, 0, -1]",
                       const std::string &polarization = "[1, 0, 0]") {
  const double cell_m = 1.0 / cells;
  return fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": {0:.17g}, "size": [{1:.17g}, {1:.17g}, {2:.17g}],
           "pml": {{"cells": 6}}}}, "materials": {{"c": {{"pec": true}}}},
          "objects": [{{{3}}}], "frequency": {4:.17g}, "solver": {{"tolerance": 1e-6}},
          "excitations": [{{"name": "w", "type": "plane-wave", "direction": {5}, "polarization": {6}}}]}})",
      cell_m, (cells + 24) * cell_m, 24 * cell_m, object, wavelengths * k_speed_of_light, direction,
      polarization);
}

std::string sheet_from(double corner_m, double z_m, const std::string &more = "") {
  return fmt::format(
      R"("shape": "sheet", "min": [{0:.17g}, {0:.17g}, {1:.17g}], "max": [{2:.17g}, {2:.17g}, {1:.17g}]{3})",
      corner_m, z_m, 1 + corner_m, more);
}

double cross_section_towards(const SolvedGrid &grid, const Direction &direction) {
  const NodeBox box = huygens_box(grid.problem, scatterer_box(grid.problem), "test");
  const auto far =
      far_field(huygens_surface(grid.fields(), box, 2), {direction}, compiled_backends().back());
  return cross_section(far.front(), amplitude(grid.incident)).total_m2();
}

// At any position between the planes of the grid the plate scatters the same towards the wave, and
// the report contains its displacement. A thin solid appears and disappears instead.
TEST(FdfdSheet, DoesNotChangeWithTheRoundingOfItsCoordinates) {
  const double cell_m = 1.0 / 8;
  const auto moved_by = [&](double shift) {
    return solved(plate_case(8, sheet_from(-0.5 + shift * cell_m, shift * cell_m)));
  };
  const SolvedGrid there = moved_by(0);
  const double expected = cross_section_towards(there, {0, 0});
  EXPECT_NEAR(largest_shift(there.problem.thin_objects.at(0)), 0, 1e-9);
  for (const double shift : {0.49, -0.49, 0.51}) { // 1 % seen
    const SolvedGrid moved = moved_by(shift);
    EXPECT_NEAR(cross_section_towards(moved, {0, 0}) / expected, 1, 0.02) << shift;
    EXPECT_NEAR(largest_shift(moved.problem.thin_objects.at(0)), 0.49, 1e-9);
    EXPECT_NE(describe(moved.problem.thin_objects[0]).find("moved by 0.49 of a cell"),
              std::string::npos);
  }
}

// The one-wavelength plate: 11.46 square wavelengths towards the wave, of the method of moments
// (10.54 with 176 edges, 8 % below its limit). 2.8 % below it with 16 cells, 1.8 % with 20 and
// 0.5 % with 40; an outline that ends on the outermost edges is 10 % above it with 16.
TEST(FdfdSheet, APlateHasTheCrossSectionOfTheMethodOfMoments) {
  const SolvedGrid plate = solved(plate_case(16, sheet_from(-0.5, 0)));
  EXPECT_NEAR(cross_section_towards(plate, {0, 0}), 11.46, 0.04 * 11.46);
  // A quarter of a cell more on every side is a larger plate, though on the same edges: its cross
  // section grows about as the square of its area.
  const SolvedGrid larger = solved(plate_case(
      16, R"("shape": "sheet", "min": [-0.515625, -0.515625, 0], "max": [0.515625, 0.515625, 0])"));
  const double growth =
      cross_section_towards(larger, {0, 0}) / cross_section_towards(plate, {0, 0});
  EXPECT_NEAR(growth, std::pow(1.03125, 4), 0.06);
  EXPECT_GT(growth, 1.05);
}

// Returns the reflection of strips of 0.4 in periods of 0.8 wavelengths, one cell along them.
double reflected_by_strips(int cells, double half_width, bool along_strips) {
  const double cell_m = 1.0 / cells;
  const SolvedGrid grid = solved(fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": {0:.17g}, "size": [0.8, {0:.17g}, 3],
           "pml": {{"cells": {1}}}}},
          "boundaries": {{"x-": {{"type": "periodic"}}, "x+": {{"type": "periodic"}},
                          "y-": {{"type": "periodic"}}, "y+": {{"type": "periodic"}}}},
          "objects": [{{"shape": "sheet", "min": [-{2:.17g}, -1, 0], "max": [{2:.17g}, 1, 0]}}],
          "frequency": {3:.17g}, "solver": {{"tolerance": 1e-7}},
          "excitations": [{{"name": "w", "type": "plane-wave", "direction": [0, 0, 1],
                            "polarization": {4}}}]}})",
      cell_m, cells / 2, half_width, k_speed_of_light, along_strips ? "[0, 1, 0]" : "[1, 0, 0]"));
  return diffraction(grid.fields(), grid.incident, {}, order_planes(grid.problem, {}, "test"), 2)
      .reflected;
}

// 0.6115 and 0.3880 in the limit of fine cells. An outline that ends on the outermost edges makes
// it 0.714 and 0.502 with 20 cells and converges with the first power.
TEST(FdfdSheet, StripsConvergeWithTheSquareOfTheCell) {
  for (const bool along : {true, false}) {
    const double coarse = reflected_by_strips(20, 0.2, along),
                 fine = reflected_by_strips(40, 0.2, along), limit = along ? 0.6115 : 0.3880;
    EXPECT_NEAR(coarse, limit, 0.014) << along;
    EXPECT_NEAR(fine, limit, 0.0035) << along;
    // Widths that no edges have: 5.7 and 6.2 for a width in wavelengths, as with 40 cells.
    for (const double wider : {-0.01, 0.005, 0.012})
      EXPECT_NEAR(reflected_by_strips(20, 0.2 + wider, along) - coarse, wider * (along ? 5.7 : 6.2),
                  0.01)
          << along << wider;
  }
}

// A solid thinner than a cell whose middle lies on a plane of the grid fixes the same edges and
// scatters as the sheet.
TEST(FdfdSheet, FixesTheEdgesOfAThinSolid) {
  const SolvedGrid
      sheet = solved(plate_case(8, sheet_from(-0.5, 0))),
      solid = solved(plate_case(
          8,
          R"("shape": "box", "min": [-0.5, -0.5, -0.01], "max": [0.5, 0.5, 0.01], "material": "c")"));
  for (int c = 0; c < 3; ++c)
    for (std::size_t e = 0; e < sheet.problem.eps_id[c].size(); ++e)
      ASSERT_EQ(sheet.problem.eps_id[c][e] == 0, solid.problem.eps_id[c][e] == 0) << c << " " << e;
  // Both end where the case has them.
  EXPECT_NEAR(cross_section_towards(solid, {0, 0}) / cross_section_towards(sheet, {0, 0}), 1, 0.05);
}

// A resistive plate absorbs and scatters the power that it takes from the wave; and incident and
// observed wave can be exchanged.
TEST(FdfdSheet, KeepsPowerAndReciprocity) {
  const std::string film = sheet_from(-0.5, 0, R"(, "surface_impedance": [100, 60])");
  const SolvedGrid one = solved(plate_case(8, film));
  const YeeFields fields = one.fields();
  const NodeBox box = huygens_box(one.problem, scatterer_box(one.problem), "test");
  const double scattered = power_through(huygens_surface(fields, box, 2)),
               absorbed = absorbed_power(fields, 2), work = extinction_by_work(fields, box, 2);
  EXPECT_NEAR(scattered + absorbed, work, 1e-5 * work);
  EXPECT_GT(absorbed, 0.2 * work);
  // One wave comes from above, observed at 90 degrees; the other from there (towards -x), observed
  // above. 16 cells to a wavelength: the difference, 1.1 %, is the grid's dispersion.
  const SolvedGrid down = solved(plate_case(8, film, 0.5, "[0, 0, -1]", "[0, 1, 0]")),
                   left = solved(plate_case(8, film, 0.5, "[-1, 0, 0]", "[0, 1, 0]"));
  const double seen = cross_section_towards(down, {90, 0});
  EXPECT_NEAR(cross_section_towards(left, {0, 0}) / seen, 1, 0.015);
  EXPECT_GT(std::abs(cross_section_towards(left, {90, 0}) / seen - 1), 0.1); // the twin
}

// A wire of 1 m on 10 cells, a wave across it; so many frequencies around a resonance.
struct WirePeak {
  double frequency_hz, cross_section_m2;
};
WirePeak peak_of(const std::string &wire, double around_hz) {
  std::array<double, 3> f, sigma;
  for (std::size_t i = 0; i < 3; ++i) {
    f[i] = around_hz * (0.98 + 0.02 * double(i));
    sigma[i] = cross_section_towards(
        solved(fmt::format(
            R"({{"method": "fdfd", "grid": {{"cell": 0.1, "size": [2.4, 2.4, 3.4],
                 "pml": {{"cells": 6}}}}, "objects": [{{"shape": "wire", {}}}],
                "frequency": {:.17g}, "solver": {{"tolerance": 1e-5}},
                "excitations": [{{"name": "w", "type": "plane-wave", "direction": [1, 0, 0],
                                  "polarization": [0, 0, 1]}}]}})",
            wire, f[i])),
        {90, 180});
  }
  // The parabola through the three.
  const double slope = (sigma[2] - sigma[0]) / 2, curvature = sigma[2] - 2 * sigma[1] + sigma[0];
  const double at = -slope / curvature;
  return {f[1] * (1 + 0.02 * at), sigma[1] + slope * at / 2};
}

// The reference is the half-wave resonance of straight wires by the method of moments: thin-wire
// kernel averaged around the wire, triangular functions, 90 of them; radii of 0.05 and 0.4 of a
// cell. 0.4 and 0.7 % off seen, and 0.2 to 0.4 % with 20 cells.
TEST(FdfdWire, ResonatesAsItsRadiusHasIt) {
  const auto wire = [](double radius_m) {
    return fmt::format(R"("points": [[0, 0, -0.5], [0, 0, 0.5]], "radius": {})", radius_m);
  };
  const WirePeak thin{0.4621 * k_speed_of_light, 3.942}, thick{0.4226 * k_speed_of_light, 4.625};
  const WirePeak found_thin = peak_of(wire(0.005), thin.frequency_hz),
                 found_thick = peak_of(wire(0.04), thick.frequency_hz);
  EXPECT_NEAR(found_thin.frequency_hz / thin.frequency_hz, 1, 0.01);
  EXPECT_NEAR(found_thick.frequency_hz / thick.frequency_hz, 1, 0.012);
  EXPECT_NEAR(found_thin.cross_section_m2 / thin.cross_section_m2, 1, 0.06);
  EXPECT_NEAR(found_thick.cross_section_m2 / thick.cross_section_m2, 1, 0.06);
  // The twin: a radius for the other's resonance.
  EXPECT_GT(std::abs(found_thin.frequency_hz / thick.frequency_hz - 1), 0.05);
}

// A wire is where it lies, in halves of its cells, and along any axis; and it may be lossy.
TEST(FdfdWire, IsTheSameAlongEveryAxisAndLosesPower) {
  const auto solved_along = [](int axis, const std::string &more) {
    Vector3 low{0, 0, 0}, direction{0, 0, 0}, polarization{0, 0, 0};
    low[axis] = -0.5;
    polarization[axis] = direction[(axis + 1) % 3] = 1;
    return solved(fmt::format(
        R"({{"method": "fdfd", "grid": {{"cell": 0.125, "size": [3.5, 3.5, 3.5],
             "pml": {{"cells": 6}}}},
            "objects": [{{"shape": "wire", "points": [[{}, {}, {}], [{}, {}, {}]],
                          "radius": 0.003{}}}],
            "frequency": 1.35e8, "solver": {{"tolerance": 1e-7}},
            "excitations": [{{"name": "w", "type": "plane-wave", "direction": [{}, {}, {}],
                              "polarization": [{}, {}, {}]}}]}})",
        low[0], low[1], low[2], -low[0], -low[1], -low[2], more, direction[0], direction[1],
        direction[2], polarization[0], polarization[1], polarization[2]));
  };
  const auto power = [](const SolvedGrid &grid) {
    const NodeBox box = huygens_box(grid.problem, scatterer_box(grid.problem), "test");
    return power_through(huygens_surface(grid.fields(), box, 2));
  };
  const SolvedGrid along_z = solved_along(2, "");
  const double expected = power(along_z);
  EXPECT_NEAR(power(solved_along(0, "")) / expected, 1, 1e-4);
  EXPECT_NEAR(power(solved_along(1, "")) / expected, 1, 1e-4);
  // 100 ohm per metre are spent as 2 pi a times that around it.
  const SolvedGrid lossy =
      solved_along(2, fmt::format(R"(, "surface_impedance": [{}, 0])", 100 * 2 * k_pi * 0.003));
  const NodeBox box = huygens_box(lossy.problem, scatterer_box(lossy.problem), "test");
  const double absorbed = absorbed_power(lossy.fields(), 2),
               work = extinction_by_work(lossy.fields(), box, 2);
  EXPECT_NEAR(power(lossy) + absorbed, work, 1e-4 * work);
  // The reference is a current cos(kz) - cos(kl) on 0.45 wavelengths, by integrals over the wire
  // and the sphere.
  EXPECT_NEAR(absorbed / power(lossy), 0.8255, 0.02);
}

} // namespace
} // namespace curlew::fdfd::testing
