// Requirements on a case and its mesh, and the messages where they are not met.
#include "fixtures.hpp"
#include "meshes.hpp"

#include <curlew/core/error.hpp>

namespace curlew::dgatd::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string problem_error(const Case &input, const TetMesh &mesh) {
  return message_of<InputError>([&] { make_problem(input, mesh); });
}

bool on_middle(const Point &p) {
  return std::abs(p[0] - 0.5) < 1e-9;
}

TEST(DgatdProblem, CountsWhatIsSolved) {
  const TetMesh mesh = make_box({1, 1, 1}, {3, 3, 3}, {0, 0, 0}, 0.2, 1);
  const TetTopology topology = make_topology(mesh);
  const Problem problem = make_problem(vacuum_case(1), mesh);
  EXPECT_EQ(problem.tet_count(), 162);
  EXPECT_EQ(problem.node_count(), 64);
  EXPECT_EQ(problem.edge_count(), static_cast<Index>(topology.edges.size()));
  EXPECT_EQ(problem.face_count, topology.faces.size());
  Index conducting = 0;
  for (const auto flag : problem.edge_is_pec)
    conducting += flag;
  EXPECT_EQ(conducting, 162); // a closed surface of 108 triangles has 3/2 as many edges
  for (Index n = 0; n < problem.node_count(); ++n)
    for (Offset k = problem.node_edge_offsets[n]; k < problem.node_edge_offsets[n + 1]; ++k)
      EXPECT_FALSE(problem.edge_is_pec[problem.node_edges[k]]);
  EXPECT_FALSE(problem.has_losses());
}

TEST(DgatdProblem, BoundaryFaceWithoutConditionIsAnError) {
  Case input = vacuum_case(1);
  input.boundaries = {{"x-", Pec{}}};
  EXPECT_THAT(problem_error(input, room()),
              AllOf(HasSubstr("case.json"), HasSubstr("no condition"), HasSubstr("with corners ("),
                    HasSubstr("\"default\""), HasSubstr("\"y-\" (tag 3)")));
  for (const std::string name : {"x+", "y-", "y+", "z-", "z+"})
    input.boundaries.push_back({name, Pmc{}});
  EXPECT_NO_THROW(make_problem(input, room()));
}

TEST(DgatdProblem, UnknownGroupsListTheKnownOnes) {
  Case input = vacuum_case(1);
  input.boundaries.push_back({"x*", Pec{}});
  EXPECT_THAT(problem_error(input, room()), AllOf(HasSubstr("x*"), HasSubstr("\"x+\"")));
  input = vacuum_case(1);
  input.regions["vol"] = "vacuum";
  EXPECT_THAT(problem_error(input, room()), AllOf(HasSubstr("vol"), HasSubstr("\"volume\"")));
  input = vacuum_case(1);
  input.excitations = {region_current("coil", {1, 0, 0}, sine(1e9))};
  const Problem problem = make_problem(input, room());
  EXPECT_THAT(message_of<InputError>([&] { make_sources(input, problem); }),
              AllOf(HasSubstr("coil"), HasSubstr("\"volume\"")));
}

// Tag 1 is "volume".
TEST(DgatdProblem, AGroupIsNamedOnce) {
  Case input = vacuum_case(1);
  input.regions["1"] = "vacuum";
  EXPECT_THAT(problem_error(input, room()),
              AllOf(HasSubstr("\"volume\""), HasSubstr("has a material already")));
  input = vacuum_case(1);
  input.boundaries = {{"default", Pec{}}, {"x-", Pmc{}}};
  EXPECT_NO_THROW(make_problem(input, room()));
  input.boundaries.push_back({"1", Abc{}});
  EXPECT_THAT(problem_error(input, room()), HasSubstr("has a condition already"));
}

TEST(DgatdProblem, VolumeWithoutMaterialIsAnError) {
  TetMesh mesh = room();
  mark_volume(mesh, "core", [](const Point &p) { return p[0] > 0.5; });
  EXPECT_THAT(problem_error(vacuum_case(1), mesh),
              AllOf(HasSubstr("no material"), HasSubstr("\"core\"")));
  Case input = vacuum_case(1);
  input.regions["core"] = "vacuum";
  EXPECT_NO_THROW(make_problem(input, mesh));
  input.materials[0].pec = true;
  EXPECT_THAT(problem_error(input, mesh), HasSubstr("every volume is a perfect conductor"));
}

TEST(DgatdProblem, OnlyConductorsStandInside) {
  TetMesh mesh = make_box({1, 1, 1}, {4, 4, 4}, {0, 0, 0}, 0, 1);
  mark_surface(mesh, "sheet", on_middle);
  Case input = vacuum_case(1);
  for (const BoundaryCondition &condition : {BoundaryCondition(Pmc()), BoundaryCondition(Abc())}) {
    input.boundaries = {{"default", Pec{}}, {"sheet", condition}};
    EXPECT_THAT(problem_error(input, mesh),
                AllOf(HasSubstr("inside the mesh"), HasSubstr("(0.5, ")));
  }
  input.boundaries[1].condition = Pec{};
  EXPECT_NO_THROW(make_problem(input, mesh));
}

TEST(DgatdProblem, OnlyConductorsStandOnConductors) {
  TetMesh mesh = make_box({1, 1, 1}, {4, 4, 4}, {0, 0, 0}, 0, 1);
  mark_volume(mesh, "block", [](const Point &p) { return p[0] > 0.5; });
  mark_surface(mesh, "skin", on_middle);
  Case input = vacuum_case(1);
  input.materials.push_back(medium("metal"));
  input.materials[1].pec = true;
  input.regions["block"] = "metal";
  EXPECT_EQ(make_problem(input, mesh).tet_count(), 192);
  input.boundaries.push_back({"skin", Abc{}});
  EXPECT_THAT(problem_error(input, mesh),
              AllOf(HasSubstr("on a perfect conductor"), HasSubstr("(0.5, ")));
  input.boundaries.back().condition = Pec{};
  EXPECT_NO_THROW(make_problem(input, mesh));
}

