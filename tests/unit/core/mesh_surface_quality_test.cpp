// Defects of surface meshes, each with a twin that is sound.
#include "surface_fixtures.hpp"

#include <curlew/core/mesh/surface_report.hpp>
#include <curlew/core/mesh/triangle_contact.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace curlew {
namespace {

using testing::band;
using testing::both;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::icosphere;
using testing::moved;
using testing::plate;

SurfaceFindings findings_of(const TriMesh &mesh, int threads = 0) {
  return find_surface_defects(mesh, make_surface_topology(mesh, threads), threads);
}

std::vector<std::string> warnings_of(const TriMesh &mesh) {
  return surface_warnings(mesh, findings_of(mesh));
}

// The second mesh in groups of its own.
TriMesh beside(const TriMesh &first, TriMesh second, const std::string &name) {
  for (Index &group : second.triangle_group)
    group = 1;
  TriMesh mesh = both(first, second);
  mesh.groups.resize(1);
  mesh.groups.push_back({2, 2, name});
  return mesh;
}

// Turned about the z axis and another one, so that nothing is aligned with the axes.
TriMesh turned(TriMesh mesh) {
  const double c = std::cos(0.7), s = std::sin(0.7);
  for (Point &p : mesh.points) {
    p = {c * p[0] - s * p[1], s * p[0] + c * p[1], p[2]};
    p = {p[0], c * p[1] - s * p[2], s * p[1] + c * p[2]};
  }
  return mesh;
}

using Corners = std::array<Point, 3>;
const Corners k_base = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};

// Tests both triangles in both orders, and rotated out of the axes.
bool meet(const Corners &a, const Corners &b, const std::array<Index, 3> &b_nodes = {3, 4, 5}) {
  TriMesh mesh;
  mesh.points.insert(mesh.points.end(), a.begin(), a.end());
  mesh.points.insert(mesh.points.end(), b.begin(), b.end());
  bool result = false;
  for (const bool turn : {false, true}) {
    const std::vector<Point> p = turn ? turned(mesh).points : mesh.points;
    const ContactTriangle one = {{p[0], p[1], p[2]}, {0, 1, 2}};
    const ContactTriangle two = {{p[3], p[4], p[5]}, b_nodes};
    const bool now = triangles_meet(one, two);
    EXPECT_EQ(triangles_meet(two, one), now);
    if (turn) {
      EXPECT_EQ(now, result);
    }
    result = now;
  }
  return result;
}

TEST(TriangleContact, WithoutCommonNodes) {
  // through the middle, and the twin beside
  EXPECT_TRUE(meet(k_base, {{{0.2, 0.2, -1}, {0.2, 0.2, 1}, {0.2, 2, 0}}}));
  EXPECT_FALSE(meet(k_base, {{{0.6, 0.6, -1}, {0.6, 0.6, 1}, {0.6, 2, 0}}}));
  // a corner on the face, and the twin just above
  EXPECT_TRUE(meet(k_base, {{{0.2, 0.2, 0}, {0.2, 0.2, 1}, {0.3, 2, 1}}}));
  EXPECT_FALSE(meet(k_base, {{{0.2, 0.2, 1e-6}, {0.2, 0.2, 1}, {0.3, 2, 1}}}));
  // parallel at a distance, overlapping in one plane, one inside the other, beside each other
  EXPECT_FALSE(meet(k_base, {{{0, 0, 0.1}, {1, 0, 0.1}, {0, 1, 0.1}}}));
  EXPECT_TRUE(meet(k_base, {{{0.3, 0.3, 0}, {2, 0.3, 0}, {2, 2, 0}}}));
  EXPECT_TRUE(meet(k_base, {{{0.1, 0.1, 0}, {0.2, 0.1, 0}, {0.1, 0.2, 0}}}));
  EXPECT_TRUE(
      meet(k_base, {{{-1, 0.5, 0}, {2, 0.4, 0}, {2, 0.5, 0}}})); // without a corner in the other
  EXPECT_FALSE(meet(k_base, {{{0.6, 0.6, 0}, {2, 0.3, 0}, {2, 2, 0}}}));
  // a hanging node on an edge, and an edge across an edge
  EXPECT_TRUE(meet(k_base, {{{0.5, 0, 0}, {0.4, -1, 0}, {0.6, -1, 0}}}));
  EXPECT_TRUE(meet(k_base, {{{0.5, 0, -1}, {0.5, 0, 1}, {0.5, -1, 0}}}));
  EXPECT_FALSE(meet(k_base, {{{0.5, -1e-6, -1}, {0.5, -1e-6, 1}, {0.5, -1, 0}}}));
}

