// Method mom through the program: a plate, and wrong cases and meshes of surfaces.
#include "program.hpp"
#include "tables.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <csignal>
#include <thread>

using namespace curlew::cli_test;
using Json = nlohmann::json;

namespace {

const std::string k_case = R"({
  "title": "Plate",
  "method": "mom",
  "mesh": { "file": "plate.msh" },
  "boundaries": { "plate": { "type": "pec" } },
  "frequency": "300 MHz",
  "excitations": [ { "name": "wave", "type": "plane-wave", "theta": [0, 30], "phi": 0, "pol": ["theta", "phi"] } ],
  "outputs": { "directory": "results", "rcs": { "monostatic": true } }
}
)";

const std::string k_head =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n2 1 \"plate\"\n"
    "$EndPhysicalNames\n";

// Nodes of a grid of squares of side `side_m`, lower left at the origin.
std::string nodes(int squares, double side_m) {
  std::string text = "$Nodes\n" + std::to_string((squares + 1) * (squares + 1)) + "\n";
  for (int j = 0; j <= squares; ++j)
    for (int i = 0; i <= squares; ++i)
      text += std::to_string(j * (squares + 1) + i + 1) + " " + std::to_string(i * side_m) + " " +
              std::to_string(j * side_m) + " 0\n";
  return text + "$EndNodes\n";
}

std::string elements(const std::vector<std::string> &lines) {
  std::string text = "$Elements\n" + std::to_string(lines.size()) + "\n";
  for (std::size_t i = 0; i < lines.size(); ++i)
    text += std::to_string(i + 1) + " " + lines[i] + "\n";
  return text + "$EndElements\n";
}

std::vector<std::string> triangles(int squares) {
  std::vector<std::string> lines;
  for (int j = 0; j < squares; ++j)
    for (int i = 0; i < squares; ++i) {
      const int a = j * (squares + 1) + i + 1, b = a + 1, c = a + squares + 1, d = c + 1;
      for (const auto &[p, q, r] : {std::array{a, b, d}, std::array{a, d, c}})
        lines.push_back("2 2 1 1 " + std::to_string(p) + " " + std::to_string(q) + " " +
                        std::to_string(r));
    }
  return lines;
}

std::string plate(int squares = 4, double size_m = 0.5) {
  return k_head + nodes(squares, size_m / squares) + elements(triangles(squares));
}

class Surfaces : public testing::Test {
protected:
  void SetUp() override {
    write_file(scratch_ / "case.json", k_case);
    write_file(scratch_ / "plate.msh", plate());
  }
  Outcome run(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"run", "case.json", "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return scratch_.curlew(arguments);
  }
  Json summary() const { return Json::parse(read_file(scratch_ / "results/summary.json")); }
  Scratch scratch_;
};

TEST_F(Surfaces, ASweepHasARowForEveryWave) {
  EXPECT_EQ(mismatch(scratch_.curlew({"check", "case.json"}), {0, {}}), "");
  EXPECT_EQ(mismatch(run(), {0, {}}), "");
  const std::string table = read_file(scratch_ / "results/rcs.csv");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 5);
  const Json all = summary();
  EXPECT_EQ(all.at("solver"), "lu");
  EXPECT_EQ(all.at("formulation"), "efie");
  EXPECT_EQ(all.at("unknowns"), 40);
  EXPECT_EQ(all.at("solves").size(), 4u);
  EXPECT_LT(all.at("matrices").at(0).at("sampled_residual"), 1e-12);
  for (const Json &solve : all.at("solves"))
    EXPECT_LT(std::abs(solve.at("power").at("extinction_by_theorem_w").get<double>() /
                           solve.at("power").at("extinction_by_work_w").get<double>() -
                       1),
              1e-3);
}

// Variants, backends and refinement of what was written.
TEST_F(Surfaces, VariantsWriteTheSameTable) {
  EXPECT_EQ(mismatch(run({"--set", "discretization.variant=face"}), {0, {}}), "");
  const std::string by_faces = read_file(scratch_ / "results/powers.csv");
  EXPECT_EQ(mismatch(run({"--set", "discretization.variant=edge", "--backend", "serial"}), {0, {}}),
            "");
  std::istringstream one(by_faces), other(read_file(scratch_ / "results/powers.csv"));
  std::string a, b;
  int rows = 0;
  while (std::getline(one, a) && std::getline(other, b) && ++rows)
    if (rows > 1) {
      EXPECT_NEAR(std::stod(a.substr(a.rfind(',') + 1)), std::stod(b.substr(b.rfind(',') + 1)),
                  1e-12);
    }
  EXPECT_EQ(rows, 5);
}

