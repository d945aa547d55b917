// Ports of method fem between lossy conductors, between three conductors, and with several modes of
// one constant of propagation: against waves between plates and in coaxial lines with an impedance.
#include "../unit/kokkos_environment.hpp"
#include <curlew/tests/support/fem_case.hpp>
#include <curlew/tests/support/mark_surface.hpp>
#include <curlew/tests/support/paths.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/io/gmsh/gmsh_writer.hpp>
#include <curlew/methods/fem/ports/section_accuracy.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;
using nlohmann::ordered_json;
using test::Solver;

constexpr double k_height_m = 1e-3, k_width_m = 2e-3, k_length_m = 8e-3, k_hz = 6e9;

void add_ports(ordered_json &json, const std::string &kind) {
  for (const auto &[side, index] : {std::pair("z-", 1), std::pair("z+", 2)})
    json["boundaries"][side] = {
        {"type", "port"}, {"kind", kind}, {"index", index}, {"excited", true}};
  json["discretization"]["order"] = 2;
  json["outputs"]["s_parameters"] = {{"touchstone", false}};
  json["solver"]["method"] = "direct";
}

// Plates at y = 0 and h with magnetic walls beside them; the lower one has an impedance.
ordered_json plates(const std::string &kind, complex ohm) {
  auto json = test::box_case({k_width_m, k_height_m, k_length_m}, {1, 4, 4}, "pec");
  for (const char *side : {"x-", "x+"})
    json["boundaries"][side] = {{"type", "pmc"}};
  json["boundaries"]["y-"] = {{"type", "impedance"},
                              {"surface_impedance", {ohm.real(), ohm.imag()}}};
  add_ports(json, kind);
  json["frequency"] = k_hz;
  return json;
}

// The wave between a perfect plate at y = h and one of impedance Z at y = 0: E_z goes with sinh q(h
// - y), and E_z = -Z H_x at y = 0 gives q tanh(q h) = -j k0 Z / eta0 with q^2 = beta^2 - k0^2.
struct PlateWave {
  complex beta;
  complex impedance_ohm; // |V|^2 / 2 P*
};

PlateWave plate_wave(complex ohm) {
  const double k = Solver::wavenumber(k_hz);
  const complex source = complex(0, -k / k_eta0) * ohm;
  complex q = std::sqrt(source / k_height_m);
  for (int step = 0; step < 50; ++step) {
    const complex t = std::tanh(q * k_height_m);
    q -= (q * t - source) / (t + q * k_height_m * (1.0 - t * t));
  }
  PlateWave wave{std::sqrt(k * k + q * q), {}};
  if (wave.beta.imag() > 0)
    wave.beta = -wave.beta;
  // E_y goes with cosh q(h - y), H_x with k0 / (eta0 beta) of it.
  double square = 0;
  constexpr int k_points = 2000;
  for (int i = 0; i < k_points; ++i)
    square +=
        std::norm(std::cosh(q * k_height_m * (i + 0.5) / double(k_points))) * k_height_m / k_points;
  const double volts = std::abs(std::sinh(q * k_height_m) / q);
  wave.impedance_ohm = volts * volts / (k_width_m * (k / (k_eta0 * wave.beta)) * square);
  return wave;
}

// Power waves of a line between its own impedances: with a_2 = 0 the line ends in Z, so that V = Z
// I at its start, b_1 / a_1 = (Z - Z*) / 2 Z and b_2 / a_1 = e^-gl Re Z / Z.
void expect_matched(const ScatteringMatrix &s, complex z, complex length) {
  EXPECT_LT(std::abs(s[0] - complex(0, z.imag()) / z), 2e-3);
  EXPECT_LT(std::abs(s[2] - std::exp(-length) * z.real() / z), 2e-3);
}

