#include <curlew/core/mesh/array_nodes.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/disjoint_sets.hpp>
#include <curlew/core/mesh/extent.hpp>
#include <curlew/core/mesh/topology.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace curlew {
namespace {

constexpr int k_node_kinds = ArrayCells::k_kinds;
constexpr const char *k_axes[2] = {"x", "y"};
// Tolerance for files of rounded numbers, as a fraction of the antenna's cell.
constexpr double k_tolerance = 1e-7;

using Facet = std::array<Index, 3>; // ascending

struct CellSide {
  std::vector<Facet> facets;
  std::vector<Index> nodes; // nodes of the facets
};

class Matcher {
public:
  Matcher(const ArrayCells &array, const ArrayFrame &frame)
      : array_(array), frame_(frame), offset_(offsets(array)),
        sets_(static_cast<std::size_t>(offset_[k_node_kinds]), 1) {
    for (int kind = 0; kind < k_node_kinds; ++kind)
      find_sides(kind);
    for (int other = 0; other < 3; ++other)
      for (int axis = 0; axis < 2; ++axis) {
        const auto kind = [&](int part) { return axis == 0 ? 3 * other + part : 3 * part + other; };
        join(axis, kind(0), kind(1));
        join(axis, kind(1), kind(2));
        if (array.counts[axis] > 1)
          join(axis, kind(1), kind(1));
      }
  }

  std::array<std::vector<ArrayNode>, k_node_kinds> nodes() {
    std::array<std::vector<ArrayNode>, k_node_kinds> result;
    std::vector<Point> places(offset_[k_node_kinds]);
    for (int kind = 0; kind < k_node_kinds; ++kind) {
      const std::vector<Point> &points = array_.meshes[kind].points;
      for (std::size_t v = 0; v < points.size(); ++v) {
        const Index own = offset_[kind] + static_cast<Index>(v);
        ArrayNode node;
        node.node_class = sets_.root(own);
        for (int axis = 0; axis < 2; ++axis)
          node.next[axis] = is_on(kind, axis, 1, points[v]);
        if (node.node_class == own)
          places[own] = place(kind, points[v]);
        node.place = places[node.node_class]; // the root is the lowest, so its place is set already
        result[kind].push_back(node);
      }
    }
    return result;
  }

private:
  static std::array<Index, k_node_kinds + 1> offsets(const ArrayCells &array) {
    std::array<Index, k_node_kinds + 1> offset{};
    for (int kind = 0; kind < k_node_kinds; ++kind)
      offset[kind + 1] = offset[kind] + static_cast<Index>(array.meshes[kind].points.size());
    return offset;
  }

  double width(int kind, int axis) const {
    return frame_.width[axis][axis == 0 ? kind % 3 : kind / 3];
  }
  double from_corner(int kind, int axis, const Point &point) const {
    return point[axis] - frame_.corner[kind][axis];
  }
  bool is_on(int kind, int axis, int side, const Point &point) const {
    return std::abs(from_corner(kind, axis, point) - side * width(kind, axis)) <=
           frame_.tolerance_m;
  }
  Point place(int kind, const Point &point) const {
    Point result = point;
    for (int axis = 0; axis < 2; ++axis)
      result[axis] = is_on(kind, axis, 0, point) || is_on(kind, axis, 1, point)
                         ? 0
                         : from_corner(kind, axis, point);
    return result;
  }

  void find_sides(int kind) {
    const TetMesh &mesh = array_.meshes[kind];
    TopologyOptions options;
    options.node_edges = options.node_tets = false;
    const TetTopology topology = make_topology(mesh, options);
    for (std::size_t f = 0; f < topology.faces.size(); ++f) {
      if (topology.face_tets[f][1] >= 0)
        continue;
      const Facet &facet = topology.faces[f];
      for (int axis = 0; axis < 2; ++axis)
        for (int side = 0; side < 2; ++side)
          if (std::all_of(facet.begin(), facet.end(),
                          [&](Index node) { return is_on(kind, axis, side, mesh.points[node]); }))
            sides_[kind][axis][side].facets.push_back(facet);
    }
    for (auto &axis : sides_[kind])
      for (CellSide &side : axis) {
        for (const Facet &facet : side.facets)
          side.nodes.insert(side.nodes.end(), facet.begin(), facet.end());
        std::sort(side.nodes.begin(), side.nodes.end());
        side.nodes.erase(std::unique(side.nodes.begin(), side.nodes.end()), side.nodes.end());
      }
  }

  // Coordinates along the side, in tolerances.
  std::array<double, 2> along(int kind, int axis, Index node) const {
    const Point &point = array_.meshes[kind].points[node];
    return {from_corner(kind, 1 - axis, point) / frame_.tolerance_m, point[2] / frame_.tolerance_m};
  }

