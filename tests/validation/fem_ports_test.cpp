// Ports of method fem with known answers: lines and guides between two ports.
#include "../unit/kokkos_environment.hpp"
#include <curlew/tests/support/fem_case.hpp>
#include <curlew/tests/support/paths.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/io/gmsh/gmsh_writer.hpp>

#include <gmock/gmock.h>

#include <cmath>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;
using test::Solver;

double degrees(complex z) {
  return std::arg(z) * 180 / k_pi;
}

// A strip line between two conducting walls and two magnetic ones: eta0 height / width.
nlohmann::ordered_json parallel_plates(double length_m, std::array<int, 3> cells, int order = 1) {
  auto json = test::box_case({0.01, 0.02, length_m}, cells, "pmc");
  json["boundaries"]["x-"] = {{"type", "pec"}};
  json["boundaries"]["x+"] = {{"type", "pec"}};
  for (const auto &[side, index] : {std::pair("z-", 1), std::pair("z+", 2)})
    json["boundaries"][side] = {
        {"type", "port"}, {"kind", "parallel-plate"}, {"index", index}, {"excited", true}};
  json["discretization"]["order"] = order;
  json["outputs"]["s_parameters"] = true;
  json["frequency"] = 1e9;
  json["solver"]["method"] = "direct";
  return json;
}

TEST(FemPorts, ALineHasItsImpedanceAndDelay) {
  const double length_m = 0.1;
  for (const int order : {1, 2}) {
    Solver solver(parallel_plates(length_m, {1, 2, 12}, order));
    EXPECT_NEAR(solver.network.references_ohm(1e9)[0].real(), k_eta0 * 0.01 / 0.02, 1e-9);
    const ScatteringMatrix s = solver.scattering();
    const double expected = -360 * 1e9 * length_m / k_speed_of_light;
    EXPECT_LT(std::abs(s[0]), order == 1 ? 3e-3 : 1e-5);
    EXPECT_NEAR(degrees(s[1]), expected, order == 1 ? 0.2 : 1e-3);
    // The power outside of the port's mode is absorbed: the error of the mesh.
    EXPECT_NEAR(std::norm(s[0]) + std::norm(s[1]), 1, order == 1 ? 1e-5 : 1e-8);
    EXPECT_LT(std::abs(s[1] - s[2]), 1e-12);
  }
}

// References other than the line's own: two lines of different impedance meet at the ports.
TEST(FemPorts, ReferencesRenormalise) {
  auto json = parallel_plates(0.1, {1, 2, 12}, 2);
  const double z = k_eta0 / 2;
  json["boundaries"]["z-"]["impedance"] = 2 * z;
  json["boundaries"]["z+"]["impedance"] = z;
  json["outputs"]["s_parameters"] = {{"touchstone", false}};
  const ScatteringMatrix s = Solver(json).scattering();
  EXPECT_NEAR(s[0].real(), -1.0 / 3, 2e-4);
  EXPECT_NEAR(std::abs(s[1]), std::sqrt(8) / 3, 2e-4);
}

TEST(FemPorts, ReferencePlanesMove) {
  auto json = parallel_plates(0.1, {1, 2, 12}, 2);
  json["boundaries"]["z-"]["deembed"] = 0.04;
  json["boundaries"]["z+"]["deembed"] = 0.06;
  const ScatteringMatrix s = Solver(json).scattering();
  EXPECT_NEAR(std::abs(s[1] - 1.0), 0, 1e-4); // the planes meet
  // Outwards: as long a line again.
  json["boundaries"]["z-"]["deembed"] = -0.04;
  json["boundaries"]["z+"]["deembed"] = -0.06;
  const ScatteringMatrix longer = Solver(json).scattering();
  EXPECT_NEAR(degrees(longer[1]), std::remainder(-360 * 1e9 * 0.2 / k_speed_of_light, 360), 1e-2);
}

