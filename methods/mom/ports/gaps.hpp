#pragma once

#include <curlew/io/case/sections/boundaries/boundaries.hpp>
#include <curlew/methods/mom/surface.hpp>

#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::mom {

// A basis function whose current crosses a gap. length_m is the edge's length, negative where the
// current of a coefficient above 0 flows from plus to minus.
struct GapEdge {
  Index basis = 0;
  double length_m = 0;
};

// A gap along edges of the surface, narrow against all lengths, with one voltage: a port, or an
// element without a source. Its current I is that of its edges, sum of length times coefficient,
// from minus to plus. The electric field in it makes the right-hand side U V of a voltage V, where
// U holds the lengths, for both testings: the path between the centroids crosses the whole gap.
struct Gap {
  std::string name;     // name of the group
  std::string location; // in the case, for messages
  const PortSpec *port = nullptr;
  LumpedSpec element; // the element, or the source of a port
  std::vector<GapEdge> edges;
};

// Returns the ports of a case by their index, then its elements in the order of the case. At an
// edge of three and more faces the gap separates those on the side that its direction points to
// from the others. At an edge in a conducting plane of symmetry the gap is between the surface and
// the plane: half of the gap of the surface with its image, with half of its voltage. Throws
// InputError with the line of the case: for a group that the mesh does not have; for an edge of a
// single triangle; for two gaps on an edge; for a direction along the edge or, where more than two
// faces meet, a missing direction.
std::vector<Gap> find_gaps(const Case &input, const Surface &surface);

// Returns true for a case that has a gap.
bool has_gaps(const Case &input);

} // namespace curlew::mom
