// Values that several ranks must agree on: the time step's limit, places of points, the order of
// unknowns in checkpoints, and the message of an unstable run.
#include "ranks.hpp"

#include <curlew/core/error.hpp>

#include <limits>
#include <map>
#include <set>

namespace curlew::dgatd::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// A room with a conductor inside, so that numbers in the problem are not those of the mesh.
TetMesh room_with_block() {
  TetMesh mesh = room_with_crystal();
  mark_volume(mesh, "block",
              [](const Point &p) { return std::abs(p[0] - 0.4) < 0.16 && p[1] < 0.5; });
  return mesh;
}

Case with_block(Case input) {
  input.materials.push_back(medium("metal"));
  input.materials.back().pec = true;
  input.regions["block"] = "metal";
  input.excitations.clear();
  return input;
}

TEST(DgatdRanks, LimitIsThatOfOneRank) {
  const TetMesh mesh = room_with_block();
  const Case input = with_block(crystal_case());
  const LargestEigenvalue whole = spectral_radius(Host(), make_problem(input, mesh));
  for (const Division &division : divisions(input, mesh)) {
    const Problem part = make_problem(input, cut(mesh, division.owner));
    for (const Backend backend : compiled_backends()) {
      const LargestEigenvalue limit =
          with_backend(backend, [&](const auto &space) { return spectral_radius(space, part); });
      EXPECT_NEAR(limit.value / whole.value, 1, 1e-10) << division.name << to_string(backend);
      EXPECT_EQ(limit.iterations, whole.iterations);
      EXPECT_EQ(all().max(limit.value), all().min(limit.value)) << "not the same bits everywhere";
    }
  }
  // Twin: another crystal has another limit.
  Case other = input;
  other.materials[1].eps_r.v[0] *= 0.9;
  const auto off = spectral_radius(Host(), make_problem(other, mesh)).value;
  EXPECT_GT(std::abs(off / whole.value - 1), 1e-10);
}

// Returns the interior nodes, edges and faces whose tets several ranks own.
std::vector<Point> border_points(const Problem &whole, const std::vector<int> &owner) {
  const auto owner_of_tet = [&](Index tet) {
    return owner[whole.ownership.number_of_node(whole.nodes[tet][0])];
  };
  const TetTopology topology = make_topology(whole.mesh);
  const auto &x = whole.mesh.points;
  std::vector<Point> nodes, faces, edges;
  for (Index n = 0; n < whole.node_count(); ++n) {
    std::set<int> owners;
    for (const Index *t = whole.node_tets.begin(n); t != whole.node_tets.end(n); ++t)
      owners.insert(owner_of_tet(*t));
    if (!on_wall(x[n]) && (owners.size() > 1 || all().is_alone()))
      nodes.push_back(x[n]);
  }
  for (std::size_t f = 0; f < topology.faces.size(); ++f) {
    const auto &[first, second] = topology.face_tets[f];
    if (second < 0 || (owner_of_tet(first) == owner_of_tet(second) && !all().is_alone()))
      continue;
    const auto &[a, b, c] = topology.faces[f];
    faces.push_back((1.0 / 3) * (x[a] + x[b] + x[c]));
    edges.push_back(0.5 * (x[a] + x[b]));
  }
  std::vector<Point> points;
  for (const auto *list : {&nodes, &faces, &edges}) {
    EXPECT_GT(list->size(), 2u);
    points.insert(points.end(), list->begin(), list->end());
  }
  return points;
}

TEST(DgatdRanks, PointsOnBordersBelongToTheSameTet) {
  const TetMesh mesh = room_with_block();
  const Case input = with_block(crystal_case());
  const Problem whole = make_problem(input, mesh);
  for (const Division &division : fair_divisions(input, mesh)) {
    const auto points = border_points(whole, division.owner);
    const Problem part = make_problem(input, cut(mesh, division.owner));
    const auto expected = StencilFinder(whole).find(points, "here");
    const auto found = StencilFinder(part).find(points, "here");
    for (std::size_t p = 0; p < points.size(); ++p) {
      const Index tet = found[p].tet;
      if (tet >= 0) {
        EXPECT_EQ(part.ownership.number_of_tet(tet),
                  whole.ownership.number_of_tet(expected[p].tet));
        for (int e = 0; e < 6; ++e)
          for (int d = 0; d < 3; ++d)
            EXPECT_EQ(found[p].weights[e][d], expected[p].weights[e][d]);
      }
      const bool reads = tet >= 0 && tet < part.ownership.owned_tets;
      EXPECT_EQ(all().sum(std::int64_t(reads)), 1) << "every probe is read once";
    }
  }
}