// A resistance across a matched line: S11 = -Z / (2 R + Z).
TEST(FemPorts, ALumpedResistanceIsAShunt) {
  auto json = parallel_plates(0.02, {1, 2, 8}, 2);
  json["boundaries"]["z+"] = {{"type", "lumped"}, {"R", 50}, {"direction", {1, 0, 0}}};
  Solver solver(json);
  const double z = k_eta0 / 2;
  const complex s = solver.scattering()[0];
  EXPECT_NEAR(std::abs(s), (z - 50) / (z + 50), 1e-4);
  const double phase = -2 * 360 * 1e9 * 0.02 / k_speed_of_light;
  EXPECT_NEAR(std::abs(s / std::abs(s) + std::polar(1.0, phase * k_pi / 180)), 0, 2e-3);
}

TEST(FemPorts, ALumpedPortFeedsALine) {
  auto json = parallel_plates(0.02, {1, 2, 8}, 2);
  json["boundaries"]["z+"] = {{"type", "port"},  {"kind", "lumped"}, {"index", 2},
                              {"impedance", 50}, {"excited", true},  {"direction", {1, 0, 0}}};
  json["outputs"]["s_parameters"] = {{"touchstone", false}};
  const ScatteringMatrix s = Solver(json).scattering();
  const double z = k_eta0 / 2, r = (z - 50) / (z + 50);
  EXPECT_NEAR(std::abs(s[0]), r, 1e-4);
  EXPECT_NEAR(std::abs(s[3]), r, 1e-4);
  EXPECT_NEAR(std::norm(s[0]) + std::norm(s[2]), 1, 1e-8);
}

// S does not depend on the source: it refers to the impedance. The power of the source of R, L and
// C is that of a network: 2 V behind Z_s on the impedance that follows from S.
TEST(FemPorts, ASourceOfElementsDrivesAndTerminates) {
  auto json = parallel_plates(0.02, {1, 2, 8}, 2);
  json["boundaries"]["z+"] = {{"type", "port"},  {"kind", "lumped"}, {"index", 2},
                              {"impedance", 50}, {"excited", true},  {"direction", {1, 0, 0}}};
  json["outputs"]["s_parameters"] = {{"touchstone", false}};
  const ScatteringMatrix plain = Solver(json).scattering();
  const complex j(0, 1);
  const double w = 2 * k_pi * 1e9;
  json["boundaries"]["z+"].update({{"R", 30}, {"L", 5e-9}, {"C", 2e-12}});
  for (const bool is_parallel : {false, true}) {
    json["boundaries"]["z+"]["topology"] = is_parallel ? "parallel" : "series";
    const complex zs = is_parallel ? 1.0 / (1.0 / 30 + 1.0 / (j * w * 5e-9) + j * w * 2e-12)
                                   : 30.0 + j * w * 5e-9 + 1.0 / (j * w * 2e-12);
    Solver solver(json);
    const PortPowers powers = solver.network.add(2, solver.solve(solver.network.load_of(2)));
    const complex load = 50.0 * (1.0 + plain[3]) / (1.0 - plain[3]);
    EXPECT_LT(std::abs(*powers.impedance_ohm - load), 1e-6 * std::abs(load));
    EXPECT_NEAR(powers.accepted / (2 * load.real() / std::norm(load + zs)), 1, 1e-6);
    EXPECT_NEAR(powers.available / (0.5 / zs.real()), 1, 1e-9);
    const ScatteringMatrix s = solver.scattering();
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_LT(std::abs(s[i] - plain[i]), 1e-9) << is_parallel << " " << i;
  }
}

nlohmann::ordered_json wr90(double length_m, std::array<int, 3> cells, int order) {
  auto json = test::box_case({0.02286, 0.01016, length_m}, cells, "pec");
  for (const auto &[side, index] : {std::pair("z-", 1), std::pair("z+", 2)})
    json["boundaries"][side] = {
        {"type", "port"}, {"kind", "rectangular"}, {"index", index}, {"excited", true}};
  json["discretization"]["order"] = order;
  json["outputs"]["s_parameters"] = true;
  json["frequency"] = 9e9;
  json["solver"]["method"] = "direct";
  return json;
}

