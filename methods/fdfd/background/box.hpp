#pragma once

#include <curlew/core/index.hpp>
#include <curlew/methods/fdfd/problem.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace curlew::fdfd {

// A box of the grid, of nodes and halves alike. A vector on it holds three blocks of entries()
// each, x fastest.
struct Box {
  std::array<Index, 3> first{}, size{};

  Offset entries() const { return Offset(size[0]) * size[1] * size[2]; }
  bool is_empty() const { return entries() == 0; }
};

inline Box whole_grid(const Problem &problem) {
  return {{0, 0, 0}, {problem.count(0), problem.count(1), problem.count(2)}};
}

// The smallest box that holds both; an empty one holds nothing.
inline Box hull(const Box &a, const Box &b) {
  if (a.is_empty() || b.is_empty())
    return a.is_empty() ? b : a;
  Box both;
  for (int axis = 0; axis < 3; ++axis) {
    both.first[axis] = std::min(a.first[axis], b.first[axis]);
    both.size[axis] =
        std::max(a.first[axis] + a.size[axis], b.first[axis] + b.size[axis]) - both.first[axis];
  }
  return both;
}

// Planes along z [first, end) of one of several ranks that divide a grid; by default all planes.
struct Share {
  Index first = 0, end = std::numeric_limits<Index>::max();
  int ranks = 1;

  // Returns the part of a box in these planes, possibly none.
  Box of(Box box) const {
    const Index to = std::min(box.first[2] + box.size[2], end);
    box.first[2] = std::max(box.first[2], first);
    box.size[2] = std::max<Index>(0, to - box.first[2]);
    return box;
  }
};

// Returns the first of `count` items of each rank, and at the end their number: numbers of items
// differ by one at most.
inline std::vector<Offset> even_begins(Offset count, int ranks) {
  std::vector<Offset> begins;
  for (int rank = 0; rank <= ranks; ++rank)
    begins.push_back(count * rank / ranks);
  return begins;
}

// Returns the planes of a rank.
inline Share share_of_rank(const Problem &problem, int rank, int ranks) {
  const std::vector<Offset> begins = even_begins(problem.count(2), ranks);
  return {static_cast<Index>(begins[rank]), static_cast<Index>(begins[rank + 1]), ranks};
}

} // namespace curlew::fdfd
