// Objects and currents at the walls of the grid, and half-spaces that reach into its layers.
#include <curlew/core/constants.hpp>
#include <curlew/io/case/loader.hpp>
#include <curlew/methods/fdfd/case/check_case.hpp>
#include <curlew/methods/fdfd/make_problem.hpp>
#include <curlew/methods/fdfd/outputs/flux.hpp>
#include <curlew/methods/fdfd/outputs/powers.hpp>
#include <curlew/methods/fdfd/solve/field_solver.hpp>
#include <curlew/methods/fdfd/warnings.hpp>
#include <curlew/tests/support/features.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

namespace curlew::fdfd {
namespace {

Case parsed(const std::string &text, const std::filesystem::path &folder = ".") {
  return parse_case(text, "test.json", folder, make_case_format({case_method()}));
}

struct Driven {
  double watts = 0; // delivered by the first current
  std::int64_t iterations = 0;
  bool absorbed_is_finite = false;
};

Driven drive(const std::string &text, double tolerance = 1e-7) {
  const Case input = parsed(text);
  const Problem problem = make_problem(input, input.frequencies_hz.front());
  const Backend backend = compiled_backends().back();
  const SolverChoice choice = choose_solver(input, problem);
  const auto solver = make_field_solver(backend, input, problem, choice);
  const RightHandSide side =
      make_current_rhs(problem, std::get<CurrentSource>(input.excitations[0].source), "here");
  std::vector<complex> e;
  SolveReport report;
  solver->solve(side, e, {tolerance, 2000, {}}, report);
  const YeeFields fields(problem, e);
  return {power_of_current(fields, side.f), report.iterations,
          std::isfinite(absorbed_power(fields))};
}

std::string vector(int axis, double value) {
  std::array<double, 3> all{0, 0, 0};
  all[axis] = value;
  return fmt::format("[{}, {}, {}]", all[0], all[1], all[2]);
}

// Returns the power of a dipole of 1 A m at a distance from the lower wall of an axis over that in
// open space; wavelength 1 m, 40 cells.
double power_at_wall(const std::string &wall, int axis, int component, double cells) {
  std::array<double, 3> size{1, 1, 1}, corner{-0.5, -0.5, -0.5};
  size[axis] = 0.6;
  corner[axis] = 0;
  const Driven driven = drive(fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": 0.025, "size": [{}, {}, {}],
           "origin": [{}, {}, {}]}},
          "boundaries": {{"{}-": {{"type": "{}"}}}}, "frequency": 299792458,
          "excitations": [{{"name": "d", "type": "current", "point": {}, "direction": {}}}]}})",
      size[0], size[1], size[2], corner[0], corner[1], corner[2], "xyz"[axis], wall,
      vector(axis, 0.025 * cells), vector(component, 1)));
  return driven.watts / (k_pi * k_eta0 / 3);
}

// A dipole and its image: 1 +- the mutual resistance of two dipoles over that of one, from the
// field of a dipole (Stratton, Electromagnetic Theory, section 8.5).
double power_with_image(const std::string &wall, bool is_normal, double distance_m) {
  const double x = 2 * k_pi * 2 * distance_m; // k times the distance of the image
  const double along = 3 * (std::sin(x) / (x * x * x) - std::cos(x) / (x * x)),
               across = 1.5 * (std::sin(x) / x + std::cos(x) / (x * x) - std::sin(x) / (x * x * x));
  return 1 + ((wall == "pec") == is_normal ? 1 : -1) * (is_normal ? along : across);
}

TEST(CurrentsAtWalls, RadiateWithTheirImage) {
  for (const std::string wall : {"pec", "pmc"})
    for (const int axis : {0, 2})
      for (const bool is_normal : {true, false})
        for (const double cells : {0.25, 0.5, 0.8}) {
          const double expected = power_with_image(wall, is_normal, 0.025 * cells);
          EXPECT_NEAR(power_at_wall(wall, axis, is_normal ? axis : (axis + 1) % 3, cells), expected,
                      0.02 * expected)
              << wall << " " << axis << " " << is_normal << " " << cells;
        }
}