TEST(TriangleContact, WithCommonNodes) {
  // at node 0: opposite wedges, through the face, overlapping wedges of one plane
  EXPECT_FALSE(meet(k_base, {{{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}}}, {0, 4, 5}));
  EXPECT_TRUE(meet(k_base, {{{0, 0, 0}, {0.5, 0.2, -1}, {0.5, 0.2, 1}}}, {0, 4, 5}));
  EXPECT_FALSE(meet(k_base, {{{0, 0, 0}, {0.5, -0.2, -1}, {0.5, -0.2, 1}}}, {0, 4, 5}));
  EXPECT_TRUE(meet(k_base, {{{0, 0, 0}, {9, 3, 0}, {3, 9, 0}}}, {0, 4, 5}));
  EXPECT_TRUE(meet(k_base, {{{0, 0, 0}, {0.2, 0.1, 0}, {0.1, 0.2, 0}}}, {0, 4, 5}));
  // at an edge: flat, upright, a sharp wedge, folded back
  EXPECT_FALSE(meet(k_base, {{{0, 0, 0}, {1, 0, 0}, {0.5, -1, 0}}}, {0, 1, 5}));
  EXPECT_FALSE(meet(k_base, {{{0, 0, 0}, {1, 0, 0}, {0.5, 0, 1}}}, {0, 1, 5}));
  EXPECT_FALSE(meet(k_base, {{{0, 0, 0}, {1, 0, 0}, {0.5, 1, 1e-3}}}, {0, 1, 5}));
  EXPECT_TRUE(meet(k_base, {{{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}}}, {0, 1, 5}));
}

TEST(SurfaceQuality, SoundSurfacesHaveNoFindings) {
  TriMesh fan; // a disc of thin triangles around one node
  fan.groups = {{2, 1, "disc"}};
  fan.points = {{0, 0, 0}};
  for (Index i = 0; i < 120; ++i) {
    fan.points.push_back({std::cos(i * 0.0523598775598), std::sin(i * 0.0523598775598), 0});
    fan.triangles.push_back({0, i + 1, (i + 1) % 120 + 1});
  }
  fan.triangle_group.assign(120, 0);
  for (const TriMesh &mesh : {plate(9, 7), icosphere(3), fan, band(30, 1), band(30, 2),
                              both(icosphere(2), icosphere(2, 0.5)), // one inside the other
                              both(icosphere(2), icosphere(2, 1, {2.01, 0, 0})), // a small gap
                              moved(icosphere(2, 1e-3), {1e3, -1e3, 1e3}), turned(plate(20, 3))}) {
    EXPECT_THAT(warnings_of(mesh), ElementsAre());
    EXPECT_THAT(warnings_of(testing::shuffled(mesh, 4)), ElementsAre());
  }
}

