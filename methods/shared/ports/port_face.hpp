#pragma once

#include <curlew/core/mesh/topology.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

// Shape of a port's face, found from its triangles. All functions throw InputError, which begins
// with the port's place in the case, for a face of another shape.
namespace curlew {

// The triangles of a port in a mesh that must stay.
struct PortFace {
  const TetMesh &mesh;
  const TetTopology &topology;
  // For every edge of the mesh, whether E along it is 0: edges_of_faces().
  const std::vector<char> &edge_is_pec;
  std::vector<Index> faces;
  std::string location;        // place in the case
  std::set<Index> lossy_edges; // those of its edges that lie on impedances, conductors too

  bool is_lossy(Index edge) const { return lossy_edges.count(edge) > 0; }
  bool conducts(Index edge) const { return edge_is_pec[edge] != 0 || is_lossy(edge); }
};

struct PortPlane {
  Point normal{}, middle{}; // normal: unit length, to one of both sides
  double area_m2 = 0;
};
PortPlane measure_plane(const PortFace &face);

// Returns a warning for a port at `location` whose reference plane is moved beyond the structure,
// which is `depth_m` deep from its face on; empty where it is not.
std::string deembed_warning(const std::string &location, double deembed_m, double depth_m);

// A face between two circles about one middle, of straight edges.
struct PortRing {
  double inner_m = 0, outer_m = 0; // radii
};
PortRing measure_ring(const PortFace &face, const PortPlane &plane);

struct PortDisc {
  Point centre{};
  double radius_m = 0;
};
PortDisc measure_disc(const PortFace &face, const PortPlane &plane);

struct PortRectangle {
  Point corner{}, along{}, across{}; // unit vectors along the longer and the shorter side
  double length_m = 0, width_m = 0;
};
PortRectangle measure_rectangle(const PortFace &face, const PortPlane &plane);

// The nodes of a port that lie on a conductor, with the length of the conductor's edges in the
// port. Perfect walls and impedances that share nodes are one conductor.
struct Conductor {
  std::set<Index> nodes;
  double perimeter_m = 0;
  bool is_lossy = false; // an edge of it lies on an impedance
};
// Returns the conductors that touch a port, the one of the smallest perimeter first.
std::vector<Conductor> conductors_of(const PortFace &face);

// Returns the conductor that each node on one is on, by a node of the conductor. `in_plane`:
// conductors are what is left of them in the plane of the port, or else in the whole mesh.
std::map<Index, Index> conductors_of_nodes(const PortFace &face, bool in_plane);

// Marks the edges of a mesh that lie on one of the wanted faces. It visits all faces, so one call
// serves all ports.
template <class Predicate>
std::vector<char> edges_of_faces(const TetTopology &topology, const Predicate &is_wanted) {
  std::vector<char> found(topology.edges.size(), 0);
  for (std::size_t f = 0; f < topology.faces.size(); ++f)
    if (is_wanted(static_cast<Index>(f)))
      for (int k = 0; k < 3; ++k) {
        const auto &n = topology.faces[f];
        found[find_edge(topology, n[k], n[(k + 1) % 3])] = 1;
      }
  return found;
}
// Fills `lossy_edges` from faces of impedances.
void add_lossy_faces(const std::vector<Index> &faces, PortFace &face);
// Returns the edges of a port that belong to one of its triangles only: its rim.
std::vector<Index> rim_edges(const PortFace &face);
// Returns the closed lines of the rim, by their nodes in no order.
std::vector<std::vector<Index>> rim_loops(const PortFace &face);
// Returns "(0, 0, 0) to (1, 0, 0) m"
std::string describe_edge(const PortFace &face, Index edge);

} // namespace curlew
