#include "mesh_fixtures.hpp"

#include <curlew/core/mesh/topology.hpp>
#include <curlew/core/parallel/host_loops.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>

namespace curlew {
namespace {

using ::testing::HasSubstr;
using testing::input_error;
using testing::shuffled;
using testing::unit_tets;

using Edge = std::array<Index, 2>;
using Face = std::array<Index, 3>;

TetMesh rough_box() {
  return shuffled(make_box({1, 2, 3}, {5, 4, 6}, {0, 0, 0}, 0.3, 9), 4);
}

// Everything again by maps, as slow and plain as can be.
void expect_as_by_maps(const TetMesh &mesh, const TetTopology &topology) {
  std::map<Edge, Index> edges;
  std::map<Face, Index> faces;
  std::vector<std::vector<Index>> face_tets;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    const auto &v = mesh.tets[t];
    const int pairs[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    for (int k = 0; k < 6; ++k) {
      const Edge edge = {std::min(v[pairs[k][0]], v[pairs[k][1]]),
                         std::max(v[pairs[k][0]], v[pairs[k][1]])};
      // first met, next number
      const Index id = edges.emplace(edge, static_cast<Index>(edges.size())).first->second;
      ASSERT_EQ(topology.tet_edges[t][k], id);
      ASSERT_EQ(topology.edges[id], edge);
      ASSERT_EQ(find_edge(topology, v[pairs[k][1]], v[pairs[k][0]]), id);
    }
    for (int i = 0; i < 4; ++i) {
      std::vector<Index> others;
      for (int j = 0; j < 4; ++j)
        if (j != i)
          others.push_back(v[j]);
      std::sort(others.begin(), others.end());
      const Face face = {others[0], others[1], others[2]};
      const Index id = faces.emplace(face, static_cast<Index>(faces.size())).first->second;
      face_tets.resize(faces.size());
      face_tets[id].push_back(static_cast<Index>(t));
      ASSERT_EQ(topology.tet_faces[t][i], id);
      ASSERT_EQ(topology.faces[id], face);
    }
  }
  EXPECT_EQ(topology.edges.size(), edges.size());
  ASSERT_EQ(topology.faces.size(), faces.size());
  for (std::size_t f = 0; f < face_tets.size(); ++f) {
    face_tets[f].resize(2, -1);
    EXPECT_THAT(topology.face_tets[f], ::testing::ElementsAreArray(face_tets[f]));
  }
}

TEST(Topology, AgreesWithPlainMapsOnShuffledMesh) {
  const TetMesh mesh = rough_box();
  expect_as_by_maps(mesh, make_topology(mesh));
}

TEST(Topology, AgreesWithPlainMapsOnManyThreads) { // 0.5 s
  const TetMesh mesh = shuffled(make_box({1, 1, 1}, {17, 16, 15}, {0, 0, 0}, 0.3, 5), 6);
  TopologyOptions options;
  for (const int threads : {2, 4}) {
    options.threads = threads;
    ASSERT_GT(chunk_count(mesh.points.size(), threads), 1u);
    expect_as_by_maps(mesh, make_topology(mesh, options));
  }
}

TEST(Topology, RowsAroundNodesAreCompleteAndAscending) {
  const TetMesh mesh = rough_box();
  const TetTopology topology = make_topology(mesh);
  std::vector<std::vector<Index>> tets(mesh.points.size()), edges(mesh.points.size());
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    for (Index n : mesh.tets[t])
      tets[n].push_back(static_cast<Index>(t));
  for (std::size_t e = 0; e < topology.edges.size(); ++e)
    for (Index n : topology.edges[e])
      edges[n].push_back(static_cast<Index>(e));
  ASSERT_EQ(topology.node_tets.size(), mesh.points.size());
  ASSERT_EQ(topology.node_edges.size(), mesh.points.size());
  for (std::size_t n = 0; n < mesh.points.size(); ++n) {
    EXPECT_EQ(std::vector<Index>(topology.node_tets.begin(n), topology.node_tets.end(n)), tets[n]);
    EXPECT_EQ(std::vector<Index>(topology.node_edges.begin(n), topology.node_edges.end(n)),
              edges[n]);
  }
}

TEST(Topology, EulerCharacteristicOfBallAndOfRing) {
  const auto euler = [](const TetMesh &mesh) {
    const TetTopology t = make_topology(mesh);
    return std::int64_t(mesh.points.size()) - std::int64_t(t.edges.size()) +
           std::int64_t(t.faces.size()) - std::int64_t(mesh.tets.size());
  };
  EXPECT_EQ(euler(rough_box()), 1);
  // twin: a box with a hole through it is no ball
  TetMesh ring = make_box({3, 3, 1}, {3, 3, 1}, {0, 0, 0}, 0, 1);
  ring.tets.erase(ring.tets.begin() + 6 * 4, ring.tets.begin() + 6 * 5); // the brick in the middle
  EXPECT_EQ(euler(ring), 0);
}

// Sum over the faces of a tet (the discrete divergence) of the sums over each face's edges (the
// discrete curl) of edge values: zero for any values.
std::int64_t largest_divergence_of_curl(const TetMesh &mesh, const TetTopology &topology,
                                        int broken_face) {
  std::vector<std::int64_t> edge_value(topology.edges.size()), curl(topology.faces.size());
  for (std::size_t e = 0; e < edge_value.size(); ++e)
    edge_value[e] = static_cast<std::int64_t>((e * 7919) % 1009);
  for (std::size_t f = 0; f < curl.size(); ++f) {
    const Face &v = topology.faces[f];
    curl[f] = edge_value[find_edge(topology, v[0], v[1])] +
              edge_value[find_edge(topology, v[1], v[2])] -
              edge_value[find_edge(topology, v[0], v[2])];
  }
  std::int64_t largest = 0;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    std::int64_t divergence = 0;
    for (int i = 0; i < 4; ++i)
      divergence +=
          (i == broken_face ? -1 : 1) * face_sign(mesh.tets[t], i) * curl[topology.tet_faces[t][i]];
    largest = std::max(largest, std::abs(divergence));
  }
  return largest;
}

TEST(Topology, DivergenceOfCurlVanishesAndAWrongSignShows) {
  const TetMesh mesh = rough_box();
  const TetTopology topology = make_topology(mesh);
  EXPECT_EQ(largest_divergence_of_curl(mesh, topology, -1), 0);
  for (int i = 0; i < 4; ++i)
    EXPECT_GT(largest_divergence_of_curl(mesh, topology, i), 0);
}

TEST(Topology, FaceTablesPointOutwards) {
  const TetMesh mesh = rough_box();
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    for (int i = 0; i < 4; ++i) {
      const auto &v = mesh.tets[t];
      Face face = {v[k_tet_faces[i][0]], v[k_tet_faces[i][1]], v[k_tet_faces[i][2]]};
      // the opposite node lies behind the outward face: a negative tet
      EXPECT_LT(tet_volume(mesh.points[face[0]], mesh.points[face[1]], mesh.points[face[2]],
                           mesh.points[v[i]]),
                0);
      std::sort(face.begin(), face.end());
      const double ascending = tet_volume(mesh.points[face[0]], mesh.points[face[1]],
                                          mesh.points[face[2]], mesh.points[v[i]]);
      EXPECT_EQ(face_sign(v, i), ascending < 0 ? 1 : -1);
    }
}

TEST(Topology, SameForAnyNumberOfThreads) {
  const TetMesh mesh = shuffled(make_box({1, 1, 1}, {21, 20, 19}, {0, 0, 0}, 0.2, 1), 8);
  ASSERT_GE(chunk_count(mesh.points.size(), 4), 4u)
      << "too small a mesh to be shared among threads";
  TopologyOptions options;
  options.threads = 1;
  const TetTopology one = make_topology(mesh, options);
  for (int threads : {2, 4}) {
    options.threads = threads;
    const TetTopology many = make_topology(mesh, options);
    EXPECT_EQ(one.edges, many.edges);
    EXPECT_EQ(one.tet_edges, many.tet_edges);
    EXPECT_EQ(one.faces, many.faces);
    EXPECT_EQ(one.tet_faces, many.tet_faces);
    EXPECT_EQ(one.face_tets, many.face_tets);
    EXPECT_EQ(one.node_edges.offsets, many.node_edges.offsets);
    EXPECT_EQ(one.node_edges.indices, many.node_edges.indices);
    EXPECT_EQ(one.node_tets.offsets, many.node_tets.offsets);
    EXPECT_EQ(one.node_tets.indices, many.node_tets.indices);
    EXPECT_EQ(triangle_faces(mesh, one, 1), triangle_faces(mesh, many, threads));
  }
}

TEST(Topology, MakesOnlyWhatIsAskedFor) {
  const TetMesh mesh = rough_box();
  TopologyOptions options;
  options.faces = options.node_edges = options.node_tets = false;
  const TetTopology lean = make_topology(mesh, options);
  EXPECT_EQ(lean.tet_edges, make_topology(mesh).tet_edges);
  EXPECT_TRUE(lean.faces.empty() && lean.tet_faces.empty() && lean.face_tets.empty());
  EXPECT_TRUE(lean.node_edges.offsets.empty() && lean.node_tets.offsets.empty());
  options.faces = true; // without node_tets, triangles still find their faces
  EXPECT_EQ(triangle_faces(mesh, make_topology(mesh, options)),
            triangle_faces(mesh, make_topology(mesh)));
}

TEST(Topology, EmptyHangingAndDisconnectedMeshes) {
  const TetTopology empty = make_topology(TetMesh());
  EXPECT_TRUE(empty.edges.empty() && empty.faces.empty());
  TetMesh parts = unit_tets(2);
  parts.points.push_back({5, 5, 5}); // in no tet
  parts.tets[1] = {3, 4, 5, 6};      // shares node 3 only
  parts.points.resize(7, {9, 9, 9});
  const TetTopology topology = make_topology(parts);
  EXPECT_EQ(topology.edges.size(), 12u);
  EXPECT_EQ(topology.faces.size(), 8u);
  EXPECT_EQ(boundary_faces(topology).size(), 8u);
  EXPECT_EQ(find_edge(topology, 0, 6), -1);
}

TEST(Topology, FacetOfThreeTetsIsNamed) {
  TetMesh mesh = unit_tets(2);
  EXPECT_NO_THROW(make_topology(mesh));
  mesh.points.push_back({2, 2, 2});
  mesh.tets.push_back({1, 2, 3, 5});
  mesh.tet_group.push_back(0);
  const std::string message = input_error([&] { make_topology(mesh); });
  EXPECT_THAT(message, HasSubstr("tets 0, 1 and 2 share one facet"));
  EXPECT_THAT(message, HasSubstr("nodes 1 at (1, 0, 0), 2 at (0, 1, 0), 3 at (0, 0, 1) m"));
  TopologyOptions options;
  options.faces = false;
  EXPECT_EQ(make_topology(mesh, options).edges.size(), 12u); // no faces were requested
}

TEST(Topology, TetListedTwiceOrInvertedIsNamed) {
  TetMesh twice = unit_tets(1);
  twice.tets.push_back({1, 2, 0, 3});
  EXPECT_THAT(input_error([&] { make_topology(twice); }),
              HasSubstr("tets 0 and 1 lie on the same side"));
  TetMesh inverted = unit_tets(2);
  std::swap(inverted.tets[1][0], inverted.tets[1][1]);
  EXPECT_THAT(input_error([&] { make_topology(inverted); }),
              HasSubstr("tets 0 and 1 lie on the same side"));
}

TEST(Topology, TheFirstBadFacetIsNamedByAnyNumberOfThreads) {
  TetMesh mesh = shuffled(make_box({1, 1, 1}, {21, 20, 19}, {0, 0, 0}, 0.2, 1), 8);
  const TetTopology sound = make_topology(mesh);
  Index lowest = std::numeric_limits<Index>::max();
  std::string expected;
  for (const std::size_t t : {40000, 31000, 9000, 20000}) { // listed again
    for (const Index face : sound.tet_faces[t])
      if (const auto [a, b] = sound.face_tets[face]; face < lowest) {
        lowest = face;
        expected = b < 0
                       ? fmt::format("tets {} and {} lie on the same side", a, mesh.tets.size())
                       : fmt::format("tets {}, {} and {} share one facet", a, b, mesh.tets.size());
      }
    mesh.tets.push_back(mesh.tets[t]);
    mesh.tet_group.push_back(mesh.tet_group[t]);
  }
  TopologyOptions options;
  for (const int threads : {1, 2, 4}) {
    options.threads = threads;
    EXPECT_THAT(input_error([&] { make_topology(mesh, options); }), HasSubstr(expected));
  }
}

TEST(Topology, BrokenTetsAreNamed) {
  TetMesh mesh = unit_tets(2);
  mesh.tets[1][2] = 5;
  EXPECT_THAT(input_error([&] { make_topology(mesh); }), HasSubstr("tet 1 names node 5"));
  mesh.tets[1][2] = -1;
  EXPECT_THAT(input_error([&] { make_topology(mesh); }), HasSubstr("tet 1 names node -1"));
  mesh.tets[1][2] = mesh.tets[1][0];
  EXPECT_THAT(input_error([&] { make_topology(mesh); }), HasSubstr("tet 1 names node 1 twice"));
}

TEST(Topology, TrianglesFindTheirFaces) {
  const TetMesh mesh = rough_box();
  const TetTopology topology = make_topology(mesh);
  const std::vector<Index> faces = triangle_faces(mesh, topology);
  ASSERT_EQ(faces.size(), mesh.triangles.size());
  for (std::size_t i = 0; i < faces.size(); ++i) {
    Face nodes = mesh.triangles[i];
    std::sort(nodes.begin(), nodes.end());
    EXPECT_EQ(topology.faces[faces[i]], nodes);
  }
}

TEST(Topology, ATriangleOnTheCopyOfANodeSaysSo) {
  TetMesh mesh = rough_box();
  const Index corner = mesh.triangles[0][0];
  mesh.points.push_back(mesh.points[corner]);
  TetMesh apart = mesh; // the twin: another node that lies elsewhere
  apart.points.back()[0] += 10;
  mesh.triangles[0][0] = apart.triangles[0][0] = static_cast<Index>(mesh.points.size()) - 1;
  const auto message = [](const TetMesh &wrong) {
    return input_error([&] { triangle_faces(wrong, make_topology(wrong)); });
  };
  EXPECT_THAT(message(mesh), HasSubstr("Two nodes lie at ("));
  EXPECT_THAT(message(apart), ::testing::Not(HasSubstr("Two nodes")));
}

TEST(Topology, ForeignTriangleIsNamed) {
  TetMesh mesh = unit_tets(2);
  mesh.triangles = {{3, 2, 1}, {0, 1, 4}}; // 0 and 4 share no tet
  mesh.triangle_group = {1, 1};
  const TetTopology topology = make_topology(mesh);
  const std::string message = input_error([&] { triangle_faces(mesh, topology); });
  EXPECT_THAT(message, HasSubstr("triangle 1 of group \"skin\""));
  EXPECT_THAT(message, HasSubstr("4 at (1, 1, 1)"));
  mesh.triangles[1] = {0, 1, 9};
  EXPECT_THAT(input_error([&] { triangle_faces(mesh, topology); }),
              HasSubstr("triangle 1 names node 9"));
  mesh.triangles[1] = {1, 1, 2};
  EXPECT_THAT(input_error([&] { triangle_faces(mesh, topology); }), HasSubstr("no facet"));
}

} // namespace
} // namespace curlew
