// Sheets and wires on the grid: the edges that they change, and the new constants.
#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/io/case/loader.hpp>
#include <curlew/methods/fdfd/case/check_case.hpp>
#include <curlew/methods/fdfd/make_problem.hpp>
#include <curlew/methods/fdfd/sources/right_hand_side.hpp>
#include <curlew/methods/fdfd/thin/outlines.hpp>
#include <curlew/methods/fdfd/thin/wires.hpp>

#include <gmock/gmock.h>

namespace curlew::fdfd {
namespace {

using ::testing::HasSubstr;

// Returns a problem of 10 cells of 0.1 m along every axis, no layers; E_z fields, walls magnetic by
// default.
Problem laid(const std::string &objects, const std::string &walls = "pmc",
             const std::string &materials = "") {
  const std::string text = R"({"method": "fdfd",
    "grid": {"cell": 0.1, "size": [1, 1, 1], "origin": [0, 0, 0], "pml": {"cells": 1}},
    "boundaries": {"default": {"type": ")" +
                           walls + R"("}}, "materials": {)" + materials + R"(},
    "objects": [)" + objects +
                           R"(], "frequency": 3e7,
    "excitations": [{"name": "c", "type": "current", "point": [0.25, 0.25, 0.25],
                     "direction": [0, 0, 1]}]})";
  const CaseFormat format = make_case_format({case_method()});
  return make_problem(parse_case(text, "test.json", ".", format), 3e7);
}

std::int64_t fixed_edges(const Problem &problem) {
  std::int64_t count = 0;
  for (int c = 0; c < 3; ++c)
    for (Index k = 0; k < problem.count(2); ++k)
      for (Index j = 0; j < problem.count(1); ++j)
        for (Index i = 0; i < problem.count(0); ++i)
          count += problem.eps_id[c][problem.entry(i, j, k)] == 0 &&
                   !problem.is_boundary_fixed(c, {i, j, k});
  return count;
}

complex eps_at(const Problem &problem, int c, Index i, Index j, Index k) {
  return problem.eps[problem.eps_id[c][problem.entry(i, j, k)]];
}

TEST(ThinObjects, ASheetFixesTheEdgesOfItsRectangle) {
  // 4 x 3 cells: 4 x 4 edges along x and 5 x 3 along y.
  const Problem problem =
      laid(R"({"shape": "sheet", "min": [0.24, 0.31, 0.46], "max": [0.64, 0.61, 0.46]})");
  EXPECT_EQ(fixed_edges(problem), 31);
  EXPECT_TRUE(problem.has_conductors);
  const ThinObject &report = problem.thin_objects.at(0);
  EXPECT_EQ(report.edges, 31);
  EXPECT_NEAR(largest_shift(report), 0.4, 1e-9);
  EXPECT_NEAR(report.held_min_m[2], 0.5, 1e-12);
  EXPECT_THAT(describe(report), HasSubstr("z 0.5 (given 0.46, moved by 0.4 of a cell)"));
  EXPECT_TRUE(report.warnings.empty());
  EXPECT_EQ(problem.eps_id[0][problem.entry(2, 3, 5)], 0);
  EXPECT_NE(problem.eps_id[0][problem.entry(2, 3, 4)], 0);
}

// J = E / Z over the length around an edge across the sheet; half of it at the outline, and whole
// where two sheets meet or the sheet goes on across a wall.
TEST(ThinObjects, ALoadedSheetCarriesTheCurrentOfItsArea) {
  const std::string load = R"(, "surface_impedance": [30, 40]})";
  const auto sheet = [&](const std::string &from, const std::string &to) {
    return R"({"shape": "sheet", "min": )" + from + R"(, "max": )" + to + load;
  };
  const double k = wavenumber_of(3e7);
  const complex whole = complex(0, -k_eta0) / (k * 0.1 * complex(30, 40));
  const auto expect_near = [](complex found, complex expected) {
    EXPECT_LT(std::abs(found - expected), 1e-12 * std::abs(expected));
  };
  const Problem one = laid(sheet("[0.2, 0.3, 0.5]", "[0.6, 0.6, 0.5]"));
  EXPECT_EQ(fixed_edges(one), 0);
  EXPECT_FALSE(one.has_conductors);
  expect_near(eps_at(one, 0, 3, 4, 5), 1.0 + whole);
  expect_near(eps_at(one, 0, 3, 3, 5), 1.0 + whole / 2.0);
  expect_near(eps_at(one, 1, 6, 4, 5), 1.0 + whole / 2.0);
  EXPECT_EQ(eps_at(one, 0, 3, 7, 5), 1.0);
  const Problem two = laid(sheet("[0.2, 0.3, 0.5]", "[0.6, 0.6, 0.5]") + ", " +
                           sheet("[0.2, 0.6, 0.5]", "[0.6, 0.8, 0.5]"));
  expect_near(eps_at(two, 0, 3, 6, 5), 1.0 + whole);
  const Problem to_wall = laid(sheet("[0.2, 0.3, 0.5]", "[0.6, 3, 0.5]"));
  expect_near(eps_at(to_wall, 0, 3, 10, 5), 1.0 + whole);
  const Problem periodic = laid(sheet("[-1, -1, 0.5]", "[2, 2, 0.5]"), "periodic");
  for (const Index i : {0, 5, 9})
    expect_near(eps_at(periodic, 1, i, 3, 5), 1.0 + whole);
}

