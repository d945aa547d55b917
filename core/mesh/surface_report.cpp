#include <curlew/core/mesh/surface_report.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/extent.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/quality.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

constexpr std::size_t k_listed_parts = 20;

void report_elements(const TriMesh &mesh, const SurfaceTopology &topology, SurfaceReport &report) {
  for (const MeshGroup &group : mesh.groups)
    report.groups.push_back({group, 0, 0});
  report.parts.resize(topology.parts);
  for (Index part = 0; part < topology.parts; ++part)
    report.parts[part].is_closed = topology.part_is_closed[part] != 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const std::array<Index, 3> &v = mesh.triangles[t];
    const double area = triangle_area(mesh.points[v[0]], mesh.points[v[1]], mesh.points[v[2]]);
    SurfaceReport::Group &group = report.groups[mesh.triangle_group[t]];
    ++group.count;
    group.measure += area;
    SurfaceReport::Part &part = report.parts[topology.triangle_part[t]];
    ++part.triangles;
    part.area_m2 += area;
  }
  for (std::size_t i = 0; i < mesh.lines.size(); ++i) {
    SurfaceReport::Group &group = report.groups[mesh.line_group[i]];
    ++group.count;
    group.measure += norm(mesh.points[mesh.lines[i][1]] - mesh.points[mesh.lines[i][0]]);
  }
}

// Computes volumes from a copy with all normals outwards; reports whether any normal had to be
// turned.
void report_orientation(const TriMesh &mesh, const SurfaceTopology &topology,
                        SurfaceReport &report) {
  TriMesh oriented = mesh;
  try {
    report.is_oriented = orient_surfaces(oriented, topology) == 0;
  } catch (const InputError &) {
    report.is_one_sided = true;
    return;
  }
  const std::vector<double> volumes = enclosed_volumes(oriented, topology);
  for (Index part = 0; part < topology.parts; ++part)
    report.parts[part].volume_m3 = volumes[part];
}

} // namespace

SurfaceReport make_surface_report(const TriMesh &mesh, const SurfaceTopology &topology,
                                  int threads) {
  SurfaceReport report;
  report.nodes = static_cast<std::int64_t>(mesh.points.size());
  report.triangles = static_cast<std::int64_t>(mesh.triangles.size());
  report.edges = static_cast<std::int64_t>(topology.edges.size());
  for (std::size_t e = 0; e < topology.edges.size(); ++e) {
    const Offset triangles = topology.edge_offset[e + 1] - topology.edge_offset[e];
    report.boundary_edges += triangles == 1;
    report.junction_edges += triangles > 2;
  }
  BoundingBox all;
  for (const Point &p : mesh.points)
    all.add(p);
  report.low_m = all.low;
  report.high_m = all.high;
  report_elements(mesh, topology, report);
  report_orientation(mesh, topology, report);
  report.findings = find_surface_defects(mesh, topology, threads);
  return report;
}

std::string format_report(const SurfaceReport &r) {
  std::string text;
  const auto line = [&](const char *name, const std::string &value) {
    text += fmt::format("{:<13} {}\n", name, value);
  };
  const SurfaceFindings &f = r.findings;
  line("nodes", f.coincident_nodes == 0
                    ? fmt::format("{}", r.nodes)
                    : fmt::format("{}, {} where another node lies", r.nodes, f.coincident_nodes));
  line("triangles", fmt::format("{}", r.triangles));
  line("edges", fmt::format("{}, {} on the boundary, {} at junctions of three or more triangles",
                            r.edges, r.boundary_edges, r.junction_edges));
  line("extent",
       fmt::format("x {:.6g} .. {:.6g}, y {:.6g} .. {:.6g}, z {:.6g} .. {:.6g} m", r.low_m[0],
                   r.high_m[0], r.low_m[1], r.high_m[1], r.low_m[2], r.high_m[2]));
  line("edge length", fmt::format("{:.4g} to {:.4g} m, median {:.4g} m", f.edge_min_m, f.edge_max_m,
                                  f.edge_median_m));
  line("quality", fmt::format("smallest angle {:.3g} degrees", f.smallest_angle_rad * 180 / k_pi));
  line("orientation", r.is_one_sided  ? "a surface has one side only"
                      : r.is_oriented ? "neighbours agree, bodies have their normals outwards"
                                      : "some triangles must be turned");
  for (std::size_t p = 0; p < std::min(r.parts.size(), k_listed_parts); ++p) {
    const SurfaceReport::Part &part = r.parts[p];
    line("part",
         fmt::format("{} triangles, {:.9g} m^2, {}", part.triangles, part.area_m2,
                     part.is_closed ? fmt::format("closed around {:.9g} m^3", part.volume_m3)
                                    : "open"));
  }
  if (r.parts.size() > k_listed_parts)
    line("", fmt::format("and {} parts more", r.parts.size() - k_listed_parts));
  for (const SurfaceReport::Group &g : r.groups) {
    const bool surface = g.group.dimension == 2;
    line(surface ? "surface group" : "curve group",
         fmt::format("\"{}\" (tag {}): {} {}, {:.9g} {}", g.group.label(), g.group.tag, g.count,
                     surface ? "triangles" : "lines", g.measure, surface ? "m^2" : "m"));
  }
  return text;
}

} // namespace curlew
