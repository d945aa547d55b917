// Resonances of method fem: closed forms of boxes, cylinders and lines, their orders of
// convergence, numbers of modes, and Q by part.
#include "../unit/kokkos_environment.hpp"
#include <curlew/tests/support/fem_case.hpp>
#include <curlew/tests/support/paths.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/io/gmsh/gmsh_writer.hpp>
#include <curlew/methods/fem/eigenmodes/mode_figures.hpp>
#include <curlew/methods/fem/outputs/participation.hpp>
#include <curlew/solvers/vector/host_columns.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

// Modes with their figures, by rising frequency.
struct Modes {
  explicit Modes(const nlohmann::ordered_json &json, Backend backend = Backend::serial)
      : input(test::make_case(json)), prepared(prepare_case(input, 1)), ports(prepared.ports),
        problem(make_problem(input, std::move(prepared.model), std::move(prepared.layers), 1)),
        system(make_system(backend, problem, prepared.choice)),
        equations(input, problem, ports, *system) {
    find_modes(input, equations, report, [this](Mode mode) {
      figures.push_back(figures_of(equations, mode));
      modes.push_back(std::move(mode));
    });
  }
  double hz(std::size_t i) const { return figures[i].frequency_hz; }

  Case input;
  Prepared prepared;
  std::vector<Port> ports;
  Problem problem;
  std::unique_ptr<EquationSystem> system;
  ModeEquations equations;
  EigenReport report;
  std::vector<Mode> modes;
  std::vector<ModeFigures> figures;
};

// Returns the complex frequency of a mode.
complex hertz_of(const Modes &modes, std::size_t i) {
  return modes.modes[i].wavenumber * (k_speed_of_light / (2 * k_pi));
}

double omega_of(double frequency_hz) {
  return 2 * k_pi * frequency_hz;
}

nlohmann::ordered_json box(std::array<double, 3> size, std::array<int, 3> cells, int count,
                           double near_hz, const std::string &space = "mixed", int order = 1,
                           const std::string &wall = "pec") {
  auto json = test::box_case(size, cells, wall);
  json.erase("frequency");
  json["eigenmodes"] = {{"count", count}, {"near", near_hz}};
  json["discretization"] = {{"space", space}, {"order", order}};
  return json;
}

double box_hz(std::array<double, 3> size, int m, int n, int p) {
  return 0.5 * k_speed_of_light *
         std::sqrt(std::pow(m / size[0], 2) + std::pow(n / size[1], 2) + std::pow(p / size[2], 2));
}

// Frequencies of a table of closed forms, as often as their multiplicity, rising, in its unit.
std::vector<double> table(const std::string &file, int multiplicity_column) {
  std::ifstream stream(curlew::test::data_path("reference/") + file);
  std::vector<double> values;
  for (std::string line; std::getline(stream, line);) {
    if (line.empty() || !std::isdigit(static_cast<unsigned char>(line[0])))
      continue;
    std::vector<std::string> fields;
    std::istringstream row(line);
    for (std::string field; std::getline(row, field, ',');)
      fields.push_back(field);
    values.insert(values.end(), std::stoul(fields.at(multiplicity_column)), std::stod(fields[0]));
  }
  std::sort(values.begin(), values.end());
  return values;
}

struct SpaceCase {
  const char *space;
  int order;
  double rate;
};

class Spaces : public ::testing::TestWithParam<SpaceCase> {};

// The error of k falls with twice the order of curl E.
TEST_P(Spaces, BoxModesConverge) {
  const auto [space, order, rate] = GetParam();
  const std::array<double, 3> size = {1, 0.7, 0.8};
  const std::vector<double> exact = {box_hz(size, 1, 0, 1), box_hz(size, 1, 1, 0),
                                     box_hz(size, 0, 1, 1)};
  double errors[2];
  for (const int level : {0, 1}) {
    const int n = order == 2 ? 5 << level : space == std::string("full") ? 4 << level : 6 << level;
    const Modes modes(box(size, {n, n, n}, 3, 200e6, space, order));
    errors[level] = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      errors[level] = std::max(errors[level], std::abs(modes.hz(i) / exact[i] - 1));
      EXPECT_FALSE(modes.figures[i].q);
      EXPECT_LT(modes.figures[i].residual, 1e-8);
    }
  }
  RecordProperty("rate", std::to_string(std::log2(errors[0] / errors[1])));
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), rate, 0.1);
}

