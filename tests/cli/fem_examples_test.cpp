// The examples of method fem against answers from elsewhere.
#include "fields.hpp"

#include <curlew/tests/support/mie.hpp>
#include <curlew/tests/support/paths.hpp>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <sstream>

using namespace curlew::cli_test;

namespace {

using complex = std::complex<double>;

constexpr double k_pi = 3.14159265358979323846, k_speed_of_light = 299792458.0;

std::string example(const std::string &name) {
  return (fs::path(curlew::test::source_path("examples")) / name / "case.json").string();
}

// Runs an example; fails the test if that does not work.
void run_example(const Scratch &scratch, const std::string &name,
                 const std::vector<std::string> &settings = {}) {
  std::vector<std::string> arguments = {"run",     example(name), "--output", "results",
                                        "--quiet", "--threads",   "1"};
  for (const std::string &option : without_absent_fields(example(name)))
    arguments.push_back(option);
  for (const std::string &setting : settings)
    arguments.insert(arguments.end(), {"--set", setting});
  ASSERT_EQ(mismatch(scratch.curlew(arguments), {0, {}}), "");
}

// Returns columns of a table by their headers; entries that are not numbers become 0.
std::vector<std::vector<double>> columns(const fs::path &table,
                                         const std::vector<std::string> &headers) {
  std::istringstream text(read_file(table));
  std::string line, cell;
  std::getline(text, line);
  std::vector<std::string> names;
  for (std::istringstream cells(line); std::getline(cells, cell, ',');)
    names.push_back(cell);
  std::vector<std::vector<double>> found(headers.size());
  while (std::getline(text, line)) {
    std::istringstream cells(line);
    for (std::size_t c = 0; std::getline(cells, cell, ','); ++c)
      for (std::size_t h = 0; h < headers.size(); ++h)
        if (c < names.size() && names[c] == headers[h])
          found[h].push_back(std::strtod(cell.c_str(), nullptr));
  }
  for (std::size_t h = 0; h < headers.size(); ++h)
    EXPECT_FALSE(found[h].empty()) << headers[h];
  return found;
}

complex from_db(double db, double degrees) {
  return std::polar(std::pow(10, db / 20), degrees * k_pi / 180);
}

// S11 and S21 of a slab of 8 mm across a WR-90 waveguide, at its faces: a line of TE10's wave
// impedance between two others.
std::pair<complex, complex> slab(double frequency_hz, double eps) {
  const double k0 = 2 * k_pi * frequency_hz / k_speed_of_light, cutoff = k_pi / 22.86e-3;
  const double outside = std::sqrt(k0 * k0 - cutoff * cutoff),
               inside = std::sqrt(eps * k0 * k0 - cutoff * cutoff);
  const double r = (outside - inside) / (outside + inside);
  const complex p = std::polar(1.0, -inside * 8e-3), d = 1.0 - r * r * p * p;
  return {r * (1.0 - p * p) / d, p * (1 - r * r) / d};
}

TEST(FemExamples, TheSlabInAGuideIsALine) {
  const Scratch scratch;
  run_example(scratch, "waveguide-slab");
  const auto table =
      columns(scratch / "results/port-S.csv", {"f (Hz)", "|S[1][1]| (dB)", "arg(S[1][1]) (deg)",
                                               "|S[2][1]| (dB)", "arg(S[2][1]) (deg)"});
  ASSERT_EQ(table[0].size(), 81u);
  double largest = 0, of_twin = 0, power = 0;
  for (std::size_t i = 0; i < table[0].size(); ++i) {
    const complex s11 = from_db(table[1][i], table[2][i]), s21 = from_db(table[3][i], table[4][i]);
    const auto exact = slab(table[0][i], 4), twin = slab(table[0][i], 3.9);
    largest = std::max({largest, std::abs(s11 - exact.first), std::abs(s21 - exact.second)});
    of_twin = std::max({of_twin, std::abs(s11 - twin.first), std::abs(s21 - twin.second)});
    power = std::max(power, std::abs(std::norm(s11) + std::norm(s21) - 1));
  }
  EXPECT_LT(largest, 0.006); // 0.0044 seen
  EXPECT_GT(of_twin, 0.02);
  EXPECT_LT(power, 1e-3);
  EXPECT_TRUE(fs::exists(scratch / "results/Waveguide with a slab.s2p"));
}

double line_impedance(const Scratch &scratch) {
  const std::string text = read_file(scratch / "results/Coaxial line.s2p");
  const std::size_t at = text.find("! port 1: ");
  EXPECT_NE(at, std::string::npos) << text;
  return at == std::string::npos ? 0 : std::stod(text.substr(at + 10));
}

TEST(FemExamples, TheCoaxialLineHasItsImpedance) {
  const double exact = 59.9584916 * std::log(2.3) / std::sqrt(2.1);
  const Scratch scratch;
  run_example(scratch, "coax-line");
  EXPECT_NEAR(line_impedance(scratch) / exact, 1, 0.003); // 0.9987 seen
  const auto table =
      columns(scratch / "results/port-S.csv", {"f (Hz)", "|S[1][1]| (dB)", "arg(S[2][1]) (deg)"});
  for (std::size_t i = 0; i < table[0].size(); ++i) {
    EXPECT_LT(table[1][i], -60);
    const double phase = -360 * table[0][i] * 10e-3 * std::sqrt(2.1) / k_speed_of_light;
    EXPECT_NEAR(table[2][i], phase, 0.1);
  }
  // The twin: the first order is off by per cents on 12 sides.
  const Scratch twin;
  run_example(twin, "coax-line", {"discretization.order=1"});
  EXPECT_GT(std::abs(line_impedance(twin) / exact - 1), 0.005);
}

// Half of a line between its walls, which are worth 0.8 %: against the open line of Hammerstad and
// Jensen.
TEST(FemExamples, TheMicrostripLineHasItsImpedance) {
  const Scratch scratch;
  run_example(scratch, "microstrip-line");
  const auto summary = nlohmann::json::parse(read_file(scratch / "results/summary.json"));
  const auto modes = summary.at("matrices").at(0).at("port_modes").at(0);
  EXPECT_NEAR(modes.at("impedance_ohm").get<double>() / 2, 50.8, 0.02 * 50.8); // 50.07 seen
  EXPECT_NEAR(modes.at("eps_eff").get<double>(), 3.070, 0.01 * 3.07);
  const auto table =
      columns(scratch / "results/port-S.csv", {"f (Hz)", "|S[1][1]| (dB)", "arg(S[2][1]) (deg)"});
  const double delay =
      360 * 10e-3 * std::sqrt(modes.at("eps_eff").get<double>()) / k_speed_of_light;
  for (std::size_t i = 0; i < table[0].size(); ++i) {
    EXPECT_LT(table[1][i], -60); // to the reference of 100 ohm: -74
    EXPECT_NEAR(table[2][i] / (-delay * table[0][i]), 1, 0.01);
  }
  EXPECT_TRUE(fs::exists(scratch / "results/Microstrip line.s2p"));
}

TEST(FemExamples, TheIrisFilterPassesItsBandAndLosesNothing) {
  const Scratch scratch;
  run_example(scratch, "iris-filter");
  const auto table =
      columns(scratch / "results/port-S.csv", {"f (Hz)", "|S[1][1]| (dB)", "|S[2][1]| (dB)"});
  ASSERT_EQ(table[0].size(), 141u);
  double power = 0, best = -100, at = 0;
  for (std::size_t i = 0; i < table[0].size(); ++i) {
    power = std::max(power,
                     std::abs(std::pow(10, table[1][i] / 10) + std::pow(10, table[2][i] / 10) - 1));
    if (table[2][i] > best) {
      best = table[2][i];
      at = table[0][i];
    }
  }
  EXPECT_LT(power, 2e-3); // 6e-4 seen, of the interpolation
  EXPECT_GT(best, -0.1);
  EXPECT_NEAR(at, 10.05e9, 0.03e9);
}

// |S_ij|^2 of the row of 10 GHz, by rows of S.
std::vector<double> circulator_powers(const Scratch &scratch) {
  std::vector<std::string> headers = {"f (Hz)"};
  for (const char *i : {"1", "2", "3"})
    for (const char *j : {"1", "2", "3"})
      headers.push_back(std::string("|S[") + i + "][" + j + "]| (dB)");
  const auto table = columns(scratch / "results/port-S.csv", headers);
  std::vector<double> powers;
  for (std::size_t k = 0; k < table[0].size(); ++k)
    for (std::size_t c = 1; c < table.size() && table[0][k] == 10e9; ++c)
      powers.push_back(std::pow(10, table[c][k] / 10));
  return powers;
}

// Power goes from 1 to 3 to 2 to 1, with the bias reversed the other way: S is transposed.
TEST(FemExamples, TheCirculatorGoesRound) {
  const Scratch scratch;
  run_example(scratch, "circulator");
  const std::vector<double> s = circulator_powers(scratch);
  ASSERT_EQ(s.size(), 9u);
  for (const int through : {6, 1, 5}) // S31, S12, S23
    EXPECT_NEAR(10 * std::log10(s[through]), -0.334, 0.02);
  for (const int isolated : {3, 2, 7})
    EXPECT_LT(10 * std::log10(s[isolated]), -17);
  for (const int reflected : {0, 4, 8})
    EXPECT_LT(10 * std::log10(s[reflected]), -16);
  const auto losses = columns(scratch / "results/participation.csv", {"f (Hz)", "loss (W)"});
  double taken = 0; // mean over the three waves of 1 W
  for (std::size_t k = 0; k < losses[0].size(); ++k)
    taken += losses[0][k] == 10e9 ? losses[1][k] / 3 : 0;
  EXPECT_NEAR(1 - s[0] - s[3] - s[6], taken, 2e-3);
  EXPECT_GT(taken, 0.03);
  EXPECT_TRUE(fs::exists(scratch / "results/Circulator.s3p"));
  const Scratch reversed;
  run_example(reversed, "circulator",
              {R"(materials.garnet.ferrite.bias=[0,0,"-200 Oe"])", "frequency=10e9"});
  const std::vector<double> t = circulator_powers(reversed);
  ASSERT_EQ(t.size(), 9u);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      EXPECT_NEAR(s[3 * i + j], t[3 * j + i], 1e-6);
}

double gain_at_the_ground(const Scratch &scratch, const std::string &which) {
  const auto table =
      columns(scratch / "results/far_field.csv", {"f (Hz)", "theta (deg)", "phi (deg)", which});
  for (std::size_t i = 0; i < table[0].size(); ++i)
    if (table[0][i] == 75e6 && table[1][i] == 90 && table[2][i] == 0)
      return table[3][i];
  ADD_FAILURE() << "no direction";
  return 0;
}

// A thin quarter-wave monopole has 5.15 dBi.
TEST(FemExamples, TheMonopoleHasItsGain) {
  const Scratch scratch;
  run_example(scratch, "coax-monopole");
  EXPECT_NEAR(gain_at_the_ground(scratch, "directivity (dBi)"), 5.15, 0.15); // 5.28 seen
  EXPECT_NEAR(gain_at_the_ground(scratch, "gain (dBi)"), 5.15, 0.45);        // 5.28 seen
  // Without the ground plane's image the absorbing walls end at the plane.
  const Scratch twin;
  EXPECT_EQ(mismatch(twin.curlew({"check", example("coax-monopole"), "--set",
                                  "outputs.far_field.images=[]"}),
                     {2, {"do not enclose the rest"}}),
            "");
}

// Mean error in dB of both cuts within 25 dB of their largest value.
struct CutErrors {
  double mean_db[2] = {0, 0};
};

CutErrors cut_errors(const Scratch &scratch, double eps) {
  const curlew::test::Mie mie({0.072, eps, 1, false}, 2 * k_pi * 1e9 / k_speed_of_light);
  const auto table =
      columns(scratch / "results/rcs.csv", {"theta (deg)", "phi (deg)", "rcs (m^2)"});
  CutErrors errors;
  for (int cut = 0; cut < 2; ++cut) {
    double largest = 0, sum = 0;
    int count = 0;
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t i = 0; i < table[0].size(); ++i) {
        if (std::abs(table[1][i] - 90 * cut) > 1e-9)
          continue;
        const double exact = mie.rcs_m2(table[0][i], 90 * cut);
        if (pass == 0)
          largest = std::max(largest, exact);
        else if (exact > largest * std::pow(10, -2.5)) {
          sum += std::abs(10 * std::log10(table[2][i] / exact));
          ++count;
        }
      }
    errors.mean_db[cut] = sum / count;
  }
  return errors;
}

