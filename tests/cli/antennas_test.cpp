// Antenna cases through the program: ports, loads, sweeps, far and near fields, and refused cases.
#include "program.hpp"
#include "tables.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <complex>
#include <map>
#include <utility>

using namespace curlew::cli_test;
using Json = nlohmann::json;

namespace {

const std::string k_case = R"({
  "title": "Two dipoles",
  "method": "mom",
  "mesh": { "file": "strips.msh" },
  "boundaries": {
    "strips": { "type": "pec" },
    "one": { "type": "port", "kind": "gap", "index": 1, "excited": true },
    "two": { "type": "port", "kind": "gap", "index": 2 }
  },
  "frequency": "300 MHz",
  "outputs": { "directory": "results", "s_parameters": true }
}
)";

// Two strips of `k_squares` squares along z, 0.1 m apart. Groups of lines: across their middles
// (one, two), the first again (again), their upper end (end), along a side (side).
constexpr int k_squares = 12;
std::string strips() {
  std::string names = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n6\n2 1 \"strips\"\n";
  for (const std::string name :
       {"1 2 \"one\"", "1 3 \"two\"", "1 4 \"again\"", "1 5 \"end\"", "1 6 \"quarter\""})
    names += name + "\n";
  const int rows = k_squares + 1;
  std::string nodes = "$EndPhysicalNames\n$Nodes\n" + std::to_string(4 * rows) + "\n";
  std::vector<std::string> elements;
  const auto line = [&](int group, int a) {
    elements.push_back("1 2 " + std::to_string(group) + " 1 " + std::to_string(a) + " " +
                       std::to_string(a + 1));
  };
  for (const int strip : {0, 1}) {
    const int first = 2 * rows * strip + 1;
    for (int i = 0; i < rows; ++i)
      for (const int side : {0, 1})
        nodes += std::to_string(first + 2 * i + side) + " " + std::to_string(0.01 * side) + " " +
                 std::to_string(0.1 * strip) + " " +
                 std::to_string((0.46 - 0.05 * strip) * (i - k_squares / 2) / k_squares) + "\n";
    for (int i = 0; i < k_squares; ++i) {
      const int a = first + 2 * i;
      for (const auto &[p, q, r] : {std::array{a, a + 1, a + 3}, std::array{a, a + 3, a + 2}})
        elements.push_back("2 2 1 1 " + std::to_string(p) + " " + std::to_string(q) + " " +
                           std::to_string(r));
    }
    line(2 + strip, first + k_squares);
  }
  line(4, 1 + k_squares);
  line(5, 1 + 2 * k_squares);
  line(6, 1 + k_squares / 2);
  std::string text = names + nodes + "$EndNodes\n$Elements\n" + std::to_string(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i)
    text += "\n" + std::to_string(i + 1) + " " + elements[i];
  return text + "\n$EndElements\n";
}

class Antennas : public testing::Test {
protected:
  void SetUp() override {
    write_file(scratch_ / "case.json", k_case);
    write_file(scratch_ / "strips.msh", strips());
  }
  Outcome run(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"run", "case.json", "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return scratch_.curlew(arguments);
  }
  Json summary() const { return Json::parse(read_file(scratch_ / "results/summary.json")); }
  std::vector<std::string> lines(const std::string &file) const {
    std::istringstream stream(read_file(scratch_ / ("results/" + file)));
    std::vector<std::string> result;
    for (std::string line; std::getline(stream, line);)
      result.push_back(line);
    return result;
  }
  // Fields of a line; text is 0.
  static std::vector<double> numbers(const std::string &line) {
    std::vector<double> result;
    std::istringstream stream(line);
    for (std::string field; std::getline(stream, field, ',');)
      result.push_back(std::strtod(field.c_str(), nullptr));
    return result;
  }
  Scratch scratch_;
};