INSTANTIATE_TEST_SUITE_P(FemEigenmodes, Spaces,
                         ::testing::Values(SpaceCase{"mixed", 1, 2}, SpaceCase{"full", 1, 2},
                                           SpaceCase{"mixed", 2, 4}));

// The modes are all those of the table below ten times the first k^2, and none besides: the next of
// the table follows.
TEST(FemEigenmodes, ABoxHasItsModesAndNoOthers) {
  const std::vector<double> exact = table("cavity_rect_5x2x6cm.csv", 4);
  const std::size_t count = std::count_if(
      exact.begin(), exact.end(), [&](double f) { return f * f < 10 * exact[0] * exact[0]; });
  ASSERT_EQ(count, 32u);
  struct Given {
    const char *space;
    int order;
    std::array<int, 3> cells;
    double tolerance;
  };
  for (const Given &given :
       {Given{"mixed", 1, {10, 4, 12}, 0.03}, Given{"full", 1, {10, 4, 12}, 0.065},
        Given{"mixed", 2, {6, 3, 7}, 0.01}, Given{"mixed", 4, {3, 1, 3}, 0.006}}) {
    const Modes modes(box({0.05, 0.02, 0.06}, given.cells, 33, 4e9, given.space, given.order));
    ASSERT_EQ(modes.figures.size(), 33u);
    double worst = 0;
    for (std::size_t i = 0; i < 33; ++i)
      worst = std::max(worst, std::abs(modes.hz(i) / (1e9 * exact[i]) - 1));
    EXPECT_LT(worst, given.tolerance) << given.space << given.order;
  }
}

nlohmann::ordered_json cylinder(int count, double near_hz) {
  auto json = box({1, 1, 1}, {1, 1, 1}, count, near_hz, "mixed", 2);
  json["mesh"] = {{"file", curlew::test::data_path("gmsh/cylinder_curved.msh")}};
  json["regions"] = {{"cavity", "air"}};
  json["boundaries"] = {{"wall", {{"type", "pec"}}}};
  return json;
}

// 182 tets with curved faces; TM010, TM110 twice, TM210 twice, TM020.
TEST(FemEigenmodes, ACurvedCylinderHasItsLines) {
  const std::vector<double> exact = {114.7425e6, 182.8239e6, 182.8239e6,
                                     245.0383e6, 245.0383e6, 263.3820e6};
  for (const double near_hz : {50e6, 190e6}) {
    const Modes modes(cylinder(6, near_hz));
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_NEAR(modes.hz(i) / exact[i], 1, 0.002);
    }
  }
}

// The matrix of a shift that is an eigenvalue is singular.
TEST(FemEigenmodes, ModesExactlyAtNearAreFound) {
  const double first = Modes(cylinder(1, 100e6)).hz(0);
  const Modes again(cylinder(2, first));
  EXPECT_NEAR(again.hz(0) / first, 1, 1e-10);
  EXPECT_NEAR(again.hz(1) / 182.8239e6, 1, 2e-3);
}

TEST(FemEigenmodes, ACylinderHasItsModesAndNoOthers) {
  const std::vector<double> exact = table("cavity_cyl_r1_h0.5.csv", 5);
  const std::size_t count = std::count_if(
      exact.begin(), exact.end(), [&](double f) { return f * f < 10 * exact[0] * exact[0]; });
  ASSERT_EQ(count, 22u);
  const Modes modes(cylinder(23, 120e6));
  double worst = 0;
  for (std::size_t i = 0; i < 23; ++i)
    worst = std::max(worst, std::abs(modes.hz(i) / (1e6 * exact[i]) - 1));
  EXPECT_LT(worst, 0.02);
}

