#pragma once

#include <curlew/methods/mom/surface.hpp>

#include <vector>

namespace curlew::mom {

// Basis functions in clusters of at most so many, neighbours together: the longest extent is cut in
// halves until they are small enough.
std::vector<std::vector<Index>> make_clusters(const Surface &surface, Index most);

// Which basis functions are neighbours, by the corners of their two faces.
class Neighbours {
public:
  explicit Neighbours(const Surface &surface);
  // Ascending, with `basis` itself: those whose edge ends at a corner of its faces; those whose
  // faces have a corner there.
  std::vector<Index> by_edge(Index basis) const { return collect(basis, edges_at_); }
  std::vector<Index> by_face(Index basis) const { return collect(basis, faces_at_); }

private:
  using Lists = std::vector<std::vector<Index>>; // of the nodes
  std::vector<Index> collect(Index basis, const Lists &lists) const;
  std::array<Index, 4> corners(Index basis) const; // the edge's first

  const Surface &surface_;
  Lists edges_at_, faces_at_;
};

} // namespace curlew::mom