// A metal thicker than its skin: (1 + j) / (sigma delta).
TEST(ThinObjects, AMetalHasTheImpedanceOfItsSkin) {
  const Problem problem =
      laid(R"({"shape": "sheet", "min": [0, 0, 0.5], "max": [1, 1, 0.5], "sigma": 5.8e7})");
  const double skin_m = std::sqrt(2 / (2 * k_pi * 3e7 * k_mu0 * 5.8e7));
  const complex impedance = complex(1, 1) / (5.8e7 * skin_m);
  const complex expected = 1.0 + complex(0, -k_eta0) / (wavenumber_of(3e7) * 0.1 * impedance);
  EXPECT_LT(std::abs(eps_at(problem, 0, 3, 4, 5) / expected - 1.0), 1e-12);
}

TEST(ThinObjects, WarnWhereTheGridIsNotWhatWasAsked) {
  const auto warning = [](const Problem &problem, const std::string &text) {
    for (const std::string &one : problem.thin_objects.at(0).warnings)
      if (one.find(text) != std::string::npos)
        return true;
    return false;
  };
  const std::string metal = R"("c": {"pec": true}, "m": {"eps_r": 4})";
  EXPECT_TRUE(warning(laid(R"({"shape": "sheet", "min": [0.2, 0.3, 0.5], "max": [0.64, 0.6, 0.5],
                       "surface_impedance": [50, 0]})"),
                      "0.4 m long along x, 9.1 % less than given"));
  EXPECT_FALSE(warning( // the outline of a conductor acts where it was given
      laid(R"({"shape": "sheet", "min": [0.2, 0.3, 0.5], "max": [0.64, 0.6, 0.5]})"), "less than"));
  EXPECT_TRUE(warning(laid(R"({"shape": "sheet", "min": [0.3, 0.3, 0.5], "max": [0.6, 0.6, 0.5]},
      {"shape": "box", "min": [0.2, 0.2, 0.2], "max": [0.8, 0.8, 0.8], "material": "c"})",
                           "pmc", metal),
                      "changes nothing"));
  const std::string sheet = R"({"shape": "sheet", "min": [0.3, 0.3, 0.53], "max": [0.6, 0.6, 0.53]},
      {"shape": "box", "min": [0.2, 0.2, 0.2], "max": [0.8, 0.8, )";
  EXPECT_TRUE(warning(laid(sheet + R"(0.53], "material": "m"})", "pmc", metal),
                      "other materials around it"));
  EXPECT_FALSE(warning(laid(sheet + R"(0.8], "material": "m"})", "pmc", metal), "other materials"));
  EXPECT_TRUE(warning(
      laid(R"({"shape": "wire", "points": [[0.2, 0.2, 0.2], [0.6, 0.5, 0.2]], "radius": 0.001})"),
      "0.7 m long, 40 % more than given, by the steps of what is oblique"));
}