// With Z = j omega mu0 h the inductance of the line is doubled: beta is 178.1 and not 125.8 per m.
TEST(FemLossyPorts, PlatesHaveTheWaveOfTheirImpedance) {
  const double reactance = 2 * k_pi * k_hz * k_mu0 * k_height_m;
  EXPECT_NEAR(plate_wave({0, reactance}).beta.real(), 178.1, 0.05);
  for (const complex ohm : {complex(0, reactance), complex(10, 0), complex(5, 20)}) {
    const PlateWave wave = plate_wave(ohm);
    for (const std::string kind : {"modal", "tem", "parallel-plate"}) {
      auto json = plates(kind, ohm);
      if (kind == "modal")
        for (const char *side : {"z-", "z+"})
          json["boundaries"][side]["definition"] = "pv";
      Solver solver(json);
      const SectionMode &mode = solver.ports[0].section()->modes(k_hz)[0];
      EXPECT_LT(std::abs(mode.constant / wave.beta - 1.0), 1e-4) << kind << ohm;
      EXPECT_LT(std::abs(mode.impedance() / wave.impedance_ohm - 1.0), 1e-3) << kind << ohm;
      const ScatteringMatrix s = solver.scattering();
      expect_matched(s, wave.impedance_ohm, complex(0, k_length_m) * wave.beta);
    }
  }
}

// The same plates with a metal block below, a volume of "pec" whose surface has the impedance: it
// was refused.
TEST(FemLossyPorts, ABlockOfMetalHasTheImpedanceOfItsSurface) {
  const complex ohm(5, 20);
  TetMesh mesh =
      make_box({k_width_m, 2 * k_height_m, k_length_m}, {1, 8, 4}, {0, -k_height_m, 0}, 0, 1);
  curlew::test::mark_surface(mesh, "skin", [](const std::array<Point, 3> &corners) {
    return std::all_of(corners.begin(), corners.end(),
                       [](const Point &p) { return std::abs(p[1]) < 1e-9; });
  });
  mesh.groups.push_back({3, 20, "block"});
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    double height = 0;
    for (const Index node : mesh.tets[t])
      height += mesh.points[node][1];
    if (height < 0)
      mesh.tet_group[t] = static_cast<Index>(mesh.groups.size()) - 1;
  }
  const std::string file = curlew::test::output_path("metal_block.msh");
  write_gmsh(file, mesh);
  auto json = plates("modal", ohm);
  json["mesh"] = {{"file", file}};
  json["materials"]["metal"] = {{"pec", true}};
  json["regions"]["block"] = "metal";
  json["boundaries"]["skin"] = json["boundaries"]["y-"];
  json["boundaries"].erase("y-");
  for (const char *side : {"z-", "z+"})
    json["boundaries"][side]["definition"] = "pv";
  Solver solver(json);
  const PlateWave wave = plate_wave(ohm);
  const SectionMode &mode = solver.ports[0].section()->modes(k_hz)[0];
  EXPECT_LT(std::abs(mode.constant / wave.beta - 1.0), 1e-4);
  EXPECT_LT(std::abs(mode.impedance() / wave.impedance_ohm - 1.0), 1e-3);
  expect_matched(solver.scattering(), wave.impedance_ohm, complex(0, k_length_m) * wave.beta);
}

// A line of 2 and 4.6 mm in a metal of 1e5 S/m: R = Rs/(2 pi) (1/a + 1/b) and an inductance R /
// omega are in series with those of the lossless line.
TEST(FemLossyPorts, ACoaxialLineHasTheLossOfItsMetal) {
  const double f = 3e9, omega = 2 * k_pi * f, sigma = 1e5;
  const double rs = std::sqrt(omega * k_mu0 / (2 * sigma)), ratio = std::log(2.3);
  const double r = rs / (2 * k_pi) * (1 / 2e-3 + 1 / 4.6e-3);
  const complex series = complex(r, r + omega * k_mu0 / (2 * k_pi) * ratio);
  const complex shunt(0, omega * 2 * k_pi / (k_mu0 * k_speed_of_light * k_speed_of_light * ratio));
  const complex beta = complex(0, -1) * std::sqrt(series * shunt);
  const complex z = std::sqrt(series / shunt);
  ordered_json json{{"mesh", {{"file", curlew::test::data_path("gmsh/coaxial_line.msh")}}},
                    {"materials", {{"air", {{"eps_r", 1}}}}},
                    {"regions", {{"air", "air"}}},
                    {"boundaries", {{"wall", {{"type", "impedance"}, {"sigma", sigma}}}}},
                    {"frequency", f}};
  for (const std::string kind : {"modal", "coaxial", "tem"}) {
    add_ports(json, kind);
    json["boundaries"]["in"] = json["boundaries"]["z-"];
    json["boundaries"]["out"] = json["boundaries"]["z+"];
    json["boundaries"].erase("z-");
    json["boundaries"].erase("z+");
    Solver solver(json);
    const SectionMode &mode = solver.ports[0].section()->modes(f)[0];
    EXPECT_NEAR(mode.constant.real() / beta.real(), 1, 2e-3) << kind;
    EXPECT_NEAR(mode.constant.imag() / beta.imag(), 1, 0.02) << kind; // eight sides: 1.5 %
    EXPECT_NEAR(mode.impedance_ohm / std::abs(z), 1, 1e-2) << kind;
    const ScatteringMatrix s = solver.scattering();
    expect_matched(s, mode.impedance(), complex(0, 0.02) * mode.constant);
  }
}