TEST_F(Antennas, HaveTheirTables) {
  const Outcome check = scratch_.curlew({"check", "case.json"});
  EXPECT_EQ(mismatch(check, {0, {}}), "");
  EXPECT_THAT(check.out, testing::HasSubstr("port 2 \"two\" across 1"));
  EXPECT_EQ(
      mismatch(run({"--set", "outputs.far_field={\"theta\": [0, 90], \"phi\": [0, 90]}"}), {0, {}}),
      "");
  const auto s = lines("port-S.csv");
  ASSERT_EQ(s.size(), 2u);
  EXPECT_EQ(s[0], "f (Hz),|S[1][1]| (dB),arg(S[1][1]) (deg),|S[2][1]| (dB),arg(S[2][1]) (deg)");
  const auto z = lines("port-Z.csv");
  EXPECT_EQ(z[0], "f (Hz),Re Z[1] (ohm),Im Z[1] (ohm)");
  // All four entries of S, compared with the table and summary.json.
  const auto touchstone = lines("Two dipoles.s2p");
  ASSERT_EQ(touchstone.size(), 4u);
  std::istringstream row(touchstone[3]);
  double f = 0, re[4], im[4];
  row >> f;
  for (int i = 0; i < 4; ++i)
    row >> re[i] >> im[i];
  EXPECT_NEAR(std::hypot(re[1] - re[2], im[1] - im[2]), 0, 1e-12);
  const std::complex<double> s11(re[0], im[0]), z11 = 50.0 * (1.0 + s11) / (1.0 - s11);
  EXPECT_NEAR(20 * std::log10(std::abs(s11)), numbers(s[1])[1], 1e-9);
  EXPECT_NEAR(z11.real(), numbers(z[1])[1], 1e-9);
  const Json port = summary().at("solves").at(0).at("port");
  EXPECT_NEAR(port.at("input_impedance_ohm").at(1).get<double>(), z11.imag(), 1e-9);
  EXPECT_LT(port.at("balance_difference").get<double>(), 1e-5);
  // The port of the other dipole absorbs |S21|^2 of the available power.
  EXPECT_NEAR(port.at("absorbed_w").get<double>() / port.at("available_w").get<double>(),
              re[1] * re[1] + im[1] * im[1], 1e-9);
  const auto far = lines("far_field.csv");
  ASSERT_EQ(far.size(), 5u);
  const std::vector<double> broadside = numbers(far[2]);
  EXPECT_NEAR(std::pow(10, (broadside[7] - broadside[8]) / 10),
              port.at("radiation_efficiency").get<double>(), 1e-9);
  EXPECT_NEAR(std::pow(10, (broadside[9] - broadside[7]) / 10),
              port.at("accepted_w").get<double>() / port.at("available_w").get<double>(), 1e-9);
  EXPECT_THAT(far[1], testing::EndsWith(",port 1"));
}

