#include "mesh_fixtures.hpp"

#include <curlew/core/mesh/quality.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace curlew {
namespace {

using ::testing::HasSubstr;

TEST(Quality, KnownTets) {
  const Point a{1, 1, 1}, b{1, -1, -1}, c{-1, 1, -1}, d{-1, -1, 1}; // regular, edge 2 sqrt 2
  EXPECT_NEAR(tet_gamma(a, b, c, d), 1, 1e-14);
  EXPECT_NEAR(std::abs(tet_volume(a, b, c, d)), 8. / 3, 1e-14);
  // the corner of a cube: r = 1 / (3 + sqrt 3), R = sqrt(3) / 2
  const Point o{0, 0, 0}, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  EXPECT_NEAR(tet_gamma(o, x, y, z), 3 / (3 + std::sqrt(3)) / (std::sqrt(3) / 2), 1e-14);
  EXPECT_EQ(tet_volume(o, x, y, z), 1. / 6);
  EXPECT_EQ(tet_volume(o, y, x, z), -1. / 6);
  EXPECT_DOUBLE_EQ(triangle_area(x, y, z), std::sqrt(3) / 2);
  // gamma has no unit
  EXPECT_NEAR(tet_gamma({0, 0, 0}, {1e-9, 0, 0}, {0, 1e-9, 0}, {0, 0, 1e-9}), tet_gamma(o, x, y, z),
              1e-14);
  EXPECT_NEAR(tet_gamma(o, x, y, {0.3, 0.3, 1e-9}), 0, 1e-8); // flat
  EXPECT_EQ(tet_gamma(o, x, {2, 0, 0}, {3, 0, 0}), 0);        // a line
  EXPECT_EQ(tet_gamma(o, o, o, o), 0);                        // a point
}

TEST(Quality, ReportOfABox) {
  TetMesh mesh = make_box({2, 3, 4}, {2, 3, 4}, {1, 0, 0}, 0, 1);
  mesh.points.push_back({0, 0, 0}); // in no tet
  mesh.groups.push_back({3, 2, "core"});
  mesh.tet_group[5] = 7;
  mesh.triangles.pop_back(); // one facet of z+ less
  mesh.triangle_group.pop_back();
  const MeshReport report = make_report(mesh, make_topology(mesh));
  EXPECT_EQ(report.nodes, 3 * 4 * 5 + 1);
  EXPECT_EQ(report.unused_nodes, 1);
  EXPECT_EQ(report.tets, 6 * 24);
  EXPECT_EQ(report.nodes - 1 - report.edges + report.faces - report.tets, 1);
  EXPECT_EQ(report.boundary_faces, 2 * 2 * (6 + 12 + 8));
  EXPECT_EQ(report.ungrouped_boundary_faces, 1);
  EXPECT_NEAR(report.volume_m3, 24, 1e-12);
  EXPECT_NEAR(report.volume_min_m3, 1. / 6, 1e-14);
  EXPECT_NEAR(report.volume_max_m3, 1. / 6, 1e-14);
  EXPECT_NEAR(report.edge_min_m, 1, 1e-14);
  EXPECT_NEAR(report.edge_max_m, std::sqrt(3), 1e-14);
  EXPECT_EQ(report.low_m, (Point{0, 0, 0}));
  EXPECT_EQ(report.high_m, (Point{3, 3, 4}));
  // every Kuhn tet has legs 1, 1, 1 along the axes
  const double kuhn = tet_gamma({0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1});
  EXPECT_NEAR(report.gamma_min, kuhn, 1e-13);
  EXPECT_NEAR(report.gamma_mean, kuhn, 1e-13);
  EXPECT_EQ(report.gamma_histogram[static_cast<int>(10 * kuhn)], report.tets);
  ASSERT_EQ(report.groups.size(), 8u);
  EXPECT_EQ(report.groups[0].count, 6 * 24 - 1);
  EXPECT_EQ(report.groups[7].count, 1);
  EXPECT_NEAR(report.groups[7].measure, 1. / 6, 1e-14);
  EXPECT_EQ(report.groups[1].count, 2 * 12);
  EXPECT_NEAR(report.groups[1].measure, 12, 1e-13);
  EXPECT_NEAR(report.groups[6].measure, 5.5, 1e-13);

  const std::string text = format_report(report);
  EXPECT_THAT(text, HasSubstr("61, of which 1 in no tet"));
  EXPECT_THAT(text, HasSubstr("104 on the boundary, of which 1 in no surface group"));
  EXPECT_THAT(text, HasSubstr("\"core\" (tag 2): 1 tets, 0.166666667 m^3"));
  EXPECT_THAT(text, HasSubstr("\"x-\" (tag 1): 24 triangles, 12 m^2"));
}

TEST(Quality, WorstTetIsFoundAndSumsDoNotDependOnThreads) {
  TetMesh mesh = make_box({1, 1, 1}, {14, 14, 14}, {0, 0, 0}, 0.3, 3);
  const TetTopology topology = make_topology(mesh);
  const MeshReport one = make_report(mesh, topology, 1);
  double worst = 2;
  Index worst_tet = -1;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    const auto &v = mesh.tets[t];
    const double gamma =
        tet_gamma(mesh.points[v[0]], mesh.points[v[1]], mesh.points[v[2]], mesh.points[v[3]]);
    if (gamma < worst) {
      worst = gamma;
      worst_tet = static_cast<Index>(t);
    }
  }
  EXPECT_EQ(one.worst_tet, worst_tet);
  EXPECT_EQ(one.gamma_min, worst);
  for (int threads : {2, 4}) {
    const MeshReport many = make_report(mesh, topology, threads);
    EXPECT_EQ(one.volume_m3, many.volume_m3); // the last bit too
    EXPECT_EQ(one.gamma_mean, many.gamma_mean);
    EXPECT_EQ(one.edge_mean_m, many.edge_mean_m);
    EXPECT_EQ(one.groups[3].measure, many.groups[3].measure);
    EXPECT_EQ(format_report(one), format_report(many));
  }
}

TEST(Quality, EmptyMeshHasAReport) {
  const MeshReport report = make_report(TetMesh(), make_topology(TetMesh()));
  EXPECT_EQ(report.tets, 0);
  EXPECT_EQ(report.worst_tet, -1);
  EXPECT_THAT(format_report(report), ::testing::Not(HasSubstr("inf")));
}

} // namespace
} // namespace curlew