// The fill takes ten seconds or more on one processor; a device would be done before the signal.
TEST_F(Surfaces, AFillIsStoppedBySignals) {
  write_file(scratch_ / "plate.msh", plate(40, 4));
  Process process({{"run", "case.json", "--quiet", "--set", "discretization.variant=edge", "--set",
                    "solver.method=lu", "--backend", "serial"},
                   scratch_.path(),
                   {},
                   0});
  while (!fs::exists(scratch_ / "results/case.resolved.json") && !process.ended())
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::this_thread::sleep_for(std::chrono::seconds(1));
  process.send(SIGTERM);
  EXPECT_EQ(mismatch(process.wait(), {130, {"stopped while the matrix was filled"}}), "");
  EXPECT_EQ(summary().at("solves").at(0).at("status"), "interrupted");
}

TEST_F(Surfaces, ARestartKeepsWhatIsFinished) {
  EXPECT_EQ(mismatch(run(), {0, {}}), "");
  EXPECT_EQ(mismatch(run({"--restart"}), {0, {}}), "");
  const std::string table = read_file(scratch_ / "results/rcs.csv");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 5);
}

TEST_F(Surfaces, ARestartRefusesAMeshThatHasChanged) {
  EXPECT_EQ(mismatch(run(), {0, {}}), "");
  write_file(scratch_ / "plate.msh", plate(5, 0.1));
  EXPECT_EQ(mismatch(run({"--restart"}), {2, {"plate.msh has changed", "--restart"}}), "");
}

TEST_F(Surfaces, WavesFromBehindAPlaneAreWarnedOf) {
  const auto warnings = [&](const std::string &plane) {
    write_file(scratch_ / "case.json", replaced(k_case, R"("plate": { "type": "pec" })",
                                                R"("plate": { "type": "pec" }, ")" + plane +
                                                    R"(": { "type": "symmetry" })"));
    EXPECT_EQ(mismatch(run({"--overwrite"}), {0, {}}), "");
    return summary().at("warnings").dump();
  };
  EXPECT_THAT(warnings("z = 30 cm"), testing::HasSubstr("come from behind"));
  EXPECT_THAT(warnings("z = -30 cm"), testing::Not(testing::HasSubstr("come from behind")));
}

TEST_F(Surfaces, TheResolvedCaseRunsToo) {
  EXPECT_EQ(mismatch(run(), {0, {}}), "");
  fs::copy_file(scratch_ / "results/case.resolved.json", scratch_ / "again.json");
  EXPECT_EQ(mismatch(scratch_.curlew({"check", "again.json"}), {0, {}}), "");
}

// A resistive sheet over a ground plane, and at a frequency where the plain matrix is singular. On
// one processor: devices add entries in an order of their own, and the last run has the bits of the
// first.
TEST_F(Surfaces, MediaReachTheTables) {
  write_file(scratch_ / "case.json",
             replaced(k_case, R"("plate": { "type": "pec" })",
                      R"("plate": { "type": "impedance", "surface_impedance": "200 ohm" },)"
                      R"("z = -10 cm": { "type": "symmetry" })"));
  EXPECT_EQ(mismatch(scratch_.curlew({"check", "case.json"}), {0, {}}), "");
  EXPECT_EQ(mismatch(run({"--backend", "serial"}), {0, {}}), "");
  const Json all = summary();
  EXPECT_EQ(all.at("symmetry"), "z = -0.1 m (pec)");
  for (const Json &solve : all.at("solves")) {
    const Json &power = solve.at("power");
    EXPECT_GT(power.at("absorbed_w"), power.at("scattered_w"));
    EXPECT_LT(power.at("balance_difference"), 1e-3);
    EXPECT_LT(std::abs(power.at("extinction_by_theorem_w").get<double>() /
                           power.at("extinction_by_work_w").get<double>() -
                       1),
              1e-3);
  }
  // Iterations have the plane and the sheet too.
  EXPECT_EQ(mismatch(run({"--set", "solver.method=aim", "--set", "solver.tolerance=1e-6",
                          "--output", "iterated", "--backend", "serial"}),
                     {0, {}}),
            "");
  const Json iterated = Json::parse(read_file(scratch_ / "iterated/summary.json"));
  EXPECT_EQ(iterated.at("solver"), "aim");
  EXPECT_LT(iterated.at("matrices").at(0).at("sampled_residual"), 2e-3);
  for (std::size_t s = 0; s < all.at("solves").size(); ++s)
    for (const char *power : {"absorbed_w", "scattered_w"})
      EXPECT_NEAR(iterated.at("solves").at(s).at("power").at(power).get<double>() /
                      all.at("solves").at(s).at("power").at(power).get<double>(),
                  1, 2e-3);
  fs::copy_file(scratch_ / "results/case.resolved.json", scratch_ / "again.json");
  EXPECT_EQ(mismatch(scratch_.curlew({"run", "again.json", "--quiet", "--output", "again",
                                      "--backend", "serial"}),
                     {0, {}}),
            "");
  EXPECT_EQ(read_file(scratch_ / "results/rcs.csv"), read_file(scratch_ / "again/rcs.csv"));
}

