#pragma once

#include <curlew/core/index.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

namespace curlew::gmsh {

// Returns pairs (a, b), a < b, of elements with the same set of nodes and the same key (an empty
// list of keys: whatever the key). Each of several equal elements but the first is the b of one
// pair. Nodes are below node_count. Elements are bucketed by the lowest node, so that the cost is
// linear for meshes and n log n at worst.
template <std::size_t N>
std::vector<std::pair<Index, Index>> find_repeats(const std::vector<std::array<Index, N>> &elements,
                                                  const std::vector<Index> &key,
                                                  std::size_t node_count) {
  struct Entry {
    std::array<Index, N - 1> other_nodes;
    Index key;
    Index element;
    bool operator<(const Entry &b) const {
      return std::tie(other_nodes, key, element) < std::tie(b.other_nodes, b.key, b.element);
    }
  };
  std::vector<Offset> start(node_count + 1, 0);
  for (const auto &nodes : elements) {
    ++start[*std::min_element(nodes.begin(), nodes.end()) + 1];
  }
  for (std::size_t i = 0; i < node_count; ++i) {
    start[i + 1] += start[i];
  }
  std::vector<Entry> entries(elements.size());
  std::vector<Offset> next(start.begin(), start.end() - 1);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    std::array<Index, N> nodes = elements[i];
    std::sort(nodes.begin(), nodes.end());
    Entry &entry = entries[next[nodes[0]]++];
    std::copy(nodes.begin() + 1, nodes.end(), entry.other_nodes.begin());
    entry.key = key.empty() ? 0 : key[i];
    entry.element = static_cast<Index>(i);
  }
  std::vector<std::pair<Index, Index>> repeats;
  for (std::size_t node = 0; node < node_count; ++node) {
    std::sort(entries.begin() + start[node], entries.begin() + start[node + 1]);
    for (Offset i = start[node] + 1; i < start[node + 1]; ++i) {
      const Entry &a = entries[i - 1];
      const Entry &b = entries[i];
      if (a.other_nodes == b.other_nodes && a.key == b.key) {
        repeats.emplace_back(a.element, b.element);
      }
    }
  }
  return repeats;
}

} // namespace curlew::gmsh