TEST(FemExamples, TheSphereOfFirstOrder) {
  const Scratch scratch;
  run_example(scratch, "sphere-abc");
  const CutErrors errors = cut_errors(scratch, 4);
  EXPECT_LT(errors.mean_db[0], 0.7); // 0.54, 1.09 seen
  EXPECT_LT(errors.mean_db[1], 1.3);
  EXPECT_GT(cut_errors(scratch, 3).mean_db[0], 1.5);
}

// Scattered and absorbed power against the optical theorem: first order is 11 % off, and says so;
// second order on the same mesh is silent.
TEST(FemExamples, PowersThatDoNotBalanceAreWarnedOf) {
  const auto balance = [](const std::string &order, bool &is_warned) {
    const Scratch scratch;
    run_example(scratch, "sphere-abc", {"discretization.order=" + order});
    const auto summary = nlohmann::json::parse(read_file(scratch / "results/summary.json"));
    is_warned = false;
    for (const std::string text : summary.at("warnings"))
      is_warned = is_warned || text.find("by the optical theorem") != std::string::npos;
    return summary.at("solves").at(0).at("power").at("balance_difference").get<double>();
  };
  bool is_warned = false;
  EXPECT_GT(balance("1", is_warned), 0.05); // 0.110 seen
  EXPECT_TRUE(is_warned);
  EXPECT_LT(balance("2", is_warned), 2e-3); // 2e-4 seen
  EXPECT_FALSE(is_warned);
}