// beta l = 740.28 deg: -20.28 deg is left.
TEST(FemPorts, AWaveguideHasItsPhase) {
  Solver solver(wr90(0.1, {5, 2, 21}, 2));
  const ScatteringMatrix s = solver.scattering();
  EXPECT_NEAR(degrees(s[1]), -20.28, 0.3);
  EXPECT_NEAR(std::norm(s[0]) + std::norm(s[1]), 1, 3e-4); // measured 1.7e-4
  EXPECT_LT(std::abs(s[0]), 5e-3);
}

TEST(FemPorts, BelowCutoffIsRefused) {
  auto json = wr90(0.05, {3, 1, 6}, 1);
  json["frequency"] = 6e9;
  try {
    prepare_case(test::make_case(json), 1);
    FAIL() << "no cutoff";
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("below its cutoff of 6.557"));
  }
}

TEST(FemPorts, ATemPortNeedsTwoConductors) {
  auto json = parallel_plates(0.05, {1, 1, 4});
  json["boundaries"]["x+"] = {{"type", "pmc"}};
  EXPECT_THROW(Solver{json}, InputError);
}

// A line of impedance Z1 in a lossy medium goes on as one of Z2 in air. Of the waves that travel on
// them, with G = (Z2 - Z1) / (Z2 + Z1) and V = a |Z| / sqrt(R),
//   S11 = G e1^2, S22 = -G e2^2, S21 = (1 + G) e1 e2 v1 / v2, S12 = (1 - G) e1 e2 v2 / v1,
// e the factors along the lines and v = |Z| / sqrt(R): S of power waves is symmetric, this is not.
TEST(FemPorts, TravellingWavesMeetAStepOfTheLine) {
  constexpr double k_eps = 4, k_loss = 0.6, k_length_m = 8e-3, k_hz = 6e9;
  TetMesh mesh = make_box({0.01, 0.02, k_length_m}, {1, 1, 16}, {0, 0, 0}, 0, 1);
  mesh.groups.push_back({3, 20, "lossy"});
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    double along = 0;
    for (const Index node : mesh.tets[t])
      along += mesh.points[node][2] / 4;
    if (along < k_length_m / 2)
      mesh.tet_group[t] = static_cast<Index>(mesh.groups.size()) - 1;
  }
  const std::string file = curlew::test::output_path("step_of_a_line.msh");
  write_gmsh(file, mesh);
  auto json = parallel_plates(k_length_m, {1, 1, 16}, 2);
  json["frequency"] = k_hz;
  json["mesh"] = {{"file", file}};
  json["materials"]["lossy"] = {{"eps_r", k_eps}, {"loss_tangent", k_loss}};
  json["regions"]["lossy"] = "lossy";
  Solver solver(json);
  const ScatteringMatrix power = solver.scattering(),
                         s = travelling_waves(power, solver.network.references_ohm(k_hz));
  const complex index = std::sqrt(k_eps * complex(1, -k_loss));
  const double z2 = k_eta0 * 0.01 / 0.02, length = k_length_m / 2;
  const complex z1 = z2 / index, step = (z2 - z1) / (z2 + z1);
  const complex k = complex(0, Solver::wavenumber(k_hz));
  const complex e1 = std::exp(-k * index * length), e2 = std::exp(-k * length);
  const double ratio = std::abs(z1) / std::sqrt(z1.real()) / std::sqrt(z2);
  EXPECT_LT(std::abs(s[0] - step * e1 * e1), 1e-3);
  EXPECT_LT(std::abs(s[3] + step * e2 * e2), 1e-3);
  EXPECT_LT(std::abs(s[2] - (1.0 + step) * e1 * e2 * ratio), 1e-3);
  EXPECT_LT(std::abs(s[1] - (1.0 - step) * e1 * e2 / ratio), 1e-3);
  EXPECT_GT(std::abs(s[1] - s[2]), 0.1);
  EXPECT_LT(std::abs(power[1] - power[2]), 1e-8);
}

} // namespace
} // namespace curlew::fem