// A cube has three modes at one frequency, then two, then six.
TEST(FemEigenmodes, MultipleModesAreAllFound) {
  const Modes modes(box({1, 1, 1}, {3, 3, 3}, 11, 200e6, "mixed", 2));
  const double unit = 0.5 * k_speed_of_light;
  std::vector<double> expected(3, std::sqrt(2) * unit);
  expected.insert(expected.end(), 2, std::sqrt(3) * unit);
  expected.insert(expected.end(), 6, std::sqrt(5) * unit);
  for (std::size_t i = 0; i < 11; ++i) {
    EXPECT_NEAR(modes.hz(i) / expected[i], 1, 0.02);
    for (std::size_t j = 0; j < i; ++j) { // and differ
      complex product = 0;
      for (std::size_t d = 0; d < modes.modes[i].x.size(); ++d)
        product += std::conj(modes.modes[i].x[d]) * modes.modes[j].x[d];
      EXPECT_LT(std::abs(product), 0.9 * norm_of(modes.modes[i].x) * norm_of(modes.modes[j].x));
    }
  }
}

// The twin: magnetic walls at two ends have a mode that does not vary between them.
TEST(FemEigenmodes, MagneticWallsHaveOtherModes) {
  const std::array<double, 3> size = {1, 0.5, 0.8};
  auto json = box(size, {6, 3, 5}, 2, 100e6, "mixed", 2);
  json["boundaries"]["z-"] = {{"type", "pmc"}};
  json["boundaries"]["z+"] = {{"type", "pmc"}};
  const Modes modes(json);
  EXPECT_NEAR(modes.hz(0) / box_hz(size, 1, 0, 0), 1, 1e-3);
  EXPECT_GT(std::abs(modes.hz(0) / box_hz(size, 1, 0, 1) - 1), 0.3);
  EXPECT_NEAR(modes.hz(1) / box_hz(size, 1, 0, 1), 1, 1e-3);
}

// Magnetic walls all around: potentials have no zero, and the modes are those of electric walls.
TEST(FemEigenmodes, ABoxOfMagneticWallsIsTheDual) {
  const std::array<double, 3> size = {1, 0.5, 0.8};
  const Modes modes(box(size, {5, 3, 4}, 2, 200e6, "mixed", 2, "pmc"));
  EXPECT_NEAR(modes.hz(0) / box_hz(size, 1, 0, 1), 1, 2e-3);
}

TEST(FemEigenmodes, TheModeOfABoxHasItsVolumeAndEnergy) {
  const std::array<double, 3> size = {0.05, 0.02, 0.06};
  Modes modes(box(size, {6, 2, 7}, 1, 3.9e9, "mixed", 2));
  EXPECT_NEAR(modes.figures[0].volume_m3 / (0.25 * 0.05 * 0.02 * 0.06), 1, 0.04);
  const PhasorField field = with_fixed(modes.problem, modes.modes[0].x);
  const Fields fields(modes.problem, modes.equations.media(), field, modes.hz(0));
  // 1 J = eps0 / 2 times the integral of |E|^2 (peak), a quarter of the box of the largest value.
  const double peak = std::sqrt(8 / (k_eps0 * 0.05 * 0.02 * 0.06));
  const CurvedLocator locator(modes.problem.model.mesh, 1);
  const auto place = locator.find({0.0251, 0.0099, 0.0302});
  ASSERT_TRUE(place);
  const auto both = fields.at(place->tet, place->barycentric, true);
  EXPECT_NEAR(std::abs(both.E[1].real()) / peak, 1, 0.02);
  EXPECT_LT(std::abs(both.E[1].imag()), 1e-6 * peak);
}

// k^2 eps is that of vacuum: Q = 1 / (2 tan(delta / 2)), by every space the same.
TEST(FemEigenmodes, ALossyFillingHasTheQOfItsLossTangent) {
  auto json = box({0.05, 0.02, 0.06}, {4, 2, 4}, 2, 2e9);
  json["materials"]["air"] = {{"eps_r", 4}, {"loss_tangent", 0.02}};
  const Modes modes(json);
  const double exact = 1 / (2 * std::tan(0.5 * std::atan(0.02)));
  for (const ModeFigures &figures : modes.figures) {
    EXPECT_NEAR(*figures.q / exact, 1, 1e-6);
    EXPECT_NEAR(*figures.q_material / exact, 1, 1e-6);
    EXPECT_FALSE(figures.q_wall);
    EXPECT_FALSE(figures.q_radiation);
  }
  json["materials"]["air"].erase("loss_tangent");
  const Modes lossless(json);
  EXPECT_NEAR(modes.hz(0) / lossless.hz(0), 1, 1e-3);
  EXPECT_FALSE(lossless.figures[0].q);
}

