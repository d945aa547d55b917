#pragma once

#include <curlew/methods/fdfd/grid/align.hpp>
#include <curlew/methods/fdfd/media/edge_materials.hpp>

namespace curlew::fdfd {

// Returns the point in the grid whose material a sample beyond a periodic or a magnetic wall has.
Point inside(const Problem &problem, Point point);

// Shares of the grid's lines and faces outside of conducting solids: the fractions of
// @cite dey1997. A conductor's surface conducts, whatever touches it from outside. Shares are
// multiples of 1/1024, and 0 or at least 1/32: smaller ones would slow down iterative solvers.
class FreeShares {
public:
  // Keeps references to its arguments.
  FreeShares(const Problem &problem, const Scene &scene, const ConstantTable &table);

  // True where the case has a conductor.
  bool has_conductors() const { return has_conductors_; }
  // True for a point in a conductor or on its surface: one of the four points beside it along the
  // diagonals across an axis conducts, `aside` of a cell off along both axes.
  bool conducts(const Point &position_m, int axis, double aside = k_on_node) const;
  // Returns the share of an edge along an axis; 0 for one less than half the least share off a
  // conductor all along.
  double of_edge(const Point &center_m, int axis) const;
  // Returns the share of a line of one cell along an axis.
  double of_line(const Point &center_m, int axis) const;
  // Returns the share of a face of one cell across an axis.
  double of_face(const Point &center_m, int axis) const;

private:
  double length_on(const Point &center_m, int axis, double aside) const; // before rounding

  const Problem &problem_;
  const Scene &scene_;
  const ConstantTable &table_;
  bool has_conductors_;
};

// Fixes the edges around faces of the grid that a conductor covers: those with the id 0 of mu.
void close_covered_faces(const std::array<std::vector<std::uint16_t>, 3> &mu_id, Problem &problem);

} // namespace curlew::fdfd
