// Method fem by multigrid on meshes without levels: coarse meshes of the program's own.
#include "../../kokkos_environment.hpp"
#include "random_load.hpp"
#include <curlew/methods/fem/make_model.hpp>
#include <curlew/tests/support/features.hpp>
#include <curlew/tests/support/fem_case.hpp>
#include <curlew/tests/support/paths.hpp>

#include <curlew/core/error.hpp>
#include <curlew/methods/fem/solve/multigrid_levels.hpp>
#include <curlew/methods/fem/solve/node_priorities.hpp>

#include <gmock/gmock.h>

#include <fstream>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;
using test::Solver;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

class OwnLevels : public ::testing::Test {
protected:
  void SetUp() override { CURLEW_SKIP_WITHOUT(qhull); }
};

nlohmann::ordered_json multigrid(const std::string &method = "fgmres", double tolerance = 1e-6) {
  return {
      {"method", method}, {"preconditioner", {{"type", "multigrid"}}}, {"tolerance", tolerance}};
}

// A wavelength between absorbing walls, over a conductor.
nlohmann::ordered_json open_box(int cells = 10) {
  auto json = test::box_case({1, 1, 1}, {cells, cells, cells}, "abc");
  json["mesh"]["box"]["jitter"] = 0.2;
  json["boundaries"]["z-"] = {{"type", "pec"}};
  return json;
}

// The mesh and the groups of an example, at one frequency and in first order.
nlohmann::ordered_json example(const std::string &name, const std::string &mesh,
                               const std::string &frequency) {
  std::ifstream file(curlew::test::source_path("examples/" + name + "/case.json"));
  auto json = nlohmann::ordered_json::parse(file, nullptr, true, true); // with comments
  json["mesh"]["file"] = curlew::test::source_path("examples/" + name + "/" + mesh);
  json["frequency"] = frequency;
  json["discretization"]["order"] = 1;
  json.erase("outputs");
  return json;
}

TEST_F(OwnLevels, FindTheFieldOfTheFactors) {
  auto json = open_box();
  json["solver"] = {{"method", "direct"}};
  Solver direct(json);
  const Load b = random_load(direct.problem.unknowns.count), x = direct.solve(b);
  for (const auto &[method, smoother] :
       {std::pair("fgmres", "gcr"), std::pair("fgmres", "chebyshev"), std::pair("cocg", "auto")}) {
    json["solver"] = multigrid(method, 1e-9);
    json["solver"]["preconditioner"]["smoother"] = smoother;
    Solver solver(json), again(json);
    EXPECT_EQ(solver.system->choice().own_levels, 1);
    const Load found = solver.solve(b);
    EXPECT_LT(difference(found, x), 1e-6) << method << " " << smoother;
    EXPECT_LE(solver.report.iterations, 24) << method << " " << smoother; // 16, 18, 20
    EXPECT_EQ(again.solve(b), found);                                     // to the bit
  }
}

// Conductors of many shapes, holes, a port, layers of media, absorbing walls: iterations to 1e-6.
TEST_F(OwnLevels, SuitNonConvexDomains) {
  struct One {
    const char *name, *mesh, *frequency;
    int most; // a fifth above what was found: 19, 22, 10
  };
  for (const One &one : {One{"coax-monopole", "monopole.msh", "75 MHz", 23},
                         One{"patch-antenna", "patch.msh", "2.35 GHz", 27},
                         One{"sphere-abc", "sphere.msh", "1 GHz", 12}}) {
    auto json = example(one.name, one.mesh, one.frequency);
    json["solver"] = {{"method", "direct"}};
    Solver direct(json);
    const Load b = random_load(direct.problem.unknowns.count), x = direct.solve(b);
    json["solver"] = multigrid();
    Solver solver(json);
    EXPECT_LT(difference(solver.solve(b), x), 1e-3) << one.name;
    RecordProperty(one.name, std::to_string(solver.report.iterations));
    EXPECT_LE(solver.report.iterations, one.most) << one.name;
  }
}

// Own levels go below orders and below the meshes that a mesh was refined from.
TEST_F(OwnLevels, GoBelowOtherLevels) {
  for (const bool is_refined : {false, true}) {
    auto json = open_box(is_refined ? 5 : 8);
    if (is_refined)
      json["mesh"]["refine"] = 1;
    else
      json["discretization"] = {{"order", 2}};
    json["solver"] = multigrid("fgmres", 1e-8);
    Solver without(json);
    EXPECT_EQ(without.system->choice().own_levels, 0); // the coarsest is small
    const Load b = random_load(without.problem.unknowns.count), x = without.solve(b);
    SolverChoice choice = without.prepared.choice;
    choice.own_levels = 1;
    const auto system = make_system(Backend::serial, without.problem, choice);
    EXPECT_EQ(system->choice().own_levels, 1);
    system->set(without.coefficients);
    SolveOptions options;
    options.tolerance = 1e-8;
    SolveReport report;
    Load found;
    system->solve(b, found, options, report);
    EXPECT_LT(difference(found, x), 1e-5);
    EXPECT_LE(report.iterations, without.report.iterations + 8); // 26 for 25, 18 for 14
    EXPECT_EQ(multigrid_levels(without.problem, 1).levels.size(), 3u);
  }
}