// Writes a box with the nodes of its inner planes z = const moved in them by up to a fifth of a
// cell, other in each plane.
std::string shaken_guide(std::array<double, 3> size, std::array<Index, 3> cells) {
  TetMesh mesh = make_box(size, cells, {0, 0, 0}, 0, 1);
  std::mt19937 generator(7);
  for (Point &point : mesh.points)
    for (int axis = 0; axis < 2; ++axis) {
      const double cell = size[axis] / cells[axis];
      const double step = 0.4 * cell * (static_cast<double>(generator()) / 4294967296.0 - 0.5);
      const bool is_on_wall = point[axis] < 1e-9 || point[axis] > size[axis] - 1e-9;
      point[axis] += is_on_wall ? 0 : step;
    }
  const std::string file = curlew::test::output_path("shaken_guide.msh");
  write_gmsh(file, mesh);
  return file;
}

// TE20 and TE01 of a guide of 2:1 have one beta, and so have TE11 and TM11. The meshes of the ports
// differ, and each mode finds itself at the other port.
TEST(FemLossyPorts, DoubleModesOfTwoMeshesAreTheSame) {
  auto json = test::box_case({0.02, 0.01, 0.012}, {1, 1, 1}, "pec");
  json["mesh"] = {{"file", shaken_guide({0.02, 0.01, 0.012}, {6, 3, 4})}};
  add_ports(json, "modal");
  json["frequency"] = 19e9;
  for (const bool is_given : {false, true}) {
    for (const char *side : {"z-", "z+"}) {
      json["boundaries"][side]["modes"] = 5;
      if (is_given)
        json["boundaries"][side]["direction"] = {0, 1, 0}; // no mean of TE20, TE01, TE11, TM11
    }
    const ScatteringMatrix s = Solver(json).scattering();
    constexpr std::size_t k_modes = 5, k_all = 10;
    for (std::size_t i = 0; i < k_modes; ++i)
      for (std::size_t j = 0; j < k_modes; ++j)
        EXPECT_NEAR(std::abs(s[(k_modes + i) * k_all + j]), i == j ? 1 : 0, 0.01)
            << i << " " << j << " " << is_given; // was 0.96 and 0.27 for 0 and 1
  }
}

