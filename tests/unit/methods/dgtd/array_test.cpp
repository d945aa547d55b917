// Finite arrays: nine cells give what one mesh of the same tets gives, and their matrices are
// stored once.
#include "array_cases.hpp"

#include <curlew/methods/dgtd/array/shared_packs.hpp>
#include <curlew/methods/dgtd/terms/port_sources.hpp>
#include <curlew/methods/dgtd/terms/port_sums.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace curlew::dgtd::testing {
namespace {

Simulation simulation_of(const Case &input, Problem problem) {
  Simulation simulation{input, std::move(problem), {}, {}};
  simulation.sources = make_sources(simulation.input, simulation.problem);
  simulation.probes = find_probes(simulation.input, simulation.problem);
  simulation.dt_limit_s = step_limit(Host(), simulation.problem).dt_s;
  return simulation;
}

// Tets by their barycentres, so that both meshes have the same order.
std::vector<std::size_t> in_space(const Problem &problem) {
  std::vector<std::array<std::int64_t, 3>> place;
  for (Index t = 0; t < problem.tet_count(); ++t) {
    std::array<double, 3> sum{};
    for (const Index node : problem.nodes[t])
      for (int d = 0; d < 3; ++d)
        sum[d] += problem.point(node)[d];
    place.push_back(
        {std::llround(sum[0] * 1e9), std::llround(sum[1] * 1e9), std::llround(sum[2] * 1e9)});
  }
  std::vector<std::size_t> order(place.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return place[a] < place[b]; });
  return order;
}

struct Answer {
  std::vector<double> electric, magnetic, volts, probes;
};

Answer answer_of(const Simulation &simulation, double dt_s, const std::string &variant) {
  TimePlan plan;
  plan.dt_s = dt_s;
  plan.steps = 150;
  plan.snapshot_every = plan.steps;
  const auto drives = port_runs(simulation.input).front();
  const auto scheme =
      make_scheme(Backend::serial, {simulation.problem, simulation.sources, simulation.probes, plan,
                                    parse_variant(variant), simulation.dt_limit_s, drives});
  Answer answer;
  const auto read = [&] {
    const ProbeRows rows = scheme->probes().read();
    const std::vector<double> volts = scheme->ports()->waves().take_rows();
    answer.volts.insert(answer.volts.end(), volts.begin(), volts.end());
    answer.probes.insert(answer.probes.end(), rows.electric.begin(), rows.electric.end());
  };
  with_threads_of(Backend::serial, [&] {
    for (std::int64_t step = 0; step < plan.steps; ++step) {
      scheme->begin_step(step, step + 1 == plan.steps);
      scheme->end_step(step);
      if (scheme->sample())
        read();
    }
  });
  read();
  const CellFields fields = scheme->fields();
  for (const std::size_t tet : in_space(simulation.problem))
    for (int d = 0; d < 3; ++d) {
      answer.electric.push_back(fields.electric[3 * tet + d]);
      answer.magnetic.push_back(fields.magnetic[3 * tet + d]);
    }
  return answer;
}

class ArrayOfCells : public ::testing::TestWithParam<Discretization> {};