// Octahedra of these radii, a surface group "b1", "b2" ... each; a face of the first one is in
// group "b2" where `mixed`.
std::string octahedra(const std::vector<double> &radii_m, bool mixed = false) {
  std::string text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n2 1 \"b1\"\n2 2 "
                     "\"b2\"\n$EndPhysicalNames\n$Nodes\n" +
                     std::to_string(6 * radii_m.size()) + "\n";
  std::vector<std::string> lines;
  for (std::size_t b = 0; b < radii_m.size(); ++b) {
    for (int axis = 0; axis < 3; ++axis)
      for (const int side : {0, 1}) {
        text += std::to_string(6 * b + 2 * axis + side + 1);
        for (int d = 0; d < 3; ++d)
          text += " " + std::to_string(d != axis ? 0 : side == 0 ? radii_m[b] : -radii_m[b]);
        text += "\n";
      }
    for (int corner = 0; corner < 8; ++corner) {
      const std::size_t group = mixed && corner == 0 ? 2 : b + 1;
      std::string line = "2 2 " + std::to_string(group) + " " + std::to_string(group);
      for (int axis = 0; axis < 3; ++axis)
        line += " " + std::to_string(6 * b + 2 * axis + (corner >> axis & 1) + 1);
      lines.push_back(line);
    }
  }
  return text + "$EndNodes\n" + elements(lines);
}

TEST_F(Surfaces, BodiesStandAlone) {
  const auto outcome = [&](const std::string &mesh, const std::string &entries) {
    write_file(scratch_ / "plate.msh", mesh);
    write_file(scratch_ / "case.json",
               replaced(k_case, R"("boundaries": { "plate": { "type": "pec" } })", entries));
    return scratch_.curlew({"check", "case.json"});
  };
  const std::string glass = R"("materials": { "glass": { "eps_r": 4 }, "wax": { "eps_r": 2 } }, )";
  const std::string inside =
      glass + R"("regions": { "b1": "glass" }, "boundaries": { "b2": { "type": "pec" } })";
  EXPECT_EQ(mismatch(outcome(octahedra({0.1, 0.03}), inside), {2, {"\"b2\"", "inside of"}}), "");
  EXPECT_EQ(mismatch(outcome(octahedra({0.1}, true), inside), {2, {"\"b2\"", "touch"}}), "");
  EXPECT_EQ(mismatch(outcome(octahedra({0.1}, true),
                             glass + R"("regions": { "b1": "glass", "b2": "wax" })"),
                     {2, {"another material"}}),
            "");
  // A plate on a face of the body.
  std::string touching = octahedra({0.1});
  const auto replace = [&](const std::string &from, const std::string &to) {
    touching.replace(touching.find(from), from.size(), to);
  };
  replace("$Nodes\n6\n", "$Nodes\n9\n");
  replace("$EndNodes", "7 0.05 0.02 0.03\n8 0.02 0.05 0.03\n9 0.03 0.02 0.05\n$EndNodes");
  replace("$Elements\n8\n", "$Elements\n9\n");
  replace("$EndElements", "9 2 2 2 2 7 8 9\n$EndElements");
  EXPECT_EQ(mismatch(outcome(touching, inside), {2, {"touch each other"}}), "");
  const Outcome alone = outcome(octahedra({0.1}), glass + R"("regions": { "b1": "glass" })");
  EXPECT_EQ(mismatch(alone, {0, {}}), "");
  EXPECT_THAT(alone.out, testing::HasSubstr("unknowns   24"));
  EXPECT_THAT(alone.out, testing::HasSubstr("pmchwt"));
}

// The combined equation has no form for low frequencies: the electric one is taken.
TEST_F(Surfaces, ClosedConductorsAreSolvedAtLowFrequencies) {
  write_file(scratch_ / "plate.msh", octahedra({0.1}));
  write_file(scratch_ / "case.json",
             replaced(k_case, R"("plate": { "type": "pec" })", R"("default": { "type": "pec" })"));
  EXPECT_EQ(mismatch(run(), {0, {}}), "");
  EXPECT_EQ(summary().at("formulation"), "cfie");
  EXPECT_EQ(mismatch(run({"--set", "frequency=\"10 kHz\"", "--set", "mesh.refine=1"}), {0, {}}),
            "");
  const Json all = summary();
  EXPECT_EQ(all.at("formulation"), "efie");
  EXPECT_LT(all.at("matrices").at(0).at("condition"), 100);
  EXPECT_LT(all.at("solves").at(0).at("power").at("balance_difference"), 1e-6);
}