// Plates at y = 0, h and 3 h with eps 4 between the first two: the slowest wave lies there.
ordered_json three_plates() {
  constexpr double k_h = k_height_m;
  TetMesh mesh = make_box({k_width_m, 3 * k_h, 4e-3}, {2, 6, 3}, {0, 0, 0}, 0, 1);
  mesh.groups.push_back({3, 9, "substrate"});
  mesh.groups.push_back({2, 10, "middle"});
  const auto groups = static_cast<Index>(mesh.groups.size());
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    double height = 0;
    for (const Index node : mesh.tets[t])
      height += mesh.points[node][1] / 4;
    if (height > k_h)
      continue;
    mesh.tet_group[t] = groups - 2;
    for (int without = 0; without < 4; ++without) {
      std::vector<Index> face;
      for (int i = 0; i < 4; ++i)
        if (i != without && std::abs(mesh.points[mesh.tets[t][i]][1] - k_h) < 1e-9)
          face.push_back(mesh.tets[t][i]);
      if (face.size() == 3) {
        mesh.triangles.push_back({face[0], face[1], face[2]});
        mesh.triangle_group.push_back(groups - 1);
      }
    }
  }
  const std::string file = curlew::test::output_path("three_plates.msh");
  write_gmsh(file, mesh);
  auto json = test::box_case({1, 1, 1}, {1, 1, 1}, "pec");
  json["mesh"] = {{"file", file}};
  json["materials"]["dielectric"] = {{"eps_r", 4}};
  json["regions"]["substrate"] = "dielectric";
  for (const char *side : {"x-", "x+"})
    json["boundaries"][side] = {{"type", "pmc"}};
  json["boundaries"]["middle"] = {{"type", "pec"}};
  add_ports(json, "modal");
  json["frequency"] = k_hz;
  return json;
}