TEST_F(OwnLevels, AreWhatAutoTakesForLargeMeshes) {
  auto json = open_box(21); // 63,000 unknowns
  const auto choose = [&](double frequency_hz, Index unknowns) {
    json["frequency"] = frequency_hz;
    const Case input = test::make_case(json);
    return choose_solver(input, make_model(input, 1), unknowns, 1);
  };
  const SolverChoice taken = choose(3e8, 200000);
  EXPECT_EQ(to_text(taken), "fgmres + multigrid, csr");
  EXPECT_EQ(taken.own_levels, 2);
  EXPECT_THAT(taken.reason, HasSubstr("2 of the program's own"));
  EXPECT_EQ(choose(3e8, 63000).method, SolverMethod::direct);
  // Too long for the waves.
  const SolverChoice coarse = choose(15e8, 200000);
  EXPECT_EQ(to_text(coarse), "cocg + gradient, csr");
  EXPECT_THAT(coarse.reason, HasSubstr("edges to a wavelength"));
  json["solver"] = {{"preconditioner", {{"type", "multigrid"}, {"levels", 2}}}};
  EXPECT_EQ(choose(3e8, 200000).own_levels, 1);
  json["solver"] = {{"method", "cocg"}};
  EXPECT_EQ(to_text(choose(3e8, 200000)), "cocg + gradient, csr");
}

// Edges of less than a 10,000th of the wavelength: beyond single precision, on own meshes and
// others.
TEST_F(OwnLevels, HaveDoublePrecisionWhereSingleIsTooCoarse) {
  for (const bool is_refined : {false, true}) {
    auto json = open_box(is_refined ? 5 : 10);
    json["mesh"]["refine"] = is_refined ? 1 : 0;
    json["solver"] = multigrid();
    EXPECT_TRUE(Solver(json).prepared.choice.multigrid.single_precision);
    json["frequency"] = 1e5;
    Solver solver(json);
    EXPECT_FALSE(solver.prepared.choice.multigrid.single_precision);
    const Load b = random_load(solver.problem.unknowns.count);
    solver.solve(b);
    EXPECT_LE(solver.report.iterations, 21); // 17 and 9
    SolverChoice choice = solver.prepared.choice;
    choice.multigrid.single_precision = true; // the twin
    const auto single = make_system(Backend::serial, solver.problem, choice);
    single->set(solver.coefficients);
    SolveOptions options;
    options.max_iterations = 60;
    SolveReport report;
    Load x;
    EXPECT_THROW(single->solve(b, x, options, report), NotConverged);
  }
}

TEST_F(OwnLevels, AreReplacedWhereThereAreTooFewNodes) {
  auto json = open_box(1);
  json["solver"] = multigrid();
  Solver solver(json);
  const SolverChoice &choice = solver.system->choice();
  EXPECT_EQ(to_text(choice), "fgmres + gradient, csr");
  EXPECT_EQ(choice.own_levels, 0);
  EXPECT_THAT(choice.reason, HasSubstr("no coarse mesh: only"));
  const Load b = random_load(solver.problem.unknowns.count);
  Solver direct(open_box(1));
  EXPECT_LT(difference(solver.solve(b), direct.solve(b)), 1e-4);
}

TEST(OwnLevelsAbsent, AreRefusedByTheOptionThatAddsThem) {
  if (curlew::testing::k_has_qhull)
    GTEST_SKIP() << "built with Qhull";
  auto json = open_box(4);
  json["solver"] = multigrid();
  EXPECT_THAT([&] { Solver solver(json); },
              ThrowsMessage<NotCompiled>(HasSubstr("CURLEW_ENABLE_QHULL")));
}

// The domain is a box with a plate in its middle: corners and edges of both, faces, and interior
// nodes.
TEST(NodePriorities, KnowTheShapeOfTheDomain) {
  auto json = test::box_case({1, 1, 1}, {4, 4, 4}, "pec");
  json["boundaries"]["z+"] = {{"type", "abc"}};
  const Case input = test::make_case(json);
  Model model = make_model(input, 1);
  for (std::size_t f = 0; f < model.topology.faces.size(); ++f) {
    const auto &n = model.topology.faces[f];
    if (std::all_of(n.begin(), n.end(), [&](Index node) {
          const Point &p = model.mesh.points[node];
          return std::abs(p[2] - 0.5) < 1e-9 && std::abs(p[0] - 0.5) < 0.3 &&
                 std::abs(p[1] - 0.5) < 0.3;
        }))
      model.face_is_pec[f] = 1;
  }
  const std::vector<NodePriority> found = node_priorities(model);
  const auto at = [&](double x, double y, double z) {
    for (std::size_t n = 0; n < found.size(); ++n) {
      const Point &p = model.mesh.points[n];
      if (std::abs(p[0] - x) + std::abs(p[1] - y) + std::abs(p[2] - z) < 1e-9)
        return found[n];
    }
    throw Error(ExitCode::internal, "no such node");
  };
  EXPECT_EQ(at(0, 0, 0), NodePriority::corner);
  EXPECT_EQ(at(0.5, 0, 1), NodePriority::crease);
  EXPECT_EQ(at(0.5, 0, 0), NodePriority::crease);
  EXPECT_EQ(at(0.5, 0.5, 1), NodePriority::face);
  EXPECT_EQ(at(0.25, 0.25, 0.5), NodePriority::corner); // plate's corner
  EXPECT_EQ(at(0.5, 0.25, 0.5), NodePriority::crease);
  EXPECT_EQ(at(0.5, 0.5, 0.5), NodePriority::face);
  EXPECT_EQ(at(0.5, 0.5, 0.25), NodePriority::inside);
}

} // namespace
} // namespace curlew::fem