TEST_F(Surfaces, LowFrequenciesAreToldOf) {
  const std::vector<std::string> slow = {"--set", "frequency=\"1 kHz\""};
  const Outcome check = scratch_.curlew({"check", "case.json", slow[0], slow[1]});
  EXPECT_THAT(check.out, testing::HasSubstr("low_frequency"));
  EXPECT_EQ(mismatch(run(slow), {0, {}}), "");
  EXPECT_EQ(summary().at("matrices").at(0).at("low_frequency"), true);
  EXPECT_LT(summary().at("matrices").at(0).at("condition"), 200);
  const std::vector<std::string> iterated = {"--set", slow[1], "--set", "solver.method=aim"};
  EXPECT_EQ(mismatch(run(iterated), {0, {}}), "");
  EXPECT_EQ(summary().at("matrices").at(0).at("low_frequency"), true);
  EXPECT_LT(summary().at("matrices").at(0).at("sampled_residual"), 0.02);
}

TEST_F(Surfaces, IterationsAgreeWithTheFactorisation) {
  EXPECT_EQ(mismatch(run({"--set", "solver.method=lu"}), {0, {}}), "");
  const std::string by_lu = read_file(scratch_ / "results/powers.csv");
  EXPECT_EQ(mismatch(run({"--set", "solver.method=aim"}), {0, {}}), "");
  std::istringstream one(by_lu), other(read_file(scratch_ / "results/powers.csv"));
  std::string a, b;
  int rows = 0;
  while (std::getline(one, a) && std::getline(other, b) && ++rows)
    if (rows > 1) {
      const double scattered = std::stod(a.substr(a.rfind(',') + 1));
      EXPECT_NEAR(std::stod(b.substr(b.rfind(',') + 1)), scattered, 0.01 * scattered);
    }
  EXPECT_EQ(rows, 5);
  const Json all = summary();
  EXPECT_EQ(all.at("solver"), "aim");
  EXPECT_LT(all.at("matrices").at(0).at("sampled_residual"), 0.01);
  EXPECT_GT(all.at("matrices").at(0).at("products"), 2);
  EXPECT_EQ(all.at("solves").at(0).at("solver_used"), "gcr + sai");
  EXPECT_THAT(scratch_.curlew({"check", "case.json", "--set", "solver.method=aim"}).out,
              testing::HasSubstr("near entries a row"));
}

const std::vector<std::string> k_single = {"--set", "run.precision=single"};

TEST_F(Surfaces, SinglePrecisionReachesItsTolerance) {
  EXPECT_EQ(mismatch(run(), {0, {}}), "");
  const std::string in_double = read_file(scratch_ / "results/powers.csv");
  const double whole = summary().at("memory_bytes");
  EXPECT_EQ(summary().at("precision"), "double");
  EXPECT_EQ(mismatch(run({k_single[0], k_single[1], "--set", "solver.tolerance=1e-10"}), {0, {}}),
            "");
  std::istringstream one(in_double), other(read_file(scratch_ / "results/powers.csv"));
  std::string a, b;
  int rows = 0;
  while (std::getline(one, a) && std::getline(other, b) && ++rows)
    if (rows > 1) {
      const double scattered = std::stod(a.substr(a.rfind(',') + 1));
      EXPECT_NEAR(std::stod(b.substr(b.rfind(',') + 1)), scattered, 1e-8 * scattered);
    }
  EXPECT_EQ(rows, 5);
  const Json all = summary();
  EXPECT_EQ(all.at("precision"), "single");
  EXPECT_NE(all.at("memory_bytes"), whole);
  EXPECT_GE(all.at("matrices").at(0).at("corrections"), 2);
  EXPECT_LE(all.at("matrices").at(0).at("residual"), 1e-10);
  const Outcome check = scratch_.curlew({"check", "case.json", k_single[0], k_single[1]});
  EXPECT_THAT(check.out, testing::HasSubstr("factors in single precision"));
  EXPECT_THAT(check.out, testing::HasSubstr("memory"));
}

// Currents without charges drown in rounding: in double precision digits are left, in single none.
TEST_F(Surfaces, SinglePrecisionThatStagnatesFails) {
  EXPECT_EQ(mismatch(run({k_single[0], k_single[1], "--set", "discretization.low_frequency=off",
                          "--set", "frequency=\"10 kHz\"", "--set", "solver.tolerance=1e-10"}),
                     {3, {"single precision", "condition number", "\"precision\": \"double\""}}),
            "");
  EXPECT_EQ(summary().at("solves").at(0).at("status"), "failed");
}

TEST_F(Surfaces, SinglePrecisionIsOfTheMatrixOfConductors) {
  const auto outcome = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"check", "case.json", k_single[0], k_single[1]});
    return scratch_.curlew(more);
  };
  EXPECT_EQ(mismatch(outcome({"--set", "solver.method=aim"}),
                     {2, {"\"precision\" of its own", "\"lu\""}}),
            "");
  EXPECT_EQ(mismatch(outcome({"--set", "frequency=\"1 kHz\""}), {2, {"low_frequency", "double"}}),
            "");
  write_file(scratch_ / "plate.msh", octahedra({0.1}));
  write_file(scratch_ / "case.json",
             replaced(k_case, R"("boundaries": { "plate": { "type": "pec" } })",
                      R"("materials": { "glass": { "eps_r": 4 } }, "regions": { "b1": "glass" })"));
  EXPECT_EQ(mismatch(outcome({}), {2, {"bodies", "double"}}), "");
}