// The two dipoles and their image in a magnetic wall, a mirror unless the case says that it is an
// infinite wall: the directivity of a mirror is 3 dB less and the same on both sides.
TEST_F(Antennas, HaveTheDirectivityOfTheWholeByAMirror) {
  constexpr int k_step = 10, k_rows = 180 / k_step + 1, k_columns = 360 / k_step;
  const auto directivities = [&](const Json &plane) {
    Json input = Json::parse(k_case);
    input["boundaries"]["y = -5 cm"] = plane;
    input["outputs"]["far_field"] =
        Json::parse(R"({ "theta": { "start": 0, "stop": 180, "step": 10 },
      "phi": { "start": 0, "stop": 350, "step": 10 } })");
    write_file(scratch_ / "case.json", input.dump(1));
    EXPECT_EQ(mismatch(run(), {0, {}}), "");
    const Json resolved = Json::parse(read_file(scratch_ / "results/case.resolved.json"));
    EXPECT_EQ(resolved.at("boundaries").at("y = -5 cm").at("mirror"), plane.value("mirror", true));
    std::map<std::pair<int, int>, double> found; // by theta and phi
    const auto rows = lines("far_field.csv");
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const auto row = numbers(rows[i]);
      found[{static_cast<int>(row[1]), static_cast<int>(row[2])}] = std::pow(10, row[8] / 10);
    }
    EXPECT_EQ(found.size(), std::size_t(k_rows * k_columns));
    return found;
  };
  Json plane = {{"type", "symmetry"}, {"wall", "pmc"}};
  const auto mirror = directivities(plane);
  plane["mirror"] = false;
  const auto wall = directivities(plane);
  double mean = 0;
  for (const auto &[direction, value] : mirror) {
    const auto [theta, phi] = direction;
    mean += value * std::sin(theta * M_PI / 180) * (k_step * M_PI / 180) / 2 / k_columns;
    EXPECT_NEAR(value, mirror.at({theta, (360 - phi) % 360}), 1e-6);
    if (phi > 0 && phi < 180 && theta > 0 && theta < 180) {
      EXPECT_NEAR(wall.at(direction), 2 * value, 1e-9);
    } else if (phi > 180 && theta > 0 && theta < 180) {
      EXPECT_EQ(wall.at(direction), 0);
    }
  }
  EXPECT_NEAR(mean, 1, 0.01); // what a directivity is
}

// S of Galerkin's testing is symmetric on any mesh; that of centroids is not where a triangle is
// half a wavelength long.
TEST_F(Antennas, AreWarnedOfWhereNotReciprocal) {
  const auto texts = [&](const char *testing) {
    EXPECT_EQ(mismatch(run({"--set", std::string("discretization.testing=") + testing, "--set",
                            "frequency=5 GHz"}),
                       {0, {}}),
              "");
    return summary().at("warnings").dump();
  };
  EXPECT_THAT(texts("galerkin"), testing::Not(testing::HasSubstr("S[i][j] and S[j][i]")));
  EXPECT_THAT(texts("centroid"),
              testing::HasSubstr("which of reciprocal media they do not: the mesh is too coarse "
                                 "for \\\"testing\\\": \\\"centroid\\\""));
}

// Each port has its own pattern, with the other one terminated; a load absorbs its share.
TEST_F(Antennas, HaveASolveForEachExcitedPort) {
  write_file(scratch_ / "case.json",
             replaced(replaced(k_case, "\"index\": 2", "\"index\": 2, \"excited\": true"),
                      "\"two\":",
                      "\"quarter\": { \"type\": \"lumped\", \"R\": 100, \"C\": "
                      "\"1 pF\", \"topology\": \"parallel\" },\n    \"two\":"));
  EXPECT_EQ(mismatch(run({"--set", "outputs.far_field={\"theta\": 90, \"phi\": 0}"}), {0, {}}), "");
  const auto powers = lines("powers.csv");
  ASSERT_EQ(powers.size(), 3u);
  for (const int row : {1, 2}) {
    const std::vector<double> p = numbers(powers[row]); // delivered, radiated, absorbed
    EXPECT_GT(p[4], 0.01 * p[2]);
    EXPECT_NEAR((p[3] + p[4]) / p[2], 1, 1e-5);
  }
  EXPECT_EQ(numbers(lines("port-S.csv")[1]).size(), 9u);
  EXPECT_EQ(lines("far_field.csv").size(), 3u);
  // A wave gives power to the loads too, without an excited port.
  write_file(scratch_ / "case.json",
             replaced(replaced(k_case, ", \"excited\": true", ""), "\"frequency\"",
                      "\"excitations\": [ { \"name\": \"wave\", \"type\": \"plane-wave\", "
                      "\"theta\": [90, 60], \"phi\": 0, \"pol\": \"theta\" } ],\n  \"frequency\""));
  EXPECT_EQ(mismatch(run({"--set", "outputs.s_parameters=false", "--set",
                          "outputs.far_field={\"theta\": 90, \"phi\": 0}"}),
                     {0, {}}),
            "");
  const std::vector<double> wave = numbers(lines("powers.csv")[1]);
  EXPECT_GT(wave[4], 0.1 * wave[2]);
  EXPECT_NEAR((wave[4] + wave[5]) / wave[2], 1, 1e-5);
  EXPECT_THAT(lines("far_field.csv")[1], testing::EndsWith(",,,,wave 1")); // no gains
}