TEST(SurfaceQuality, FindsSeamsWithoutCommonNodes) {
  const TriMesh seam = turned(beside(plate(4, 4), moved(plate(4, 4), {4, 0, 0}), "right"));
  const SurfaceFindings found = findings_of(seam);
  EXPECT_EQ(found.coincident_nodes, 5);
  EXPECT_EQ(found.coincident.count, 0);
  EXPECT_EQ(found.intersecting.count, 0); // the seam's triangles share its nodes in space
  ASSERT_EQ(warnings_of(seam).size(), 1u);
  EXPECT_THAT(warnings_of(seam)[0], HasSubstr("5 nodes of surfaces lie where another node lies"));
  // within the tolerance, and the twin beyond it
  EXPECT_EQ(findings_of(beside(plate(4, 4), moved(plate(4, 4), {4 + 5e-7, 0, 0}), "right"))
                .coincident_nodes,
            5);
  EXPECT_EQ(findings_of(beside(plate(4, 4), moved(plate(4, 4), {4 + 5e-6, 0, 0}), "right"))
                .coincident_nodes,
            0);
}

TEST(SurfaceQuality, ShortEdgesAreNoSeams) {
  TriMesh mesh = plate(3, 3);
  mesh.points[5] = mesh.points[6] + Point{-1e-8, 0, 0};
  const SurfaceFindings found = findings_of(mesh);
  EXPECT_EQ(found.coincident_nodes, 0);
  EXPECT_EQ(found.short_edges, 1);
}

TEST(SurfaceQuality, FindsCoincidentBodies) {
  const TriMesh twice = beside(icosphere(2), testing::shuffled(icosphere(2), 9), "again");
  const SurfaceFindings found = findings_of(twice);
  EXPECT_EQ(found.coincident.count, 320);
  EXPECT_THAT(found.coincident.groups, ElementsAre(std::array<Index, 2>{0, 1}));
  EXPECT_EQ(found.coincident_nodes, 162);
  EXPECT_EQ(found.intersecting.count, 0);
  EXPECT_THAT(warnings_of(twice),
              ElementsAre(HasSubstr("162 nodes"),
                          HasSubstr("surfaces coincide: 320 pairs of triangles of the groups "
                                    "\"sphere\" and \"again\", around (")));
  // meshed otherwise: the bodies overlap
  const TriMesh other = beside(plate(4, 4), moved(plate(3, 3), {0.15, 0.25, 0}), "again");
  EXPECT_GT(findings_of(other).intersecting.count, 18);
  EXPECT_EQ(findings_of(other).coincident.count, 0);
}

TEST(SurfaceQuality, FindsIntersections) {
  // a plate upright through the middle of another one, along y = 2.3
  TriMesh upright = plate(4, 4);
  for (Point &p : upright.points)
    p = {p[0] + 0.1, 2.3, p[1] - 1.7};
  const TriMesh mesh = beside(plate(5, 5), upright, "upright");
  const SurfaceFindings found = findings_of(mesh);
  EXPECT_GT(found.intersecting.count, 8);
  EXPECT_EQ(found.intersecting.first_m.size(), 3u);
  for (const Point &p : found.intersecting.first_m) {
    EXPECT_NEAR(p[1], 2.3, 1);
    EXPECT_NEAR(p[2], 0, 1);
  }
  EXPECT_EQ(warnings_of(mesh).size(), 1u);
  EXPECT_THAT(warnings_of(mesh)[0], HasSubstr("of the groups \"plate\" and \"upright\""));
  // touching between its nodes, and the twin above
  EXPECT_GT(
      findings_of(beside(plate(5, 5), moved(upright, {0, 0, 1.7}), "upright")).intersecting.count,
      0);
  EXPECT_THAT(warnings_of(beside(plate(5, 5), moved(upright, {0, 0, 1.7001}), "upright")),
              ElementsAre());
  for (const int threads : {1, 3, 8})
    EXPECT_EQ(findings_of(mesh, threads).intersecting.first_m, found.intersecting.first_m);
}