TEST_F(Surfaces, IterationsThatEndTooEarlyFail) {
  EXPECT_EQ(mismatch(run({"--set", "solver.method=aim", "--set", "solver.max_iterations=2"}),
                     {3, {"did not reach", "2 allowed"}}),
            "");
  EXPECT_FALSE(fs::exists(scratch_ / "results/rcs.csv"));
  EXPECT_EQ(summary().at("solves").at(0).at("status"), "failed");
}

struct Wrong {
  std::string name, from, to; // strings to replace in the case
  std::vector<std::string> messages;
};
void PrintTo(const Wrong &wrong, std::ostream *stream) {
  *stream << wrong.name;
}
class WrongSurfaceCase : public testing::TestWithParam<Wrong> {};

TEST_P(WrongSurfaceCase, IsRefusedWithItsLine) {
  const Scratch scratch;
  write_file(scratch / "case.json", replaced(k_case, GetParam().from, GetParam().to));
  write_file(scratch / "plate.msh", plate());
  for (const std::string command : {"check", "run"})
    EXPECT_EQ(mismatch(scratch.curlew({command, "case.json"}), {2, GetParam().messages}), "");
  EXPECT_FALSE(fs::exists(scratch / "results"));
}

const std::string k_outputs = R"("outputs": {)", k_method = R"("method": "mom",)";
const Wrong k_cases[] = {
    {"CombinedEquationOfAnOpenSurface",
     k_method,
     R"("method": "mom", "discretization": { "formulation": "cfie" },)",
     {"case.json:3:", "closed", "belongs to 1 triangles", "efie"}},
    {"MagneticEquationOfAnOpenSurface",
     k_method,
     R"("method": "mom", "discretization": { "formulation": "mfie" },)",
     {"closed"}},
    {"CentroidsWithTheCombinedEquation",
     k_method,
     R"("method": "mom", "discretization": { "formulation": "cfie", "testing": "centroid" },)",
     {"case.json:3:", "galerkin"}},
    {"BodiesOfNothing",
     k_method,
     R"("method": "mom", "discretization": { "formulation": "pmchwt" },)",
     {"case.json:3:", "regions"}},
    {"AnOpenBody",
     R"("boundaries": { "plate": { "type": "pec" } })",
     R"("materials": { "glass": { "eps_r": 4 } }, "regions": { "plate": "glass" })",
     {"case.json:5:", "\"plate\"", "not closed"}},
    {"ABodyThatConducts",
     R"("boundaries": {)",
     R"("materials": { "glass": { "eps_r": 4 } }, "regions": { "plate": "glass" }, "boundaries": {)",
     {"\"plate\"", "boundaries", "regions"}},
    {"ARegionOfNoGroup",
     R"("boundaries": {)",
     R"("materials": { "glass": { "eps_r": 4 } }, "regions": { "disc": "glass" }, "boundaries": {)",
     {"\"disc\"", "\"plate\""}},
    {"ARegionOfNoMaterial",
     R"("boundaries": {)",
     R"("regions": { "plate": "glass" }, "boundaries": {)",
     {"case.json:5:", "\"glass\""}},
    {"ABodyOfATensor",
     R"("boundaries": { "plate": { "type": "pec" } })",
     R"("materials": { "glass": { "eps_r": [4, 4, 3] } }, "regions": { "plate": "glass" })",
     {"case.json:5:", "tensor", "isotropic"}},
    {"ABodyOfAConductor",
     R"("boundaries": { "plate": { "type": "pec" } })",
     R"("materials": { "metal": { "pec": true } }, "regions": { "plate": "metal" })",
     {"case.json:5:", "boundaries"}},
    {"ABodyByTheElectricEquation",
     R"("boundaries": { "plate": { "type": "pec" } })",
     R"("discretization": { "formulation": "efie" }, "materials": { "glass": {} }, "regions": { "plate": "glass" })",
     {"case.json:5:", "pmchwt"}},
    {"AGainOfTheSurface",
     R"("type": "pec")",
     R"("type": "impedance", "surface_impedance": [-10, 3])",
     {"case.json:5:", "-10", "amplify"}},
    {"AnImpedanceOfZero",
     R"("type": "pec")",
     R"("type": "impedance", "surface_impedance": 0)",
     {"case.json:5:", "pec"}},
    {"NoImpedance", R"("type": "pec")", R"("type": "impedance")", {"surface_impedance", "sigma"}},
    {"TwoImpedances",
     R"("type": "pec")",
     R"("type": "impedance", "surface_impedance": 50, "sigma": 1e7)",
     {"sigma"}},
    {"ARoughNumber",
     R"("type": "pec")",
     R"("type": "impedance", "surface_impedance": "50 ohm", "roughness": "1 um")",
     {"roughness", "sigma"}},
    {"AnImpedanceOfLengths",
     R"("type": "pec")",
     R"("type": "impedance", "surface_impedance": "50 m")",
     {"case.json:5:", "resistance"}},
    {"AConductorWithSigma", R"("type": "pec")", R"("type": "pec", "sigma": 1e7)", {"impedance"}},
    {"AnImpedanceByTheCombinedEquation",
     R"("boundaries": { "plate": { "type": "pec" } })",
     R"("discretization": { "formulation": "cfie" }, "boundaries": { "plate": { "type": "impedance", "surface_impedance": 50 } })",
     {"case.json:5:", "efie", "pmchwt"}},
    {"APlaneWithoutAPosition",
     R"("boundaries": {)",
     R"("boundaries": { "ground": { "type": "symmetry" },)",
     {"case.json:5:", "z=0"}},
    {"APlaneOfSeconds",
     R"("boundaries": {)",
     R"("boundaries": { "z = 3 s": { "type": "symmetry" },)",
     {"z=0"}},
    {"ParallelPlanes",
     R"("boundaries": {)",
     R"("boundaries": { "z=-1": { "type": "symmetry" }, "z = 2 m": { "type": "symmetry" },)",
     {"case.json:5:", "infinitely many"}},
    {"APlaneOfAnotherKind",
     R"("boundaries": {)",
     R"("boundaries": { "z=-1": { "type": "symmetry", "wall": "abc" },)",
     {"wall", "pmc"}},
    {"AWallOfASurface",
     R"("type": "pec" })",
     R"("type": "pec", "wall": "pmc" })",
     {"wall", "symmetry"}},
    {"APlaneThroughTheSurface",
     R"("boundaries": {)",
     R"("boundaries": { "x = 20 cm": { "type": "symmetry" },)",
     {"crosses", "x = 0.2 m", "triangle around"}},
    {"APlaneBetweenTriangles",
     R"("boundaries": {)",
     R"("boundaries": { "x=0.25": { "type": "symmetry" },)",
     {"both sides"}},
    {"ASurfaceInThePlane",
     R"("boundaries": {)",
     R"("boundaries": { "z=0": { "type": "symmetry" },)",
     {"lies in", "z = 0 m"}},
    {"LowFrequenciesOfTheCombinedEquation",
     k_method,
     R"("method": "mom", "discretization": { "formulation": "cfie", "low_frequency": "on" },)",
     {"case.json:3:", "efie"}},
    {"PointsThatNoRuleHas",
     k_method,
     R"("method": "mom", "discretization": { "quadrature": 5 },)",
     {"case.json:3:", "quadrature"}},
    {"AlphaWithoutUse",
     k_method,
     R"("method": "mom", "discretization": { "formulation": "efie", "alpha": 0.3 },)",
     {"alpha"}},
    {"AlphaOfOne", k_method, R"("method": "mom", "discretization": { "alpha": 1 },)", {"alpha"}},
    {"AGrid", k_method, R"("method": "mom", "grid": { "cell": "1 cm" },)", {"grid"}},
    {"IterativeSolver",
     k_method,
     R"("method": "mom", "solver": { "method": "gmres" },)",
     {"solver"}},
    {"ToleranceOfAFactorisation",
     k_method,
     R"("method": "mom", "solver": { "method": "lu", "tolerance": 1e-5 },)",
     {"case.json:3:", "factorisation", "aim"}},
    {"PreconditionerOfAFactorisation",
     k_method,
     R"("method": "mom", "solver": { "method": "lu", "preconditioner": "sai" },)",
     {"factorisation"}},
    {"CentroidsByIterations",
     k_method,
     R"("method": "mom", "discretization": { "testing": "centroid" }, "solver": { "method": "aim" },)",
     {"case.json:3:", "galerkin", "lu"}},
    {"EvenStencil",
     k_method,
     R"("method": "mom", "solver": { "method": "aim", "aim": { "order": 4 } },)",
     {"order"}},
    {"SpacingOfZero",
     k_method,
     R"("method": "mom", "solver": { "method": "aim", "aim": { "spacing": "0 m" } },)",
     {"spacing"}},
    {"PreconditionerOfGrids",
     k_method,
     R"("method": "mom", "solver": { "method": "aim", "preconditioner": "ssor" },)",
     {"solver.preconditioner", "jacobi"}},
    {"CocrWithAPreconditioner",
     k_method,
     R"("method": "mom", "solver": { "method": "aim", "krylov": "cocr", "preconditioner": "ras" },)",
     {"cocr", "gmres"}},
    {"DiagonalOfSmallEdges",
     R"("frequency": "300 MHz")",
     R"("frequency": "1 MHz", "solver": { "method": "aim", "preconditioner": "jacobi" })",
     {"wrong currents", "ras", "lu"}},
    {"BoxOfTetrahedra",
     R"("file": "plate.msh")",
     R"("box": { "size": [1, 1, 1], "cells": [2, 2, 2] })",
     {"surfaces"}},
    {"NoSuchMesh", "plate.msh", "disc.msh", {"disc.msh"}},
    {"UnknownGroup", R"("plate": {)", R"("disc": {)", {"\"disc\"", "\"plate\""}},
    {"NoBoundary", R"("plate": { "type": "pec" })", "", {"\"plate\"", "boundaries"}},
    {"AbsorbingSurface", R"("pec")", R"("abc")", {"open space"}},
    {"Port", R"("pec")", R"("port")", {"\"kind\" is missing"}},
    {"FrequencyOfZero", R"("300 MHz")", R"("0 Hz")", {"case.json:6:"}},
    {"NegativeFrequency", R"("300 MHz")", R"("-300 MHz")", {"case.json:6:"}},
    {"NoWave",
     R"({ "name": "wave", "type": "plane-wave", "theta": [0, 30], "phi": 0, "pol": ["theta", "phi"] })",
     "",
     {"excitations"}},
    {"ACurrent",
     R"("type": "plane-wave", "theta": [0, 30], "phi": 0, "pol": ["theta", "phi"])",
     R"("type": "current", "point": [0, 0, 1], "direction": [0, 0, 1])",
     {"case.json:7:"}},
    {"CrossSectionOfNothing",
     R"("monostatic": true)",
     R"("monostatic": false)",
     {"asks for nothing"}},
    {"FieldsInTheVolume", k_outputs, R"("outputs": { "fields": {},)", {"probes"}},
    {"Spectra", k_outputs, R"("outputs": { "spectra": [],)", {"time domain"}},
    {"SweepWithoutSteps", "[0, 30]", R"({ "start": 0, "stop": 30, "step": 0 })", {"step"}},
};
INSTANTIATE_TEST_SUITE_P(Cases, WrongSurfaceCase, testing::ValuesIn(k_cases),
                         [](const auto &info) { return info.param.name; });

