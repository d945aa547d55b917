// The two forms of `fused`, on half edges and on whole ones, are one scheme. Hosts run the second
// here only.
#include "cases.hpp"

#include <curlew/methods/dgatd/fused/fused_scheme.hpp>

#include <algorithm>
#include <stdexcept>
#include <type_traits>

namespace curlew::dgatd::testing {
namespace {

// Rounding of 1,000 steps; measured 1e-14.
constexpr double k_tolerance = 1e-13;

// The scheme on the current backend after steps `from` to `to`.
template <class Scheme, class Space>
State stepped(const Space &space, const Simulation &simulation, std::int64_t from, std::int64_t to,
              const State *start = nullptr) {
  Scheme scheme(simulation.problem, simulation.plan.dt_s, simulation.sources);
  if (start != nullptr)
    scheme.load(*start);
  for (std::int64_t n = from; n < to; ++n) {
    scheme.advance_h(space);
    std::vector<double> values;
    for (const Source &source : simulation.sources)
      values.push_back(source.waveform((n + 0.5) * simulation.plan.dt_s));
    scheme.advance_e(space, values);
  }
  space.fence();
  return scheme.save();
}

template <class Scheme, class Space>
State rest(const Space &space, const Simulation &simulation, const State &half_way) {
  return stepped<Scheme>(space, simulation, k_many_steps / 2, k_many_steps, &half_way);
}

// Circulations over whole edges, of a state of either form.
std::vector<double> whole_edges(const State &state) {
  if (const auto at = state.find("circulations"); at != state.end())
    return at->second;
  const std::vector<double> &halves = state.at("half_circulations");
  std::vector<double> sums;
  for (std::size_t k = 0; k < halves.size(); k += 2)
    sums.push_back(halves[k] + halves[k + 1]);
  return sums;
}

// |a - b| / |b|, of E and of H, whichever is larger.
double relative_difference(const State &a, const State &b) {
  const auto of = [](const std::vector<double> &x, const std::vector<double> &y) {
    EXPECT_EQ(x.size(), y.size());
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      difference += std::pow(x.at(i) - y[i], 2);
      size += y[i] * y[i];
    }
    EXPECT_GT(size, 0);
    return std::sqrt(difference / size);
  };
  return std::max(of(whole_edges(a), whole_edges(b)), of(a.at("magnetic"), b.at("magnetic")));
}

Simulation between_walls(const BoundaryCondition &most, const BoundaryCondition &one) {
  Case input = crystal_case();
  input.boundaries = {{"default", most}, {"z-", one}};
  return prepare(input, room_with_crystal(2));
}

template <class Space> void expect_one_scheme(const Space &space, const Simulation &simulation) {
  using Halves = FusedHalves<Space>;
  using Edges = FusedEdges<Space>;
  const State halves = stepped<Halves>(space, simulation, 0, k_many_steps);
  const State edges = stepped<Edges>(space, simulation, 0, k_many_steps);
  ASSERT_EQ(halves.count("half_circulations"), 1u);
  ASSERT_EQ(edges.count("circulations"), 1u);
  report(Space::name(), relative_difference(edges, halves));
  EXPECT_LT(relative_difference(edges, halves), k_tolerance) << Space::name();

  // Each form continues from the other's state.
  const State half_way = stepped<Halves>(space, simulation, 0, k_many_steps / 2);
  const State edge_way = stepped<Edges>(space, simulation, 0, k_many_steps / 2);
  EXPECT_LT(relative_difference(rest<Edges>(space, simulation, half_way), halves), k_tolerance);
  EXPECT_LT(relative_difference(rest<Halves>(space, simulation, edge_way), halves), k_tolerance);

  // The comparison bites: one edge off by its 1e-9th part, a source by its 1e-9th.
  State off = edge_way;
  auto &e = off["circulations"];
  *std::max_element(e.begin(), e.end()) *= 1 + 1e-9;
  EXPECT_GT(relative_difference(rest<Halves>(space, simulation, off), halves), 10 * k_tolerance);
  Simulation wrong = simulation;
  for (double &current : wrong.sources[1].currents)
    current *= 1 + 1e-9;
  EXPECT_GT(relative_difference(stepped<Edges>(space, wrong, 0, k_many_steps), halves),
            10 * k_tolerance);
}

TEST(DgatdForms, AreOneScheme) {
  using Walls = std::pair<BoundaryCondition, BoundaryCondition>;
  for (const auto &[most, one] : {Walls{Pec{}, Pmc{}}, Walls{Pmc{}, Pec{}}}) {
    const Simulation simulation = between_walls(most, one);
    for (const Backend backend : compiled_backends())
      with_backend(backend, [&](const auto &space) { expect_one_scheme(space, simulation); });
  }
}

// Many edges around a node: many additions to each of few edges at once.
TEST(DgatdForms, AreOneSchemeAroundANodeOfManyEdges) {
  const Simulation simulation = prepare(half_driven_case(), half_marked(star(3)));
  for (const Backend backend : compiled_backends())
    with_backend(backend, [&](const auto &space) { expect_one_scheme(space, simulation); });
}

// A saved state can be loaded and saved again unchanged, by either form.
template <class Space> void expect_round_trip(const Simulation &simulation) {
  FusedHalves<Space> halves(simulation.problem, simulation.plan.dt_s, simulation.sources);
  FusedEdges<Space> edges(simulation.problem, simulation.plan.dt_s, simulation.sources);
  const State start = noise(simulation.problem);
  halves.load(start);
  EXPECT_TRUE(halves.save() == start) << Space::name();
  edges.load(start);
  const State sums = edges.save();
  EXPECT_TRUE(sums.at("circulations") == whole_edges(start)) << Space::name();
  EXPECT_TRUE(sums.at("magnetic") == start.at("magnetic")) << Space::name();
  halves.load(sums);
  EXPECT_TRUE(whole_edges(halves.save()) == sums.at("circulations")) << Space::name();
  EXPECT_FALSE(halves.save() == start) << Space::name(); // the halves themselves are lost
}

TEST(DgatdForms, SaveAndLoadEachOther) {
  const Simulation simulation = between_walls(Pmc{}, Pec{});
  for (const Backend backend : compiled_backends())
    with_backend(backend, [&](const auto &space) {
      expect_round_trip<std::decay_t<decltype(space)>>(simulation);
    });
}

TEST(DgatdForms, WholeEdgesKnowNoLosses) {
  const Simulation lossy = prepare(lossy_case(), room_with_crystal());
  for (const Backend backend : compiled_backends())
    with_backend(backend, [&](const auto &space) {
      using Edges = FusedEdges<std::decay_t<decltype(space)>>;
      const auto make = [&](auto losses) {
        Edges(lossy.problem, lossy.plan.dt_s, lossy.sources, 0, losses);
      };
      EXPECT_THROW(make(Edges::Losses::as_given), std::logic_error);
      EXPECT_NO_THROW(make(Edges::Losses::none));
    });
}

} // namespace
} // namespace curlew::dgatd::testing