TEST(FemExamples, AnEmptyBoxHasNoBalanceToWarnOf) {
  const Scratch scratch;
  write_file(scratch / "case.json", R"({
    "method": "fem",
    "mesh": { "box": { "size": [1, 1, 1], "cells": [4, 4, 4] } },
    "materials": { "air": {} }, "regions": { "volume": "air" },
    "boundaries": { "default": { "type": "abc" } },
    "frequency": "100 MHz", "discretization": { "order": 1 },
    "excitations": [
      { "name": "wave", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0] }
    ],
    "outputs": { "directory": "results", "powers": true }
  })");
  EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json"}), {0, {}}), "");
  const std::string text = read_file(scratch / "results/summary.json");
  EXPECT_EQ(text.find("optical theorem"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(text)
                .at("solves")
                .at(0)
                .at("power")
                .at("balance_difference")
                .get<double>(),
            0);
}

// A current in open space delivers what is radiated, eta0 k^2 / 12 pi for 1 A m: second order on
// six edges to a wavelength misses it by 6 %, and says so; third order by 1 %.
TEST(FemExamples, PowersOfACurrentThatDoNotBalanceAreWarnedOf) {
  for (const int order : {2, 3}) {
    const Scratch scratch;
    write_file(scratch / "case.json", R"({ "method": "fem",
      "mesh": { "box": { "size": [0.5, 0.5, 0.5], "cells": [5, 5, 5] } },
      "materials": { "air": {} }, "regions": { "volume": "air" },
      "boundaries": { "default": { "type": "pml", "thickness": 0.1 } }, "frequency": 7e8,
      "excitations": [ { "name": "d", "type": "current", "point": [0.251, 0.252, 0.247],
                         "direction": [0, 0, 1] } ],
      "discretization": { "order": )" + std::to_string(order) +
                                          "} }");
    ASSERT_EQ(mismatch(scratch.curlew({"run", "case.json", "--quiet"}), {0, {}}), "");
    const auto summary = nlohmann::json::parse(read_file(scratch / "results/summary.json"));
    const double k = 2 * k_pi * 7e8 / k_speed_of_light, exact = 376.730313 * k * k / (12 * k_pi);
    const double delivered = summary.at("solves").at(0).at("power").at("delivered_w");
    EXPECT_NEAR(delivered / exact, order == 2 ? 0.94 : 0.99, 0.01);
    EXPECT_EQ(summary.at("warnings").dump().find("the current delivers") != std::string::npos,
              order == 2);
  }
}