struct WrongMesh {
  std::string name, content;
  std::vector<std::string> messages;
};
void PrintTo(const WrongMesh &wrong, std::ostream *stream) {
  *stream << wrong.name;
}
class WrongSurfaceMesh : public testing::TestWithParam<WrongMesh> {};

TEST_P(WrongSurfaceMesh, IsRefused) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_case);
  write_file(scratch / "plate.msh", GetParam().content);
  EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json"}), {2, GetParam().messages}), "");
  EXPECT_FALSE(fs::exists(scratch / "results"));
}

std::string with(std::vector<std::string> more) {
  std::vector<std::string> all = triangles(2);
  all.insert(all.end(), more.begin(), more.end());
  return k_head + nodes(2, 0.1) + elements(all);
}

// A band of one half turn, of five squares.
std::string moebius_band() {
  std::string text = "$Nodes\n10\n";
  for (int i = 0; i < 5; ++i)
    for (const double s : {-0.3, 0.3}) {
      const double turn = 2 * std::acos(-1.0) * i / 5, r = 1 + s * std::sin(turn / 2);
      text += std::to_string(2 * i + (s > 0) + 1) + " " + std::to_string(r * std::cos(turn)) + " " +
              std::to_string(r * std::sin(turn)) + " " + std::to_string(s * std::cos(turn / 2)) +
              "\n";
    }
  std::vector<std::string> faces;
  for (int i = 0; i < 5; ++i) {
    int a = 2 * i + 1, b = a + 1, c = 2 * ((i + 1) % 5) + 1, d = c + 1;
    if (i == 4)
      std::swap(c, d);
    for (const auto &[p, q, r] : {std::array{a, c, d}, std::array{a, d, b}})
      faces.push_back("2 2 1 1 " + std::to_string(p) + " " + std::to_string(q) + " " +
                      std::to_string(r));
  }
  return k_head + text + "$EndNodes\n" + elements(faces);
}

