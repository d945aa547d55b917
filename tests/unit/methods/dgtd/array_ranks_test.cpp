// Large arrays on several ranks by blocks of cells, against one rank.
#include "array_cases.hpp"

#include <curlew/methods/dgtd/ranks/whole_state.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>

#include <tuple>

namespace curlew::dgtd::testing {
namespace {

using Counts = std::array<Index, 2>;

Case case_of(const Discretization &discretization, const Counts &counts) {
  Case input = array_case(discretization, counts);
  for (const double at : {0.1, 0.5, 0.9}) {
    ProbeSpec probe;
    probe.shape = PointProbe{{at * counts[0] * SquareCoaxArray::k_pitch_m,
                              at * counts[1] * SquareCoaxArray::k_pitch_m,
                              0.8 * SquareCoaxArray::k_height_m}};
    input.outputs.probes.push_back(probe);
  }
  return input;
}

TEST(BlocksOfCells, GiveEveryTetOneOwnerAndItsNeighbours) {
  const Case input = case_of({"central", "full", 1}, {4, 2});
  const Problem whole = repeated_problem(input),
                part = repeated_problem(input, Communicator::world());
  const Communicator &ranks = part.ownership.ranks;
  EXPECT_EQ(part.whole_tet_count(), whole.tet_count());
  const double share = static_cast<double>(whole.tet_count()) / ranks.size();
  EXPECT_LT(ranks.max(part.tet_count()), 1.8 * share); // 24 cells on 7 ranks
  EXPECT_GT(ranks.min(part.tet_count()), 0);
  for (Index t = 0; t < part.nodes.size(); ++t) {
    const Index number = part.ownership.number_of_tet(t);
    EXPECT_EQ(part.nodes[t], whole.nodes[number]);
    EXPECT_EQ(part.barycentre(t), whole.barycentre(number));
    EXPECT_EQ(part.ownership.find_tet(number), t);
    for (int f = 0; f < 4; ++f) {
      const TetFace here = part.faces[t][f], there = whole.faces[number][f];
      EXPECT_EQ(here.kind, there.kind);
      EXPECT_EQ(here.local, there.local);
      if (t < part.tet_count() || here.tet != t) { // ghosts' other neighbours are on other ranks
        EXPECT_EQ(part.ownership.number_of_tet(here.tet), there.tet);
      }
    }
  }
  std::vector<std::vector<Index>> to(ranks.size()); // ghosts taken from each rank
  for (Index t = part.tet_count(); t < part.nodes.size(); ++t)
    to[part.ghost_owner[t - part.tet_count()]].push_back(part.ownership.number_of_tet(t));
  for (const auto &from_one : ranks.exchange(to))
    for (const Index number : from_one)
      EXPECT_LT(part.ownership.find_tet(number), part.tet_count());
}

TEST(BlocksOfCells, HaveTheFacesOfPortsOnce) {
  const Case input = case_of({"central", "full", 1}, {4, 2});
  const Problem whole = repeated_problem(input),
                part = repeated_problem(input, Communicator::world());
  ASSERT_EQ(part.ports.size(), whole.ports.size());
  for (std::size_t p = 0; p < part.ports.size(); ++p) {
    const Port &mine = part.ports[p], &all = whole.ports[p];
    EXPECT_EQ(std::get<TemPotential>(mine.mode).potential.size(), mine.faces.size());
    EXPECT_EQ(part.ownership.ranks.sum(static_cast<std::int64_t>(mine.faces.size())),
              static_cast<std::int64_t>(all.faces.size()));
    for (const FaceOfTet &face : mine.faces) {
      const Index number = part.ownership.number_of_tet(face.tet);
      EXPECT_LT(face.tet, part.tet_count());
      EXPECT_TRUE(std::any_of(all.faces.begin(), all.faces.end(), [&](const FaceOfTet &one) {
        return one.tet == number && one.local == face.local;
      }));
    }
  }
}

class BlocksOfCellsWith : public ::testing::TestWithParam<std::tuple<Discretization, Counts>> {};

struct Answer {
  FieldState fields; // at the root
  std::vector<double> probes, volts;
  double energy_j = 0;
};

Answer answer_of(const Case &input, const Problem &problem, double dt_limit_s,
                 const std::string &variant) {
  const Probes probes = find_probes(input, problem);
  TimePlan plan;
  plan.dt_s = 0.9 * dt_limit_s;
  plan.steps = 80;
  plan.snapshot_every = plan.energy_every = plan.steps;
  const auto drives = port_runs(input).front();
  const auto scheme = make_scheme(
      Backend::serial, {problem, {}, probes, plan, parse_variant(variant), dt_limit_s, drives});
  Answer answer;
  for (std::int64_t step = 0; step < plan.steps; ++step) {
    scheme->begin_step(step, step + 1 == plan.steps);
    scheme->end_step(step);
    scheme->sample();
  }
  const Communicator &ranks = problem.ownership.ranks;
  answer.probes = scheme->probes().read().electric;
  ranks.sum(answer.probes);
  answer.volts = scheme->ports()->waves().take_rows(); // the same on all ranks
  const Energy energy = scheme->energy();
  answer.energy_j = ranks.sum(energy.electric + energy.magnetic);
  answer.fields = WholeState(problem).gather(scheme->save());
  return answer;
}

TEST_P(BlocksOfCellsWith, GiveTheFieldsOfOneRank) {
  const auto &[discretization, counts] = GetParam();
  const Case input = case_of(discretization, counts);
  ASSERT_EQ(reason_to_join(input, Communicator::world()), "");
  const Problem whole = repeated_problem(input),
                part = repeated_problem(input, Communicator::world());
  const double dt_limit_s = step_limit(Host(), whole.tables()).dt_s;
  const char *variant = discretization.scheme == std::string("upwind") ? "stored" : "packed";
  const Answer found = answer_of(input, part, dt_limit_s, variant);
  if (!part.ownership.ranks.is_root())
    return;
  const Answer expected = answer_of(input, whole, dt_limit_s, variant);
  EXPECT_GT(largest(expected.volts), 0.01);
  EXPECT_GT(largest(expected.probes), 1e-5);
  EXPECT_GT(expected.energy_j, 0);
  EXPECT_LT(difference(expected.volts, found.volts), 1e-12);
  EXPECT_LT(difference(expected.probes, found.probes), 1e-12);
  EXPECT_NEAR(found.energy_j, expected.energy_j, 1e-12 * expected.energy_j);
  for (const char *field : {"e", "h"})
    EXPECT_LT(difference(expected.fields.at(field), found.fields.at(field)), 1e-12) << field;
}

INSTANTIATE_TEST_SUITE_P(
    Schemes, BlocksOfCellsWith,
    ::testing::Values(std::tuple(Discretization{"central", "full", 1}, Counts{4, 1}),
                      std::tuple(Discretization{"central", "mixed", 1, 0.5}, Counts{1, 4}),
                      std::tuple(Discretization{"dfdd", "mixed", 1}, Counts{4, 1}),
                      std::tuple(Discretization{"upwind", "mixed", 1}, Counts{4, 1})));

TEST(BlocksOfCells, AreJoinedWhereRanksAreMore) {
  const Case input = case_of({"central", "full", 1}, {4, 1}); // 6 x 3 cells
  const Communicator ranks = Communicator::world();
  EXPECT_EQ(reason_to_join(input, ranks), ranks.size() > 18 ? "more ranks than cells" : "");
}

} // namespace
} // namespace curlew::dgtd::testing