TEST(ThinObjects, RefuseWhatTheGridCannotHold) {
  const auto message = [](const std::string &object, const std::string &walls = "pmc") {
    try {
      laid(object, walls);
    } catch (const InputError &error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(message(R"({"shape": "sheet", "min": [0.2, 0.31, 0.5], "max": [0.6, 0.34, 0.5]})"),
              HasSubstr("along y the sheet is so narrow"));
  EXPECT_THAT(message(R"({"shape": "sheet", "min": [0.2, 0.2, 0], "max": [0.6, 0.4, 0]})", "pml"),
              HasSubstr("inside an absorbing layer, parallel to it"));
  EXPECT_THAT(
      message(
          R"({"shape": "wire", "points": [[0.2, 0.2, 0.2], [0.2, 0.2, 0.24]], "radius": 0.001})"),
      HasSubstr("so short that both of its ends"));
  EXPECT_THAT(
      message(R"({"shape": "wire", "points": [[0.2, 0.2, 0.2], [0.2, 0.2, 0.8]], "radius": 0.06})"),
      HasSubstr("more than half a cell"));
}

TEST(ThinObjects, TakeNoCurrents) {
  const Problem problem =
      laid(R"({"shape": "sheet", "min": [0.2, 0.3, 0.5], "max": [0.6, 0.6, 0.5]})");
  CurrentSource current;
  current.direction = {1, 0, 0};
  current.extent = CurrentPoint{{0.45, 0.4, 0.5}};
  try {
    make_current_rhs(problem, current, "here");
    FAIL() << "no error";
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), HasSubstr("conducting sheet or wire"));
  }
  current.direction = {0, 0, 1}; // across it is no matter
  EXPECT_NO_THROW(make_current_rhs(problem, current, "here"));
  // The position is in the gap of a wire, but for rounding.
  const Problem fed =
      laid(R"({"shape": "wire", "points": [[0.5, 0.5, 0.2], [0.5, 0.5, 0.5]], "radius": 0.002},
              {"shape": "wire", "points": [[0.5, 0.5, 0.6], [0.5, 0.5, 0.9]], "radius": 0.002})");
  for (const double z_m : {0.55 - 1e-15, 0.55 + 1e-15}) {
    current.extent = CurrentPoint{{0.5, 0.5, z_m}};
    EXPECT_NO_THROW(make_current_rhs(fed, current, "here"));
  }
  current.extent = CurrentPoint{{0.5, 0.5, 0.57}};
  EXPECT_THROW(make_current_rhs(fed, current, "here"), InputError);
}

// Computes the potential of a line of charge on a lattice whose links beside it have the factor's
// conductances, in two dimensions between points at the potential of a line: at the line itself the
// potential must be that of a wire of the given radius.
double lattice_radius(double h_u, double h_v, double radius_m) {
  constexpr int k_half = 24, k_size = 2 * k_half + 1;
  const double factor_u = link_factor(h_u, h_v, radius_m),
               factor_v = link_factor(h_v, h_u, radius_m);
  std::vector<double> potential(k_size * k_size);
  const auto at = [&](int i, int j) -> double & {
    return potential[(i + k_half) * k_size + j + k_half];
  };
  for (int i = -k_half; i <= k_half; ++i)
    for (int j = -k_half; j <= k_half; ++j)
      if (i != 0 || j != 0)
        at(i, j) = -std::log(std::hypot(i * h_u, j * h_v)) / (2 * k_pi);
  for (int sweep = 0; sweep < 3000; ++sweep)
    for (int i = 1 - k_half; i < k_half; ++i)
      for (int j = 1 - k_half; j < k_half; ++j) {
        double sum = i == 0 && j == 0 ? 1 : 0, conductance = 0;
        for (const int step : {-1, 1}) {
          const bool beside_u = j == 0 && (i == 0 || i + step == 0),
                     beside_v = i == 0 && (j == 0 || j + step == 0);
          const double u = h_v / h_u / (beside_u ? factor_u : 1),
                       v = h_u / h_v / (beside_v ? factor_v : 1);
          sum += u * at(i + step, j) + v * at(i, j + step);
          conductance += u + v;
        }
        at(i, j) += 1.8 * (sum / conductance - at(i, j));
      }
  return std::exp(-2 * k_pi * at(0, 0));
}

TEST(ThinObjects, AWireOnALatticeHasItsRadius) {
  EXPECT_NEAR(bare_radius_m(1, 1), 0.1985, 1e-4);
  for (const double radius_m : {0.3, 0.1985, 0.01}) {
    EXPECT_NEAR(lattice_radius(1, 1, radius_m) / radius_m, 1, 0.003);
    EXPECT_NEAR(lattice_radius(1, 2, radius_m) / radius_m, 1, 0.005);
  }
  EXPECT_GT(std::abs(lattice_radius(1, 1, 0.01) / 0.02 - 1), 0.3); // the twin
}

