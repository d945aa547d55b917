#include <curlew/core/mesh/quality.hpp>

#include <curlew/core/mesh/block_sums.hpp>
#include <curlew/core/mesh/extent.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/parts.hpp>
#include <curlew/core/parallel/host_arrays.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew {
namespace {

struct Range {
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
  double sum = 0;

  void add(double value) {
    min = std::min(min, value);
    max = std::max(max, value);
    sum += value;
  }
  void merge(const Range &other) {
    min = std::min(min, other.min);
    max = std::max(max, other.max);
    sum += other.sum;
  }
};

struct Measures { // measures of groups
  std::vector<std::int64_t> count;
  std::vector<double> measure;

  explicit Measures(std::size_t groups) : count(groups, 0), measure(groups, 0) {}
  void add(Index group, double value) {
    ++count[group];
    measure[group] += value;
  }
  void merge(const Measures &other) {
    for (std::size_t g = 0; g < count.size(); ++g) {
      count[g] += other.count[g];
      measure[g] += other.measure[g];
    }
  }
};

struct TetPart {
  Range volume, gamma;
  std::array<std::int64_t, 10> histogram{};
  Index worst = -1;
  Measures groups;

  explicit TetPart(std::size_t count) : groups(count) {}
  void merge(const TetPart &other) {
    if (worst < 0 || (other.worst >= 0 && other.gamma.min < gamma.min))
      worst = other.worst;
    volume.merge(other.volume);
    gamma.merge(other.gamma);
    for (std::size_t i = 0; i < histogram.size(); ++i)
      histogram[i] += other.histogram[i];
    groups.merge(other.groups);
  }
};

void report_tets(const TetMesh &mesh, int threads, MeshReport &report) {
  const TetPart total = reduce_blocks(
      mesh.tets.size(), threads, TetPart(mesh.groups.size()), [&](TetPart &part, std::size_t t) {
        const std::array<Index, 4> &v = mesh.tets[t];
        const double volume = tet_volume(mesh, t);
        const double gamma =
            tet_gamma(mesh.points[v[0]], mesh.points[v[1]], mesh.points[v[2]], mesh.points[v[3]]);
        if (part.worst < 0 || gamma < part.gamma.min)
          part.worst = static_cast<Index>(t);
        part.volume.add(volume);
        part.gamma.add(gamma);
        ++part.histogram[std::clamp(static_cast<int>(10 * gamma), 0, 9)];
        part.groups.add(mesh.tet_group[t], volume);
      });
  report.tets = static_cast<std::int64_t>(mesh.tets.size());
  for (std::size_t g = 0; g < mesh.groups.size(); ++g) {
    report.groups[g].count += total.groups.count[g];
    report.groups[g].measure += total.groups.measure[g];
  }
  if (mesh.tets.empty())
    return;
  report.volume_m3 = total.volume.sum;
  report.volume_min_m3 = total.volume.min;
  report.volume_max_m3 = total.volume.max;
  report.gamma_min = total.gamma.min;
  report.gamma_mean = total.gamma.sum / static_cast<double>(mesh.tets.size());
  report.gamma_histogram = total.histogram;
  report.worst_tet = total.worst;
  for (Index n : mesh.tets[total.worst])
    report.worst_tet_centroid_m = report.worst_tet_centroid_m + 0.25 * mesh.points[n];
}

void report_triangles(const TetMesh &mesh, const TetTopology &topology, int threads,
                      MeshReport &report) {
  const Measures total = reduce_blocks(
      mesh.triangles.size(), threads, Measures(mesh.groups.size()),
      [&](Measures &part, std::size_t i) {
        const std::array<Index, 3> &v = mesh.triangles[i];
        part.add(mesh.triangle_group[i],
                 triangle_area(mesh.points[v[0]], mesh.points[v[1]], mesh.points[v[2]]));
      });
  for (std::size_t g = 0; g < mesh.groups.size(); ++g) {
    report.groups[g].count += total.count[g];
    report.groups[g].measure += total.measure[g];
  }
  std::vector<std::uint8_t> grouped(topology.faces.size(), 0);
  for (Index face : triangle_faces(mesh, topology, threads))
    grouped[face] = 1;
  report.faces = static_cast<std::int64_t>(topology.faces.size());
  for (Index face : boundary_faces(topology, threads)) {
    ++report.boundary_faces;
    report.ungrouped_boundary_faces += !grouped[face];
  }
  report.consistency = check_consistency(mesh, topology, grouped, threads);
}

void report_edges(const TetMesh &mesh, const TetTopology &topology, int threads,
                  MeshReport &report) {
  const Range length =
      reduce_blocks(topology.edges.size(), threads, Range(), [&](Range &part, std::size_t e) {
        part.add(norm(mesh.points[topology.edges[e][1]] - mesh.points[topology.edges[e][0]]));
      });
  report.edges = static_cast<std::int64_t>(topology.edges.size());
  if (topology.edges.empty())
    return;
  report.edge_min_m = length.min;
  report.edge_max_m = length.max;
  report.edge_mean_m = length.sum / static_cast<double>(topology.edges.size());
}

void report_nodes(const TetMesh &mesh, const TetTopology &topology, int threads,
                  MeshReport &report) {
  report.nodes = static_cast<std::int64_t>(mesh.points.size());
  IndexRows made;
  if (topology.node_tets.offsets.empty())
    made = make_node_tets(mesh, threads);
  const IndexRows &node_tets = topology.node_tets.offsets.empty() ? made : topology.node_tets;
  report.unused_nodes = static_cast<std::int64_t>(
      select_items<Index>(mesh.points.size(), threads, [&](std::size_t n) {
        return node_tets.begin(n) == node_tets.end(n);
      }).size());
  if (mesh.points.empty())
    return;
  const BoundingBox all =
      reduce_blocks(mesh.points.size(), threads, BoundingBox(),
                    [&](BoundingBox &part, std::size_t n) { part.add(mesh.points[n]); });
  report.low_m = all.low;
  report.high_m = all.high;
}

} // namespace