// A current at each kind of place on a border: each of its edges gets it once, on every rank that
// owns one of its ends.
TEST(DgatdRanks, SourcesOnBordersActOnce) {
  constexpr std::int64_t k_steps = 100;
  const TetMesh mesh = room_with_block();
  Case input = with_block(crystal_case());
  input.time.steps = k_steps;
  const auto owner = fair_divisions(input, mesh)[0].owner;
  const auto points = border_points(make_problem(input, mesh), owner);
  for (const std::size_t p : {std::size_t(0), points.size() / 2, points.size() - 1})
    input.excitations.push_back(
        point_current(points[p], {0.48, 0.6, 0.64}, gaussian_derivative(4e8)));
  for (std::size_t p = 0; p < points.size(); p += 3)
    for (const Field field : {Field::E, Field::H})
      input.outputs.probes.push_back(probe(points[p], field));
  const auto make = [&](LocalMesh local) {
    Simulation simulation = prepare(input, std::move(local));
    simulation.plan.checkpoint_every = simulation.plan.snapshot_every = k_steps;
    return simulation;
  };
  const Simulation whole = make(whole_mesh(mesh));
  Simulation part = make(cut(mesh, owner));
  part.plan.dt_s = whole.plan.dt_s;
  const auto off = [&](const Form &form) {
    return difference(part, run(part, form, Backend::serial), whole,
                      run(whole, form, Backend::serial));
  };
  for (const Form &form : forms())
    EXPECT_LT(off(form), 1e-12) << form.name;
  // Twin: every source acts on one rank only, the lowest that has it.
  if (all().is_alone())
    return;
  bool any_left_out = false;
  for (Source &source : part.sources) {
    std::vector<std::int64_t> first{source.edges.empty() ? all().size() : all().rank()};
    all().min(first);
    if (first[0] != all().rank() && !source.edges.empty()) {
      any_left_out = true;
      source.edges.clear();
      source.currents.clear();
    }
  }
  EXPECT_TRUE(all().any(any_left_out)) << "no source is on a border";
  EXPECT_GT(off(forms().back()), 1e-6);
}

TEST(DgatdRanks, PointsOutsideAreAnErrorEverywhere) {
  const TetMesh mesh = room_with_block();
  const Case input = with_block(crystal_case());
  const auto message = [&](LocalMesh local) {
    const Problem problem = make_problem(input, std::move(local));
    return message_of<InputError>([&] {
      StencilFinder(problem).find({{0.85, 0.33, 0.28}, {1.5, 0.4, 0.3}}, "case.json:7");
    });
  };
  const std::string expected = message(whole_mesh(mesh));
  EXPECT_THAT(expected, AllOf(HasSubstr("case.json:7"), HasSubstr("(1.5, 0.4, 0.3)"),
                              HasSubstr("x 0 .. 1,"), HasSubstr("0.5 m from")));
  EXPECT_EQ(message(cut(mesh, fair_divisions(input, mesh)[0].owner)), expected);
}

// Returns a state whose values identify their place: half edges by their ends' positions, tets by
// theirs.
State labelled(const Problem &problem) {
  State state;
  const auto label = [](const Point &p) { return p[0] + 10 * p[1] + 100 * p[2]; };
  for (const auto &[low, high] : problem.edge_nodes) {
    const double a = label(problem.mesh.points[low]), b = label(problem.mesh.points[high]);
    state["circulations"].push_back(a - 3 * b);
    state["half_circulations"].insert(state["half_circulations"].end(), {a + 7 * b, 7 * a - b});
  }
  for (Index t = 0; t < problem.tet_count(); ++t)
    for (int d = 0; d < 3; ++d)
      state["magnetic"].push_back(label(centroid(problem.mesh, t)) + d);
  return state;
}