TEST(FemExamples, TheCurvedQuarterOfTheSphere) {
  const Scratch scratch;
  run_example(scratch, "sphere-quarter");
  const CutErrors errors = cut_errors(scratch, 4);
  EXPECT_LT(errors.mean_db[0], 0.2); // 0.14, 0.16 seen
  EXPECT_LT(errors.mean_db[1], 0.2);
  EXPECT_GT(cut_errors(scratch, 3.8).mean_db[0], 0.3);
  // Scattered power and extinction are those of the quarter; the extinction's far field has images.
  const auto summary = nlohmann::json::parse(read_file(scratch / "results/summary.json"));
  EXPECT_LT(summary.at("solves").at(0).at("power").at("balance_difference").get<double>(), 0.03);
}

// The reference are surfaces (`mom`, 3268 triangles): 27.95 m^2 forwards, 13.20 m^2 back.
TEST(FemExamples, TheCubeScattersAsBySurfaces) {
  const auto section = [](const Scratch &scratch, std::size_t row) {
    return columns(scratch / "results/rcs.csv", {"rcs (m^2)"})[0][row];
  };
  const Scratch scratch;
  run_example(scratch, "pec-cube");
  EXPECT_NEAR(section(scratch, 0), 27.95, 0.02 * 27.95);  // 28.46 seen
  EXPECT_NEAR(section(scratch, 90), 13.20, 0.06 * 13.20); // 13.88 seen
  const Scratch twin;
  run_example(twin, "pec-cube", {"discretization.order=1"});
  EXPECT_GT(std::abs(section(twin, 90) - 13.20), 0.1 * 13.20);
}