TEST_P(ArrayOfCells, GivesTheFieldsOfOneMesh) {
  const std::array<Index, 2> counts = {3, 3};
  const SquareCoaxArray array(counts);
  const Case input = array_case(GetParam(), counts);
  const Simulation joined = simulation_of(input, joined_problem(input, array));
  const Simulation whole = simulation_of(input, make_problem(input, array.whole()));
  ASSERT_EQ(joined.problem.ports.size(), 9u);
  EXPECT_NEAR(joined.dt_limit_s / whole.dt_limit_s, 1, 2e-4);
  const double dt_s = 0.9 * whole.dt_limit_s;
  const Answer from_cells = answer_of(joined, dt_s, "packed");
  const Answer from_one = answer_of(whole, dt_s, "packed");
  const Answer stored = answer_of(joined, dt_s, "stored");
  EXPECT_GT(largest(from_one.electric), 0.1);
  EXPECT_EQ(from_one.volts.size(), 150u * 9 * 4);
  const Answer nodal = has_nodal(GetParam()) ? answer_of(joined, dt_s, "nodal") : from_cells;
  for (const Answer &one : {from_cells, stored, nodal}) {
    EXPECT_LT(difference(from_one.electric, one.electric), 1e-12);
    EXPECT_LT(difference(from_one.magnetic, one.magnetic), 1e-12);
    EXPECT_LT(difference(from_one.volts, one.volts), 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, ArrayOfCells,
                         ::testing::Values(Discretization{"central", "full", 1},
                                           Discretization{"central", "mixed", 1, 0.5},
                                           Discretization{"dfdd", "mixed", 1},
                                           Discretization{"upwind", "mixed", 1}));

class RepeatedCellsOf
    : public ::testing::TestWithParam<std::tuple<Discretization, std::array<Index, 2>>> {};

TEST_P(RepeatedCellsOf, GiveTheFieldsOfTheJoinedMesh) {
  const auto &[discretization, counts] = GetParam();
  Case input = array_case(discretization, counts);
  ProbeSpec probe;
  probe.shape = PointProbe{{0.9 * counts[0] * SquareCoaxArray::k_pitch_m,
                            0.5 * SquareCoaxArray::k_pitch_m, 0.8 * SquareCoaxArray::k_height_m}};
  input.outputs.probes = {probe};
  ASSERT_EQ(reason_to_join(input, Communicator()), "");
  const Simulation joined = simulation_of(input, joined_problem(input, SquareCoaxArray(counts)));
  Simulation repeated{input, repeated_problem(input), {}, {}};
  repeated.probes = find_probes(input, repeated.problem);
  ASSERT_EQ(repeated.problem.tet_count(), joined.problem.tet_count());
  ASSERT_EQ(repeated.problem.ports.size(), joined.problem.ports.size());
  EXPECT_LT(repeated.problem.nodes.table.size(), joined.problem.nodes.table.size());
  repeated.dt_limit_s = step_limit(Host(), repeated.problem.tables()).dt_s;
  EXPECT_NEAR(repeated.dt_limit_s / joined.dt_limit_s, 1, 2e-3);
  const double dt_s = 0.9 * joined.dt_limit_s;
  const Answer expected = answer_of(joined, dt_s, "packed");
  const Answer found = answer_of(repeated, dt_s, "packed");
  EXPECT_GT(largest(expected.electric), 0.1);
  EXPECT_GT(largest(expected.probes), 1e-4);
  EXPECT_LT(difference(expected.electric, found.electric), 1e-12);
  EXPECT_LT(difference(expected.magnetic, found.magnetic), 1e-12);
  EXPECT_LT(difference(expected.volts, found.volts), 1e-12);
  EXPECT_LT(difference(expected.probes, found.probes), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(
    Schemes, RepeatedCellsOf,
    ::testing::Values(
        std::tuple(Discretization{"central", "full", 1}, std::array<Index, 2>{6, 4}),
        std::tuple(Discretization{"central", "mixed", 1, 0.5}, std::array<Index, 2>{2, 5}),
        std::tuple(Discretization{"dfdd", "mixed", 1}, std::array<Index, 2>{4, 4}),
        std::tuple(Discretization{"upwind", "mixed", 1}, std::array<Index, 2>{5, 1})));

TEST(Array, StoresTheMatricesOfItsCellsOnce) {
  const auto stored = [](std::array<Index, 2> counts) {
    const Case input = array_case({"central", "full", 1}, counts);
    const Problem problem = joined_problem(input, SquareCoaxArray(counts));
    constexpr int k_pack = 8;
    return share_packs(problem, make_slots(problem, k_pack), k_pack);
  };
  const SharedPacks small = stored({2, 2}), large = stored({4, 3});
  EXPECT_EQ(small.size(), large.size());
  EXPECT_EQ(small.plain, large.plain);
  EXPECT_GT(large.of_pack.size(), 2 * small.of_pack.size());
}

TEST(Array, NumbersPortsAntennaByAntenna) {
  const Case input = array_case({"central", "full", 1}, {2, 3});
  ASSERT_EQ(input.boundaries.size(), 7u);
  EXPECT_EQ(input.boundaries[4].group, "feed[1,1]");
  EXPECT_EQ(port_of(input.boundaries[4])->index, 4);
  EXPECT_EQ(element_groups(input), std::vector<std::string>{"feed"});
  const auto runs = port_runs(input);
  ASSERT_EQ(runs.size(), 1u);
  ASSERT_EQ(runs[0].size(), 6u);
  for (const PortDrive &drive : runs[0]) {
    EXPECT_EQ(drive.amplitude_v, drive.port == 2 ? 2 : 1);
    EXPECT_EQ(drive.delay_s, drive.port == 2 ? 5e-11 : 0);
  }
}

TEST(Array, HasAsManyNetworksAsAProblemNumbers) {
  Case input = vacuum_case({"central", "full", 1});
  input.boundaries.push_back({"load", LumpedBoundarySpec{{50, {}, {}}, {}}});
  input.mesh.array = MeshSpec::Array();
  input.mesh.array->counts = {200, 200};
  EXPECT_THROW(with_elements(input), InputError);
}

TEST(Array, OfMoreAntennasThanMemoryHoldsIsRefusedFirst) {
  Case input = vacuum_case({"central", "full", 1});
  input.boundaries.push_back({"feed", PortSpec()});
  input.mesh.array = MeshSpec::Array();
  input.mesh.array->counts = {2000000, 2000000};
  EXPECT_THROW(with_elements(input), ResourceError);
}

// Seven ports that share places, one without faces here, against a loop for each.
TEST(Ports, TogetherSeeAndAddWhatEachDoes) {
  using Space = Host;
  using Entry = PortSources<Space>::Entry;
  constexpr int k_ports = 7, k_without = 3, k_places = 200;
  const Space space;
  std::vector<double> e(k_places), h(k_places), values(k_ports);
  for (int k = 0; k < k_places; ++k) {
    e[k] = std::sin(k + 1.0);
    h[k] = std::cos(3.0 * k);
  }
  std::vector<Entry> entries;
  PortSums<Space>::Lists lists;
  std::vector<double> seen, added = e;
  for (int p = 0; p < k_ports; ++p) {
    values[p] = p == 1 ? 0 : 0.3 * p - 1;
    const int count = p == k_without ? 0 : 40 + p;
    for (const std::vector<double> *field : {&e, &h}) {
      double sum = 0;
      for (int k = 0; k < count; ++k) {
        const Offset at = (17 * p + 11 * k) % k_places;
        const double weight = 1.0 / (1 + p + k);
        lists.at.push_back(at);
        lists.weights.push_back(weight);
        sum += weight * (*field)[at];
      }
      lists.end_row();
      seen.push_back(sum);
    }
    for (int k = 0; k < count; ++k) {
      entries.push_back({(17 * p + 11 * (k / 2)) % k_places, p, 0.1 * k}); // each place twice
      added[entries.back().at] += 0.5 * values[p] * entries.back().weight;
    }
  }
  const auto electric = to_view<Space>("e", e), magnetic = to_view<Space>("h", h);
  // Both round each product and sum once or together: 46 terms, whose weights add up to below 5.
  constexpr double k_rounding = 2 * 46 * 5 * 1.2e-16;
  const PortSums<Space> sums(lists);
  sums.compute(space, electric, magnetic);
  const std::vector<double> together = to_vector(space, sums.sums());
  sums.compute(space, magnetic, electric);
  const std::vector<double> swapped = to_vector(space, sums.sums());
  ASSERT_EQ(together.size(), seen.size());
  double apart = 0;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    EXPECT_NEAR(together[k], seen[k], k_rounding) << k;
    apart = std::max(apart, std::abs(swapped[k] - seen[k]));
  }
  EXPECT_GT(apart, 0.1); // the twin
  PortSources<Space>(entries).add(space, 0.5, to_view<Space>("values", values), electric);
  EXPECT_LT(difference(added, to_vector(space, electric)), k_rounding);
  EXPECT_NE(added, e);
}

} // namespace
} // namespace curlew::dgtd::testing