// Energies and losses by groups: both energies of a resonance are equal, also with tensors, and the
// losses agree with Q.
TEST(FemEigenmodes, ParticipationAddsUpToQ) {
  const auto shares = [](const Modes &modes) {
    const PhasorField x = with_fixed(modes.problem, modes.modes[0].x);
    const Fields fields(modes.problem, modes.equations.media(), x, modes.hz(0));
    return participation(fields, modes.equations.media(), modes.equations.admittances());
  };
  auto json = box({0.05, 0.02, 0.06}, {4, 2, 4}, 1, 2e9);
  json["materials"]["air"] = {{"eps_r", {{4, 0.5, 0}, {0.5, 3, 0}, {0, 0, 2}}},
                              {"mu_r", {{2, 0.3, 0}, {0.3, 1.5, 0.2}, {0, 0.2, 1.2}}}};
  const auto lossless = shares(Modes(json));
  ASSERT_EQ(lossless.size(), 1u);
  EXPECT_EQ(lossless[0].group, "volume");
  EXPECT_NEAR(*lossless[0].electric_j / *lossless[0].magnetic_j, 1, 1e-7);
  EXPECT_LT(std::abs(lossless[0].loss_w), 1e-9 * omega_of(2e9) * *lossless[0].electric_j);

  json["materials"]["air"] = {{"eps_r", 4}, {"loss_tangent", 1e-3}};
  json["boundaries"]["z-"] = {{"type", "impedance"}, {"surface_impedance", {0.5, 0}}};
  const Modes lossy(json);
  const auto parts = shares(lossy);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[1].group, "z-");
  EXPECT_FALSE(parts[1].electric_j);
  const double energy = *parts[0].electric_j + *parts[0].magnetic_j, omega = omega_of(lossy.hz(0));
  EXPECT_NEAR(omega * energy / parts[0].loss_w / *lossy.figures[0].q_material, 1, 2e-3); // 1/Q
  EXPECT_NEAR(omega * energy / parts[1].loss_w / *lossy.figures[0].q_wall, 1, 2e-3);
}

// Media that depend on the frequency: those of the mode's own, not of "near".
TEST(FemEigenmodes, DispersiveMediaAreThoseOfTheMode) {
  auto json = box({0.05, 0.02, 0.06}, {4, 2, 4}, 1, 4e9);
  const double vacuum_hz = Modes(json).hz(0);
  json["eigenmodes"]["near"] = 2e9;
  json["materials"]["air"] = {{"eps_r", 4}, {"sigma", 0.01}};
  const Modes conducting(json);
  // omega^2 eps - j omega sigma / eps0 = omega_0^2 has Im omega = sigma / (2 eps0 eps).
  const complex f = hertz_of(conducting, 0);
  const Material &medium = conducting.input.materials[0];
  EXPECT_NEAR(std::abs(f * std::sqrt(permittivity(medium, f)[0]) / vacuum_hz - 1.0), 0, 1e-6);
  EXPECT_NEAR(*conducting.figures[0].q / (2 * k_pi * f.real() * k_eps0 * 4 / 0.01), 1, 1e-5);
  EXPECT_NEAR(*conducting.figures[0].q_material / *conducting.figures[0].q, 1, 1e-5);

  json["materials"]["air"] = {{"eps_inf", 2},
                              {"lorentz", {{{"delta_eps", 1}, {"f0", 8e9}, {"gamma", 1e8}}}}};
  const Modes resonant(json);
  const complex g = hertz_of(resonant, 0);
  const complex eps = permittivity(resonant.input.materials[0], g)[0];
  EXPECT_NEAR(std::abs(g * std::sqrt(eps) / vacuum_hz - 1.0), 0, 2e-6);
  EXPECT_NEAR(*resonant.figures[0].q_material / *resonant.figures[0].q, 1, 1e-3);
}

