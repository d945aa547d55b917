// The four variants are one scheme: the same fields to rounding, on every backend, with everything
// that they support. The oracles are each other and, in identities_test.cpp, the equations.
#include "fixtures.hpp"
#include "meshes.hpp"

#include <algorithm>

namespace curlew::dgatd::testing {
namespace {

constexpr std::int64_t k_steps = 1000;
// Rounding of 1,000 steps; measured 2e-14.
constexpr double k_tolerance = 1e-12;

// Refined by 2 it has 2,880 tets: several of the clusters that `fused` sums in.
TetMesh room_with_crystal(int refinement = 1) {
  TetMesh mesh = room(refinement);
  mark_volume(mesh, "core", [](const Point &p) { return p[0] > 0.5 && p[2] < 0.4; });
  return mesh;
}

// Two materials, one of them with tensors off the axes, a point and a volume source. The sources
// last: nothing is compared after it has died out.
Case crystal_case() {
  Case input = vacuum_case(k_steps);
  input.materials.push_back({"crystal",
                             {{2.0, 3.0, 4.0, 0.3, -0.2, 0.5}},
                             {{1.5, 1.2, 2.0, -0.1, 0.2, 0.15}},
                             SymmetricTensor::isotropic(0),
                             false});
  input.regions["core"] = "crystal";
  input.excitations = {point_current({0.21, 0.33, 0.28}, {0.48, 0.6, 0.64}, sine(270e6)),
                       region_current("core", {0.8, 0, 0.6}, gaussian_derivative(400e6))};
  return input;
}

Case lossy_case() {
  Case input = crystal_case();
  input.materials[0].sigma = SymmetricTensor::isotropic(1e-4);
  input.materials[1].sigma = {{2e-3, 1e-3, 3e-3, 4e-4, 0, -3e-4}};
  input.boundaries.push_back({"x-", Boundary::Type::abc});
  input.boundaries.push_back({"y+", Boundary::Type::pmc});
  return input;
}

void expect_same_fields(const Simulation &simulation, const std::vector<std::string> &names) {
  const Recorder reference = run_to_snapshot(simulation, "fused");
  for (const std::string &name : names)
    for (const Backend backend : compiled_backends()) {
      const double error = distance(run_to_snapshot(simulation, name, backend), reference);
      report(name + "_" + to_string(backend), error);
      EXPECT_LT(error, k_tolerance) << name << " on " << to_string(backend);
    }
}

TEST(DgatdVariants, AgreeWithTensorsAndSources) {
  expect_same_fields(prepare(crystal_case(), room_with_crystal(2)),
                     {"spmv", "paper", "blocks", "fused"});
}

TEST(DgatdVariants, AgreeWithNaturalWalls) {
  Case input = crystal_case();
  input.boundaries = {{"default", Boundary::Type::pmc}, {"z-", Boundary::Type::pec}};
  expect_same_fields(prepare(input, room_with_crystal()), {"spmv", "paper", "blocks"});
}

TEST(DgatdVariants, AgreeWithLossesAndAbsorbingWalls) {
  expect_same_fields(prepare(lossy_case(), room_with_crystal(2)), {"blocks", "fused"});
}

TEST(DgatdVariants, ASlightlyWrongMaterialOrSourceIsSeen) {
  const Simulation right = prepare(crystal_case(), room_with_crystal());
  const Recorder reference = run_to_snapshot(right);
  Simulation wrong = right;
  wrong.problem.materials[1].eps_r.v[3] *= 1 + 1e-8;
  EXPECT_GT(distance(run_to_snapshot(wrong, "spmv"), reference), 100 * k_tolerance);
  wrong = right;
  wrong.sources[1].currents[0] *= 1 + 1e-6;
  EXPECT_GT(distance(run_to_snapshot(wrong, "blocks"), reference), 100 * k_tolerance);
}

TEST(DgatdVariants, ASlightlyWrongLossIsSeen) {
  const Simulation right = prepare(lossy_case(), room_with_crystal());
  const Recorder reference = run_to_snapshot(right);
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
  const Recorder reference = run(simulation);
  ASSERT_EQ(reference.electric_rows.size(), 900u);
  ASSERT_EQ(reference.magnetic_rows.size(), 900u);
  for (const std::string name : {"spmv", "paper", "blocks"}) {
    const Recorder other = run(simulation, name);
    EXPECT_LT(distance(other.electric_rows, reference.electric_rows), k_tolerance) << name;
    EXPECT_LT(distance(other.magnetic_rows, reference.magnetic_rows), k_tolerance) << name;
  }
  simulation.plan.energy_every = 100;
  const Recorder fused = run(simulation), blocks = run(simulation, "blocks");
  ASSERT_EQ(fused.energy_steps, (std::vector<std::int64_t>{100, 200, 300}));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(fused.energies[i].electric / blocks.energies[i].electric, 1, k_tolerance);
    EXPECT_NEAR(fused.energies[i].magnetic / blocks.energies[i].magnetic, 1, k_tolerance);
  }
}

TEST(DgatdVariants, ContinueFromTheirStateWithTheSameBits) {
  Case input = crystal_case();
  input.time.steps = 200;
  Simulation simulation = prepare(input, room_with_crystal());
  simulation.plan.checkpoint_every = 80;
  simulation.plan.snapshot_every = 200;
  for (const Variant &variant : variants())
    for (const Backend backend : compiled_backends()) {
      const Recorder whole = run(simulation, variant.name, backend);
      ASSERT_EQ(whole.positions.at(0).step, 80);
      Recorder rest;
      rest.end = whole.positions[0];
      variant.run(backend, {simulation.problem, simulation.sources, simulation.plan, rest, rest.end,
                            &whole.states[0], true, 0});
      EXPECT_TRUE(rest.snapshot_e == whole.snapshot_e) << variant.name << to_string(backend);
      EXPECT_TRUE(rest.snapshot_h == whole.snapshot_h) << variant.name << to_string(backend);
      EXPECT_TRUE(rest.states.back() == whole.states.back()) << variant.name << to_string(backend);
      // The comparison bites: the largest unknown off by 1e-14.
      State off = whole.states[0];
      auto &values = off.begin()->second;
      *std::max_element(values.begin(), values.end()) *= 1 + 1e-14;
      Recorder other;
      other.end = whole.positions[0];
      variant.run(backend, {simulation.problem, simulation.sources, simulation.plan, other,
                            other.end, &off, true, 0});
      EXPECT_TRUE(other.states.back() != whole.states.back()) << variant.name;
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
  EXPECT_THAT(message, ::testing::HasSubstr("-DCURLEW_DGATD_VARIANTS=\"spmv;paper;blocks;fused\""));
  // A name that no build knows is another error.
  EXPECT_THROW(find_variant("fast", reduced), InputError);
}

} // namespace
} // namespace curlew::dgatd::testing
