#include <curlew/methods/fdfd/background/rows.hpp>

#include <curlew/core/parallel/host_loops.hpp>

#include <algorithm>

namespace curlew::fdfd {
namespace {

using At = std::array<Index, 3>;

At moved(At at, int axis, Index by) {
  at[axis] += by;
  return at;
}

// Moves an index up to one beyond the grid into it; returns false beyond a wall.
bool wrap(const Problem &problem, At &at) {
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    if (at[d] >= 0 && at[d] < axis.count)
      continue;
    if (!axis.is_periodic())
      return false;
    at[d] += at[d] < 0 ? axis.count : -axis.count;
  }
  return true;
}

bool is_free(const Problem &problem, int component, At at) {
  return wrap(problem, at) && problem.eps_id[component][problem.entry(at[0], at[1], at[2])] != 0;
}

// True where one of the twelve entries that share a face with this one is free.
bool has_free_neighbour(const Problem &problem, int c, const At &at) {
  for (int d = 0; d < 3; ++d) {
    if (d == c)
      continue;
    const At below = moved(at, d, -1);
    if (is_free(problem, c, below) || is_free(problem, c, moved(at, d, 1)) ||
        is_free(problem, d, at) || is_free(problem, d, moved(at, c, 1)) ||
        is_free(problem, d, below) || is_free(problem, d, moved(below, c, 1)))
      return true;
  }
  return false;
}

bool has_mu(const Problem &problem, int component, At at) {
  if (!wrap(problem, at) || problem.is_boundary_fixed(component, at, false))
    return false;
  const auto id = problem.mu_id[component][problem.entry(at[0], at[1], at[2])];
  return id == 0 || problem.mu[id] != complex(1);
}

// True where one of the four faces around an entry of E has a mu other than 1.
bool has_mu_around(const Problem &problem, int c, const At &at) {
  for (int d = 0; d < 3; ++d)
    if (d != c && (has_mu(problem, 3 - c - d, at) || has_mu(problem, 3 - c - d, moved(at, d, -1))))
      return true;
  return false;
}

Box around(const std::vector<Offset> &entries, const Problem &problem) {
  Box box;
  for (const Offset entry : entries) {
    const Offset rest = entry % problem.size(), line = rest / problem.count(0);
    box = hull(box, {{static_cast<Index>(rest % problem.count(0)),
                      static_cast<Index>(line % problem.count(1)),
                      static_cast<Index>(line / problem.count(1))},
                     {1, 1, 1}});
  }
  return box;
}

Box with_neighbours(const Box &box, const Problem &problem) {
  Box wide = box;
  for (int d = 0; d < 3; ++d) {
    const Index count = problem.count(d), first = box.first[d] - 1,
                end = box.first[d] + box.size[d] + 1;
    const bool is_whole = problem.axes[d].is_periodic() && (first < 0 || end > count);
    wide.first[d] = is_whole ? 0 : std::max<Index>(first, 0);
    wide.size[d] = is_whole ? count : std::min(end, count) - wide.first[d];
  }
  return wide;
}

} // namespace

DifferentRows find_different_rows(const Problem &problem) {
  const bool is_magnetic = problem.is_magnetic();
  const std::size_t planes = 3 * static_cast<std::size_t>(problem.count(2));
  std::vector<DifferentRows> found(planes);
  parallel_chunks(
      planes, problem.threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t plane = begin; plane < end; ++plane) {
          const int c = static_cast<int>(plane / problem.count(2));
          const auto k = static_cast<Index>(plane % problem.count(2));
          const complex eps_b = problem.layers.at(c, k);
          for (Index j = 0; j < problem.count(1); ++j)
            for (Index i = 0; i < problem.count(0); ++i) {
              const At at{i, j, k};
              const Offset entry = problem.entry(i, j, k);
              const auto id = problem.eps_id[c][entry];
              const bool differs =
                  id == 0
                      ? !problem.is_boundary_fixed(c, at) && has_free_neighbour(problem, c, at)
                      : problem.eps[id] != eps_b || (is_magnetic && has_mu_around(problem, c, at));
              if (differs)
                (id == 0 ? found[plane].conductors : found[plane].others)
                    .push_back(c * problem.size() + entry);
            }
        }
      },
      1);
  DifferentRows rows;
  for (const DifferentRows &one : found) {
    rows.conductors.insert(rows.conductors.end(), one.conductors.begin(), one.conductors.end());
    rows.others.insert(rows.others.end(), one.others.begin(), one.others.end());
  }
  rows.conducting = around(rows.conductors, problem);
  rows.box = hull(rows.conducting, around(rows.others, problem));
  if ((is_magnetic || !rows.conductors.empty()) && !rows.box.is_empty())
    rows.box = with_neighbours(rows.box, problem);
  return rows;
}

} // namespace curlew::fdfd