// Returns the frequency of the largest resistance at the feed, by a parabola through three
// frequencies.
double resonance_hz(const Scratch &scratch) {
  const auto table = columns(scratch / "results/port-Z.csv", {"f (Hz)", "Re Z[1] (ohm)"});
  const auto &f = table[0], &r = table[1];
  const std::size_t i = std::max_element(r.begin(), r.end()) - r.begin();
  EXPECT_TRUE(i > 0 && i + 1 < r.size());
  if (i == 0 || i + 1 >= r.size())
    return 0;
  return f[i] + (f[i + 1] - f[i]) * (r[i - 1] - r[i + 1]) / (2 * (r[i - 1] - 2 * r[i] + r[i + 1]));
}

// Measured at 2.31 GHz [chang1986].
// Returns the largest directivity upwards, of all frequencies that were solved.
double directivity_upwards(const Scratch &scratch) {
  const auto table =
      columns(scratch / "results/far_field.csv", {"theta (deg)", "phi (deg)", "directivity (dBi)"});
  double most = -100;
  for (std::size_t i = 0; i < table[0].size(); ++i)
    if (table[0][i] == 0 && table[1][i] == 0)
      most = std::max(most, table[2][i]);
  return most;
}

// Two slots over a ground plane have 7.0 dBi; the plane of symmetry is a mirror, unlike that of the
// twin.
TEST(FemExamples, ThePatchResonatesWhereItWasMeasured) {
  const Scratch scratch;
  run_example(scratch, "patch-antenna");
  EXPECT_NEAR(resonance_hz(scratch), 2.31e9, 0.01 * 2.31e9); // 2.300 seen
  EXPECT_NEAR(directivity_upwards(scratch), 7.0, 0.6);       // 7.43 seen
  const Scratch twin;
  run_example(twin, "patch-antenna",
              {"discretization.order=1", "boundaries.middle.mirror=false"}); // too coarse
  EXPECT_GT(directivity_upwards(twin), 9.5);
  EXPECT_LT(resonance_hz(twin), 0.97 * 2.31e9);
}

// TE01 by finite differences over r and z, examples/dielectric-resonator/exact.py; HEM21 after
// [glisson1983].
TEST(FemExamples, TheDielectricResonatorHasItsModes) {
  const Scratch te, hem;
  run_example(te, "dielectric-resonator");
  auto table = columns(te / "results/eigenmodes.csv", {"f (Hz)", "Q"});
  EXPECT_NEAR(table[0][0], 4.8566e9, 1e-3 * 4.8566e9); // 4.8595 seen
  EXPECT_NEAR(table[1][0], 40.80, 0.01 * 40.80);       // 40.77 seen
  run_example(hem, "dielectric-resonator",
              {"boundaries.plane-z.type=pec", "eigenmodes.near=7.5 GHz"});
  table = columns(hem / "results/eigenmodes.csv", {"f (Hz)", "Q"});
  EXPECT_NEAR(table[0][0], 7.752e9, 3e-3 * 7.752e9);
  EXPECT_NEAR(table[1][0], 327.1, 0.04 * 327.1);
  // The twin: a weaker layer sends some of the wave back.
  const Scratch twin;
  run_example(twin, "dielectric-resonator", {"boundaries.outer.sigma_max=1"});
  EXPECT_GT(std::abs(columns(twin / "results/eigenmodes.csv", {"Q"})[0][0] / 40.80 - 1), 0.03);
}

} // namespace
