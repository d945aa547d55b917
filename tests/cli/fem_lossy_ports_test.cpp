// Ports in lossy media through the program: S by power waves (Kurokawa) of complex references,
// input impedances, powers and Touchstone files. Expected: S of a line's impedance matrix,
//   Z11 = Z22 = Z0 coth(gamma l), Z12 = Z21 = Z0 / sinh(gamma l),
//   S = F (Z - G*) (Z + G)^-1 F^-1, G = diag(references), F = diag(1 / 2 sqrt(Re G)),
// in which no program's code takes part.
#include "program.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <sstream>

using namespace curlew::cli_test;
using Json = nlohmann::ordered_json;
using complex = std::complex<double>;

namespace {

constexpr double k_pi = 3.14159265358979323846, k_light = 299792458, k_eta0 = 376.730313412;

struct Line {
  complex z0, gamma;
  double length_m = 0.02;
};

// S11, S21, S12, S22
std::array<complex, 4> scattering(const Line &line, complex g1, complex g2) {
  const complex u = line.gamma * line.length_m, z = line.z0 / std::tanh(u),
                m = line.z0 / std::sinh(u);
  const complex d = (z + g1) * (z + g2) - m * m;
  const complex through = 2 * std::sqrt(g1.real() * g2.real()) * m / d;
  return {((z - std::conj(g1)) * (z + g2) - m * m) / d, through, through,
          ((z - std::conj(g2)) * (z + g1) - m * m) / d};
}

// Plates 1 mm apart and 5 mm wide, between magnetic walls.
Json plates(double eps_r, double loss_tangent, const std::string &kind, double hz) {
  Json json = Json::parse(R"({
    "method": "fem", "title": "line",
    "mesh": { "box": { "size": [0.02, 0.005, 0.001], "cells": [16, 2, 1] } },
    "materials": { "m": {} }, "regions": { "volume": "m" },
    "boundaries": {
      "y-": { "type": "pmc" }, "y+": { "type": "pmc" }, "z-": { "type": "pec" }, "z+": { "type": "pec" },
      "x-": { "type": "port", "index": 1, "excited": true },
      "x+": { "type": "port", "index": 2, "excited": true } },
    "discretization": { "order": 2 }, "outputs": { "s_parameters": true } })");
  json["materials"]["m"] = {{"eps_r", eps_r}, {"loss_tangent", loss_tangent}};
  json["frequency"] = hz;
  for (const char *side : {"x-", "x+"}) {
    json["boundaries"][side]["kind"] = kind;
    if (kind == "lumped")
      json["boundaries"][side]["direction"] = {0, 0, 1};
  }
  return json;
}

Line line_of(double eps_r, double loss_tangent, double hz) {
  const complex index = std::sqrt(eps_r * complex(1, -loss_tangent));
  return {k_eta0 / index * 0.2, complex(0, 2 * k_pi * hz / k_light) * index};
}

struct Results {
  std::vector<std::vector<complex>> s; // per frequency: S11, S21, S12, S22 of two excited ports
  std::vector<complex> z;              // of port 1
  Json summary;
};

std::vector<std::vector<double>> rows(const std::string &text) {
  std::vector<std::vector<double>> result;
  std::istringstream lines(text);
  std::string line, cell;
  for (std::getline(lines, line); std::getline(lines, line);) {
    result.emplace_back();
    for (std::istringstream cells(line); std::getline(cells, cell, ',');)
      result.back().push_back(std::strtod(cell.c_str(), nullptr));
  }
  return result;
}

Results run(const Scratch &scratch, const Json &content) {
  write_file(scratch / "case.json", content.dump(1));
  EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json", "--quiet", "--overwrite"}), {0, {}}), "");
  Results results;
  for (const std::vector<double> &row : rows(read_file(scratch / "results/port-S.csv"))) {
    results.s.emplace_back();
    for (std::size_t k = 1; k + 1 < row.size(); k += 2)
      results.s.back().push_back(std::polar(std::pow(10, row[k] / 20), row[k + 1] * k_pi / 180));
  }
  for (const std::vector<double> &row : rows(read_file(scratch / "results/port-Z.csv")))
    results.z.emplace_back(row.at(1), row.at(2));
  results.summary = Json::parse(read_file(scratch / "results/summary.json"));
  return results;
}

