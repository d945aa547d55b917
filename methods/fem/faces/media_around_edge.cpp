#include <curlew/methods/fem/faces/media_around_edge.hpp>

#include <curlew/core/constants.hpp>

#include <algorithm>

namespace curlew::fem {
namespace {

constexpr double k_whole_turn = 2 * k_pi * (1 - 1e-6);

void add(MediumWedge wedge, std::vector<MediumWedge> &wedges) {
  if (wedges.empty() || wedges.back().material != wedge.material)
    wedges.push_back(wedge);
  else
    wedges.back().angle += wedge.angle;
}

} // namespace

MediaAroundEdges::MediaAroundEdges(const Model &model)
    : model_(model), side_(model.topology.faces.size(), Side::open) {
  for (std::size_t f = 0; f < side_.size(); ++f)
    if (model.face_is_pec[f] != 0)
      side_[f] = Side::conductor;
  for (const FaceTerm &term : model.natural)
    side_[term.face] = Side::mirror;
  for (const FaceTerm &term : model.layers)
    side_[term.face] = Side::open;
}

// Collects the media from a face on, up to a wall or to the last tet that is not taken.
EdgeMedia MediaAroundEdges::walk(const EdgeTets &around, Index face, std::vector<char> &is_taken,
                                 Index &last) const {
  EdgeMedia media;
  last = face;
  do {
    std::size_t next = 0;
    while (next < around.tets.size() && (is_taken[next] != 0 || !around.tets[next].has(last)))
      ++next;
    if (next == around.tets.size())
      break;
    is_taken[next] = 1;
    const EdgeTet &tet = around.tets[next];
    last = tet.faces[tet.faces[0] == last ? 1 : 0];
    add({model_.material[tet.tet], tet.angle}, media.wedges);
    media.angle += tet.angle;
  } while (side_[last] == Side::open);
  return media;
}

std::vector<EdgeMedia> MediaAroundEdges::at(const EdgeTets &around) const {
  std::vector<EdgeMedia> parts;
  std::vector<char> is_taken(around.tets.size(), 0);
  const auto wall_at = [&](Index face) {
    return side_[face] == Side::mirror ? EdgeWall::mirror : EdgeWall::conductor;
  };
  bool has_walls = false;
  for (const auto &[face, height_m] : around.height_m) {
    for (int side = 0; side < 2 && side_[face] != Side::open; ++side) {
      has_walls = true;
      Index last = -1;
      EdgeMedia media = walk(around, face, is_taken, last);
      media.first = wall_at(face);
      media.last = wall_at(last);
      if (!media.wedges.empty() && side_[last] != Side::open)
        parts.push_back(std::move(media));
    }
  }
  if (has_walls || around.tets.empty())
    return parts;
  Index last = -1;
  EdgeMedia media = walk(around, around.tets.front().faces[0], is_taken, last);
  std::vector<MediumWedge> &wedges = media.wedges;
  if (media.angle < k_whole_turn)
    return {};
  if (wedges.size() > 1 && wedges.front().material == wedges.back().material) {
    wedges.front().angle += wedges.back().angle;
    wedges.pop_back();
  }
  media.is_whole = true;
  parts.push_back(std::move(media));
  return parts;
}

} // namespace curlew::fem
