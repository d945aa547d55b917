// Surface groups of a mesh to which a case gives no meaning.
#include <curlew/methods/shared/setup/unnamed_groups.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/io/case/case.hpp>

#include <gmock/gmock.h>

namespace curlew {
namespace {

// A box of two bricks with a group "patch" on the plane between them, and "outside" on x-.
struct Bricks {
  Bricks() {
    mesh.groups.push_back({2, 20, "patch"});
    mesh.groups.push_back({2, 21, "outside"});
    const TetTopology bare = make_topology(mesh);
    for (std::size_t f = 0; f < bare.faces.size(); ++f) {
      double x = 0;
      for (const Index node : bare.faces[f])
        x += mesh.points[node][0] / 3;
      if (x == 1 || x == 0) {
        mesh.triangles.push_back(bare.faces[f]);
        mesh.triangle_group.push_back(static_cast<Index>(mesh.groups.size()) - (x == 1 ? 2 : 1));
      }
    }
    topology = make_topology(mesh);
    solved.assign(mesh.tets.size(), 1);
    input.boundaries = {{"default", Pec()}};
  }
  std::string warning() const {
    return unnamed_groups_warning(input, mesh, topology, triangle_faces(mesh, topology), solved);
  }

  TetMesh mesh = make_box({2, 1, 1}, {2, 1, 1}, {0, 0, 0}, 0, 1);
  TetTopology topology;
  std::vector<std::uint8_t> solved;
  Case input;
};

TEST(UnnamedGroups, InsideOfTheMeshAreWarnedOf) {
  Bricks bricks;
  EXPECT_THAT(bricks.warning(), testing::AllOf(testing::HasSubstr("\"patch\" (2 faces)"),
                                               testing::Not(testing::HasSubstr("outside"))));
  bricks.input.refuses_unnamed_groups = true;
  EXPECT_THROW(bricks.warning(), InputError);
}

// Twins: a condition, by name or tag, another group with one on the same faces, a flux, and a
// conductor on one side.
TEST(UnnamedGroups, WithAMeaningAreNot) {
  for (const char *name : {"patch", "20"}) {
    Bricks bricks;
    bricks.input.boundaries.push_back({name, Pec()});
    EXPECT_EQ(bricks.warning(), "") << name;
  }
  Bricks twice;
  twice.mesh.groups.push_back({2, 22, "sheet"});
  for (std::size_t t = 0, count = twice.mesh.triangles.size(); t < count; ++t)
    if (twice.mesh.groups[twice.mesh.triangle_group[t]].name == "patch") {
      twice.mesh.triangles.push_back(twice.mesh.triangles[t]);
      twice.mesh.triangle_group.push_back(static_cast<Index>(twice.mesh.groups.size()) - 1);
    }
  twice.input.boundaries.push_back({"sheet", Pec()});
  EXPECT_EQ(twice.warning(), "");
  Bricks flux;
  flux.input.outputs.fluxes.push_back({"through", FluxGroup{"patch"}});
  EXPECT_EQ(flux.warning(), "");
  Bricks metal;
  for (std::size_t t = 0; t < metal.solved.size(); ++t)
    metal.solved[t] = t >= metal.solved.size() / 2;
  EXPECT_EQ(metal.warning(), "");
}

} // namespace
} // namespace curlew