// A line current across its line, in a plane of one periodic cell: omega mu0 p^2 / 16 per metre,
// the limit of the Hankel functions (Stratton, section 6.8), wherever in the cell it is given.
TEST(CurrentsAtWalls, ComeBackThroughAPeriod) {
  for (const double y : {0.0, 0.25, 0.5, 0.8}) {
    const Driven driven = drive(fmt::format(
        R"({{"method": "fdfd", "grid": {{"cell": 0.025, "size": [2, 0.025, 2]}},
            "boundaries": {{"y-": {{"type": "periodic"}}, "y+": {{"type": "periodic"}}}},
            "frequency": 299792458,
            "excitations": [{{"name": "d", "type": "current", "point": [0, {}, 0],
                              "direction": [1, 0, 0], "amplitude": 0.025}}]}})",
        0.025 * (y - 0.5)));
    const double per_metre = driven.watts / 0.025;
    const double expected = 2 * k_pi * k_eta0 / 16;
    EXPECT_NEAR(per_metre, expected, 0.02 * expected) << y;
  }
}

// A line current across its line beside a conducting cylinder whose surface touches nodes: the
// series of Hankel functions has 0.2854 of the power in open space (radius 0.04, distance 0.06 from
// the axis, 1 GHz). The background's inverse once ended at 1.6 times the tolerance here.
TEST(CurrentsAtWalls, BesideACylinderThatTouchesNodes) {
  for (const double tolerance : {1e-5, 1e-6, 1e-7}) {
    const Driven driven = drive(
        R"({"method": "fdfd", "grid": {"cell": 0.01, "size": [0.6, 0.01, 0.6], "pml": {"cells": 12}},
            "materials": {"m": {"pec": true}},
            "objects": [{"shape": "cylinder", "base": [0, -1, 0], "axis": [0, 2, 0], "radius": 0.04,
                         "material": "m"}],
            "boundaries": {"y-": {"type": "periodic"}, "y+": {"type": "periodic"}},
            "frequency": 1e9,
            "excitations": [{"name": "d", "type": "current", "point": [0.06, 0, 0],
                             "direction": [0, 0, 1], "amplitude": 0.01}]})",
        tolerance);
    const double alone = 2 * k_pi * 1e9 * k_mu0 / 16 * 0.01;
    EXPECT_NEAR(driven.watts / alone, 0.2854, 0.04 * 0.2854) << tolerance;
  }
}

Problem periodic_problem(const std::string &walls, const std::string &extent) {
  const Case input = parsed(
      R"({"method": "fdfd", "grid": {"cell": 1, "size": [8, 6, 5], "origin": [0, 0, 0],
           "pml": {"cells": 1}},
          "boundaries": {"x-": {"type": ")" +
      walls + R"("}, "x+": {"type": ")" + walls + R"("}, "y-": {"type": "periodic"},
          "y+": {"type": "periodic"}, "z-": {"type": "pec"}, "z+": {"type": "pec"}},
          "frequency": 1e6, "excitations": [{"name": "d", "type": "current", )" +
      extent + R"(, "direction": [1, 1, 0]}]})");
  return make_problem(input, 1e6, {std::polar(1.0, 0.7), 1, 1});
}

// The whole current of a region lies inside, also where it ends on walls: J times its volume. A
// node on a magnetic wall has half a volume.
TEST(CurrentsAtWalls, OfARegionLoseNothing) {
  CurrentSource current;
  current.extent = CurrentBox{{5, 0, 1}, {8, 6, 2}};
  current.direction = {0, 1, 0};
  for (const char *walls : {"pmc", "periodic"}) {
    const Problem problem = periodic_problem(walls, R"("point": [1, 1, 1])");
    const RightHandSide side = make_current_rhs(problem, current, "here");
    double moment = 0;
    for (Offset entry = 0; entry < problem.unknowns(); ++entry)
      moment += std::abs(side.f[entry]) / (problem.wavenumber * k_eta0) *
                (problem.at(entry).at[0] == 8 ? 0.5 : 1.0);
    EXPECT_NEAR(moment, 3 * 6 * 1, 1e-9) << walls;
  }
}

TEST(CurrentsAtWalls, HaveThePhaseOfThePeriod) {
  const Problem problem = periodic_problem("periodic", R"("point": [1, 1, 1])");
  CurrentSource current;
  current.extent = CurrentPoint{{0.25, 1, 1}};
  current.direction = {1, 0, 0};
  const RightHandSide side = make_current_rhs(problem, current, "here");
  const complex inside = side.f[problem.entry(0, 1, 1)], image = side.f[problem.entry(7, 1, 1)];
  // Half the sum of Keys' cubic weights and of the quadratic spline's, at 3/4 and 1/4 of a cell.
  const double ratio = (0.2265625 + 0.28125) / (0.8671875 + 0.6875);
  EXPECT_NEAR(std::abs(image / inside - ratio * problem.axes[0].phase), 0, 1e-12);
  EXPECT_GT(std::abs(image / inside - ratio), 0.1); // the twin: without the phase
}