double off(const std::vector<complex> &s, const std::array<complex, 4> &expected) {
  double largest = 0;
  for (std::size_t k = 0; k < expected.size(); ++k)
    largest = std::max(largest, std::abs(s.at(k) - expected[k]));
  return largest;
}

TEST(FemLossyPorts, RefersToRealImpedances) {
  const Scratch scratch;
  for (const char *kind : {"parallel-plate", "tem", "modal", "lumped"})
    for (const auto &[eps_r, loss, first, second] :
         {std::array{4.0, 0.3, 50.0, 50.0}, {4.4, 0.02, 50.0, 75.0}}) {
      Json json = plates(eps_r, loss, kind, 3e9);
      json["boundaries"]["x-"]["impedance"] = first;
      json["boundaries"]["x+"]["impedance"] = second;
      const Results results = run(scratch, json);
      EXPECT_LT(off(results.s[0], scattering(line_of(eps_r, loss, 3e9), first, second)), 1e-4)
          << kind << ' ' << eps_r;
      // Version 2 holds unlike references.
      EXPECT_EQ(fs::exists(scratch / "results/line.ts"), first != second);
      EXPECT_EQ(fs::exists(scratch / "results/line.s2p"), first == second);
    }
  // The number of the case on which this test goes back, and its impedance.
  const auto s = scattering(line_of(4, 0.3, 3e9), 50, 50);
  EXPECT_LT(std::abs(s[0] - complex(-0.0960, 0.1273)), 1e-4);
  EXPECT_LT(std::abs(50.0 * (1.0 + s[0]) / (1.0 - s[0]) - complex(40.03, 10.46)), 0.05);
}

TEST(FemLossyPorts, ReferToTheComplexImpedanceOfTheLine) {
  const Scratch scratch;
  const Line line = line_of(4, 0.3, 3e9);
  for (const char *kind : {"parallel-plate", "modal"}) {
    Json json = plates(4, 0.3, kind, 3e9);
    const Results results = run(scratch, json);
    EXPECT_LT(off(results.s[0], scattering(line, line.z0, line.z0)), 1e-4) << kind;
    EXPECT_GT(std::abs(results.s[0][0]), 0.05); // travelling waves have 0
    EXPECT_LT(std::abs(results.z[0] - line.z0), 1e-3 * std::abs(line.z0));
    const std::string file = read_file(scratch / "results/line.ts");
    EXPECT_THAT(file, ::testing::HasSubstr("! S-parameter uses the power definition\n"));
    EXPECT_THAT(file, ::testing::HasSubstr("! Port Impedance 36.4"));
  }
}

// The waves that travel on a line between ports of its own kind: no reflection, exp(-gamma l).
// Ports without a line and with another impedance are refused.
TEST(FemLossyPorts, WriteTravellingWavesOnRequest) {
  const Scratch scratch;
  const Line line = line_of(4, 0.3, 3e9);
  const complex through = std::exp(-line.gamma * line.length_m);
  Json json = plates(4, 0.3, "parallel-plate", 3e9);
  json["outputs"]["s_parameters"] = {{"waves", "travelling"}};
  const Results results = run(scratch, json);
  EXPECT_LT(off(results.s[0], {0, through, through, 0}), 1e-4);
  EXPECT_GT(std::abs(scattering(line, line.z0, line.z0)[1] - through), 0.01); // of power waves
  EXPECT_LT(std::abs(results.z[0] - line.z0), 1e-3 * std::abs(line.z0));
  EXPECT_EQ(results.summary.at("s_parameters").at("waves"), "travelling");
  EXPECT_THAT(read_file(scratch / "results/line.ts"),
              ::testing::HasSubstr("! S-parameter uses the pseudo definition\n"));
  const auto refused = [&](const Json &content, const std::string &reason) {
    write_file(scratch / "case.json", content.dump(1));
    EXPECT_EQ(mismatch(scratch.curlew({"check", "case.json"}), {2, {reason}}), "");
  };
  Json other = json;
  other["boundaries"]["x-"]["impedance"] = 50;
  refused(other, "refer to the impedance of the port's own line");
  other = json;
  other["outputs"]["s_parameters"]["reference"] = 50;
  refused(other, "refer to the impedance of each port's own line");
  other = plates(4, 0.3, "lumped", 3e9);
  other["outputs"] = json["outputs"];
  refused(other, "no wave travels at a port of kind \"lumped\"");
}

