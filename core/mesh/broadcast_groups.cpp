#include <curlew/core/mesh/broadcast_groups.hpp>

#include <sstream>

namespace curlew {

std::vector<MeshGroup> broadcast_groups(const std::vector<MeshGroup> &groups,
                                        const Communicator &ranks) {
  std::ostringstream text; // dimension, tag and name (it may hold spaces) of each, line by line
  for (const MeshGroup &group : groups)
    text << group.dimension << ' ' << group.tag << ' ' << group.name << '\n';
  std::istringstream lines(ranks.broadcast(text.str()));
  std::vector<MeshGroup> all;
  MeshGroup group;
  while (lines >> group.dimension >> group.tag && lines.get() == ' ' &&
         std::getline(lines, group.name))
    all.push_back(group);
  return all;
}

} // namespace curlew
