#pragma once

#include <curlew/methods/mom/surface.hpp>

#include <vector>

namespace curlew::mom {

// Returns clusters of at most `most` basis functions, neighbours together: clusters are cut in
// halves along their longest extent until they are small enough.
std::vector<std::vector<Index>> make_clusters(const Surface &surface, Index most);

// Neighbours of basis functions, by the corners of their two faces.
class Neighbours {
public:
  explicit Neighbours(const Surface &surface);
  // Return the neighbours, ascending, with `basis` itself: by_edge() the functions whose edge ends
  // at a corner of its faces, by_face() the functions whose faces have a corner there.
  std::vector<Index> by_edge(Index basis) const { return collect(basis, edges_at_); }
  std::vector<Index> by_face(Index basis) const { return collect(basis, faces_at_); }

private:
  using Lists = std::vector<std::vector<Index>>; // [node]
  std::vector<Index> collect(Index basis, const Lists &lists) const;
  std::array<Index, 4> corners(Index basis) const; // the two corners of the edge come first

  const Surface &surface_;
  Lists edges_at_, faces_at_;
};

} // namespace curlew::mom