// A square of two triangles, and the same one on nodes of its own.
const std::string k_square_twice =
    k_head +
    "$Nodes\n8\n1 0 0 0\n2 0.1 0 0\n3 0.1 0.1 0\n4 0 0.1 0\n5 0 0 0\n6 0.1 0 0\n"
    "7 0.1 0.1 0\n8 0 0.1 0\n$EndNodes\n" +
    elements({"2 2 1 1 1 2 3", "2 2 1 1 1 3 4", "2 2 1 1 5 6 7", "2 2 1 1 5 7 8"});

const WrongMesh k_meshes[] = {
    {"SurfaceTwice", k_square_twice, {"case.json:4:", "lie on each other", "twice"}},
    {"QuadrangleThatCrossesItself", with({"3 2 1 1 1 2 4 5"}), {"plate.msh:", "crosses itself"}},
    {"TriangleTwice", with({"2 2 1 1 1 2 5"}), {"twice"}},
    {"TriangleWithoutArea", with({"2 2 1 1 1 2 3"}), {"area"}},
    {"NodeTwiceInATriangle", with({"2 2 1 1 1 1 5"}), {"plate.msh:"}},
    {"NodeThatIsNot", with({"2 2 1 1 1 2 99"}), {"99"}},
    {"NoTriangles", k_head + nodes(2, 0.1) + elements({"1 2 1 1 1 2"}), {"plate.msh"}},
    {"OneTriangle", k_head + nodes(1, 0.1) + elements({"2 2 1 1 1 2 4"}), {"share an edge"}},
    {"OneSideOnly", moebius_band(), {"one side"}},
    {"Empty", "", {"plate.msh"}},
};
INSTANTIATE_TEST_SUITE_P(Meshes, WrongSurfaceMesh, testing::ValuesIn(k_meshes),
                         [](const auto &info) { return info.param.name; });