TEST(DgatdProblem, OnlyMaterialsInUseCount) {
  Case input = vacuum_case(1);
  input.materials.push_back(medium("brine", 80, 1, 4));
  TetMesh mesh = room();
  EXPECT_FALSE(make_problem(input, mesh).has_losses());
  mark_volume(mesh, "sea", [](const Point &p) { return p[2] < 0.2; });
  input.regions["sea"] = "brine";
  EXPECT_TRUE(make_problem(input, mesh).has_losses());
}

TEST(DgatdProblem, AFaceHasOneCondition) {
  TetMesh mesh = room();
  mark_surface(mesh, "window", [](const Point &p) { return p[2] == 0; });
  Case input = vacuum_case(1);
  input.boundaries = {{"default", Pec{}}, {"z-", Pec{}}, {"window", Abc{}}};
  EXPECT_THAT(problem_error(input, mesh), HasSubstr("two groups with different boundary types"));
  input.boundaries[1].condition = Abc{};
  const Problem problem = make_problem(input, mesh);
  EXPECT_EQ(problem.absorbing.size(), 2u * 5 * 4); // each face once, though listed twice
}

TEST(DgatdProblem, AbsorbingWallsTakeTheAdmittanceOfTheirMedium) {
  Case input = vacuum_case(1);
  input.materials[0] = medium("glass", 4, 9);
  input.regions["volume"] = "glass";
  input.boundaries.push_back({"x+", Abc{}});
  const Problem problem = make_problem(input, room());
  ASSERT_FALSE(problem.absorbing.empty());
  EXPECT_NEAR(problem.absorbing[0].admittance * k_eta0, 2.0 / 3, 1e-14);
  EXPECT_TRUE(problem.has_losses());
  input.materials[0].eps_r.v[3] = 0.1;
  EXPECT_THAT(problem_error(input, room()), AllOf(HasSubstr("isotropic"), HasSubstr("\"glass\"")));
}

TEST(DgatdProblem, SourcesAndProbesMustBeInTheFields) {
  Case input = vacuum_case(1);
  input.outputs.probes = {probe({2, 0.1, 0.1})};
  EXPECT_THAT(message_of<InputError>([&] { prepare(input, room()); }),
              AllOf(HasSubstr("probe \"p\""), HasSubstr("(2, 0.1, 0.1)")));
  input = vacuum_case(1);
  input.excitations = {point_current({-1, 0.1, 0.1}, {1, 0, 0}, sine(1e9))};
  EXPECT_THAT(message_of<InputError>([&] { prepare(input, room()); }), HasSubstr("-1"));
  input.excitations = {point_current({0, 0.25, 0.25}, {0, 1, 0}, sine(1e9))};
  TetMesh corner = make_box({1, 1, 1}, {1, 1, 1}, {0, 0, 0}, 0, 1);
  corner.tets.resize(1); // one tet: all its edges are conducting
  corner.tet_group.resize(1);
  corner.triangles.clear();
  corner.triangle_group.clear();
  const Problem problem = make_problem(input, corner);
  current_of(input).extent = CurrentPoint{centroid(corner, 0)};
  EXPECT_THAT(message_of<InputError>([&] { make_sources(input, problem); }),
              HasSubstr("conducting edges only"));
}

TEST(DgatdProblem, CurrentsAlongAConductingWallAreRefused) {
  Case input = vacuum_case(1);
  const auto refusal = [&](const Point &position_m, const Vector3 &direction) {
    input.excitations = {point_current(position_m, direction, sine(1e9))};
    return message_of<InputError>([&] { prepare(input, room()); });
  };
  EXPECT_THAT(refusal({0, 0.33, 0.21}, {0, 1, 0}), HasSubstr("conducting edges only"));
  EXPECT_THAT(refusal({0.37, 0.8, 0.21}, {1, 0, 1}), HasSubstr("conducting edges only"));
  // Twins: off the wall, and across it, as a probe feeds a cavity.
  input.excitations = {point_current({0.01, 0.33, 0.21}, {0, 1, 0}, sine(1e9)),
                       point_current({0, 0.33, 0.21}, {1, 0, 0}, sine(1e9))};
  EXPECT_NO_THROW(prepare(input, room()));
}

TEST(DgatdProblem, ProbesReproduceUniformFields) {
  Case input = vacuum_case(1);
  const Problem problem = make_problem(input, room());
  const StencilFinder finder(problem);
  const Vector3 field{0.3, -0.7, 0.5};
  for (const Point p : {Point{0.13, 0.52, 0.33}, Point{0.77, 0.31, 0.05}, Point{0.5, 0.4, 0.3}}) {
    const EdgeStencil stencil = finder.find({p}, "here").at(0);
    Vector3 sum{0, 0, 0};
    for (int e = 0; e < 6; ++e) {
      const auto &[i, j] = problem.edge_nodes[stencil.edges[e]];
      const double circulation = dot(field, problem.mesh.points[j] - problem.mesh.points[i]);
      for (int d = 0; d < 3; ++d)
        sum[d] += circulation * stencil.weights[e][d];
    }
    for (int d = 0; d < 3; ++d)
      EXPECT_NEAR(sum[d], field[d], 1e-13);
  }
}

} // namespace
} // namespace curlew::dgatd::testing