std::string driven(const std::string &excitations) {
  return replaced(replaced(k_case, "\"index\": 2", "\"index\": 2, \"excited\": true"),
                  "\"frequency\"", "\"excitations\": [ " + excitations + " ],\n  \"frequency\"");
}

// The pattern of both is the sum of those of each, terminated by the other.
TEST_F(Antennas, AreDrivenTogether) {
  write_file(scratch_ / "case.json",
             driven(R"({ "name": "beam", "type": "port", "port": [1, 2],)"
                    R"( "amplitude": ["500 mV", 2], "phase": [0, "-60 deg"] },)"
                    R"({ "name": "one", "type": "port", "port": 2, "phase": 90 })"));
  EXPECT_EQ(mismatch(scratch_.curlew({"check", "case.json"}), {0, {}}), "");
  // Runs on serial: the sums of threads differ in their last digit from run to run.
  EXPECT_EQ(mismatch(run({"--backend", "serial", "--set",
                          "outputs.far_field={\"theta\": [60, 90], \"phi\": [0, 90]}"}),
                     {0, {}}),
            "");
  const auto far = lines("far_field.csv");
  ASSERT_EQ(far.size(), 17u);
  const auto field = [&](std::size_t solve, std::size_t direction) {
    const auto row = numbers(far[1 + 4 * solve + direction]);
    return std::complex<double>(row[3], row[4]);
  };
  EXPECT_THAT(far[1], testing::EndsWith(",beam"));
  EXPECT_THAT(far[5], testing::EndsWith(",one"));
  EXPECT_THAT(far[9], testing::EndsWith(",port 1"));
  const double radian = std::acos(-1.0) / 180;
  for (std::size_t d = 0; d < 4; ++d) {
    const std::complex<double> sum =
        0.5 * field(2, d) + std::polar(2.0, -60 * radian) * field(3, d);
    EXPECT_LT(std::abs(field(0, d) - sum), 1e-9 * std::abs(sum));
    const std::complex<double> turned = std::polar(1.0, 90 * radian) * field(3, d);
    EXPECT_LT(std::abs(field(1, d) - turned), 1e-9 * std::abs(turned));
  }
  const Json solves = summary().at("solves");
  const Json &beam = solves.at(0).at("ports");
  EXPECT_EQ(beam.at("driven").size(), 2u);
  EXPECT_EQ(beam.at("driven").at(0).at("incident_v"), Json({0.5, 0.0}));
  EXPECT_NEAR(beam.at("driven").at(0).at("accepted_w").get<double>() +
                  beam.at("driven").at(1).at("accepted_w").get<double>(),
              beam.at("accepted_w").get<double>(), 1e-12);
  EXPECT_NEAR(beam.at("available_w").get<double>(), (0.25 + 4) / (2 * 50), 1e-12);
  EXPECT_LT(beam.at("balance_difference").get<double>(), 1e-5);
  // Driven alone a port has the impedance that it has by S.
  EXPECT_NEAR(solves.at(1).at("ports").at("driven").at(0).at("active_impedance_ohm").at(0),
              solves.at(3).at("port").at("input_impedance_ohm").at(0).get<double>(), 1e-9);
  EXPECT_EQ(lines("powers.csv").size(), 5u);
  // Gains of the combination refer to its own powers.
  const auto row = numbers(far[2]);
  EXPECT_NEAR(std::pow(10, (row[7] - row[8]) / 10), beam.at("radiation_efficiency"), 1e-9);
  EXPECT_NEAR(std::pow(10, (row[9] - row[7]) / 10),
              beam.at("accepted_w").get<double>() / beam.at("available_w").get<double>(), 1e-9);
  fs::copy_file(scratch_ / "results/case.resolved.json", scratch_ / "again.json");
  EXPECT_EQ(mismatch(scratch_.curlew({"run", "again.json", "--backend", "serial", "--quiet",
                                      "--output", "again"}),
                     {0, {}}),
            "");
  EXPECT_EQ(read_file(scratch_ / "results/far_field.csv"),
            read_file(scratch_ / "again/far_field.csv"));
}