// A case of 16 x 12 x 20 cells of 1 m, periodic along x and y, and one object moved by x and y.
std::string with_object(const std::string &object, double x, double y) {
  std::string text = object;
  for (std::size_t at; (at = text.find('@')) != std::string::npos;) { // @x or @y and a number
    const std::size_t end = text.find_first_of(",]", at);
    const double moved =
        std::stod(text.substr(at + 2, end - at - 2)) + (text[at + 1] == 'x' ? x : y);
    text.replace(at, end - at, fmt::format("{:.17g}", moved));
  }
  return R"({"method": "fdfd", "grid": {"cell": 1, "size": [16, 12, 20], "pml": {"cells": 2}},
    "materials": {"m": {"eps_r": 4}, "n": {"eps_r": 3}, "c": {"pec": true},
                  "s": {"drude": [{"f_p": 2.5e6, "gamma": 1e5}]}},
    "boundaries": {"x-": {"type": "periodic"}, "x+": {"type": "periodic"},
                   "y-": {"type": "periodic"}, "y+": {"type": "periodic"}},
    "objects": [)" +
         text + R"(], "frequency": 1e6, "excitations": [{"name": "w", "type": "plane-wave",
    "direction": [0, 0, 1], "polarization": [1, 0, 0]}]})";
}

// Returns the largest difference of eps (mu where there is one) to a problem moved by whole cells.
double difference(const Problem &a, const Problem &b, Index x, Index y) {
  double largest = 0;
  for (int c = 0; c < 3; ++c)
    for (Index k = 0; k < a.count(2); ++k)
      for (Index j = 0; j < a.count(1); ++j)
        for (Index i = 0; i < a.count(0); ++i) {
          const Offset from = a.entry(i, j, k),
                       to = b.entry((i + x + 160) % a.count(0), (j + y + 120) % a.count(1), k);
          const auto id = a.eps_id[c][from], other = b.eps_id[c][to];
          largest =
              std::max(largest, (id == 0) != (other == 0) && !a.is_boundary_fixed(c, {i, j, k})
                                    ? 1
                                    : std::abs(a.eps[id] - b.eps[other]));
          if (a.is_magnetic() && b.is_magnetic())
            largest = std::max(largest, std::abs(a.mu[a.mu_id[c][from]] - b.mu[b.mu_id[c][to]]));
        }
  return largest;
}

const char *const k_objects[] = {
    R"({"shape": "box", "min": [@x-2.3, @y-20, -3.2], "max": [@x3.4, @y20, 3.1], "material": "m"})",
    R"({"shape": "box", "min": [@x-2.3, @y-3.3, -3.2], "max": [@x3.4, @y2.2, 3.1], "material": "c"})",
    R"({"shape": "sphere", "center": [@x0.2, @y0.3, 0.1], "radius": 4.1, "material": "m"})",
    R"({"shape": "ellipsoid", "center": [@x0.2, @y0.3, 0], "radii": [4, 3, 5], "material": "m"})",
    R"({"shape": "cylinder", "base": [@x-2, @y1, -2], "axis": [4, 2, 3], "radius": 2.1,
        "material": "m"})",
    R"({"shape": "box", "min": [@x-2.3, @y-20, -3.2], "max": [@x3.4, @y20, 3.1], "material": "s"})",
    R"({"shape": "box", "min": [@x-2.3, @y-3.4, -3.2], "max": [@x3.4, @y2.3, 3.1], "material": "s"})",
    R"({"shape": "voxels", "file": "walls_test.vti", "origin": [@x-2, @y-1, -2],
        "materials": {"1": "m", "2": "n"}})",
    R"({"shape": "sheet", "min": [@x-2, @y-3, 1], "max": [@x3.3, @y2, 1]})",
    R"({"shape": "sheet", "min": [@x-2, @y-3, 1], "max": [@x-2, @y2, 4], "surface_impedance": 50})",
    R"({"shape": "wire", "points": [[@x-3, @y1, 1], [@x3, @y1, 1], [@x3, @y4, 2]], "radius": 0.1})"};

