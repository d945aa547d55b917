#pragma once

#include <curlew/core/mesh/topology.hpp>

#include <set>
#include <string>
#include <vector>

// What the face of a port is, found from its triangles. All throw InputError, which begins with the
// port's place in the case, for a face that is not what they measure.
namespace curlew {

// The triangles of a port in a mesh that must stay.
struct PortFace {
  const TetMesh &mesh;
  const TetTopology &topology;
  const std::vector<char> &edge_is_pec; // of all edges: whether E along it is 0, edges_of_faces()
  std::vector<Index> faces;
  std::string location; // in the case
};

struct PortPlane {
  Point normal{}, middle{}; // of unit length, to one of both sides
  double area_m2 = 0;
};
PortPlane measure_plane(const PortFace &face);

// A uniform field along a direction: how long and wide the face is along and across.
struct PortStrip {
  Point along{}; // of unit length
  double length_m = 0, width_m = 0;
};
PortStrip measure_strip(const PortFace &face, const PortPlane &plane, const Point &direction);

// Of a lumped element or port whose ends along its direction are not both on perfect conductors, as
// a part between two leads is; empty where they are.
std::string loose_ends_warning(const PortFace &face, const Point &direction);

// Of a port at `location` whose reference plane is moved beyond the structure, `depth_m` deep from
// its face on; empty where it is not.
std::string deembed_warning(const std::string &location, double deembed_m, double depth_m);

// Between two circles about one middle, of straight edges.
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

// The nodes of a port that lie on a perfect conductor, with the length of its edges in the port.
struct Conductor {
  std::set<Index> nodes;
  double perimeter_m = 0;
};
// The perfect conductors that touch a port, the one of the smallest perimeter first.
std::vector<Conductor> conductors_of(const PortFace &face);

// Which edges of a mesh lie on one of the wanted faces. It takes all faces: once for all ports.
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
// Edges of a port that one of its triangles has, its rim.
std::vector<Index> rim_edges(const PortFace &face);
// The closed lines that its rim consists of, by their nodes in no order.
std::vector<std::vector<Index>> rim_loops(const PortFace &face);
// "(0, 0, 0) to (1, 0, 0) m"
std::string describe_edge(const PortFace &face, Index edge);

} // namespace curlew