// A line of 5 cm, shorted, that ends at an element: Z of the element + j Z0 tan(k sqrt(eps) L) = 0
// at a complex k, from which Q follows. An inductor loses nothing: Q is that of the filling.
TEST(FemEigenmodes, ElementsStoreEnergyOfTheirOwn) {
  struct Element {
    nlohmann::ordered_json json;
    double loss_tangent, near_hz;
  };
  const Element elements[] = {
      {{{"L", 5e-9}}, 0.01, 2.3e9},
      {{{"R", 1e4}, {"C", 1e-12}, {"topology", "parallel"}}, 0, 1.05e9},
      {{{"R", 5}, {"L", 5e-9}}, 0, 2.3e9},
      {{{"R", 3}, {"C", 1e-12}}, 0.005, 1.05e9},
  };
  for (const auto &[element, loss_tangent, near_hz] : elements) {
    auto json = box({0.05, 0.005, 0.001}, {8, 1, 1}, 1, near_hz, "mixed", 2, "pmc");
    json["materials"]["air"] = {{"loss_tangent", loss_tangent}};
    json["boundaries"]["z-"] = json["boundaries"]["z+"] =
        json["boundaries"]["x-"] = {{"type", "pec"}};
    json["boundaries"]["x+"] = {{"type", "lumped"}, {"direction", {0, 0, 1}}};
    json["boundaries"]["x+"].update(element);
    const Modes modes(json);
    const complex root = std::sqrt(complex(1, -loss_tangent));
    const auto sum = [&](complex f) {
      const complex s = complex(0, 2 * k_pi) * f;
      const double c = element.value("C", 0.0), l = element.value("L", 0.0),
                   r = element.value("R", 0.0);
      const complex z = element.contains("topology") ? 1.0 / (1 / r + s * c)
                                                     : r + s * l + (c > 0 ? 1.0 / (s * c) : 0.0);
      const complex line =
          k_eta0 / root / 5.0 * std::tan(2 * k_pi * f / k_speed_of_light * root * 0.05);
      return z + complex(0, 1) * line;
    };
    complex before = near_hz, f = near_hz * complex(1.001, 0.005);
    for (int step = 0; step < 40 && f != before; ++step) {
      const complex slope = (sum(f) - sum(before)) / (f - before);
      before = f;
      if (slope != 0.0)
        f -= sum(f) / slope;
    }
    EXPECT_NEAR(modes.hz(0) / f.real(), 1, 3e-4) << element;
    const ModeFigures &figures = modes.figures[0];
    EXPECT_NEAR(*figures.q / (f.real() / (2 * f.imag())), 1, 3e-3) << element;
    const double parts = (figures.q_wall ? 1 / *figures.q_wall : 0) +
                         (figures.q_material ? 1 / *figures.q_material : 0);
    EXPECT_NEAR(parts * *figures.q, 1, 1e-4) << element;
    EXPECT_EQ(figures.q_wall.has_value(), element.contains("R"));
  }
}

