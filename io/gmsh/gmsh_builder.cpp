#include <curlew/io/gmsh/gmsh_builder.hpp>

#include <curlew/io/gmsh/gmsh_repeats.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace curlew::gmsh {
namespace {

// A volume below this fraction of the longest edge cubed is rounding noise: a tet that meshers
// make by mistake and that no method can use.
constexpr double k_zero_volume = 1e-14;

template <class T> void permute(std::vector<T> &values, const std::vector<Index> &order) {
  std::vector<T> sorted(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    sorted[i] = values[order[i]];
  }
  values = std::move(sorted);
}

} // namespace

void MeshBuilder::reserve_nodes(std::uint64_t count) {
  to_index(count, "the number of mesh nodes");
  node_tags_.reserve(count);
  points_.reserve(count);
  node_positions_.reserve(count);
}

void MeshBuilder::add_node_tag(const char *where, std::uint64_t tag) {
  node_tags_.push_back(tag);
  node_positions_.push_back(where);
}

void MeshBuilder::add_node_point(const char *where, const Point &point) {
  Point scaled;
  for (int i = 0; i < 3; ++i) {
    scaled[i] = length_unit_m_ * point[i];
    if (!std::isfinite(scaled[i])) {
      cursor_.fail(where, fmt::format("the {} coordinate of node {} is {} in the file, {} m: "
                                      "coordinates must be finite",
                                      "xyz"[i], node_tags_[points_.size()], point[i], scaled[i]));
    }
  }
  points_.push_back(scaled);
}

void MeshBuilder::close_nodes() {
  if (!std::is_sorted(node_tags_.begin(), node_tags_.end())) {
    std::vector<Index> order(node_tags_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return node_tags_[a] < node_tags_[b]; });
    permute(node_tags_, order);
    permute(points_, order);
    permute(node_positions_, order);
  }
  const auto twice = std::adjacent_find(node_tags_.begin(), node_tags_.end());
  if (twice != node_tags_.end()) {
    cursor_.fail(node_positions_[twice - node_tags_.begin() + 1],
                 fmt::format("node {} is listed a second time", *twice));
  }
  node_positions_ = {};
  if (node_tags_.empty()) {
    return;
  }
  const std::uint64_t range = node_tags_.back() - node_tags_.front();
  tags_are_contiguous_ = range == node_tags_.size() - 1;
  if (!tags_are_contiguous_ && range < 4 * node_tags_.size()) {
    node_of_tag_.assign(range + 1, -1);
    for (std::size_t i = 0; i < node_tags_.size(); ++i) {
      node_of_tag_[node_tags_[i] - node_tags_.front()] = static_cast<Index>(i);
    }
  }
}

void MeshBuilder::name_group(const char *where, int dimension, int tag, const std::string &name) {
  const auto [old, is_new] = names_.try_emplace({dimension, tag}, name);
  if (!is_new) {
    cursor_.fail(where,
                 fmt::format("the physical group of dimension {} with tag {} is named \"{}\" "
                             "and again \"{}\"",
                             dimension, tag, old->second, name));
  }
}

Index MeshBuilder::group(int dimension, int tag) {
  const auto [known, is_new] = group_index_.try_emplace({dimension, tag}, Index(groups_.size()));
  if (is_new) {
    groups_.push_back({dimension, tag, ""});
  }
  return known->second;
}

Index MeshBuilder::find_node(const char *where, std::uint64_t element, std::uint64_t tag) const {
  if (!node_tags_.empty() && tag >= node_tags_.front() && tag <= node_tags_.back()) {
    const std::uint64_t offset = tag - node_tags_.front();
    if (tags_are_contiguous_) {
      return static_cast<Index>(offset);
    }
    if (!node_of_tag_.empty()) {
      if (node_of_tag_[offset] >= 0) {
        return node_of_tag_[offset];
      }
    } else {
      const auto found = std::lower_bound(node_tags_.begin(), node_tags_.end(), tag);
      if (*found == tag) {
        return static_cast<Index>(found - node_tags_.begin());
      }
    }
  }
  cursor_.fail(where,
               fmt::format("element {} uses node {}, which $Nodes does not list", element, tag));
}