  // The high side of cell `low` and the low side of cell `high` are one.
  void join(int axis, int low, int high) {
    const CellSide &one = sides_[low][axis][1], &other = sides_[high][axis][0];
    std::map<std::array<std::int64_t, 2>, Index> at; // squares of one tolerance
    for (const Index node : other.nodes) {
      const auto [a, b] = along(high, axis, node);
      at[{std::llround(a), std::llround(b)}] = node;
    }
    std::map<Index, Index> partner;
    for (const Index node : one.nodes) {
      const auto [a, b] = along(low, axis, node);
      for (const std::int64_t i : {-1, 0, 1})
        for (const std::int64_t j : {-1, 0, 1})
          if (const auto found = at.find({std::llround(a) + i, std::llround(b) + j});
              found != at.end())
            partner[node] = found->second;
    }
    std::set<Facet> left(other.facets.begin(), other.facets.end());
    for (const Facet &facet : one.facets) {
      Facet image{};
      bool is_whole = true;
      for (int v = 0; v < 3; ++v) {
        const auto found = partner.find(facet[v]);
        is_whole = is_whole && found != partner.end();
        image[v] = found != partner.end() ? found->second : 0;
      }
      std::sort(image.begin(), image.end());
      if (!is_whole || left.erase(image) == 0)
        refuse(axis, low, high, low, facet);
    }
    if (!left.empty())
      refuse(axis, low, high, high, *left.begin());
    if (one.facets.empty())
      throw InputError(fmt::format("the cells \"{}\" and \"{}\" of the array have no facet where "
                                   "they meet along {}",
                                   array_.names[low], array_.names[high], k_axes[axis]));
    for (const auto &[node, image] : partner)
      sets_.join(offset_[low] + node, offset_[high] + image);
  }

  [[noreturn]] void refuse(int axis, int low, int high, int of, const Facet &facet) const {
    const auto corner = [&](int v) {
      const Point &p = array_.meshes[of].points[facet[v]];
      return fmt::format("({:.9g}, {:.9g}, {:.9g})", p[0], p[1], p[2]);
    };
    throw InputError(fmt::format(
        "the cells \"{}\" and \"{}\" of the array meet along {}, and the facet of \"{}\" with "
        "corners {} {} {} m has no partner in \"{}\"; mesh both sides alike, such as with "
        "\"Periodic Surface\" of Gmsh",
        array_.names[low], array_.names[high], k_axes[axis], array_.names[of], corner(0), corner(1),
        corner(2), array_.names[of == low ? high : low]));
  }

  const ArrayCells &array_;
  const ArrayFrame &frame_;
  std::array<Index, k_node_kinds + 1> offset_;
  DisjointSets sets_; // sets of the nodes of all kinds
  std::array<std::array<std::array<CellSide, 2>, 2>, k_node_kinds>
      sides_; // [kind][axis][low, high]
};

void require_width(const ArrayCells &array, const ArrayFrame &frame, int axis, int kind,
                   double found, double expected, const std::string &whose) {
  if (std::abs(found - expected) > frame.tolerance_m)
    throw InputError(fmt::format("the cell \"{}\" of the array is {:.9g} m wide along {}, and {} "
                                 "is {:.9g} m; both must be the same",
                                 array.names[kind], found, k_axes[axis], whose, expected));
}

} // namespace

ArrayFrame find_frame(const ArrayCells &array) {
  ArrayFrame frame;
  std::array<BoundingBox, k_node_kinds> boxes;
  for (int kind = 0; kind < k_node_kinds; ++kind) {
    for (const auto &tet : array.meshes[kind].tets)
      for (const Index node : tet)
        boxes[kind].add(array.meshes[kind].points[node]);
    if (array.meshes[kind].tets.empty())
      throw InputError(
          fmt::format("the cell \"{}\" of the array has no tetrahedra", array.names[kind]));
    frame.corner[kind] = {boxes[kind].low[0], boxes[kind].low[1]};
  }
  const auto width = [&](int kind, int axis) {
    return boxes[kind].high[axis] - boxes[kind].low[axis];
  };
  const int centre = ArrayCells::k_centre;
  frame.tolerance_m = k_tolerance * std::max(width(centre, 0), width(centre, 1));
  for (int axis = 0; axis < 2; ++axis) {
    frame.cells[axis] = array.counts[axis] + 2;
    frame.origin[axis] = frame.corner[centre][axis];
    require_width(array, frame, axis, centre, width(centre, axis), array.pitch_m[axis],
                  "the pitch");
    for (int part = 0; part < 3; ++part) {
      const int leader = axis == 0 ? 3 + part : 3 * part + 1; // beside the centre
      frame.width[axis][part] = part == 1 ? array.pitch_m[axis] : width(leader, axis);
      for (int other = 0; other < 3; ++other) {
        const int kind = axis == 0 ? 3 * other + part : 3 * part + other;
        require_width(array, frame, axis, kind, width(kind, axis), frame.width[axis][part],
                      '"' + array.names[leader] + '"');
      }
    }
  }
  return frame;
}

std::array<std::vector<ArrayNode>, 9> match_nodes(const ArrayCells &array,
                                                  const ArrayFrame &frame) {
  return Matcher(array, frame).nodes();
}

} // namespace curlew
