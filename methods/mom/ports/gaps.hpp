#pragma once

#include <curlew/io/case/sections/boundaries/boundaries.hpp>
#include <curlew/methods/mom/surface.hpp>

#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::mom {

// A basis function whose current crosses a gap: the edge's length, negative where the current of a
// coefficient above 0 goes from plus to minus.
struct GapEdge {
  Index basis = 0;
  double length_m = 0;
};

// A gap along edges of the surface, narrow against all lengths, with one voltage: a port, or an
// element without a source. Its current I is that of its edges, sum of length times coefficient,
// from minus to plus; the electric field in it makes the right-hand side U V of a voltage V, where
// U holds the lengths, for both testings: between the centroids the path across the gap is whole.
struct Gap {
  std::string name;     // of the group
  std::string location; // in the case, for messages
  const PortSpec *port = nullptr;
  LumpedSpec element; // of a port its source
  std::vector<GapEdge> edges;
};

// The ports of a case by their index, then its elements in the order of the case. At an edge of
// three and more faces the gap parts those on the side that its direction points to from the
// others. At an edge in a conducting plane of symmetry the gap is between the surface and the
// plane: half of that of the surface with its image, with half of its voltage. Throws InputError
// with the line of the case: for a group that the mesh does not have; for an edge of a single
// triangle; for two gaps on an edge; for a direction along the edge or, where more than two faces
// meet, none.
std::vector<Gap> find_gaps(const Case &input, const Surface &surface);

// Whether a boundary is a gap, and a case has one.
bool is_gap(const Boundary &boundary);
bool has_gaps(const Case &input);

} // namespace curlew::mom