double MeshBuilder::shape_of(const std::array<Index, 4> &nodes) const {
  std::array<Point, 6> edges;
  double largest = 0;
  std::size_t count = 0;
  for (int a = 0; a < 4; ++a) {
    for (int b = a + 1; b < 4; ++b, ++count) {
      for (int i = 0; i < 3; ++i) {
        edges[count][i] = points_[nodes[b]][i] - points_[nodes[a]][i];
        largest = std::max(largest, std::abs(edges[count][i]));
      }
    }
  }
  // Scaled first, so that no product of coordinates over- or underflows.
  double longest_squared = 0;
  for (Point &edge : edges) {
    double squared = 0;
    for (double &component : edge) {
      component /= largest;
      squared += component * component;
    }
    longest_squared = std::max(longest_squared, squared);
  }
  const auto &[u, v, w] = std::tie(edges[0], edges[1], edges[2]);
  const double det = u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
                     u[2] * (v[0] * w[1] - v[1] * w[0]);
  return det / (longest_squared * std::sqrt(longest_squared));
}

std::string MeshBuilder::describe(const std::array<Index, 4> &nodes) const {
  std::string text;
  for (const Index node : nodes) {
    text += fmt::format("{}{} ({:g})", text.empty() ? "" : ", ", node_tags_[node],
                        fmt::join(points_[node], ", "));
  }
  return text;
}

void MeshBuilder::add_tet(const char *where, std::uint64_t element,
                          const std::array<std::uint64_t, 4> &nodes, Index group) {
  if (group == k_no_group) {
    if (ungrouped_tets_++ == 0) {
      first_ungrouped_ = element;
    }
    return;
  }
  std::array<Index, 4> tet;
  for (int i = 0; i < 4; ++i) {
    tet[i] = find_node(where, element, nodes[i]);
  }
  const double shape = shape_of(tet);
  // Negated, because coinciding or too distant nodes give NaN.
  if (!(std::abs(shape) >= 6 * k_zero_volume)) {
    cursor_.fail(where,
                 fmt::format("element {} has no volume; its nodes in m: {}. Mesh the geometry "
                             "again, with other sizes or after healing it",
                             element, describe(tet)));
  }
  if (shape < 0) {
    std::swap(tet[2], tet[3]);
  }
  tets_.push_back(tet);
  tet_group_.push_back(group);
  tet_numbers_.push_back(element);
}

void MeshBuilder::add_triangle(const char *where, std::uint64_t element,
                               const std::array<std::uint64_t, 3> &nodes, Index group) {
  if (group == k_no_group) {
    ++ungrouped_triangles_;
    return;
  }
  if (nodes[0] == nodes[1] || nodes[1] == nodes[2] || nodes[2] == nodes[0]) {
    cursor_.fail(where, fmt::format("element {} is a triangle with a repeated node: {}", element,
                                    fmt::join(nodes, ", ")));
  }
  std::array<Index, 3> triangle;
  for (int i = 0; i < 3; ++i) {
    triangle[i] = find_node(where, element, nodes[i]);
  }
  triangles_.push_back(triangle);
  triangle_group_.push_back(group);
  triangle_numbers_.push_back(element);
}

void MeshBuilder::require_tets() const {
  if (ungrouped_tets_ > 0) {
    cursor_.fail_file(fmt::format(
        "{} of {} tetrahedra belong to no physical group (the first is element {}): add a "
        "Physical Volume for every volume to the .geo file, such as Physical Volume(\"air\") = "
        "{{1}}; "
        "and mesh again",
        ungrouped_tets_, ungrouped_tets_ + tets_.size(), first_ungrouped_));
  }
  if (tets_.empty()) {
    cursor_.fail_file(fmt::format(
        "there are no tetrahedra in it, only {} triangles: mesh in 3D (gmsh -3), and put every "
        "volume into a Physical Volume (once there is one physical group, Gmsh saves only elements "
        "of physical groups)",
        triangles_.size() + ungrouped_triangles_));
  }
  to_index(tets_.size(), "the number of tetrahedra");
  to_index(triangles_.size(), "the number of boundary triangles");
}