// A line of 3 cm, shorted, that ends at an L and a C in series: tan(beta l) Z0 = -(omega L - 1 /
// (omega C)), with modes far from those of its matrices at "near".
TEST(FemEigenmodes, ElementsAreThoseOfTheMode) {
  const double length = 0.03;
  auto json = box({0.01, 0.01, length}, {2, 2, 4}, 1, 1e9, "mixed", 2, "pmc");
  json["boundaries"]["x-"] = json["boundaries"]["x+"] = {{"type", "pec"}};
  json["boundaries"]["z-"] = {{"type", "pec"}};
  json["boundaries"]["z+"] = {
      {"type", "lumped"}, {"direction", {1, 0, 0}}, {"L", 5e-9}, {"C", 1e-12}};
  const auto mismatch = [&](double f) { // 0 at a mode, rising between poles
    const double omega = 2 * k_pi * f;
    return k_eta0 * std::tan(omega * length / k_speed_of_light) + omega * 5e-9 -
           1 / (omega * 1e-12);
  };
  const auto exact_hz = [&](double low, double high) {
    for (int step = 0; step < 60; ++step)
      (mismatch(0.5 * (low + high)) < 0 ? low : high) = 0.5 * (low + high);
    return low;
  };
  const double pole_hz = k_speed_of_light / (4 * length); // pole of tan
  const double exact[] = {exact_hz(1e7, pole_hz * 0.999),
                          exact_hz(pole_hz * 1.001, 3 * pole_hz * 0.999),
                          exact_hz(3 * pole_hz * 1.001, 5 * pole_hz * 0.999)};
  for (const auto &[near_hz, count, first] :
       {std::tuple{1e9, 1, 0}, {2e9, 1, 0}, {0.74e9, 1, 0}, {3e9, 1, 1}, {0.7e9, 3, 0}}) {
    json["eigenmodes"] = {{"count", count}, {"near", near_hz}};
    const Modes modes(json);
    for (int m = 0; m < count; ++m) {
      EXPECT_NEAR(modes.hz(m) / exact[first + m], 1, 3e-4) << near_hz << " " << m;
      EXPECT_LE(modes.modes[m].residual, 1e-8);
    }
    EXPECT_FALSE(modes.report.why_more.empty()) << near_hz;
  }
  // The twin: matrices that are those of the mode take no other starts.
  json["eigenmodes"] = {{"count", 1}, {"near", exact[1]}};
  const Modes close(json);
  EXPECT_NEAR(close.hz(0) / exact[1], 1, 3e-4);
  EXPECT_EQ(close.report.why_more, "");
  EXPECT_EQ(close.report.linearised_hz.size(), 1u);
}

// TE101 of a box full of plasma, from both sides of the frequency below which it has no waves.
TEST(FemEigenmodes, PlasmaIsThatOfTheMode) {
  auto json = box({0.05, 0.02, 0.06}, {4, 2, 4}, 1, 4e9);
  const double vacuum_hz = Modes(json).hz(0);
  json["materials"]["air"] = {{"drude", {{{"f_p", 5e9}, {"gamma", 1e8}}}}};
  for (const double near_hz : {3e9, 4.5e9, 5.5e9, 6.3e9, 7e9}) {
    json["eigenmodes"]["near"] = near_hz;
    const Modes modes(json);
    const complex f = hertz_of(modes, 0), eps = permittivity(modes.input.materials[0], f)[0];
    EXPECT_NEAR(std::abs(f * std::sqrt(eps) / vacuum_hz - 1.0), 0, 2e-6) << near_hz;
    EXPECT_NEAR(*modes.figures[0].q_material / *modes.figures[0].q, 1, 1e-3);
    EXPECT_NEAR(std::hypot(vacuum_hz, 5e9) / modes.hz(0), 1, 2e-3) << near_hz;
  }
}

// TE101 with the skin of copper, by the perturbation of its walls.
TEST(FemEigenmodes, CopperWallsHaveTheQOfTheirSkin) {
  const double a = 0.05, b = 0.02, d = 0.06;
  auto json = box({a, b, d}, {6, 3, 7}, 1, 3.9e9, "mixed", 2, "impedance");
  json["boundaries"]["default"]["sigma"] = 5.8e7;
  const Modes modes(json);
  const double k = 2 * k_pi * modes.hz(0) / k_speed_of_light;
  const double resistance = std::sqrt(k_pi * modes.hz(0) * k_mu0 / 5.8e7);
  const double exact = std::pow(k * a * d, 3) * b * k_eta0 / (2 * k_pi * k_pi * resistance) /
                       (2 * a * a * a * b + 2 * b * d * d * d + a * a * a * d + a * d * d * d);
  EXPECT_NEAR(*modes.figures[0].q / exact, 1, 0.01);
  EXPECT_NEAR(*modes.figures[0].q_wall / *modes.figures[0].q, 1, 1e-3);
  EXPECT_FALSE(modes.figures[0].q_material);
  // A skin also lowers the frequency by 1 / (2 Q).
  json["boundaries"]["default"] = {{"type", "pec"}};
  EXPECT_NEAR((Modes(json).hz(0) - modes.hz(0)) / modes.hz(0) * 2 * exact, 1, 0.02);
}

