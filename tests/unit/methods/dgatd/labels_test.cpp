// Every kernel has a label of Curlew's, so that a profile is readable.
#include "fixtures.hpp"

#include <regex>
#include <set>

namespace curlew::dgatd::testing {
namespace {

std::set<std::string> &seen() {
  static std::set<std::string> labels;
  return labels;
}

void note(const char *label, std::uint32_t, std::uint64_t *) {
  seen().insert(label);
}

// Labels of the kernels that an action launches, but for those of Kokkos itself (which fills and
// copies views) and of Kokkos Kernels.
template <class Action> std::set<std::string> foreign_labels(Action action) {
  namespace Tools = Kokkos::Tools::Experimental;
  seen().clear();
  Tools::set_begin_parallel_for_callback(note);
  Tools::set_begin_parallel_reduce_callback(note);
  Tools::set_begin_parallel_scan_callback(note);
  action();
  Tools::set_begin_parallel_for_callback(nullptr);
  Tools::set_begin_parallel_reduce_callback(nullptr);
  Tools::set_begin_parallel_scan_callback(nullptr);
  // From Kokkos 4 on, a kernel without a label has its type's name, which begins alike.
  static const std::regex ours("curlew(::[a-z0-9_]+)+");
  std::set<std::string> foreign;
  for (const std::string &label : seen())
    if (!std::regex_match(label, ours) && label.rfind("Kokkos", 0) != 0)
      foreign.insert(label);
  return foreign;
}

TEST(DgatdLabels, EveryKernelHasOne) {
  Case input = vacuum_case(60);
  input.excitations = {point_current({0.2, 0.3, 0.3}, {1, 0, 0}, sine(300e6))};
  input.outputs.probes = {probe({0.7, 0.4, 0.2}), probe({0.7, 0.4, 0.2}, Field::H)};
  for (const Backend backend : compiled_backends())
    for (const Variant &variant : variants()) {
      const auto foreign = foreign_labels([&] {
        Simulation simulation = prepare(input, room());
        simulation.plan.snapshot_every = 30;
        simulation.plan.energy_every = variant.halves ? 20 : 0;
        simulation.plan.checkpoint_every = 50;
        run(simulation, variant.name, backend);
      });
      EXPECT_THAT(foreign, ::testing::IsEmpty()) << variant.name << " on " << to_string(backend);
      EXPECT_GE(seen().size(), 10u);
    }
  EXPECT_EQ(seen().count("curlew::dgatd::fused_faraday"), 1u);
}

struct Nothing {
  KOKKOS_INLINE_FUNCTION void operator()(int) const {}
};

TEST(DgatdLabels, AKernelWithoutOneIsFound) {
  const auto foreign = foreign_labels([] {
    const RangePolicy<Host> once(Host(), 0, 1);
    Kokkos::parallel_for("mine", once, Nothing());
    Kokkos::parallel_for(once, Nothing());
  });
  EXPECT_EQ(foreign.size(), 2u);
  EXPECT_EQ(foreign.count("mine"), 1u);
}

} // namespace
} // namespace curlew::dgatd::testing
