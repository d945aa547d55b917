#pragma once

#include <curlew/core/mesh/surface_quality.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace curlew {

// The report that `curlew mesh FILE` prints for a mesh of surfaces.
struct SurfaceReport {
  struct Group {
    MeshGroup group;
    std::int64_t count = 0; // triangles or lines
    double measure = 0;     // m^2 or m
  };
  struct Part {
    std::int64_t triangles = 0;
    double area_m2 = 0;
    bool is_closed = false;
    double volume_m3 = 0; // inside a closed part, whichever way its normals point
  };
  std::int64_t nodes = 0, triangles = 0, edges = 0;
  std::int64_t boundary_edges = 0;       // edges of one triangle
  std::int64_t junction_edges = 0;       // edges of three or more triangles
  Point low_m{0, 0, 0}, high_m{0, 0, 0}; // bounding box of the nodes
  std::vector<Part> parts;               // parts that share no edge with each other
  std::vector<Group> groups;             // in the order of the mesh
  bool is_oriented = true; // false: normals of neighbours do not agree, or point into a body
  bool is_one_sided = false;
  SurfaceFindings findings;
};

SurfaceReport make_surface_report(const TriMesh &mesh, const SurfaceTopology &topology,
                                  int threads = 0);

// Lines of text with a trailing newline.
std::string format_report(const SurfaceReport &report);

} // namespace curlew
