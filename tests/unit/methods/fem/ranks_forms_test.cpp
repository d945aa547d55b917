// Method fem on several ranks: periodic faces, gyrotropic media, scaled systems, jagged diagonals
// and coarse meshes of the program's own, against one rank.
#include "ranks_support.hpp"

#include <curlew/methods/fem/ranks/follow.hpp>
#include <curlew/tests/support/features.hpp>

#include <cmath>

namespace curlew::fem {
namespace {

using test::Solver;

constexpr double k_degree = 3.14159265358979323846 / 180;
constexpr double k_tolerance = 1e-12;

// A cell with two pairs of periodic faces, losses and a tensor.
nlohmann::ordered_json cell(const std::string &space, int order) {
  auto json = test::box_case({0.4, 0.3, 0.8}, {3, 2, 5}, "pec");
  json["boundaries"] = {{"x-", {{"type", "periodic"}, {"with", "x+"}, {"phase", 40}}},
                        {"y-", {{"type", "periodic"}, {"with", "y+"}, {"phase", -70}}},
                        {"z-", {{"type", "pec"}}},
                        {"z+", {{"type", "impedance"}, {"surface_impedance", {300, 60}}}}};
  json["materials"]["air"] = {{"eps_r", {{2, 0.3, 0}, {0.3, 3, 0.1}, {0, 0.1, 4}}},
                              {"sigma", 0.01}};
  json["discretization"] = {{"space", space}, {"order", order}};
  json["solver"] = {{"method", "direct"}};
  return json;
}
const std::vector<double> k_phases{40 * k_degree, -70 * k_degree};

nlohmann::ordered_json gyrotropic_box(const std::string &space, int order) {
  auto json = lossy_box(space, order);
  json["materials"]["air"] = {
      {"eps_r", 2}, {"sigma", 0.01}, {"gyration", {0.3, 0.2, 0.5}}, {"mu_gyration", {0.1, 0, 0.2}}};
  json["boundaries"]["x+"]["type"] = "impedance";
  json["solver"] = {{"method", "direct"}};
  return json;
}

// Solves on all ranks, with the same load as one rank; returns the solution at the root.
struct OnRanks {
  Load x;
  SolveReport report;
};
OnRanks solved(const Solver &one, const SolverChoice &choice, const Load &b,
               Backend backend = Backend::serial) {
  const auto system = make_rank_system(backend, one.problem, choice, world(), "auto");
  system->set(one.coefficients);
  SolveOptions options;
  options.tolerance = k_tolerance;
  OnRanks made;
  system->solve(at_root(b), made.x, options, made.report);
  return made;
}

void expect_at_root(const Load &found, const Load &expected, double most, const std::string &what) {
  if (world().is_root())
    EXPECT_LT(difference(found, expected), most) << what;
  else
    EXPECT_TRUE(found.empty()) << what;
}

TEST(FemRankForms, AnEntryOfZHasAllItsUnknownsOnOneRank) {
  const Solver one(cell("mixed", 2));
  const auto owner = owners_of_unknowns(one.problem, world().size(), "auto");
  const PeriodicUnknowns &periodic = one.problem.periodic;
  std::vector<int> of_entry(periodic.count, -1);
  for (std::size_t u = 0; u < owner.size(); ++u) {
    int &rank = of_entry[periodic.number[u]];
    EXPECT_TRUE(rank < 0 || rank == owner[u]) << u;
    rank = owner[u];
  }
}

TEST(FemRankForms, ProductsOfPeriodicUnknownsAreThoseOfOneRank) {
  for (const auto &[space, order] : {std::pair("mixed", 1), std::pair("full", 2)}) {
    Solver one(cell(space, order));
    one.coefficients.phases = k_phases;
    one.system->set(one.coefficients);
    SolverChoice iterated = choice_of("fgmres", "none");
    const auto alone = make_system(Backend::serial, one.problem, iterated);
    alone->set(one.coefficients);
    const Load z = random_load(one.problem.periodic.count), y = alone->apply(z);
    for (const Backend backend : compiled_backends())
      for (const MatrixForm matrix : {MatrixForm::csr, MatrixForm::jad}) {
        iterated.matrix = matrix;
        const auto system = make_rank_system(backend, one.problem, iterated, world(), "auto");
        system->set(one.coefficients);
        expect_at_root(system->apply(at_root(z)), y, 1e-13, to_string(backend));
      }
    // The twin: without the phases it is another matrix.
    Coefficients without = one.coefficients;
    without.phases = {0, 0};
    alone->set(without);
    EXPECT_GT(difference(alone->apply(z), y), 1e-3);
  }
}

TEST(FemRankForms, PeriodicSolutionsAreThoseOfOneRank) {
  Solver one(cell("full", 1));
  one.coefficients.phases = k_phases;
  one.system->set(one.coefficients);
  const Load b = random_load(one.problem.unknowns.count), expected = one.solve(b);
  for (const auto &choice : {choice_of("direct", "none"), choice_of("fgmres", "ilu"),
                             choice_of("fgmres", "jacobi"), choice_of("bicgstab", "jacobi")})
    expect_at_root(solved(one, choice, b).x, expected, 1e-10, to_text(choice));
  // Real phases keep the symmetry that cocg needs.
  one.coefficients.phases = {0, 3.14159265358979323846};
  one.system->set(one.coefficients);
  const Load real = one.solve(b);
  expect_at_root(solved(one, choice_of("cocg", "jacobi"), b).x, real, 1e-10, "cocg");
  EXPECT_GT(difference(real, expected), 1e-3); // the twin
}

TEST(FemRankForms, GyrotropicMediaAreThoseOfOneRank) {
  for (const auto &[space, order] : {std::pair("mixed", 1), std::pair("mixed", 2)}) {
    Solver one(gyrotropic_box(space, order));
    const Load b = random_load(one.problem.unknowns.count), expected = one.solve(b),
               y = one.system->apply(b);
    for (const auto &choice :
         {choice_of("direct", "none"), choice_of("fgmres", "gradient"), choice_of("fgmres", "ilu")})
      expect_at_root(solved(one, choice, b).x, expected, 1e-10, to_text(choice));
    for (const Backend backend : compiled_backends()) {
      const auto system =
          make_rank_system(backend, one.problem, choice_of("fgmres", "none"), world(), "auto");
      system->set(one.coefficients);
      expect_at_root(system->apply(at_root(b)), y, 1e-13, to_string(backend));
    }
    // The twin: the static field reversed, and the symmetric part alone.
    for (const double factor : {-1.0, 0.0}) {
      Media other = one.media;
      for (auto *gyrations : {&other.eps_gyration, &other.inverse_mu_gyration})
        for (Gyration &gyration : *gyrations)
          for (complex &g : gyration)
            g *= factor;
      Coefficients reversed = one.coefficients;
      reversed.media = &other;
      one.system->set(reversed);
      EXPECT_GT(difference(one.solve(b), expected), 1e-3);
    }
  }
}

TEST(FemRankForms, MultigridKnowsThatTheMatrixIsUnsymmetric) {
  Solver one(gyrotropic_box("mixed", 2));
  const Load b = random_load(one.problem.unknowns.count), expected = one.solve(b);
  SolverChoice choice = choice_of("fgmres", "multigrid");
  choice.multigrid.smoother = MultigridSmoother::gcr;
  choice.multigrid.single_precision = false;
  const auto alone = make_system(Backend::serial, one.problem, choice);
  alone->set(one.coefficients);
  SolveOptions options;
  options.tolerance = k_tolerance;
  SolveReport report;
  Load x;
  alone->solve(b, x, options, report);
  const OnRanks several = solved(one, choice, b);
  expect_at_root(several.x, expected, 1e-10, "multigrid");
  EXPECT_NEAR(several.report.iterations, report.iterations, 1);
}

TEST(FemRankForms, ScaledSystemsAreThoseOfOneRank) {
  auto json = lossy_box("mixed", 2);
  json["solver"] = {{"method", "direct"}};
  Solver one(json);
  const Load b = random_load(one.problem.unknowns.count), expected = one.solve(b),
             y = one.system->apply(b);
  const auto histories = [&](bool is_scaled) {
    SolverChoice choice = choice_of("bicgstab", "jacobi");
    choice.preconditioner.scale_first = is_scaled;
    const auto alone = make_system(Backend::serial, one.problem, choice);
    alone->set(one.coefficients);
    SolveOptions options;
    options.tolerance = k_tolerance;
    SolveReport report;
    Load x;
    alone->solve(b, x, options, report);
    const OnRanks several = solved(one, choice, b);
    expect_at_root(several.x, expected, 1e-10, to_text(choice));
    const auto system = make_rank_system(Backend::serial, one.problem, choice, world(), "auto");
    system->set(one.coefficients);
    expect_at_root(system->apply(at_root(b)), y, 1e-12, to_text(choice));
    for (int n = 0; n < 5; ++n)
      EXPECT_NEAR(several.report.history.at(n) / report.history.at(n), 1, 1e-9) << n;
    return report.history;
  };
  EXPECT_GT(std::abs(histories(true).at(2) / histories(false).at(2) - 1), 1e-6); // the twin
}

// Products element by element, whose faces and curved tets have rows of several ranks.
TEST(FemRankForms, ProductsElementByElementAreThoseOfTheMatrix) {
  for (const auto &[space, order] : {std::pair("mixed", 1), std::pair("full", 2)}) {
    auto json = lossy_box(space, order);
    json["solver"] = {{"method", "direct"}};
    Solver one(json);
    const Load b = random_load(one.problem.unknowns.count), expected = one.solve(b),
               y = one.system->apply(b);
    for (const Backend backend : compiled_backends())
      for (const char *preconditioner : {"jacobi", "gradient"}) {
        SolverChoice choice = choice_of("cocg", preconditioner);
        choice.matrix = MatrixForm::ebe;
        const auto system = make_rank_system(backend, one.problem, choice, world(), "auto");
        system->set(one.coefficients);
        expect_at_root(system->apply(at_root(b)), y, 1e-13, to_string(backend));
        if (order > 1 || backend != Backend::serial)
          continue;
        SolveOptions options;
        options.tolerance = k_tolerance;
        SolveReport report;
        Load x;
        system->solve(at_root(b), x, options, report);
        expect_at_root(x, expected, 1e-10, to_text(choice));
        system->set(one.coefficients); // again, after its entries were dropped
        expect_at_root(system->apply(at_root(b)), y, 1e-13, "again");
      }
    Coefficients other = one.coefficients; // the twin
    other.faces.back() *= 1.001;
    one.system->set(other);
    EXPECT_GT(difference(one.system->apply(b), y), 1e-9);
  }
}

TEST(FemRankForms, AZeroOnTheDiagonalEndsAllRanks) {
  Solver one(lossy_box("mixed", 1));
  SolverChoice choice = choice_of("bicgstab", "jacobi");
  choice.preconditioner.scale_first = true;
  const auto system = make_rank_system(Backend::serial, one.problem, choice, world(), "auto");
  Coefficients nothing = one.coefficients;
  nothing.curl = nothing.mass = 0;
  EXPECT_THROW(system->set(nothing), Error);
}

TEST(FemRankForms, CoarseMeshesOfTheProgramTakeTheIterationsOfOneRank) {
  CURLEW_SKIP_WITHOUT(qhull);
  auto json = test::box_case({1, 1, 1}, {8, 8, 8}, "abc");
  json["mesh"]["box"]["jitter"] = 0.2;
  json["boundaries"]["z-"] = {{"type", "pec"}};
  json["solver"] = {
      {"method", "fgmres"}, {"preconditioner", {{"type", "multigrid"}}}, {"tolerance", 1e-9}};
  Solver one(json);
  const Load b = random_load(one.problem.unknowns.count), expected = one.solve(b);
  ASSERT_EQ(one.system->choice().own_levels, 1);
  const auto system =
      make_rank_system(Backend::serial, one.problem, one.system->choice(), world(), "auto");
  EXPECT_EQ(system->choice().own_levels, 1);
  system->set(one.coefficients);
  SolveOptions options;
  options.tolerance = 1e-9;
  SolveReport report;
  Load x;
  system->solve(at_root(b), x, options, report);
  expect_at_root(x, expected, 1e-7, "own coarse mesh");
  EXPECT_EQ(report.iterations, one.report.iterations);
  // The twin: without the coarse mesh it takes other, many iterations.
  EXPECT_GT(solved(one, choice_of("fgmres", "jacobi"), b).report.iterations, 2 * report.iterations);
}

} // namespace
} // namespace curlew::fem