// A case without S-parameters, where no port is excited alone.
TEST_F(Antennas, AreSourcesOnlyTogether) {
  write_file(scratch_ / "case.json",
             replaced(replaced(driven(R"({ "name": "beam", "type": "port", "port": [1, 2] })"),
                               "\"index\": 2, \"excited\": true", "\"index\": 2"),
                      "\"index\": 1, \"excited\": true", "\"index\": 1"));
  EXPECT_EQ(mismatch(run({"--set", "outputs.s_parameters=false"}), {0, {}}), "");
  EXPECT_EQ(summary().at("solves").size(), 1u);
  EXPECT_EQ(lines("powers.csv").size(), 2u);
}

TEST_F(Antennas, AreNotDrivenByWhatIsWrong) {
  const auto outcome = [&](const std::string &keys) {
    write_file(scratch_ / "case.json",
               driven(R"({ "name": "beam", "type": "port", )" + keys + " }"));
    return scratch_.curlew({"check", "case.json"});
  };
  EXPECT_EQ(mismatch(outcome(R"("port": [1, 3])"), {2, {"case.json:10:", "no port", "3"}}), "");
  EXPECT_EQ(mismatch(outcome(R"("port": [1, 1])"), {2, {"case.json:10:", "already"}}), "");
  EXPECT_EQ(mismatch(outcome(R"("port": [])"), {2, {"case.json:10:", "port"}}), "");
  EXPECT_EQ(mismatch(outcome(R"("port": [1, 2], "phase": [0, 90, 180])"),
                     {2, {"case.json:10:", "3 values for 2 ports"}}),
            "");
  EXPECT_EQ(mismatch(outcome(R"("port": [1, 2], "amplitude": [0, 0])"),
                     {2, {"case.json:10:", "no source"}}),
            "");
  EXPECT_EQ(mismatch(outcome(R"("port": 1, "amplitude": "1 A")"), {2, {"case.json:10:", "mV"}}),
            "");
  EXPECT_EQ(mismatch(outcome(R"("port": 1, "delay": "1 ns")"), {2, {"case.json:10:", "phase"}}),
            "");
}

const std::string k_sweep =
    R"("frequency": { "start": "150 MHz", "stop": "500 MHz", "count": 71, "sweep": "adaptive" })";
const std::string k_one_frequency = R"("frequency": "300 MHz")";

TEST_F(Antennas, AreSweptAdaptively) {
  write_file(scratch_ / "case.json", replaced(k_case, k_one_frequency, k_sweep));
  EXPECT_EQ(mismatch(run(), {0, {}}), "");
  const auto adaptive = lines("port-S.csv");
  const Json sweep = summary().at("sweep");
  ASSERT_EQ(adaptive.size(), 72u);
  EXPECT_LT(sweep.at("solved").size(), 20u);
  EXPECT_EQ(sweep.at("solved").size(), summary().at("solves").size());
  EXPECT_LT(sweep.at("error_estimate").get<double>(), 1e-3);
  EXPECT_EQ(mismatch(run({"--set", "frequency.sweep=uniform"}), {0, {}}), "");
  const auto uniform = lines("port-S.csv");
  ASSERT_EQ(uniform.size(), 72u);
  for (std::size_t i = 1; i < uniform.size(); ++i) {
    const auto a = numbers(adaptive[i]), b = numbers(uniform[i]);
    for (const int column : {1, 3}) {
      const double degree = std::acos(-1.0) / 180;
      EXPECT_LT(std::abs(std::polar(std::pow(10, a[column] / 20), a[column + 1] * degree) -
                         std::polar(std::pow(10, b[column] / 20), b[column + 1] * degree)),
                1e-3)
          << adaptive[i] << uniform[i];
    }
  }
}

