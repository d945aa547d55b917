// DGATD on several ranks gives the fields of one rank, for any division of the mesh.
#include "ranks.hpp"

namespace curlew::dgatd::testing {
namespace {

constexpr double k_tolerance = 1e-12; // rounding of the steps below; measured below 1e-14
constexpr std::int64_t k_steps = 100;
constexpr std::int64_t k_steps_of_large = 40;

// Adds probes at nodes, inside of faces and inside of tets: in any division some are on borders,
// where E and H depend on the chosen tet.
void add_probes(const TetMesh &mesh, const Case &without, Case &input) {
  const Problem problem = make_problem(without, mesh);
  const TetTopology topology = make_topology(problem.mesh);
  std::vector<Point> points;
  for (std::size_t f = 0; f < topology.faces.size(); f += 7)
    if (topology.face_tets[f][1] >= 0) {
      const auto &[a, b, c] = topology.faces[f];
      const auto &x = problem.mesh.points;
      points.push_back((1.0 / 3) * (x[a] + x[b] + x[c]));
    }
  for (Index n = 0; n < problem.node_count(); n += 5)
    points.push_back(problem.mesh.points[n]);
  for (Index t = 0; t < problem.tet_count(); t += 11)
    points.push_back(centroid(problem.mesh, t));
  for (const Point &point : points)
    for (const Field field : {Field::E, Field::H})
      input.outputs.probes.push_back(probe(point, field));
}

Case with_outputs(Case input, const TetMesh &mesh) {
  input.time.steps = k_steps;
  const Case without = input;
  add_probes(mesh, without, input);
  return input;
}

// A crystal with a current, a conducting block and a conducting sheet inside, natural and
// conducting walls.
TetMesh furnished_room(int refinement = 1) {
  TetMesh mesh = room_with_crystal(refinement);
  mark_volume(mesh, "block", [](const Point &p) {
    return std::abs(p[0] - 0.5) < 0.16 && std::abs(p[1] - 0.4) < 0.2 && p[2] > 0.2;
  });
  const double near = 0.06 / refinement; // jitter moves nodes by 0.05
  mark_surface(mesh, "sheet",
               [&](const Point &p) { return std::abs(p[0] - 0.8) < near && p[1] < 0.5; });
  return mesh;
}

void furnish(Case &input) {
  input.materials.push_back(medium("metal"));
  input.materials.back().pec = true;
  input.regions["block"] = "metal";
  input.boundaries.push_back({"sheet", Pec{}});
}

Case lossless_case(const TetMesh &mesh) {
  Case input = crystal_case();
  furnish(input);
  input.boundaries.push_back({"y+", Pmc{}});
  return with_outputs(input, mesh);
}

Case everything_case(const TetMesh &mesh) {
  Case input = lossy_case();
  furnish(input);
  input.outputs.energy = Schedule{std::nullopt, 20};
  return with_outputs(input, mesh);
}

Simulation prepared(const Case &input, LocalMesh mesh, const Simulation *whole) {
  Simulation simulation = prepare(input, std::move(mesh));
  if (whole != nullptr)
    simulation.plan.dt_s = whole->plan.dt_s;
  simulation.plan.checkpoint_every = simulation.plan.steps;
  simulation.plan.snapshot_every = simulation.plan.steps;
  return simulation;
}

void expect_same_fields(const Case &input, const TetMesh &mesh, const std::vector<Form> &forms,
                        const std::vector<Division> &divisions) {
  const Simulation whole = prepared(input, whole_mesh(mesh), nullptr);
  std::vector<Simulation> parts;
  for (const Division &division : divisions)
    parts.push_back(prepared(input, cut(mesh, division.owner), &whole));
  double worst = 0;
  for (const Form &form : forms)
    for (const Backend backend : compiled_backends()) {
      const RunRecord expected = run(whole, form, backend);
      for (std::size_t d = 0; d < parts.size(); ++d) {
        // One form of each kind takes all divisions; the others take the usual and the hardest.
        const bool every = form.name.rfind("fused", 0) == 0 && backend == Backend::serial;
        if (!every && d > 0 && d + 1 < parts.size())
          continue;
        const double off = difference(parts[d], run(parts[d], form, backend), whole, expected);
        EXPECT_LT(off, k_tolerance)
            << form.name << " on " << to_string(backend) << ", " << divisions[d].name;
        worst = std::max(worst, off);
      }
    }
  if (all().is_root())
    report("difference", worst);
}

TEST(DgatdRanks, LosslessFieldsAreThoseOfOneRank) {
  const TetMesh mesh = furnished_room();
  const Case input = lossless_case(mesh);
  expect_same_fields(input, mesh, forms(), divisions(input, mesh));
}

TEST(DgatdRanks, LossyFieldsAndEnergiesAreThoseOfOneRank) {
  const TetMesh mesh = furnished_room();
  const Case input = everything_case(mesh);
  expect_same_fields(input, mesh, forms_with_halves(), divisions(input, mesh));
}

// The mesh is large enough that every rank has nodes that no other rank needs: they are solved
// during the exchange of messages.
TEST(DgatdRanks, FieldsOfALargerMeshAreThoseOfOneRank) {
  const TetMesh mesh = furnished_room(2);
  Case input = everything_case(mesh);
  input.time.steps = k_steps_of_large;
  const auto divisions = fair_divisions(input, mesh);
  const Problem part = make_problem(input, cut(mesh, divisions[0].owner));
  Index owned = 0;
  for (Index n = 0; n < part.node_count(); ++n)
    owned += part.ownership.owns_node(n) && part.degree(n) > 0;
  EXPECT_LT(static_cast<Index>(boundary_nodes(part).size()), owned);
  expect_same_fields(input, mesh, forms_with_halves(), divisions);
}

// The ranks that the divisions are made for.
TEST(DgatdRanks, DivisionsAreWhatTheirNamesSay) {
  if (all().is_alone())
    GTEST_SKIP() << "takes two ranks";
  const TetMesh mesh = furnished_room();
  const Case input = lossless_case(mesh);
  for (const Division &division : divisions(input, mesh)) {
    const Problem part = make_problem(input, cut(mesh, division.owner));
    Index owned = 0, at_walls = 0, unknowns = 0;
    for (Index n = 0; n < part.node_count(); ++n)
      if (part.ownership.owns_node(n)) {
        ++owned;
        at_walls += on_wall(part.mesh.points[n]);
        unknowns += part.degree(n);
      }
    const bool last = all().rank() == all().size() - 1;
    if (last && division.name == "ball") {
      EXPECT_EQ(at_walls, 0);
      EXPECT_GT(owned, 3);
    }
    if (last && division.name.rfind("one", 0) == 0) {
      EXPECT_EQ(owned, 1);
      EXPECT_EQ(unknowns > 0, division.name == "one node");
    }
    // Conductors and the sheet are cut, too.
    if (division.name == "in turn") {
      const auto conducting = all().sum(std::int64_t(
          std::count(part.edge_is_pec.begin(), part.edge_is_pec.end(), std::uint8_t(1))));
      EXPECT_GT(conducting, 0);
      EXPECT_GT(part.ownership.tet_number.size(), std::size_t(part.ownership.owned_tets));
    }
  }
}

// Twins: what travels with one mistake in it, on every rank alike.
class Halo : public ::testing::Test {
protected:
  void SetUp() override {
    if (all().is_alone())
      GTEST_SKIP() << "takes two ranks";
    mesh_ = furnished_room();
    input_ = lossless_case(mesh_);
    whole_.emplace(prepared(input_, whole_mesh(mesh_), nullptr));
  }
  // Returns the error of the fields after `change` has edited the lists.
  template <class Change> double off_after(const Form &form, const Change &change) const {
    Simulation part =
        prepared(input_, cut(mesh_, fair_divisions(input_, mesh_)[0].owner), &*whole_);
    change(part.problem);
    return difference(part, run(part, form, Backend::serial), *whole_,
                      run(*whole_, form, Backend::serial));
  }
  TetMesh mesh_;
  Case input_;
  std::optional<Simulation> whole_;
};

constexpr double k_wrong = 1e-6; // far from any tolerance

TEST_F(Halo, NeedsEveryEntry) {
  for (const Form &form : forms()) {
    EXPECT_LT(off_after(form, [](Problem &) {}), k_tolerance) << form.name;
    // The halves of one edge, on both sides.
    const double off = off_after(form, [](Problem &problem) {
      for (HaloPeer &peer : problem.halo)
        for (auto *list : {&peer.send, &peer.receive})
          if (!list->empty()) {
            const Index edge = list->front().edge;
            list->erase(std::remove_if(list->begin(), list->end(),
                                       [&](const HalfEdge &half) { return half.edge == edge; }),
                        list->end());
          }
    });
    EXPECT_GT(off, k_wrong) << form.name;
  }
}

TEST_F(Halo, NeedsTheRightEnd) {
  for (const Form &form : forms_with_halves()) {
    bool flipped = false;
    const double off = off_after(form, [&](Problem &problem) {
      for (HaloPeer &peer : problem.halo)
        for (HalfEdge &half : peer.send) {
          const auto &[low, high] = problem.edge_nodes[half.edge];
          const Ownership &ownership = problem.ownership;
          if (!flipped && ownership.owns_node(low) && ownership.owns_node(high)) {
            half.end = 1 - half.end;
            flipped = true;
          }
        }
    });
    EXPECT_TRUE(all().any(flipped)) << "no edge lies within one rank";
    EXPECT_GT(off, k_wrong) << form.name;
  }
}

} // namespace
} // namespace curlew::dgatd::testing