TEST_F(Surfaces, CoarseMeshesAreWarnedOf) {
  write_file(scratch_ / "plate.msh", plate(4, 2.0));
  EXPECT_EQ(mismatch(run(), {0, {"edges per wavelength"}}), "");
  EXPECT_THAT(summary().at("warnings").dump(), testing::HasSubstr("edges per wavelength"));
}

// Inaccurate or probably unintended cases: check prints a warning, and a run's summary contains it.
TEST_F(Surfaces, DoubtsAreTold) {
  const std::string plate_entry = R"("plate": { "type": "pec" })";
  const auto expect = [&](const std::string &from, const std::string &to,
                          const std::string &warning, const std::string &other = "no such text") {
    write_file(scratch_ / "case.json", replaced(k_case, from, to));
    const Outcome check = scratch_.curlew({"check", "case.json"});
    EXPECT_EQ(mismatch(check, {0, {warning}}), "");
    EXPECT_EQ(mismatch(run({"--overwrite"}), {0, {}}), "");
    const std::string warnings = summary().at("warnings").dump();
    EXPECT_THAT(warnings, testing::HasSubstr(warning));
    EXPECT_THAT(warnings, testing::Not(testing::HasSubstr(other)));
  };
  expect(plate_entry, R"("plate": { "type": "impedance", "sigma": 0.01 })", "omega epsilon0");
  expect(plate_entry, R"("plate": { "type": "impedance", "sigma": 6e7, "roughness": 1 })",
         "Is its unit right?", "omega epsilon0");
  expect(plate_entry, plate_entry + R"(, "z = -1 mm": { "type": "symmetry" })",
         "meant to touch the plane");
  write_file(scratch_ / "plate.msh", octahedra({0.1}));
  expect(R"("boundaries": { "plate": { "type": "pec" } })",
         R"("materials": { "copper": { "sigma": 6e7 } }, "regions": { "b1": "copper" })",
         "depth of its skin", "edges per wavelength inside");
}

// A wave along a plane that its reflection cancels has no powers to compare.
TEST_F(Surfaces, CancelledWavesAreToldAsSuch) {
  const std::string wave = R"("theta": [0, 30], "phi": 0, "pol": ["theta", "phi"])";
  write_file(scratch_ / "case.json",
             replaced(replaced(k_case, wave, R"("theta": 90, "phi": 0, "pol": "phi")"),
                      R"("plate": { "type": "pec" })",
                      R"("plate": { "type": "pec" }, "z = -10 cm": { "type": "symmetry" })"));
  EXPECT_EQ(mismatch(run(), {0, {}}), "");
  const std::string warnings = summary().at("warnings").dump();
  EXPECT_THAT(warnings, testing::HasSubstr("reflection cancels"));
  EXPECT_THAT(warnings, testing::Not(testing::HasSubstr("mesh fine enough")));
}

TEST_F(Surfaces, WhatHasNoRoomSaysWhatDecidesIt) {
  const auto check = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"check", "case.json"});
    return scratch_.curlew(more);
  };
  EXPECT_EQ(mismatch(check({"--set", "solver.method=aim", "--set", "solver.aim.spacing=1e-5"}),
                     {6, {"solver.aim.spacing", "spacing"}}),
            "");
  EXPECT_EQ(mismatch(check({"--set", "solver.method=aim", "--set", "solver.aim.spacing=1e-12"}),
                     {2, {"solver.aim.spacing", "nodes"}}),
            "");
  EXPECT_EQ(mismatch(check({"--set", "solver.method=lu", "--set", "mesh.refine=8"}),
                     {6, {"mesh.refine", "aim"}}),
            "");
  EXPECT_EQ(mismatch(check({"--set", "solver.aim.order=4"}), {2, {"(legal: 3, 5)"}}), "");
}

TEST_F(Surfaces, AWrongUnitIsWarnedOf) {
  for (const std::string unit : {"um", "km"})
    EXPECT_EQ(mismatch(run({"--set", "mesh.length_unit=\"" + unit + "\""}), {0, {"length_unit"}}),
              "");
}

} // namespace
