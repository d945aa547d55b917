#include <curlew/io/gmsh/gmsh_builder.hpp>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace curlew::gmsh {
namespace {

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
    is_of_entity_.push_back(0);
  }
  return known->second;
}

Index MeshBuilder::entity_group(int dimension, int tag) {
  if (tag == 0) {
    return k_no_group;
  }
  const auto [known, is_new] = entity_index_.try_emplace({dimension, tag}, Index(groups_.size()));
  if (is_new) {
    groups_.push_back({dimension, tag, ""});
    is_of_entity_.push_back(1);
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

void MeshBuilder::require_different_nodes(const char *where, std::uint64_t element,
                                          const ElementNodes &nodes, int count,
                                          const char *kind) const {
  for (int i = 0; i < count; ++i) {
    if (std::find(nodes.begin(), nodes.begin() + i, nodes[i]) != nodes.begin() + i) {
      cursor_.fail(where, fmt::format("element {} is a {} with a repeated node: {}", element, kind,
                                      fmt::join(nodes.begin(), nodes.begin() + count, ", ")));
    }
  }
}

std::string MeshBuilder::describe(const Index *nodes, std::size_t count) const {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += fmt::format("{}{} ({:g})", text.empty() ? "" : ", ", node_tags_[nodes[i]],
                        fmt::join(points_[nodes[i]], ", "));
  }
  return text;
}

std::string MeshBuilder::group_label(Index group) const {
  const auto name = names_.find({groups_[group].dimension, groups_[group].tag});
  return name == names_.end() ? std::to_string(groups_[group].tag)
                              : fmt::format("\"{}\" (tag {})", name->second, groups_[group].tag);
}

std::vector<Index> MeshBuilder::keep_nodes(const std::vector<char> &used) {
  std::vector<Index> number(points_.size(), -1);
  Index count = 0;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (used[i]) {
      points_[count] = points_[i];
      number[i] = count++;
    }
  }
  points_.resize(count);
  points_.shrink_to_fit();
  return number;
}

std::vector<MeshGroup>
MeshBuilder::keep_groups(std::initializer_list<std::vector<Index> *> element_groups) const {
  std::vector<char> used(groups_.size(), 0);
  for (const auto *elements : element_groups) {
    for (const Index group : *elements) {
      used[group] = 1;
    }
  }
  std::vector<MeshGroup> kept;
  std::vector<Index> number(groups_.size(), k_no_group);
  // The map is ordered by dimension, then tag; in a mesh the highest dimension comes first.
  for (const int dimension : {3, 2, 1}) {
    for (const auto &[key, group] : has_physical_groups() ? group_index_ : entity_index_) {
      if (key.first == dimension && used[group]) {
        const auto name = names_.find(key);
        number[group] = static_cast<Index>(kept.size());
        kept.push_back({dimension, key.second, name == names_.end() ? "" : name->second});
      }
    }
  }
  for (auto *elements : element_groups) {
    for (Index &group : *elements) {
      group = number[group];
    }
  }
  return kept;
}

void log_split(std::size_t count, const char *shape, const char *shapes, std::size_t part_count,
               const char *parts) {
  spdlog::info("{} {} split into {} {}", count,
               count == 1 ? std::string(shape) + " is" : std::string(shapes) + " are", part_count,
               parts);
}

} // namespace curlew::gmsh