// A line of length L between a conductor and a surface of z eta0: exp(-2 j k L) (1 - z) / (1 + z)
// = 1.
TEST(FemEigenmodes, ALineWithALossyEndHasItsComplexFrequency) {
  const double length = 0.3, z = 0.1;
  auto json = box({0.02, 0.02, length}, {1, 1, 16}, 3, 450e6, "mixed", 2, "pmc");
  json["boundaries"]["x-"] = json["boundaries"]["x+"] = {{"type", "pec"}};
  json["boundaries"]["z-"] = {{"type", "pec"}};
  json["boundaries"]["z+"] = {{"type", "impedance"}, {"surface_impedance", {z * k_eta0, 0}}};
  const Modes modes(json);
  const double decay = std::log((1 + z) / (1 - z)) / (2 * length);
  for (int n = 1; n <= 3; ++n) {
    const complex k = modes.modes[n - 1].wavenumber;
    EXPECT_NEAR(k.real() * length / (n * k_pi), 1, 1e-4);
    EXPECT_NEAR(k.imag() / decay, 1, 2e-3);
    const ModeFigures &figures = modes.figures[n - 1];
    EXPECT_NEAR(*figures.q_wall / *figures.q, 1, 1e-6);
    EXPECT_FALSE(figures.q_radiation);
  }
  // The twin: a matched end has no resonance at all.
  json["boundaries"]["z+"] = {{"type", "abc"}};
  json["eigenmodes"]["count"] = 1;
  json["eigenmodes"]["near"] = 450e6;
  EXPECT_THROW(Modes{json}, Error);
  // Matched at both ends, on a mesh that reflects: what it holds is no mode.
  json["boundaries"]["z-"] = {{"type", "abc"}};
  EXPECT_THROW(Modes{json}, Error);
}

// A slab of index 10 on a conductor, before vacuum that ends in an absorbing wall or layer: the
// wave in the slab is reflected by 9 / 11, so k n L = pi / 2 + j ln(11 / 9) / 2.
nlohmann::ordered_json radiating_slab(const std::string &end) {
  TetMesh mesh = make_box({0.03, 0.03, 1.2}, {1, 1, 80}, {0, 0, 0}, 0, 1);
  mesh.groups.push_back({3, 9, "slab"});
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    double z = 0;
    for (const Index node : mesh.tets[t])
      z += mesh.points[node][2] / 4;
    if (z < 0.03)
      mesh.tet_group[t] = static_cast<Index>(mesh.groups.size()) - 1;
  }
  const std::string file = curlew::test::output_path("slab_") + end + ".msh";
  write_gmsh(file, mesh);
  auto json = box({1, 1, 1}, {1, 1, 1}, 1, 245e6, "mixed", 2);
  json["mesh"] = {{"file", file}};
  json["materials"]["ceramic"] = {{"eps_r", 100}};
  json["regions"]["slab"] = "ceramic";
  json["boundaries"] = {{"default", {{"type", "pmc"}}},
                        {"z-", {{"type", "pec"}}},
                        {"x-", {{"type", "pec"}}},
                        {"x+", {{"type", "pec"}}},
                        {"z+", {{"type", end}}}};
  return json;
}

TEST(FemEigenmodes, ARadiatingSlabHasItsQ) {
  const complex exact = complex(0.5 * k_pi, 0.5 * std::log(11.0 / 9)) / 0.3;
  for (const std::string end : {"abc", "pml"}) {
    const Modes modes(radiating_slab(end));
    const complex k = modes.modes[0].wavenumber;
    const double tolerance = end == "abc" ? 2e-3 : 4e-2;
    EXPECT_NEAR(k.real() / exact.real(), 1, tolerance);
    EXPECT_NEAR(k.imag() / exact.imag(), 1, tolerance);
    const ModeFigures &figures = modes.figures[0];
    EXPECT_NEAR(*figures.q_radiation / *figures.q, 1, 1e-6);
    EXPECT_FALSE(figures.q_wall);
    EXPECT_FALSE(figures.q_material);
  }
}

