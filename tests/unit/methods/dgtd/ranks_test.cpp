// The parts of a problem on several ranks: owners of tets, values from neighbours, and states in
// the order of the mesh.
#include "fixtures.hpp"

#include <curlew/methods/dgtd/ranks/divide_problem.hpp>
#include <curlew/methods/dgtd/ranks/listed_rows.hpp>
#include <curlew/methods/dgtd/ranks/trace_halo.hpp>
#include <curlew/methods/dgtd/ranks/whole_state.hpp>

namespace curlew::dgtd::testing {
namespace {

constexpr Discretization k_spaces[] = {
    {"central", "mixed", 1}, {"central", "full", 2}, {"central", "full", 3}};

Problem whole_problem(const Case &input) {
  return make_problem(input, make_box({1.0, 0.8, 0.6}, {4, 3, 2}, {0, 0, 0}, 0.2, 1));
}

Problem part_of(const Case &input, const std::string &partition = "spatial") {
  const Communicator ranks = Communicator::world();
  if (ranks.is_alone())
    return whole_problem(input);
  Problem whole;
  std::vector<int> owner;
  if (ranks.is_root()) {
    whole = whole_problem(input);
    owner = assign_tets(whole, ranks.size(), partition);
  }
  return divide_problem(input, std::move(whole), owner, ranks, 1);
}

double value_of(std::int64_t tet, int entry) {
  return static_cast<double>(1000 * tet + entry + 1);
}

TEST(DgtdRanks, EveryTetHasOneOwnerAndItsNeighbours) {
  const Case input = vacuum_case(k_spaces[0]);
  const Problem whole = whole_problem(input);
  for (const std::string partition : {"spatial", "auto"}) {
    const Problem part = part_of(input, partition);
    EXPECT_EQ(part.whole_tet_count(), whole.tet_count());
    for (Index t = 0; t < part.tet_count(); ++t) {
      const Index number = part.ownership.number_of_tet(t);
      EXPECT_EQ(part.shape(t).vertices[2][1], whole.shape(number).vertices[2][1]);
      EXPECT_EQ(part.orientation[t], whole.orientation[number]);
      for (int f = 0; f < 4; ++f) {
        const TetFace &here = part.faces[t][f], &there = whole.faces[number][f];
        EXPECT_EQ(here.kind, there.kind);
        EXPECT_EQ(here.local, there.local);
        EXPECT_EQ(part.ownership.number_of_tet(here.tet), there.tet);
      }
    }
  }
}

TEST(DgtdRanks, TracesOfNeighboursArrive) {
  using Space = Host;
  for (const Discretization &one : k_spaces) {
    const Problem part = part_of(vacuum_case(one));
    const int n = part.per_tet();
    const Slots slots = make_slots(part, Packs<Space>::k_pack);
    TraceHalo<Space> halo(part, slots);
    const Kokkos::View<double *, Space> field("field", static_cast<std::size_t>(slots.size()) * n);
    for (Index t = 0; t < part.tet_count(); ++t)
      for (int i = 0; i < n; ++i)
        field(Packs<Space>::at(slots.of_tet[t], i, n)) =
            value_of(part.ownership.number_of_tet(t), i);
    for (int lane = 0; lane < 2; ++lane) {
      halo.start(Space(), lane, field);
      halo.finish(Space(), lane, field);
    }
    int ghosts = 0;
    for (Index t = 0; t < part.tet_count(); ++t)
      for (const TetFace &face : part.faces[t])
        for (int j = 0; j < part.choices.space.per_triangle(); ++j) {
          const int function = part.choices.space.trace(face.local, j);
          ghosts += face.tet >= part.tet_count();
          ASSERT_EQ(field(Packs<Space>::at(slots.of_tet[face.tet], function, n)),
                    value_of(part.ownership.number_of_tet(face.tet), function))
              << name_of(one);
        }
    EXPECT_EQ(ghosts > 0, !part.ownership.is_alone());
  }
}

TEST(DgtdRanks, StatesAreThoseOfTheWholeMesh) {
  const Problem part = part_of(vacuum_case(k_spaces[0]));
  const WholeState state(part);
  FieldState mine;
  for (Index t = 0; t < part.tet_count(); ++t) {
    const Index number = part.ownership.number_of_tet(t);
    for (int i = 0; i < 3; ++i)
      mine["e"].push_back(value_of(number, i));
    if (number % 5 != 2)
      continue;
    mine["some.tets"].push_back(number);
    for (int i = 0; i < 2; ++i)
      mine["some"].push_back(value_of(number, i));
    for (int row = 0; row < 2; ++row) { // rows of a tet with two faces
      mine["faces.tets"].push_back(number);
      mine["faces"].push_back(value_of(number, row));
    }
  }
  mine["volts.common"] = {3, 1, 2};
  for (const char *name : {"e", "some", "some.tets", "faces", "faces.tets"})
    mine[name];
  const FieldState whole = state.gather(mine);
  const Communicator ranks = Communicator::world();
  EXPECT_EQ(whole.empty(), !ranks.is_root());
  if (ranks.is_root()) {
    ASSERT_EQ(whole.at("e").size(), 3u * 144);
    for (int t = 0; t < 144; ++t)
      EXPECT_EQ(whole.at("e")[3 * t + 1], value_of(t, 1));
    ASSERT_EQ(whole.at("some.tets").size(), 29u);
    for (int k = 0; k < 29; ++k) {
      EXPECT_EQ(whole.at("some.tets")[k], 5 * k + 2);
      EXPECT_EQ(whole.at("some")[2 * k + 1], value_of(5 * k + 2, 1));
      for (int row = 0; row < 2; ++row)
        EXPECT_EQ(whole.at("faces").at(2 * k + row), value_of(5 * k + 2, row));
    }
    EXPECT_EQ(whole.at("volts.common"), (std::vector<double>{3, 1, 2}));
  }
  EXPECT_EQ(state.scatter(whole), mine);
}

// Rows come in any order of the tets; those of one tet keep theirs.
TEST(DgtdRanks, RowsOfTetsAreListedInTheOrderOfTheMesh) {
  const Problem part = part_of(vacuum_case(k_spaces[0]));
  const std::vector<Index> tets{3, 0, 3};
  const ListedRows rows(part, tets);
  const std::vector<double> values{31, 32, 1, 2, 33, 34};
  FieldState state;
  rows.save("some", values, state);
  EXPECT_EQ(state.at("some"), (std::vector<double>{1, 2, 31, 32, 33, 34}));
  EXPECT_EQ(state.at("some.tets").front(), part.ownership.number_of_tet(0));
  EXPECT_EQ(rows.load("some", 2, state), values);
  EXPECT_THROW(rows.load("some", 3, state), InputError);
  EXPECT_THROW(rows.load("other", 2, state), InputError);
  EXPECT_THROW(ListedRows(part, {3, 0, 2}).load("some", 2, state), InputError);
}

TEST(DgtdRanks, MoreRanksThanTetsAreRefused) {
  const Problem whole =
      make_problem(vacuum_case(k_spaces[0]), make_box({1, 1, 1}, {1, 1, 1}, {0, 0, 0}, 0, 1));
  for (const std::string partition : {"spatial", "auto"})
    EXPECT_THROW(assign_tets(whole, 7, partition), InputError);
}

} // namespace
} // namespace curlew::dgtd::testing
