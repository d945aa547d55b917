#pragma once

#include <curlew/core/mesh/consistency.hpp>
#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/core/mesh/topology.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace curlew {

// Returns the signed volume of a tet in m^3: det(b-a, c-a, d-a) / 6.
double tet_volume(const Point &a, const Point &b, const Point &c, const Point &d);
double tet_volume(const TetMesh &mesh, std::size_t tet);

// Returns the area of a triangle in m^2.
double triangle_area(const Point &a, const Point &b, const Point &c);

// Returns 3 x inradius / circumradius, as `gamma` of Gmsh: 1 for the regular tet, 0 for a flat one.
double tet_gamma(const Point &a, const Point &b, const Point &c, const Point &d);

// The report that `curlew mesh FILE` prints.
struct MeshReport {
  struct Group {
    MeshGroup group;
    std::int64_t count = 0; // tets or triangles
    double measure = 0;     // m^3 or m^2
  };
  std::int64_t nodes = 0, edges = 0, faces = 0, tets = 0;
  std::int64_t unused_nodes = 0;             // in no tet
  std::int64_t boundary_faces = 0;           // faces with one tet only
  std::int64_t ungrouped_boundary_faces = 0; // in no surface group
  std::int64_t parts = 0;                    // parts that share no face with each other
  Point low_m{0, 0, 0}, high_m{0, 0, 0};     // bounding box of the nodes
  double volume_m3 = 0, volume_min_m3 = 0, volume_max_m3 = 0;
  double edge_min_m = 0, edge_mean_m = 0, edge_max_m = 0;
  double gamma_min = 0, gamma_mean = 0;
  std::array<std::int64_t, 10> gamma_histogram{}; // tets with gamma in [i/10, (i+1)/10)
  Index worst_tet = -1;                           // tet of the smallest gamma
  Point worst_tet_centroid_m{0, 0, 0};
  std::vector<Group> groups; // in the order of the mesh
  MeshConsistency consistency;
};

// Needs the topology with faces. Sums do not depend on the number of threads. Throws InputError
// for a triangle that is no facet of any tet.
MeshReport make_report(const TetMesh &mesh, const TetTopology &topology, int threads = 0);

// Lines of text with a trailing newline.
std::string format_report(const MeshReport &report);

} // namespace curlew