double tet_volume(const Point &a, const Point &b, const Point &c, const Point &d) {
  return dot(cross(b - a, c - a), d - a) / 6;
}

double tet_volume(const TetMesh &mesh, std::size_t tet) {
  const std::array<Index, 4> &v = mesh.tets[tet];
  return tet_volume(mesh.points[v[0]], mesh.points[v[1]], mesh.points[v[2]], mesh.points[v[3]]);
}

double triangle_area(const Point &a, const Point &b, const Point &c) {
  return norm(cross(b - a, c - a)) / 2;
}

double tet_gamma(const Point &a, const Point &b, const Point &c, const Point &d) {
  const double volume = std::abs(tet_volume(a, b, c, d));
  const double area = triangle_area(b, c, d) + triangle_area(a, c, d) + triangle_area(a, b, d) +
                      triangle_area(a, b, c);
  // circumradius = area of the triangle whose sides are the products of opposite edges / (6 V)
  const double x = norm(b - a) * norm(d - c);
  const double y = norm(c - a) * norm(d - b);
  const double z = norm(d - a) * norm(c - b);
  const double heron = (x + y + z) * (y + z - x) * (x + z - y) * (x + y - z);
  if (!(heron > 0) || !(area > 0))
    return 0;
  const double inradius = 3 * volume / area;
  const double circumradius = std::sqrt(heron) / (24 * volume);
  return 3 * inradius / circumradius;
}

MeshReport make_report(const TetMesh &mesh, const TetTopology &topology, int threads) {
  MeshReport report;
  for (const MeshGroup &group : mesh.groups)
    report.groups.push_back({group, 0, 0});
  report_nodes(mesh, topology, threads, report);
  report_edges(mesh, topology, threads, report);
  report_tets(mesh, threads, report);
  report_triangles(mesh, topology, threads, report);
  report.parts = find_parts(topology, {}, threads).count;
  return report;
}

std::string format_report(const MeshReport &r) {
  std::string text;
  const auto line = [&](const char *name, const std::string &value) {
    text += fmt::format("{:<13} {}\n", name, value);
  };
  std::string nodes = fmt::format("{}", r.nodes);
  if (r.unused_nodes > 0)
    nodes += fmt::format(", of which {} in no tet", r.unused_nodes);
  if (r.consistency.coincident_nodes > 0)
    nodes += fmt::format(", {} where another node lies", r.consistency.coincident_nodes);
  line("nodes", nodes);
  line("edges", fmt::format("{}", r.edges));
  line("faces", r.ungrouped_boundary_faces == 0
                    ? fmt::format("{}, {} on the boundary", r.faces, r.boundary_faces)
                    : fmt::format("{}, {} on the boundary, of which {} in no surface group",
                                  r.faces, r.boundary_faces, r.ungrouped_boundary_faces));
  line("tets", r.parts <= 1 ? fmt::format("{}", r.tets)
                            : fmt::format("{}, in {} parts that share no face", r.tets, r.parts));
  line("extent",
       fmt::format("x {:.6g} .. {:.6g}, y {:.6g} .. {:.6g}, z {:.6g} .. {:.6g} m", r.low_m[0],
                   r.high_m[0], r.low_m[1], r.high_m[1], r.low_m[2], r.high_m[2]));
  line("volume", fmt::format("{:.9g} m^3; of a tet {:.4g} to {:.4g} m^3", r.volume_m3,
                             r.volume_min_m3, r.volume_max_m3));
  line("edge length",
       fmt::format("{:.4g} to {:.4g} m, mean {:.4g} m", r.edge_min_m, r.edge_max_m, r.edge_mean_m));
  line("quality", fmt::format("gamma (3 inradius / circumradius, 1 is regular): worst {:.4f}, mean "
                              "{:.4f}",
                              r.gamma_min, r.gamma_mean));
  if (r.worst_tet >= 0)
    line("", fmt::format("worst tet {} around ({:.6g}, {:.6g}, {:.6g}) m", r.worst_tet,
                         r.worst_tet_centroid_m[0], r.worst_tet_centroid_m[1],
                         r.worst_tet_centroid_m[2]));
  for (std::size_t i = 0; i < r.gamma_histogram.size(); ++i)
    if (r.gamma_histogram[i] > 0)
      line("", fmt::format("{:.1f} to {:.1f}  {:>10} tets", 0.1 * double(i), 0.1 * double(i + 1),
                           r.gamma_histogram[i]));
  for (const MeshReport::Group &g : r.groups) {
    const bool volume = g.group.dimension == 3;
    line(volume ? "volume group" : "surface group",
         fmt::format("\"{}\" (tag {}): {} {}, {:.9g} {}", g.group.label(), g.group.tag, g.count,
                     volume ? "tets" : "triangles", g.measure, volume ? "m^3" : "m^2"));
  }
  return text;
}

} // namespace curlew
