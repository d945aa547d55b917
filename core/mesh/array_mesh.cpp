#include <curlew/core/mesh/array_mesh.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/array_nodes.hpp>
#include <curlew/core/mesh/groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace curlew {
namespace {

constexpr int k_kinds = ArrayCells::k_kinds, k_centre = ArrayCells::k_centre;

// Rectangle of cells in which the nodes of a class lie.
struct Rectangle {
  std::array<Index, 2> low{std::numeric_limits<Index>::max(), std::numeric_limits<Index>::max()};
  std::array<Index, 2> high{-1, -1};
  Offset at(Index i, Index j) const {
    return static_cast<Offset>(j - low[1]) * (high[0] + 1 - low[0]) + i - low[0];
  }
  Offset size() const { return high[0] < low[0] ? 0 : at(high[0], high[1]) + 1; }
};

class Joiner {
public:
  explicit Joiner(const ArrayCells &array)
      : array_(array), frame_(find_frame(array)), nodes_(match_nodes(array, frame_)) {}

  ArrayMesh join() {
    if (tets_of_array(array_) > std::numeric_limits<Index>::max())
      throw ResourceError(fmt::format("the array has {:.3g} tets, more than {}",
                                      tets_of_array(array_), std::numeric_limits<Index>::max()));
    join_groups();
    number_nodes();
    for (Index j = 0; j < frame_.cells[1]; ++j)
      for (Index i = 0; i < frame_.cells[0]; ++i)
        add_copy(i, j);
    result_.copies.begin.push_back(static_cast<Index>(result_.mesh.tets.size()));
    return std::move(result_);
  }

private:
  // Groups of the same name are one; the first that has a tag keeps it.
  void join_groups() {
    for (int kind = 0; kind < k_kinds; ++kind)
      for (const MeshGroup &group : array_.meshes[kind].groups) {
        auto &groups = result_.mesh.groups;
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const MeshGroup &one) {
          return one.dimension == group.dimension && one.label() == group.label();
        });
        group_[kind].push_back(static_cast<Index>(same - groups.begin()));
        if (same == groups.end())
          groups.push_back({group.dimension, free_tag(group.dimension, group.tag), group.name});
      }
    for (const std::string &name : array_.element_groups) {
      for (int kind = 0; kind < k_kinds; ++kind) {
        const TetMesh &mesh = array_.meshes[kind];
        const auto found = matching_groups(mesh, 2, name);
        if (kind == k_centre)
          element_group_.push_back(find_group(mesh, 2, name));
        else if (std::any_of(mesh.triangle_group.begin(), mesh.triangle_group.end(),
                             [&](Index group) {
                               return std::find(found.begin(), found.end(), group) != found.end();
                             }))
          throw InputError(fmt::format("the cell \"{}\" of the array has the group \"{}\" too; "
                                       "ports and elements lie in the cell \"{}\" alone",
                                       array_.names[kind], name, array_.names[k_centre]));
      }
      first_element_group_.push_back(static_cast<Index>(result_.mesh.groups.size()));
      for (Index j = 0; j < array_.counts[1]; ++j)
        for (Index i = 0; i < array_.counts[0]; ++i)
          result_.mesh.groups.push_back({2, free_tag(2, 1), element_name(name, i, j)});
    }
  }

  // Returns this tag, or where another group has it, the first one above all tags in use.
  int free_tag(int dimension, int tag) {
    auto &[used, last] = tags_[dimension];
    if (!used.insert(tag).second)
      used.insert(tag = last + 1);
    last = std::max(last, tag);
    return tag;
  }

  void number_nodes() {
    std::size_t classes = 0;
    for (const auto &nodes : nodes_)
      classes += nodes.size();
    places_.resize(classes);
    const auto for_each = [&](auto &&f) { // kind, node, low cell, high cell
      for (int kind = 0; kind < k_kinds; ++kind)
        for (const ArrayNode &node : nodes_[kind]) {
          std::array<Index, 2> low{}, high{};
          for (int axis = 0; axis < 2; ++axis) {
            const int part = axis == 0 ? kind % 3 : kind / 3;
            low[axis] = (part == 0 ? 0 : part == 1 ? 1 : frame_.cells[axis] - 1) + node.next[axis];
            high[axis] = (part == 1 ? frame_.cells[axis] - 2 : low[axis] - node.next[axis]) +
                         node.next[axis];
          }
          f(node, low, high);
        }
    };
    for_each([&](const ArrayNode &node, const auto &low, const auto &high) {
      Rectangle &place = places_[node.node_class];
      for (int axis = 0; axis < 2; ++axis) {
        place.low[axis] = std::min(place.low[axis], low[axis]);
        place.high[axis] = std::max(place.high[axis], high[axis]);
      }
    });
    first_node_.resize(classes);
    Offset count = 0;
    for (std::size_t c = 0; c < classes; ++c) {
      first_node_[c] = static_cast<Index>(count);
      count += places_[c].size();
      if (count > std::numeric_limits<Index>::max())
        throw ResourceError(
            fmt::format("the array has more than {} nodes", std::numeric_limits<Index>::max()));
    }
    result_.mesh.points.resize(count);
    for_each([&](const ArrayNode &node, const auto &low, const auto &high) {
      for (Index j = low[1]; j <= high[1]; ++j)
        for (Index i = low[0]; i <= high[0]; ++i)
          result_.mesh.points[number(node, i, j)] = {frame_.start(0, i) + node.place[0],
                                                     frame_.start(1, j) + node.place[1],
                                                     node.place[2]};
    });
  }

  // Number of the node of this class in a cell.
  Index number(const ArrayNode &node, Index i, Index j) const {
    return first_node_[node.node_class] + static_cast<Index>(places_[node.node_class].at(i, j));
  }

  void add_copy(Index i, Index j) {
    const int kind = frame_.kind(i, j);
    const TetMesh &cell = array_.meshes[kind];
    TetMesh &mesh = result_.mesh;
    const auto begin = static_cast<Index>(mesh.tets.size());
    if (first_copy_[kind] < 0)
      first_copy_[kind] = begin;
    result_.copies.begin.push_back(begin);
    const auto moved = [&](auto nodes) {
      for (Index &node : nodes) {
        const ArrayNode &one = nodes_[kind][node];
        node = number(one, i + one.next[0], j + one.next[1]);
      }
      return nodes;
    };
    for (std::size_t t = 0; t < cell.tets.size(); ++t) {
      mesh.tets.push_back(moved(cell.tets[t]));
      mesh.tet_group.push_back(group_[kind][cell.tet_group[t]]);
      result_.copies.first.push_back(first_copy_[kind] + static_cast<Index>(t));
    }
    for (std::size_t t = 0; t < cell.triangles.size(); ++t) {
      const auto triangle = moved(cell.triangles[t]);
      const Index group = group_of(kind, cell.triangle_group[t], i, j);
      if (touches_sides(kind, cell.triangles[t]) && !add_once(triangle, group))
        continue;
      mesh.triangles.push_back(triangle);
      mesh.triangle_group.push_back(group);
    }
  }

  Index group_of(int kind, Index group, Index i, Index j) const {
    for (std::size_t e = 0; kind == k_centre && e < element_group_.size(); ++e)
      if (element_group_[e] == group)
        return first_element_group_[e] + (j - 1) * array_.counts[0] + i - 1;
    return group_[kind][group];
  }

  // Both cells beside a facet may list it.
  bool touches_sides(int kind, const std::array<Index, 3> &triangle) const {
    return std::all_of(triangle.begin(), triangle.end(), [&](Index node) {
      const ArrayNode &one = nodes_[kind][node];
      return one.place[0] == 0 || one.place[1] == 0;
    });
  }
  bool add_once(std::array<Index, 3> triangle, Index group) {
    std::sort(triangle.begin(), triangle.end());
    return at_sides_.emplace(triangle, group).second;
  }

  struct Tags {
    std::set<int> used;
    int last = 0;
  };

  const ArrayCells &array_;
  ArrayFrame frame_;
  std::array<std::vector<ArrayNode>, k_kinds> nodes_;
  ArrayMesh result_;
  std::array<std::vector<Index>, k_kinds> group_; // group of a cell -> group of the array
  std::vector<Index> element_group_, first_element_group_;
  std::array<Tags, 4> tags_; // [dimension]
  std::vector<Rectangle> places_;
  std::vector<Index> first_node_; // [class]
  std::array<Index, k_kinds> first_copy_{-1, -1, -1, -1, -1, -1, -1, -1, -1};
  std::set<std::pair<std::array<Index, 3>, Index>> at_sides_;
};

} // namespace

std::string element_name(const std::string &group, Index i, Index j) {
  return fmt::format("{}[{},{}]", group, i, j);
}

double copied_tets(const CellCopies &copies) {
  double count = 0;
  for (std::size_t t = 0; t < copies.first.size(); ++t)
    count += copies.first[t] != static_cast<Index>(t);
  return count;
}

double tets_of_array(const ArrayCells &array) {
  double tets = 0;
  for (int kind = 0; kind < k_kinds; ++kind)
    tets += (kind % 3 == 1 ? array.counts[0] : 1.0) * (kind / 3 == 1 ? array.counts[1] : 1.0) *
            static_cast<double>(array.meshes[kind].tets.size());
  return tets;
}

ArrayMesh join_cells(const ArrayCells &array) {
  return Joiner(array).join();
}

} // namespace curlew
