// The four variants are one scheme: the same fields to rounding, on every backend, with all
// supported features. The references are each other and, in identities_test.cpp, the equations.
#include "cases.hpp"

#include <curlew/core/memory.hpp>

namespace curlew::dgatd::testing {
namespace {

// Rounding of 1,000 steps; measured 2e-14.
constexpr double k_tolerance = 1e-12;

void expect_same(const RunRecord &got, const RunRecord &expected, const std::string &name) {
  const double error = distance(got, expected);
  report(name, error);
  EXPECT_LT(error, k_tolerance) << name;
}

// Compares every variant on every backend with `fused` on serial.
void expect_same_fields(const Simulation &simulation, const std::vector<std::string> &names) {
  const RunRecord reference = run_to_snapshot(simulation);
  for (const std::string &name : names)
    for (const Backend backend : compiled_backends())
      expect_same(run_to_snapshot(simulation, name, backend), reference,
                  name + "_" + to_string(backend));
  if (!needs_halves(simulation) && compiled_backends().back() == Backend::cuda)
    expect_same(run_to_snapshot(simulation, "fused", {Backend::cuda, nullptr, {}, true}), reference,
                "fused_cuda_on_half_edges");
}

const std::vector<std::string> k_all = {"spmv", "paper", "blocks", "fused"};

TEST(DgatdVariants, AgreeWithTensorsAndSources) {
  expect_same_fields(prepare(crystal_case(), room_with_crystal(2)), k_all);
}

TEST(DgatdVariants, AgreeWithNaturalWalls) {
  Case input = crystal_case();
  input.boundaries = {{"default", Pmc{}}, {"z-", Pec{}}};
  expect_same_fields(prepare(input, room_with_crystal()), k_all);
}

TEST(DgatdVariants, AgreeWithLossesAndAbsorbingWalls) {
  expect_same_fields(prepare(lossy_case(), room_with_crystal(2)), {"blocks", "fused"});
}

// No dual volume has a loss matrix of its own.
TEST(DgatdVariants, AgreeWithOneRateOfLoss) {
  Case input = crystal_case();
  for (Material &material : input.materials)
    for (std::size_t i = 0; i < 6; ++i)
      material.sigma.v[i] = 1e-4 * material.eps_r.v[i];
  expect_same_fields(prepare(input, room_with_crystal(2)), {"blocks", "fused"});
}

// All dual volumes have a loss matrix of their own.
TEST(DgatdVariants, AgreeWithLossesThatFollowNoPermittivity) {
  Case input = crystal_case();
  for (Material &material : input.materials)
    material.sigma = {{2e-3, 1e-3, 3e-3, 4e-4, 0, -3e-4}};
  expect_same_fields(prepare(input, room_with_crystal(2)), {"blocks", "fused"});
}

TEST(DgatdVariants, AgreeWithAbsorbingWallsAlone) {
  Case input = crystal_case();
  input.materials[1] = medium("crystal", 3, 1.5); // the walls need an isotropic medium
  input.boundaries = {{"default", Abc{}}};
  expect_same_fields(prepare(input, room_with_crystal(2)), {"blocks", "fused"});
}

// 66 and 258 edges meet in one node: more than a team's scratch memory holds the matrix of, and
// more than a team has threads.
TEST(DgatdVariants, AgreeAroundANodeOfManyEdges) {
  for (const int splits : {2, 3})
    expect_same_fields(prepare(half_driven_case(), half_marked(star(splits))), k_all);
  Case lossy = half_driven_case();
  for (Material &material : lossy.materials)
    material.sigma = {{2e-3, 1e-3, 3e-3, 4e-4, 0, -3e-4}};
  expect_same_fields(prepare(lossy, half_marked(star(3))), {"blocks", "fused"});
}

// Tets of a cluster share nothing: its scratch memory is as large as possible.
TEST(DgatdVariants, AgreeOnTetsThatDoNotTouch) {
  const TetMesh mesh = loose_tets(600);
  Case input = vacuum_case(k_many_steps);
  input.boundaries = {{"default", Pmc{}}};
  for (std::size_t t = 0; t < mesh.tets.size(); t += 15)
    input.excitations.push_back(
        point_current(0.7 * centroid(mesh, t) + 0.3 * mesh.points[mesh.tets[t][2]],
                      {0.48, 0.6, 0.64}, sine(1e9)));
  expect_same_fields(prepare(input, mesh), k_all);
}

TEST(DgatdVariants, ASlightlyWrongMaterialOrSourceIsSeen) {
  const Simulation right = prepare(crystal_case(), room_with_crystal());
  const RunRecord reference = run_to_snapshot(right);
  Simulation wrong = right;
  wrong.problem.materials[1].eps_r.v[3] *= 1 + 1e-9;
  for (const Backend backend : compiled_backends())
    for (const std::string &name : k_all)
      EXPECT_GT(distance(run_to_snapshot(wrong, name, backend), reference), 5 * k_tolerance);
  wrong = right;
  wrong.sources[1].currents[0] *= 1 + 1e-6;
  EXPECT_GT(distance(run_to_snapshot(wrong, "blocks"), reference), 100 * k_tolerance);
}

TEST(DgatdVariants, ASlightlyWrongLossIsSeen) {
  const Simulation right = prepare(lossy_case(), room_with_crystal());
  const RunRecord reference = run_to_snapshot(right);
  Simulation wrong = right;
  wrong.problem.materials[1].sigma.v[3] *= 1 + 1e-6;
  EXPECT_GT(distance(run_to_snapshot(wrong, "blocks"), reference), 100 * k_tolerance);
  wrong = right;
  wrong.problem.absorbing[0].admittance *= 1 + 1e-6;
  EXPECT_GT(distance(run_to_snapshot(wrong, "blocks"), reference), 100 * k_tolerance);
}

// Probes, energies and the saved state mean the same in every variant.
TEST(DgatdVariants, ProbesAndEnergiesAgree) {
  Case input = crystal_case();
  input.time.steps = 300;
  input.outputs.probes = {probe({0.7, 0.4, 0.2}), probe({0.3, 0.5, 0.4}, Field::H)};
  Simulation simulation = prepare(input, room_with_crystal());
  const RunRecord reference = run(simulation);
  ASSERT_EQ(reference.electric_rows.size(), 900u);
  ASSERT_EQ(reference.magnetic_rows.size(), 900u);
  for (const std::string &name : k_all)
    for (const Backend backend : compiled_backends()) {
      const RunRecord other = run(simulation, name, backend);
      EXPECT_LT(distance(other.electric_rows, reference.electric_rows), k_tolerance)
          << name << " on " << to_string(backend);
      EXPECT_LT(distance(other.magnetic_rows, reference.magnetic_rows), k_tolerance)
          << name << " on " << to_string(backend);
    }
  simulation.plan.energy_every = 100;
  const RunRecord expected = run(simulation);
  ASSERT_EQ(expected.energy_steps, (std::vector<std::int64_t>{100, 200, 300}));
  for (const std::string name : {"blocks", "fused"})
    for (const Backend backend : compiled_backends()) {
      const RunRecord other = run(simulation, name, backend);
      ASSERT_EQ(other.energy_steps, expected.energy_steps);
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(other.energies[i].electric / expected.energies[i].electric, 1, k_tolerance);
        EXPECT_NEAR(other.energies[i].magnetic / expected.energies[i].magnetic, 1, k_tolerance);
      }
    }
}

TEST(DgatdVariants, RefuseWhatTheyCannotDo) {
  const Case lossy = lossy_case();
  const Problem problem = make_problem(lossy, room_with_crystal());
  for (const std::string name : {"spmv", "paper"}) {
    const std::string message =
        message_of<InputError>([&] { check_variant(lossy, problem, find_variant(name)); });
    EXPECT_THAT(message, ::testing::HasSubstr('"' + name + '"'));
    EXPECT_THAT(message, ::testing::HasSubstr("\"fused\""));
    Case input = crystal_case();
    input.outputs.energy = Schedule{std::nullopt, 10};
    EXPECT_THAT(message_of<InputError>([&] {
                  check_variant(input, make_problem(input, room_with_crystal()),
                                find_variant(name));
                }),
                ::testing::HasSubstr("outputs.energy"));
  }
  EXPECT_NO_THROW(check_variant(lossy, problem, find_variant("blocks")));
  EXPECT_NO_THROW(check_variant(lossy, problem, find_variant("auto")));
  EXPECT_THAT(message_of<InputError>([] { find_variant("fast"); }),
              ::testing::HasSubstr("spmv, paper, blocks, fused"));
}

TEST(DgatdVariants, AreNamedWithAdviceWhereNotCompiled) {
  const std::vector<Variant> reduced = {find_variant("blocks"), find_variant("fused")};
  EXPECT_EQ(&find_variant("auto", reduced), &reduced[1]);
  EXPECT_EQ(&find_variant("blocks", reduced), &reduced[0]);
  const std::string message = message_of<NotCompiled>([&] { find_variant("paper", reduced); });
  EXPECT_THAT(message, ::testing::HasSubstr("\"paper\""));
  EXPECT_THAT(message, ::testing::HasSubstr("(blocks, fused)"));
  EXPECT_THAT(message, ::testing::HasSubstr("-DCURLEW_ENABLE_PUBLISHED=ON"));
  // A name that exists in no build is another error.
  EXPECT_THROW(find_variant("fast", reduced), InputError);
}

// A lack of device or host memory is reported before any allocation.
TEST(DgatdVariants, MemoryThatIsNotThereIsForeseen) {
  for (const Backend backend : compiled_backends()) {
    const auto ask = [&](double tets) {
      require_memory(tets, "tets", 450, "case.json:4:3", memory_of(backend));
    };
    const std::string message = message_of<ResourceError>([&] { ask(1e12); });
    EXPECT_THAT(message, ::testing::StartsWith("case.json:4:3"));
    EXPECT_THAT(message, ::testing::HasSubstr("4.5e+05 GB"));
    EXPECT_THAT(message,
                ::testing::ContainsRegex(
                    "\\(450000000000000 bytes\\), of which .* \\([0-9]+ bytes\\) are free"));
    EXPECT_NO_THROW(ask(1000));
  }
}

} // namespace
} // namespace curlew::dgatd::testing