// The reference tests every pair of triangles without the tree.
TEST(SurfaceQuality, TreeFindsWhatPairsFind) {
  const TriMesh mesh =
      testing::shuffled(both(icosphere(2), turned(icosphere(2, 0.9, {0.7, 0.1, 0}))), 2);
  std::int64_t pairs = 0;
  const auto triangle = [&](std::size_t t) {
    const auto &v = mesh.triangles[t];
    return ContactTriangle{{mesh.points[v[0]], mesh.points[v[1]], mesh.points[v[2]]}, v};
  };
  for (std::size_t a = 0; a < mesh.triangles.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      pairs += triangles_meet(triangle(a), triangle(b));
  EXPECT_GT(pairs, 50);
  EXPECT_EQ(findings_of(mesh).intersecting.count, pairs);
}

TEST(SurfaceQuality, FindsShortEdgesAndSmallAngles) {
  TriMesh mesh = plate(4, 4);
  mesh.points[6] = mesh.points[7] + Point{-9e-4, 0, 0};
  const SurfaceFindings found = findings_of(mesh);
  EXPECT_EQ(found.short_edges, 1);
  EXPECT_NEAR(found.edge_min_m, 9e-4, 1e-12);
  EXPECT_NEAR(found.edge_median_m, 1, 1e-9);
  EXPECT_NEAR(found.smallest_angle_rad, 4.5e-4, 1e-6); // 9e-4 seen over sqrt(2) at 45 degrees
  EXPECT_EQ(found.small_angles, 2);
  const std::vector<std::string> warnings = surface_warnings(mesh, found);
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_THAT(warnings[0], HasSubstr("1 edge of surfaces is 1000 times shorter than the median of "
                                     "1 m, the shortest 0.0009 m around (1.99955, 1, 0) m"));
  EXPECT_THAT(warnings[1], HasSubstr("2 triangles have an angle below 1 degree"));
  mesh.points[6] = mesh.points[7] + Point{-1.1e-3, 0, 0};
  EXPECT_EQ(findings_of(mesh).short_edges, 0);
}

TEST(SurfaceQuality, FarAndTinyCoordinatesAreNoHarm) {
  for (const double scale : {1e-150, 1e100}) {
    TriMesh mesh = both(plate(2, 2), moved(plate(2, 2), {1e40, 0, 0}));
    for (Point &p : mesh.points)
      p = scale * p;
    findings_of(mesh); // ends, and without undefined conversions (sanitizers watch)
  }
}

TEST(SurfaceReport, CountsPartsGroupsAndEdges) {
  TriMesh mesh = beside(icosphere(3), moved(plate(3, 2), {4, 0, 0}), "plate");
  mesh.groups.push_back({1, 5, "rim"});
  const auto first = static_cast<Index>(icosphere(3).points.size());
  mesh.lines = {{first, first + 1}, {first + 1, first + 2}};
  mesh.line_group = {2, 2};
  const SurfaceReport report = make_surface_report(mesh, make_surface_topology(mesh));
  EXPECT_EQ(report.triangles, 1292);
  EXPECT_EQ(report.boundary_edges, 10);
  EXPECT_EQ(report.junction_edges, 0);
  ASSERT_EQ(report.parts.size(), 2u);
  EXPECT_TRUE(report.parts[0].is_closed);
  EXPECT_FALSE(report.parts[1].is_closed);
  EXPECT_NEAR(report.parts[1].area_m2, 6, 1e-12);
  EXPECT_TRUE(report.is_oriented);
  const std::string text = format_report(report);
  EXPECT_THAT(text, HasSubstr("closed around 4.15"));
  EXPECT_THAT(text, HasSubstr("12 triangles, 6 m^2, open"));
  EXPECT_THAT(text, HasSubstr("curve group   \"rim\" (tag 5): 2 lines, 2 m"));
  std::swap(mesh.triangles[7][0], mesh.triangles[7][1]);
  EXPECT_THAT(format_report(make_surface_report(mesh, make_surface_topology(mesh))),
              HasSubstr("some triangles must be turned"));
  const TriMesh strip = band(12, 1);
  EXPECT_THAT(format_report(make_surface_report(strip, make_surface_topology(strip))),
              HasSubstr("a surface has one side only"));
}

} // namespace
} // namespace curlew