void MeshBuilder::reject_repeated_tets() const {
  const auto repeats = find_repeats(tets_, {}, points_.size());
  if (repeats.empty()) {
    return;
  }
  const auto [a, b] = repeats.front();
  const int tag_a = groups_[tet_group_[a]].tag;
  const int tag_b = groups_[tet_group_[b]].tag;
  cursor_.fail_file(fmt::format(
      "elements {} and {} are the same tetrahedron, with the nodes {}: {}", tet_numbers_[a],
      tet_numbers_[b], describe(tets_[a]),
      tag_a == tag_b ? fmt::format("it is listed twice in physical volume {}", tag_a)
                     : fmt::format("it lies in the physical volumes {} and {}, but a tetrahedron "
                                   "belongs to exactly one",
                                   tag_a, tag_b)));
}

void MeshBuilder::drop_repeated_triangles() {
  const auto repeats = find_repeats(triangles_, triangle_group_, points_.size());
  if (repeats.empty()) {
    return;
  }
  std::vector<char> dropped(triangles_.size(), 0);
  for (const auto &pair : repeats) {
    dropped[pair.second] = 1;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    if (!dropped[i]) {
      triangles_[kept] = triangles_[i];
      triangle_group_[kept] = triangle_group_[i];
      triangle_numbers_[kept] = triangle_numbers_[i];
      ++kept;
    }
  }
  triangles_.resize(kept);
  triangle_group_.resize(kept);
  triangle_numbers_.resize(kept);
}

void MeshBuilder::number_used_nodes(TetMesh &mesh) {
  std::vector<Index> number(points_.size(), -1);
  for (const auto &tet : tets_) {
    for (const Index node : tet) {
      number[node] = 0;
    }
  }
  Index count = 0;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (number[i] == 0) {
      points_[count] = points_[i];
      number[i] = count++;
    }
  }
  for (auto &tet : tets_) {
    for (Index &node : tet) {
      node = number[node];
    }
  }
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    for (Index &node : triangles_[i]) {
      if (number[node] < 0) {
        cursor_.fail_file(fmt::format(
            "element {}, a triangle of physical surface {}, touches no tetrahedron at its node {}: "
            "surfaces must bound or lie between meshed volumes (a fragment of the geometry makes "
            "them conforming)",
            triangle_numbers_[i], groups_[triangle_group_[i]].tag, node_tags_[node]));
      }
      node = number[node];
    }
  }
  points_.resize(count);
  points_.shrink_to_fit();
  mesh.points = std::move(points_);
  mesh.tets = std::move(tets_);
  mesh.triangles = std::move(triangles_);
}

void MeshBuilder::number_used_groups(TetMesh &mesh) const {
  std::vector<char> used(groups_.size(), 0);
  for (const auto *elements : {&tet_group_, &triangle_group_}) {
    for (const Index group : *elements) {
      used[group] = 1;
    }
  }
  std::vector<Index> number(groups_.size(), k_no_group);
  // The map's order is by dimension, then tag; volumes come first in a TetMesh.
  for (const int dimension : {3, 2}) {
    for (const auto &[key, group] : group_index_) {
      if (key.first == dimension && used[group]) {
        const auto name = names_.find(key);
        number[group] = static_cast<Index>(mesh.groups.size());
        mesh.groups.push_back({dimension, key.second, name == names_.end() ? "" : name->second});
      }
    }
  }
  const auto renumber = [&](const std::vector<Index> &old) {
    std::vector<Index> result(old.size());
    std::transform(old.begin(), old.end(), result.begin(), [&](Index g) { return number[g]; });
    return result;
  };
  mesh.tet_group = renumber(tet_group_);
  mesh.triangle_group = renumber(triangle_group_);
}

TetMesh MeshBuilder::finish() {
  require_tets();
  reject_repeated_tets();
  drop_repeated_triangles();
  TetMesh mesh;
  number_used_groups(mesh);
  number_used_nodes(mesh);
  return mesh;
}

} // namespace curlew::gmsh