// Computes the potential around a half-plane on a lattice with the factor's links beside its last
// node: it must be that of a half-plane that ends so many cells beyond, sqrt(r) around that end.
// Returns the end that matches a dozen cells off, with such potentials as far values.
double lattice_end(double h_across, double h_normal, double beyond_cells) {
  constexpr int k_half = 32, k_size = 2 * k_half + 1, k_seen = 12;
  const double factor = outline_factor(h_across, h_normal, beyond_cells);
  const double end = beyond_cells * h_across;
  const auto exact = [&](double x, double y) { return std::sqrt(complex(x - end, y)).real(); };
  std::vector<double> potential(k_size * k_size);
  const auto at = [&](int i, int j) -> double & {
    return potential[(i + k_half) * k_size + j + k_half];
  };
  for (int i = -k_half; i <= k_half; ++i)
    for (int j = -k_half; j <= k_half; ++j)
      at(i, j) = j == 0 && i <= 0 ? 0 : exact(i * h_across, j * h_normal);
  for (int sweep = 0; sweep < 1500; ++sweep)
    for (int i = 1 - k_half; i < k_half; ++i)
      for (int j = 1 - k_half; j < k_half; ++j) {
        if (j == 0 && i <= 0)
          continue;
        double sum = 0, conductance = 0;
        for (const int step : {-1, 1}) {
          const bool to_tip_across = j == 0 && i + step == 0,
                     to_tip_normal = i == 0 && j + step == 0;
          const double u = h_normal / h_across / (to_tip_across ? factor : 1),
                       v = h_across / h_normal / (to_tip_normal ? factor : 1);
          sum += u * at(i + step, j) + v * at(i, j + step);
          conductance += u + v;
        }
        at(i, j) += 1.85 * (sum / conductance - at(i, j));
      }
  return k_seen - at(k_seen, 0) * at(k_seen, 0) / h_across;
}

TEST(ThinObjects, AnOutlineOnALatticeEndsWhereItShould) {
  for (const double beyond : {-0.5, -0.2, 0.0, 0.35, 0.5}) {
    EXPECT_NEAR(lattice_end(1, 1, beyond), beyond, 0.01);
    EXPECT_NEAR(lattice_end(1, 1.5, beyond), beyond, 0.04);
  }
  EXPECT_NEAR(outline_factor(1, 1, 0.353), 1, 0.02); // end of the bare grid's
}

// mu grows where eps shrinks: the wave along the wire keeps the speed of light.
TEST(ThinObjects, AWireChangesTheFacesAndEdgesBesideIt) {
  const Problem problem =
      laid(R"({"shape": "wire", "points": [[0.5, 0.5, 0], [0.5, 0.5, 1]], "radius": 0.002})");
  EXPECT_EQ(fixed_edges(problem), 10);
  ASSERT_TRUE(problem.is_magnetic());
  const double factor = link_factor(0.1, 0.1, 0.002);
  EXPECT_GT(factor, 1.2);
  const auto mu_at = [&](int c, Index i, Index j, Index k) {
    return problem.mu[problem.mu_id[c][problem.entry(i, j, k)]].real();
  };
  for (const Index k : {0, 4, 9}) {
    EXPECT_DOUBLE_EQ(mu_at(1, 5, 5, k), factor);
    EXPECT_DOUBLE_EQ(mu_at(1, 4, 5, k), factor);
    EXPECT_DOUBLE_EQ(mu_at(0, 5, 4, k), factor);
    EXPECT_DOUBLE_EQ(mu_at(0, 6, 5, k), 1);
    EXPECT_DOUBLE_EQ(eps_at(problem, 0, 4, 5, k).real(), 1 / factor);
    EXPECT_DOUBLE_EQ(eps_at(problem, 1, 5, 5, k).real(), 1 / factor);
    EXPECT_DOUBLE_EQ(eps_at(problem, 1, 6, 5, k).real(), 1);
  }
  const Problem bare =
      laid(R"({"shape": "wire", "points": [[0.5, 0.5, 0], [0.5, 0.5, 1]], "radius": 0.01985})");
  EXPECT_FALSE(bare.is_magnetic());
}

} // namespace
} // namespace curlew::fdfd
