#pragma once

#include <curlew/methods/shared/ports/port_face.hpp>

#include <optional>
#include <string>
#include <vector>

namespace curlew {

// Faces of a lumped element or port between its two terminals, as a sheet of one resistance whose
// current follows the field lines of the faces.
struct LumpedShape {
  double squares = 1;        // resistance between the terminals over that of a square of the sheet
  std::vector<Point> strips; // [face] E of 1 V on rectangles, V/m; empty for a ring
  Point centre{};            // of a ring, whose E of 1 V is r / (r^2 log_ratio)
  double log_ratio = 1;      // ln(outer radius / inner radius) of a ring
  int loose_ends = 0;        // ends of the faces without a conductor: 0, 1 or 2

  // Returns E of 1 V, V/m, at a point of a face given by its position in PortFace::faces.
  Point field(std::size_t face, const Point &place) const;
};

// Measures the faces of a lumped part. `direction`: from minus to plus, of any length; none: from
// the inner arc of a ring, or of a part of one, to the outer arc. PortFace::edge_is_pec marks all
// conductors, lossy ones too.
//
// Along a direction each connected face is a rectangle of length l and width w, flat or bent about
// lines along the direction: 1 / squares is the sum of w / l. A ring of the angle phi has squares =
// ln(b / a) / phi. Several faces must be in parallel: between the same two conductors, where the
// one that comes first along the direction gives the sign, or, where both of their ends are on one
// conductor, at the same place along the direction.
//
// Throws InputError, which begins with the part's place in the case, for a direction or a side that
// is off by more than 0.1 degree (with the angle), for another shape, and for several faces that
// are not in parallel (with their places).
LumpedShape measure_lumped(const PortFace &face, const std::optional<Point> &direction);

// Returns a warning for a lumped part whose ends are not both on conductors, unlike a part between
// two leads; empty where they are.
std::string loose_ends_warning(const LumpedShape &shape, const std::string &location);

} // namespace curlew
