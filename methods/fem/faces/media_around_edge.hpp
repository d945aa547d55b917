#pragma once

#include <curlew/methods/fem/faces/tets_around_edge.hpp>
#include <curlew/methods/shared/setup/edge_exponent.hpp>

#include <vector>

namespace curlew::fem {

// The angle of a medium at an edge.
struct MediumWedge {
  std::size_t material = 0;
  double angle = 0;
};

// The media around an edge, or between two walls there, in their order.
struct EdgeMedia {
  std::vector<MediumWedge> wedges;
  double angle = 0;      // of all
  bool is_whole = false; // all around the edge, without walls
  EdgeWall first = EdgeWall::conductor, last = EdgeWall::conductor; // unless whole
};

// Sorts the media around edges by the walls there: perfect conductors and magnetic walls.
class MediaAroundEdges {
public:
  explicit MediaAroundEdges(const Model &model);

  // Returns the parts into which walls divide the tets around an edge. Parts that end at another
  // face of the mesh, behind which the media are not known, are left out.
  std::vector<EdgeMedia> at(const EdgeTets &around) const;

private:
  enum class Side : std::uint8_t { open, conductor, mirror };

  EdgeMedia walk(const EdgeTets &around, Index face, std::vector<char> &is_taken,
                 Index &last) const;

  const Model &model_;
  std::vector<Side> side_; // [face]
};

} // namespace curlew::fem
