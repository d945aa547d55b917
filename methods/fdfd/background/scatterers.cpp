#include <curlew/methods/fdfd/background/scatterers.hpp>

#include <curlew/core/parallel/host_loops.hpp>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace curlew::fdfd {
namespace {

using Id = std::uint16_t;

// Calls f(id, begin, end) for the stretches of equal ids in a row. Most of a grid is one material:
// memcmp() first checks, at the speed of memory, whether the rest of the row is all equal.
template <class F> void for_each_stretch(const Id *row, Index length, F &&f) {
  for (Index begin = 0; begin < length;) {
    Index end = length;
    if (std::memcmp(row + begin, row + begin + 1, (length - 1 - begin) * sizeof(Id)) != 0) {
      end = begin + 1;
      while (row[end] == row[begin])
        ++end;
    }
    f(row[begin], begin, end);
    begin = end;
  }
}

// Calls f(component, k, chunk) for all planes of z, side by side.
template <class F> void for_each_plane(const Problem &problem, F &&f) {
  const Index planes = problem.count(2);
  parallel_chunks(
      3 * static_cast<std::size_t>(planes), problem.threads,
      [&](std::size_t begin, std::size_t end, std::size_t chunk) {
        for (std::size_t plane = begin; plane < end; ++plane)
          f(static_cast<int>(plane / planes), static_cast<Index>(plane % planes), chunk);
      },
      1);
}

std::size_t chunks_of(const Problem &problem) {
  return chunk_count(3 * static_cast<std::size_t>(problem.count(2)), problem.threads, 1);
}

// First and last of the entries found; none where first > last.
struct Bounds {
  std::array<Index, 3> first{}, last{-1, -1, -1};

  void add(const std::array<Index, 3> &from, const std::array<Index, 3> &to) {
    const bool is_empty = last[0] < 0;
    for (int d = 0; d < 3; ++d) {
      first[d] = is_empty ? from[d] : std::min(first[d], from[d]);
      last[d] = is_empty ? to[d] : std::max(last[d], to[d]);
    }
  }
};

// Marks the ids whose entries differ from a constant, or are coupled to others.
void compare_ids(const Problem &problem, complex eps_b, std::vector<char> &differs) {
  differs.assign(problem.eps.size(), 0);
  for (std::size_t id = 1; id < differs.size(); ++id)
    differs[id] = problem.eps[id] != eps_b || problem.is_coupled(id);
}

} // namespace

std::vector<Offset> entries_of_ids(const Problem &problem) {
  std::vector<std::vector<Offset>> counts(chunks_of(problem),
                                          std::vector<Offset>(problem.eps.size()));
  for_each_plane(problem, [&](int c, Index k, std::size_t chunk) {
    std::vector<Offset> &count = counts[chunk];
    for (Index j = 0; j < problem.count(1); ++j)
      for_each_stretch(&problem.eps_id[c][problem.entry(0, j, k)], problem.count(0),
                       [&](Id id, Index begin, Index end) { count[id] += end - begin; });
  });
  for (std::size_t chunk = 1; chunk < counts.size(); ++chunk)
    for (std::size_t id = 0; id < counts[0].size(); ++id)
      counts[0][id] += counts[chunk][id];
  return counts[0];
}

complex surrounding_eps(const Problem &problem, const std::vector<Offset> &entries_of_ids) {
  // Fixed entries have no material, and count only where there are no others.
  const auto first = entries_of_ids.begin() + (entries_of_ids.size() > 1 ? 1 : 0);
  return problem.eps[std::max_element(first, entries_of_ids.end()) - entries_of_ids.begin()];
}

complex surrounding_eps(const Problem &problem) {
  return surrounding_eps(problem, entries_of_ids(problem));
}

Box support_box(const Problem &problem, complex eps_b) {
  return support_box(problem, uniform_layers(eps_b));
}

Box support_box(const Problem &problem, const Layers &background) {
  struct Chunk {
    Bounds bounds;
    complex eps_b;
    std::vector<char> differs; // from `eps_b`; empty at first
  };
  std::vector<Chunk> found(chunks_of(problem));
  for_each_plane(problem, [&](int c, Index k, std::size_t chunk) {
    auto &[bounds, eps_b, differs] = found[chunk];
    if (differs.empty() || eps_b != background.at(c, k)) {
      eps_b = background.at(c, k);
      compare_ids(problem, eps_b, differs);
    }
    for (Index j = 0; j < problem.count(1); ++j)
      for_each_stretch(&problem.eps_id[c][problem.entry(0, j, k)], problem.count(0),
                       [&, &differs = differs, &bounds = bounds](Id id, Index begin, Index end) {
                         if (differs[id] != 0)
                           bounds.add({begin, j, k}, {end - 1, j, k});
                       });
  });
  Bounds all;
  for (const Chunk &one : found)
    if (one.bounds.last[0] >= 0)
      all.add(one.bounds.first, one.bounds.last);
  Box box;
  if (all.last[0] >= 0)
    for (int d = 0; d < 3; ++d) {
      box.first[d] = all.first[d];
      box.size[d] = all.last[d] + 1 - all.first[d];
    }
  return box;
}

} // namespace curlew::fdfd