// A plane 5 mm before port 1: 15 mm of line are left, with a complex constant of propagation. The
// log, summary.json and port-Z.csv have one impedance.
TEST(FemLossyPorts, MoveTheirPlanes) {
  const Scratch scratch;
  Json json = plates(4, 0.3, "parallel-plate", 3e9);
  json["boundaries"]["x-"].update({{"impedance", 50}, {"deembed", 0.005}});
  json["boundaries"]["x+"].update({{"impedance", 30}, {"excited", false}});
  const Results results = run(scratch, json);
  Line line = line_of(4, 0.3, 3e9);
  line.length_m = 0.015;
  const complex expected = scattering(line, 50, 30)[0];
  EXPECT_LT(std::abs(results.s[0].at(0) - expected), 1e-4);
  const complex z = 50.0 * (1.0 + expected) / (1.0 - expected);
  EXPECT_LT(std::abs(results.z[0] - z), 1e-3 * std::abs(z));
  const Json &port = results.summary["solves"][0]["port"];
  EXPECT_NEAR(port["input_impedance_ohm"][0].get<double>(), results.z[0].real(), 1e-6);
  EXPECT_NEAR(port["input_impedance_ohm"][1].get<double>(), results.z[0].imag(), 1e-6);
  EXPECT_EQ(port["reference_plane_m"], 0.005);
  EXPECT_THAT(
      read_file(scratch / "results/run.log"),
      ::testing::HasSubstr("ohm at the reference plane, 0.005 m from the face of port 1; "));
}

TEST(FemLossyPorts, DeliverWhatIsAbsorbed) {
  const Scratch scratch;
  for (const char *kind : {"parallel-plate", "modal", "lumped"}) {
    Json json = plates(4, 0.3, kind, 3e9);
    json["boundaries"]["x+"] = {{"type", "pec"}};
    const Json port = run(scratch, json).summary["solves"][0]["port"];
    EXPECT_NEAR(port["accepted_w"].get<double>() / port["absorbed_w"].get<double>(), 1, 1e-6)
        << kind;
  }
}

// WR-90 filled with a lossy dielectric: TE10 with the wave impedance omega mu / beta.
TEST(FemLossyPorts, OfAFilledWaveguide) {
  const Scratch scratch;
  Json json = plates(2.2, 0.05, "rectangular", 8e9);
  json["frequency"] = {8e9, 9e9};
  json["mesh"]["box"] = {{"size", {0.02, 0.02286, 0.01016}}, {"cells", {16, 12, 2}}};
  for (const char *side : {"y-", "y+"})
    json["boundaries"][side] = {{"type", "pec"}};
  json["outputs"]["s_parameters"] = {{"passive", true}};
  for (const char *kind : {"rectangular", "modal"}) {
    for (const char *side : {"x-", "x+"})
      json["boundaries"][side]["kind"] = kind;
    const Results results = run(scratch, json);
    for (const std::size_t f : {0u, 1u}) {
      const double k0 = 2 * k_pi * (f == 0 ? 8e9 : 9e9) / k_light;
      const complex beta =
          std::sqrt(2.2 * complex(1, -0.05) * k0 * k0 - std::pow(k_pi / 0.02286, 2));
      const Line line{k_eta0 * k0 / beta, complex(0, 1) * beta, 0.02};
      EXPECT_LT(off(results.s.at(f), scattering(line, line.z0, line.z0)), 2e-3) << kind;
    }
    EXPECT_THAT(read_file(scratch / "results/line.ts"), ::testing::HasSubstr("! Port Impedance "));
  }
}

} // namespace