TEST_F(Antennas, AreSweptNoFurtherThanAllowed) {
  write_file(scratch_ / "case.json",
             replaced(k_case, k_one_frequency,
                      replaced(k_sweep, "\"adaptive\"", "\"adaptive\", \"max_solves\": 4")));
  EXPECT_EQ(mismatch(run(), {0, {"max_solves"}}), "");
  EXPECT_EQ(summary().at("sweep").at("converged"), false);
  EXPECT_EQ(lines("port-S.csv").size(), 72u);
}

// A restart reads S of solved frequencies from summary.json.
TEST_F(Antennas, AreContinuedWithoutASolve) {
  write_file(scratch_ / "case.json", replaced(k_case, k_one_frequency, k_sweep));
  EXPECT_EQ(mismatch(run({"--backend", "serial"}), {0, {}}), "");
  const auto table = lines("port-S.csv"), powers = lines("powers.csv");
  EXPECT_EQ(mismatch(run({"--restart", "--backend", "serial"}), {0, {}}), "");
  EXPECT_EQ(lines("port-S.csv"), table);
  EXPECT_EQ(lines("powers.csv"), powers);
  fs::copy_file(scratch_ / "results/case.resolved.json", scratch_ / "again.json");
  EXPECT_EQ(
      mismatch(scratch_.curlew({"run", "again.json", "--quiet", "--backend", "serial"}), {0, {}}),
      "");
  EXPECT_EQ(lines("port-S.csv"), table);
}

// A restart solves the unfinished frequencies; the sweep chooses the same frequencies again.
TEST_F(Antennas, AreContinuedInTheMiddleOfASweep) {
  write_file(scratch_ / "case.json", replaced(k_case, k_one_frequency, k_sweep));
  EXPECT_EQ(mismatch(run({"--backend", "serial"}), {0, {}}), "");
  const auto table = lines("port-S.csv");
  Json before = summary();
  const std::size_t solves = before.at("solves").size();
  for (const std::size_t last : {solves - 1, solves - 2})
    before["solves"].erase(last);
  write_file(scratch_ / "results/summary.json", before.dump());
  EXPECT_EQ(mismatch(run({"--restart", "--backend", "serial"}), {0, {}}), "");
  EXPECT_EQ(lines("port-S.csv"), table);
  EXPECT_EQ(summary().at("solves").size(), solves);
}

TEST_F(Antennas, HaveFieldsNearby) {
  const std::string probes =
      R"(outputs.probes=[{"name": "far", "point": [0, 300, 0]},)"
      R"({"name": "h", "point": [0, 300, 0], "field": "H"},)"
      R"({"name": "plane", "plane": {"corner": [0, 0, 0], "u": [0, 0.2, 0], "v": [0, 0, 0.1], "counts": [3, 2]}}])";
  EXPECT_EQ(
      mismatch(run({"--set", probes, "--set", "outputs.far_field={\"theta\": 90, \"phi\": 90}"}),
               {0, {"on the surface"}}),
      "");
  const auto far = numbers(lines("far_field.csv")[1]);
  const auto e = numbers(lines("probe_far.csv")[1]), h = numbers(lines("probe_h.csv")[1]);
  // At 300 m E_z = -E_theta: compares r |E|, and E / H with 376.7 ohm.
  EXPECT_NEAR(300 * std::hypot(e[9], e[10]) / std::hypot(far[3], far[4]), 1, 1e-4);
  EXPECT_NEAR(std::hypot(e[9], e[10]) / std::hypot(h[5], h[6]), 376.73, 0.1);
  const auto plane = lines("probe_plane.csv");
  ASSERT_EQ(plane.size(), 7u);
  EXPECT_EQ(plane[0], "f (Hz),excitation,x (m),y (m),z (m),Re E_x (V/m),Im E_x (V/m),Re E_y (V/m),"
                      "Im E_y (V/m),Re E_z (V/m),Im E_z (V/m)");
  EXPECT_THAT(plane[1], testing::EndsWith(",0,0,0,,,,,,")); // on the strip's edge
  EXPECT_THAT(plane[3], testing::Not(testing::HasSubstr(",,")));
}