TEST(FemEigenmodes, BackendsAgree) {
  const auto json = box({1, 0.7, 0.8}, {3, 2, 3}, 4, 250e6, "full", 1);
  const Modes serial(json);
  for (const Backend backend : compiled_backends()) {
    const Modes other(json, backend);
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_NEAR(other.hz(i) / serial.hz(i), 1, 1e-10);
  }
}

std::string refusal(const nlohmann::ordered_json &json) {
  try {
    Modes{json};
  } catch (const InputError &error) {
    return error.what();
  }
  return "accepted";
}

// The matrix at "near" is then singular to rounding.
TEST(FemEigenmodes, AStartAtTheResonanceFindsIt) {
  auto json = box({0.02, 0.002, 0.004}, {6, 1, 2}, 1, 1.8e9, "mixed", 2, "pmc");
  json["boundaries"]["x-"] = json["boundaries"]["y-"] =
      json["boundaries"]["y+"] = {{"type", "pec"}};
  json["boundaries"]["x+"] = {{"type", "lumped"}, {"direction", {0, 1, 0}}, {"C", 5e-13}};
  const double found_hz = Modes(json).hz(0);
  json["eigenmodes"]["near"] = found_hz;
  EXPECT_NEAR(Modes(json).hz(0) / found_hz, 1, 1e-9);
}

// A line between its own ports is matched and resonates nowhere: the refusal names the ports.
TEST(FemEigenmodes, OfAMatchedLineSayWhatLetsTheWavesOut) {
  auto json = box({0.05, 0.005, 0.001}, {6, 1, 1}, 1, 1.05e9, "mixed", 2, "pec");
  json["boundaries"]["y-"] = json["boundaries"]["y+"] = {{"type", "pmc"}};
  const auto message = [](const nlohmann::ordered_json &given) -> std::string {
    try {
      Modes{given};
    } catch (const std::exception &error) {
      return error.what();
    }
    return "accepted";
  };
  const nlohmann::ordered_json port{{"type", "port"}, {"kind", "parallel-plate"}, {"index", 1}};
  json["boundaries"]["x+"] = port;
  EXPECT_THAT(message(json), ::testing::HasSubstr("The waves leave by port 1: a line"));
  json["boundaries"]["x-"] = {{"type", "abc"}};
  EXPECT_THAT(message(json), ::testing::HasSubstr("The waves leave by \"x-\", port 1"));
  json["boundaries"]["x-"] = json["boundaries"]["x+"] = {{"type", "pec"}};
  json["eigenmodes"]["near"] = 2.9e9;
  EXPECT_EQ(message(json), "accepted"); // half a wave between the walls, at 3 GHz
  json["eigenmodes"]["count"] = 500;
  EXPECT_THAT(message(json), ::testing::Not(::testing::HasSubstr("The waves leave")));
}

TEST(FemEigenmodes, WhatHasNoMeaningIsRefused) {
  using ::testing::HasSubstr;
  const auto good = box({1, 1, 1}, {2, 2, 2}, 2, 200e6);
  EXPECT_EQ(refusal(good), "accepted");
  auto bad = good;
  bad["frequency"] = 1e9;
  EXPECT_THAT(refusal(bad), HasSubstr("take one of the two out"));
  bad = good;
  bad["outputs"]["probes"] = {{{"name", "p"}, {"point", {0.5, 0.5, 0.5}}}};
  EXPECT_THAT(refusal(bad), HasSubstr("no amplitude that a probe could show"));
  bad = good;
  bad["solver"]["method"] = "cocg";
  EXPECT_THAT(refusal(bad), HasSubstr("take \"direct\""));
  bad = good;
  bad["eigenmodes"]["count"] = 500;
  EXPECT_THAT(refusal(bad), HasSubstr("lower \"count\""));
  bad = good;
  bad["boundaries"]["z-"] = {
      {"type", "port"}, {"kind", "rectangular"}, {"index", 1}, {"excited", true}};
  EXPECT_THAT(refusal(bad), HasSubstr("take \"excited\" out"));
  bad["boundaries"]["z-"].erase("excited");
  EXPECT_EQ(refusal(bad), "accepted");
}

} // namespace
} // namespace curlew::fem