TEST(ObjectsAtPeriodicWalls, ComeBackAtTheOtherSide) {
  std::ofstream voxels("walls_test.vti");
  voxels << R"(<VTKFile type="ImageData" version="0.1" byte_order="LittleEndian">
<ImageData WholeExtent="0 3 0 2 0 2" Origin="0 0 0" Spacing="1.3 1.1 1.2">
<Piece Extent="0 3 0 2 0 2"><CellData Scalars="material">
<DataArray type="Int32" Name="material" format="ascii">1 1 0 2 1 1 1 2 2 0 1 1</DataArray>
</CellData></Piece></ImageData></VTKFile>)";
  voxels.close();
  for (const std::string object : k_objects) {
    if (!testing::k_has_vtk && object.find("voxels") != std::string::npos)
      continue; // their files are VTK's
    const auto problem = [&](double x, double y) {
      return make_problem(parsed(with_object(object, x, y), std::filesystem::current_path()), 1e6);
    };
    const Problem inside = problem(0, 0);
    for (const auto &[x, y] : {std::pair<Index, Index>{-7, 6}, {24, -18}})
      EXPECT_LT(difference(inside, problem(x, y), x, y), 1e-12) << object << x << " " << y;
    EXPECT_GT(difference(inside, problem(8, 6), 7, 6), 0.1) << object; // the twin: a cell off
  }
  std::filesystem::remove("walls_test.vti");
}

// A current over a metal half-space: as an object the solver has it as background, by itself.
TEST(HalfSpaces, GivenAsObjectsAreBackground) {
  const std::string text = R"({"method": "fdfd",
    "grid": {"cell": 10e-9, "size": [400e-9, 400e-9, 400e-9], "pml": {"cells": 8}},
    "materials": {"ag": {"drude": [{"f_p": 2.0985e15, "gamma": 1.499e13}]}}, )";
  const std::string rest = R"("frequency": 5e14, "excitations": [{"name": "d", "type": "current",
    "point": [0, 0, 105e-9], "direction": [0, 0, 1]}]})";
  const Driven object = drive(text + R"("objects": [{"shape": "box", "min": [-1e-6, -1e-6, -1e-6],
                             "max": [1e-6, 1e-6, 3e-9], "material": "ag"}], )" +
                              rest);
  const Driven background = drive(
      text + R"("background": [{"material": "ag", "top": 3e-9}, {"material": "vacuum"}], )" + rest);
  EXPECT_LE(object.iterations, 3);
  EXPECT_GT(object.watts, 0);
  EXPECT_TRUE(object.absorbed_is_finite);
  EXPECT_TRUE(background.absorbed_is_finite); // no incident wave comes out of a metal
}

// A box of flux around one whole period holds the current; the twin passes through it.
TEST(FluxWarnings, AreNotOfWallsThatCloseABox) {
  const auto warnings = [](const std::string &box) {
    const Case input = parsed(
        R"({"method": "fdfd", "grid": {"cell": 1, "size": [20, 1, 20], "pml": {"cells": 2}},
            "boundaries": {"y-": {"type": "periodic"}, "y+": {"type": "periodic"}},
            "frequency": 1e6, "excitations": [{"name": "d", "type": "current",
            "point": [0, 0, 0], "direction": [1, 0, 0]}],
            "outputs": {"flux": [{"name": "f", "box": )" +
        box + "}]}}");
    return flux_warnings(input, make_problem(input, 1e6)).size();
  };
  EXPECT_EQ(warnings(R"({"min": [-5, -0.5, -5], "max": [5, 0.5, 5]})"), 0u);
  EXPECT_EQ(warnings(R"({"min": [0, -0.5, -5], "max": [5, 0.5, 5]})"), 1u);
}

// The layers of "auto" lie outside of the domain, along the open axes.
TEST(Layers, AreChosenOutsideOfTheDomain) {
  const auto grid = [](const std::string &walls) {
    return parsed(R"({"method": "fdfd", "grid": {"cell": 1, "size": [4, 5, 6], "pml": "auto"},
      "boundaries": {)" +
                  walls + R"(}, "frequency": 1e6, "excitations": []})")
        .grid;
  };
  const GridSpec open = grid(R"("z-": {"type": "pec"})");
  EXPECT_EQ(open.cells, (std::array<Index, 3>{24, 25, 16}));
  EXPECT_EQ(open.corner_m, (Vector3{-12, -12.5, -3}));
  EXPECT_FALSE(open.pml_kappa);
  const GridSpec periodic = grid(R"("x-": {"type": "periodic"}, "x+": {"type": "periodic"},
      "y-": {"type": "periodic"}, "y+": {"type": "periodic"})");
  EXPECT_EQ(periodic.cells, (std::array<Index, 3>{4, 5, 126}));
  EXPECT_EQ(periodic.layer_cells(2), 60);
  EXPECT_EQ(*periodic.pml_kappa, 10);
}

} // namespace
} // namespace curlew::fdfd