struct Wrong {
  std::string name, from, to; // strings to replace in the case
  std::vector<std::string> messages;
};
void PrintTo(const Wrong &wrong, std::ostream *stream) {
  *stream << wrong.name;
}
class WrongAntenna : public testing::TestWithParam<Wrong> {};

TEST_P(WrongAntenna, IsRefusedWithItsLine) {
  const Scratch scratch;
  write_file(scratch / "case.json", replaced(k_case, GetParam().from, GetParam().to));
  write_file(scratch / "strips.msh", strips());
  for (const std::string command : {"check", "run"})
    EXPECT_EQ(mismatch(scratch.curlew({command, "case.json"}), {2, GetParam().messages}), "");
  EXPECT_FALSE(fs::exists(scratch / "results"));
}

const std::string k_two = R"("two": {)", k_index = R"("index": 2)",
                  k_excited = R"(, "excited": true)", k_outputs = R"("s_parameters": true)";
const Wrong k_cases[] = {
    {"GapOnNoEdge", k_two, R"("middle": {)", {"case.json:8:", "\"middle\"", "\"one\"", "lines"}},
    {"GapOnASurface", k_two, R"("strips": {)", {"case.json:8:", "duplicate"}},
    {"GapOnABoundaryEdge", k_two, R"("end": {)", {"case.json:8:", "one triangle only"}},
    {"TwoGapsOnAnEdge", k_two, R"("again": {)", {"case.json:8:", "\"one\" and \"again\""}},
    {"DefaultPort", k_two, R"("default": {)", {"case.json:8:", "\"default\""}},
    {"IndexTwice", k_index, R"("index": 1)", {"case.json:8:", "already"}},
    {"IndexLeftOut", k_index, R"("index": 3)", {"case.json:8:", "the index is 3"}},
    {"IndexZero", k_index, R"("index": 0)", {"case.json:8:", "index"}},
    {"NoIndex",
     R"("kind": "gap", "index": 2)",
     R"("kind": "gap")",
     {"case.json:8:", "\"index\" is missing"}},
    {"NoExcitedPort", k_excited, "", {"no source"}},
    {"SOfNothingExcited",
     k_excited + " },",
     R"( }, "strips2": { "type": "pec" },)",
     {"no source", "excited"}},
    {"WavePort",
     R"("kind": "gap", "index": 2)",
     R"("kind": "coaxial", "index": 2)",
     {"tetrahedra"}},
    {"ImpedanceOfZero", k_index, R"("index": 2, "impedance": 0)", {"case.json:8:", "impedance"}},
    {"ImpedanceInWatts", k_index, R"("index": 2, "impedance": "50 W")", {"case.json:8:", "ohm"}},
    {"DirectionOfZero", k_index, R"("index": 2, "direction": [0, 0, 0])", {"case.json:8:", "zero"}},
    {"DirectionAlongTheEdge",
     k_index,
     R"("index": 2, "direction": [1, 0, 0])",
     {"case.json:8:", "does not cross"}},
    {"CapacitanceInHenry", k_index, R"("index": 2, "C": "5 nH")", {"case.json:8:", "capacitance"}},
    {"NegativeResistance", k_index, R"("index": 2, "R": -5)", {"case.json:8:", "R"}},
    {"TopologyOfNothing",
     k_index,
     R"("index": 2, "topology": "parallel")",
     {"case.json:8:", "topology"}},
    {"ElementOfNothing",
     R"("type": "port", "kind": "gap", "index": 2)",
     R"("type": "lumped")",
     {"case.json:8:", "\"R\""}},
    {"ElementWithAnIndex",
     R"("type": "port", "kind": "gap", "index": 2)",
     R"("type": "lumped", "R": 5, "index": 2)",
     {"case.json:8:", "\"port\""}},
    {"ConductorWithAPort",
     R"("type": "pec")",
     R"("type": "pec", "excited": true)",
     {"case.json:6:", "\"port\""}},
    {"PortAmongExcitations",
     R"("frequency")",
     R"("excitations": [ { "name": "p", "type": "port", "port": 3 } ], "frequency")",
     {"case.json:10:", "no port"}},
    {"CombinedEquation",
     R"("method": "mom",)",
     R"("method": "mom", "discretization": { "formulation": "cfie" },)",
     {"case.json:3:"}},
    {"AdaptiveListOfFrequencies",
     "\"300 MHz\"",
     R"({ "start": 1e8, "stop": 2e8, "count": 9, "sweep": "quick" })",
     {"adaptive"}},
    {"AdaptiveDownwards",
     "\"300 MHz\"",
     R"({ "start": 2e8, "stop": 1e8, "count": 9, "sweep": "adaptive" })",
     {"upwards"}},
    {"ToleranceOfAUniformSweep",
     "\"300 MHz\"",
     R"({ "start": 1e8, "stop": 2e8, "count": 9, "tolerance": 1e-3 })",
     {"case.json:10:", "tolerance"}},
    {"AdaptiveWithTwoSolves",
     "\"300 MHz\"",
     R"({ "start": 1e8, "stop": 2e8, "count": 9, "sweep": "adaptive", "max_solves": 2 })",
     {"max_solves"}},
    {"ReferenceOfZero", k_outputs, R"("s_parameters": { "reference": 0 })", {"case.json:11:"}},
    {"CrossSectionOfPorts", k_outputs, R"("rcs": { "monostatic": true })", {"plane"}},
    {"FarFieldWithoutAngles",
     k_outputs,
     R"("far_field": { "theta": 90 })",
     {"case.json:11:", "phi"}},
    {"ProbeWithoutAPlace",
     k_outputs,
     R"("probes": [ { "name": "p" } ])",
     {"case.json:11:", "\"point\""}},
    {"ProbesOfOneName",
     k_outputs,
     R"("probes": [ { "name": "p", "point": [0, 1, 0] }, { "name": "p", "point": [0, 2, 0] } ])",
     {"case.json:11:", "\"p\""}},
};
INSTANTIATE_TEST_SUITE_P(Cases, WrongAntenna, testing::ValuesIn(k_cases),
                         [](const auto &info) { return info.param.name; });

// Ports that only receive need not be excited; S has no column then.
TEST_F(Antennas, WithAWaveHaveNoSWithoutAnExcitedPort) {
  write_file(scratch_ / "case.json",
             replaced(replaced(k_case, ", \"excited\": true", ""), "\"frequency\"",
                      "\"excitations\": [ { \"name\": \"wave\", \"type\": \"plane-wave\", "
                      "\"theta\": 90, \"phi\": 0, \"pol\": \"theta\" } ],\n  \"frequency\""));
  EXPECT_EQ(mismatch(run(), {2, {"case.json:12:", "excited"}}), "");
}

TEST_F(Antennas, AdaptiveSweepsAreOfSParameters) {
  write_file(scratch_ / "case.json", replaced(replaced(k_case, k_one_frequency, k_sweep), k_outputs,
                                              "\"currents\": false"));
  EXPECT_EQ(mismatch(run(), {2, {"case.json:10:", "s_parameters"}}), "");
}

} // namespace