TEST(FemLossyPorts, ThreeConductorsNeedADefinition) {
  const double z = k_eta0 / 2 * k_height_m / k_width_m;
  const auto with = [](const ordered_json &keys) {
    auto json = three_plates();
    for (const char *side : {"z-", "z+"})
      json["boundaries"][side].update(keys);
    return json;
  };
  const auto message = [](const ordered_json &json) -> std::string {
    try {
      prepare_case(test::make_case(json), 1);
    } catch (const InputError &error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(message(three_plates()), ::testing::HasSubstr("3 conductors touch the face"));
  EXPECT_THAT(message(with({{"definition", "vi"}})), ::testing::HasSubstr("\"voltage_line\""));
  EXPECT_THAT(message(with({{"signal", "z+"}})), ::testing::HasSubstr("lies on"));
  const ordered_json line{{"start", {1e-3, 0, 0}}, {"stop", {1e-3, k_height_m, 0}}};
  const ordered_json outside{{"start", {1, 0, 0}}, {"stop", {1, 1, 0}}};
  EXPECT_THAT(message(with({{"definition", "vi"}, {"voltage_line", outside}})),
              ::testing::HasSubstr("of the line from"));
  // Ends in the air, and both on one conductor; the impedance was 0.2 ohm without a word.
  const ordered_json in_air{{"start", {1e-3, 0, 0}}, {"stop", {1e-3, 0.8 * k_height_m, 0}}};
  const ordered_json back{{"start", {0, 0, 0}}, {"stop", {k_width_m, 0, 0}}};
  EXPECT_THAT(message(with({{"definition", "pv"}, {"voltage_line", in_air}})),
              ::testing::HasSubstr("is on no conductor of the port's face"));
  EXPECT_THAT(message(with({{"definition", "pv"}, {"voltage_line", back}})),
              ::testing::HasSubstr("both ends lie on one of the 3 conductors"));
  auto signal = with({{"signal", "middle"}}), by_line = with({{"definition", "vi"}});
  const auto found = [&](const ordered_json &json) {
    const Case input = test::make_case(json);
    const Prepared prepared = prepare_case(input, 1);
    return prepared.ports[0].section()->modes(k_hz)[0];
  };
  EXPECT_NEAR(found(signal).impedance_ohm / z, 1, 1e-6);
  EXPECT_NEAR(found(with({{"definition", "pi"}})).impedance_ohm / z, 1, 1e-6);
  EXPECT_NEAR(found(with({{"definition", "pv"}, {"signal", "middle"}})).impedance_ohm / z, 1, 1e-6);
  by_line["boundaries"]["z-"]["voltage_line"] = line;
  by_line["boundaries"]["z+"]["voltage_line"] = {{"start", {1e-3, 0, 4e-3}},
                                                 {"stop", {1e-3, k_height_m, 4e-3}}};
  EXPECT_NEAR(found(by_line).impedance_ohm / z, 1, 1e-6);
  // The wave in the substrate has no current on the upper plate.
  EXPECT_EQ(found(with({{"signal", "y+"}})).definition, "wave");
}

// Two lines of one beta: a plate in the middle between two others. Eigenvectors of one beta are
// complex combinations, and the port excited other power than its mode has: |S12| was 1.497.
TEST(FemLossyPorts, OneOfTwoModesOfOneBetaIsReal) {
  auto json = three_plates();
  json["materials"]["dielectric"]["eps_r"] = 1;
  const double heights[] = {k_height_m, 2 * k_height_m};
  for (const char *side : {"z-", "z+"})
    json["boundaries"][side]["signal"] = "middle";
  Solver solver(json);
  const std::vector<SectionMode> &modes = solver.ports[0].section()->modes(k_hz);
  ASSERT_GE(modes.size(), 2U);
  for (int m = 0; m < 2; ++m) {
    EXPECT_NEAR(modes[m].constant.real() / Solver::wavenumber(k_hz), 1, 1e-9);
    double imaginary = 0, all = 0;
    for (const complex &e : modes[m].e) {
      imaginary += e.imag() * e.imag();
      all += std::norm(e);
    }
    EXPECT_LT(imaginary, 1e-12 * all);
  }
  // Both lines together have the admittance of their sum, whichever modes span them: |I|^2 / 2 P of
  // the current on the middle plate, over two modes of unit power; one without current has the
  // impedance of the wave.
  double admittance = 0;
  for (int m = 0; m < 2; ++m)
    admittance += modes[m].definition == "wave" ? 0 : 1 / modes[m].impedance_ohm;
  EXPECT_NEAR(admittance * k_eta0 / k_width_m / (1 / heights[0] + 1 / heights[1]), 1, 1e-6);
  const ScatteringMatrix s = solver.scattering();
  EXPECT_NEAR(std::abs(s[1]), 1, 1e-4);
  EXPECT_NEAR(std::abs(s[2]), 1, 1e-4);
  EXPECT_LT(std::abs(s[1] - s[2]), 1e-8);
}

// A strip of 2 mm amid plates 2 mm apart has 65.399 ohm by a conformal map, eta0 / 4 K(k) / K(k')
// with k = sech(pi w / 2 b). On squares of 0.5 mm it has less, and the warning says how much.
TEST(FemLossyPorts, AFaceTooCoarseForTheEdgesOfAStripIsWarnedOf) {
  constexpr double k_mm = 1e-3, k_exact_ohm = 65.399;
  TetMesh mesh = make_box({8 * k_mm, 2 * k_mm, k_mm}, {16, 4, 2}, {-4 * k_mm, -k_mm, 0}, 0, 1);
  curlew::test::mark_surface(mesh, "strip", [](const std::array<Point, 3> &corners) {
    return std::all_of(corners.begin(), corners.end(), [](const Point &p) {
      return std::abs(p[1]) < 1e-9 && std::abs(p[0]) < 1.01 * k_mm;
    });
  });
  const std::string file = curlew::test::output_path("strip.msh");
  write_gmsh(file, mesh);
  auto json = test::box_case({1, 1, 1}, {1, 1, 1}, "pec");
  json["mesh"] = {{"file", file}};
  json["boundaries"]["strip"] = {{"type", "pec"}};
  json["frequency"] = k_hz;
  for (const std::string kind : {"tem", "modal"}) {
    add_ports(json, kind);
    Solver solver(json);
    const double off =
        k_exact_ohm / solver.network.references_ohm(k_hz)[0].real() - 1; // of the mesh's impedance
    EXPECT_GT(off, 0.02);
    const std::vector<std::string> warnings =
        impedance_warnings(solver.input, solver.problem.model, solver.ports);
    ASSERT_EQ(warnings.size(), 2U);
    EXPECT_THAT(warnings[0], ::testing::HasSubstr("% too small"));
    const std::string about = "about ";
    const double said =
        std::strtod(warnings[0].c_str() + warnings[0].find(about) + about.size(), nullptr) / 100;
    EXPECT_NEAR(said / off, 1, 0.3) << kind << " " << off;
  }
  const Solver even(plates("tem", {1, 0})); // fields without a singularity
  EXPECT_TRUE(impedance_warnings(even.input, even.problem.model, even.ports).empty());
}

} // namespace
} // namespace curlew::fem