TEST(DgatdRanks, StatesHaveOneOrder) {
  const TetMesh mesh = room_with_block();
  const Case input = with_block(crystal_case());
  const Problem problem = make_problem(input, mesh);
  const State mine = labelled(problem);
  const State expected = GlobalState(problem).gather(mine);
  EXPECT_EQ(GlobalState(problem).scatter(expected), mine);
  // Sorts edges by the numbers of their nodes, an order other than the problem's.
  std::map<std::array<Index, 2>, double> sorted;
  for (Index e = 0; e < problem.edge_count(); ++e)
    sorted[problem.edge_nodes[e]] = mine.at("circulations")[e];
  std::vector<double> circulations;
  for (const auto &[nodes, value] : sorted)
    circulations.push_back(value);
  EXPECT_EQ(expected.at("circulations"), circulations);
  EXPECT_NE(mine.at("circulations"), circulations);
  EXPECT_EQ(expected.at("magnetic"), mine.at("magnetic")); // the order of tets is unchanged
  for (const Division &division : divisions(input, mesh)) {
    const Problem part = make_problem(input, cut(mesh, division.owner));
    const GlobalState order(part);
    const State here = labelled(part);
    const State whole = order.gather(here);
    EXPECT_TRUE(whole == (all().is_root() ? expected : State())) << division.name;
    EXPECT_TRUE(order.scatter(whole) == here) << division.name; // ghosts included
  }
}

TEST(DgatdRanks, StatesOfOtherMeshesAreRefused) {
  const Case input = with_block(crystal_case());
  const TetMesh mesh = room_with_block();
  const Problem part = make_problem(input, cut(mesh, fair_divisions(input, mesh)[0].owner));
  const GlobalState order(part);
  State other = labelled(make_problem(vacuum_case(1), room(1)));
  if (all().is_root()) { // before anybody else takes part
    EXPECT_THAT(message_of<InputError>([&] { order.scatter(other); }),
                AllOf(HasSubstr("\"circulations\""), HasSubstr("another mesh")));
  }
}

// Runs until the run is unstable; every rank must throw the same message.
std::string instability(const Simulation &simulation, const State *state = nullptr) {
  Start start;
  start.state = state;
  const std::string message = message_of<Unstable>([&] { run(simulation, "fused", start); });
  EXPECT_EQ(message, all().broadcast(message)) << "rank " << all().rank();
  return message;
}

TEST(DgatdRanks, InstabilityHasOneMessage) {
  const TetMesh mesh = room_with_block();
  Case input = with_block(crystal_case());
  input.excitations = {
      point_current({0.71, 0.33, 0.5}, {0.48, 0.6, 0.64}, gaussian_derivative(4e8))};
  input.time.steps = 5000;
  const auto unstable = [&](LocalMesh local) {
    Simulation simulation = prepare(input, std::move(local));
    simulation.plan.dt_s = 1.02 * simulation.dt_limit_s;
    return simulation;
  };
  const std::string expected = instability(unstable(whole_mesh(mesh)));
  EXPECT_THAT(expected, AllOf(HasSubstr("grow without a source"), HasSubstr("at step ")));
  for (const Division &division : fair_divisions(input, mesh))
    EXPECT_EQ(instability(unstable(cut(mesh, division.owner))), expected) << division.name;
}

// One value is not finite, on the last rank alone.
TEST(DgatdRanks, NoNumberOnOneRankIsSeenByAll) {
  const TetMesh mesh = room_with_block();
  Case input = with_block(crystal_case());
  input.time.steps = 100;
  const Simulation part = prepare(input, cut(mesh, fair_divisions(input, mesh)[0].owner));
  State state = labelled(part.problem);
  state.erase("circulations");
  for (auto &[name, values] : state)
    values.assign(values.size(), 0.0);
  if (all().rank() == all().size() - 1)
    state["magnetic"][1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(instability(part, &state), HasSubstr("became infinite or NaN"));
}

} // namespace
} // namespace curlew::dgatd::testing
