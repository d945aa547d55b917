// Between outputs nothing is copied and nothing is allocated: a step is kernels only. The tests
// count through Kokkos' profiling callbacks, which on hosts also report copies from memory to the
// same memory.
#include "cases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace curlew::dgatd::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Labels = std::vector<std::string>;

// Labels of the views that were copied from, and of those that were made.
struct Traffic {
  Labels copies, allocations;
};

Traffic &traffic() {
  static Traffic seen;
  return seen;
}

void note_copy(Kokkos_Profiling_SpaceHandle, const char *, const void *,
               Kokkos_Profiling_SpaceHandle, const char *from, const void *, std::uint64_t bytes) {
  if (bytes > 0)
    traffic().copies.push_back(from);
}

void note_allocation(Kokkos_Profiling_SpaceHandle, const char *label, const void *,
                     std::uint64_t bytes) {
  if (bytes > 0)
    traffic().allocations.push_back(label);
}

// Sets callbacks for the lifetime of this object.
class Listening {
public:
  Listening() { set(note_copy, note_allocation); }
  ~Listening() { set(nullptr, nullptr); }
  Listening(const Listening &) = delete;
  Listening &operator=(const Listening &) = delete;

private:
  static void set(decltype(&note_copy) copy, decltype(&note_allocation) allocation) {
    Kokkos::Tools::Experimental::set_begin_deep_copy_callback(copy);
    Kokkos::Tools::Experimental::set_allocate_data_callback(allocation);
  }
};

// The traffic of each step, from the end of the step before to its own.
struct Meter : RunRecord {
  std::vector<Traffic> steps;
  void advanced(std::int64_t) override {
    steps.push_back(std::move(traffic()));
    traffic() = {};
  }
};

Meter measured(const Simulation &simulation, const std::string &variant, Backend backend) {
  Meter meter;
  run(simulation, variant, {backend}, meter); // allocates the memory kept between runs
  meter = {};
  const Listening listening;
  traffic() = {};
  run(simulation, variant, {backend}, meter);
  return meter;
}

// Returns the allowed traffic of a step on `backend`: a sum for the watchdog, two for the energy
// (of the time before the step), the probes' rows when they are full. The memory of a sum is kept.
// Hosts pass the rows directly; devices make mirrors of them.
Traffic expected_of(const TimePlan &plan, std::int64_t step, Backend backend) {
  const auto due = [](std::int64_t at, std::int64_t every) { return every > 0 && at % every == 0; };
  Traffic expected;
  if (due(step - 1, plan.energy_every) && step > 1)
    expected.copies = {"curlew::dgatd::electric_energy", "curlew::dgatd::magnetic_energy"};
  if (due(step, plan.watch_every) || step == plan.steps)
    expected.copies.push_back("curlew::dgatd::watch");
  std::fill(expected.copies.begin(), expected.copies.end(), "curlew::core::workspace");
  if (backend != Backend::cuda)
    return expected;
  constexpr std::int64_t k_rows = 256;
  if (due(step, k_rows))
    for (const char *label : {"curlew::time::probe_e", "curlew::time::probe_h"}) {
      expected.copies.push_back(label);
      expected.allocations.push_back(label);
    }
  return expected;
}

// Returns the steps with other traffic. The first is left out: Kokkos allocates its teams' memory
// then.
Labels surprises(const Meter &meter, const TimePlan &plan, Backend backend) {
  Labels list;
  EXPECT_EQ(meter.steps.size(), static_cast<std::size_t>(plan.steps));
  for (std::int64_t step = 2; step <= plan.steps; ++step) {
    const Traffic expected = expected_of(plan, step, backend);
    const Traffic &seen = meter.steps.at(step - 1);
    if (seen.copies != expected.copies || seen.allocations != expected.allocations)
      list.push_back(
          fmt::format("step {}: copied {}, allocated {}", step, seen.copies, seen.allocations));
  }
  return list;
}

Simulation probed() {
  Case input = crystal_case();
  input.time.steps = 600;
  input.outputs.probes = {probe({0.7, 0.4, 0.2}), probe({0.3, 0.5, 0.4}, Field::H)};
  return prepare(input, room_with_crystal());
}

TEST(DgatdTransfers, NoneBetweenOutputs) {
  const Simulation simulation = probed();
  for (const Variant &variant : variants())
    for (const Backend backend : compiled_backends()) {
      const Meter meter = measured(simulation, variant.name, backend);
      EXPECT_THAT(surprises(meter, simulation.plan, backend), IsEmpty())
          << variant.name << " on " << to_string(backend);
      // 600 steps have 12 checks of the watchdog and two full tables of the probes.
      std::size_t copies = 0;
      for (std::size_t step = 1; step < meter.steps.size(); ++step)
        copies += meter.steps[step].copies.size();
      EXPECT_EQ(copies, backend == Backend::cuda ? 12u + 4u : 12u) << to_string(backend);
      EXPECT_EQ(meter.electric_rows.size(), 3u * 600);
    }
}

TEST(DgatdTransfers, TwoSumsForAnEnergy) {
  Simulation simulation = probed();
  simulation.plan.energy_every = 7;
  for (const std::string name : {"blocks", "fused"})
    for (const Backend backend : compiled_backends())
      EXPECT_THAT(surprises(measured(simulation, name, backend), simulation.plan, backend),
                  IsEmpty())
          << name << " on " << to_string(backend);
}

// Copies in each step are detected, and so is a watchdog that checks too often.
TEST(DgatdTransfers, MoreAreFound) {
  const Simulation simulation = probed();
  for (const Backend backend : compiled_backends()) {
    Simulation eager = simulation;
    eager.plan.energy_every = 1;
    const Labels found = surprises(measured(eager, "fused", backend), simulation.plan, backend);
    ASSERT_EQ(found.size(), 599u);
    EXPECT_THAT(found[0], HasSubstr("step 2: copied [\"curlew::"));
    eager = simulation;
    eager.plan.watch_every = 25;
    EXPECT_EQ(surprises(measured(eager, "fused", backend), simulation.plan, backend).size(), 12u);
  }
}

} // namespace
} // namespace curlew::dgatd::testing
