// The operator of method fdfd written down once, term by term: the oracle of every variant.
#pragma once

#include <curlew/methods/fdfd/problem.hpp>

#include <array>
#include <vector>

namespace curlew::fdfd::testing {

using Values = std::vector<complex>; // unknowns() entries, as in Problem

// One block of a vector on the grid, with its values beyond the walls.
class Block {
public:
  Block(const Problem &problem, const Values &values, int component)
      : problem_(problem), values_(values), first_(component * problem.size()) {}

  // Returns the value at place[], shifted by `step` (-1, 0, 1) along `axis`: 0 beyond a wall, times
  // the period's phase beyond a period.
  complex at(std::array<Index, 3> place, int axis, int step) const {
    const Axis &along = problem_.axes[axis];
    complex phase = 1;
    place[axis] += step;
    if (place[axis] < 0 || place[axis] >= along.count) {
      if (!along.is_periodic())
        return 0;
      phase = place[axis] < 0 ? 1.0 / along.phase : along.phase;
      place[axis] += place[axis] < 0 ? along.count : -along.count;
    }
    return phase * values_[first_ + problem_.entry(place[0], place[1], place[2])];
  }

private:
  const Problem &problem_;
  const Values &values_;
  Offset first_;
};

// Calls f(component, place, entry of the vector) for all entries.
template <class F> void for_each_entry(const Problem &problem, F f) {
  for (int c = 0; c < 3; ++c)
    for (Index k = 0; k < problem.count(2); ++k)
      for (Index j = 0; j < problem.count(1); ++j)
        for (Index i = 0; i < problem.count(0); ++i)
          f(c, std::array<Index, 3>{i, j, k}, c * problem.size() + problem.entry(i, j, k));
}

// (1/mu) curl E on faces: differences from nodes to halves.
inline Values plain_curl_of_e(const Problem &problem, const Values &e) {
  Values h(problem.unknowns());
  const std::array<Block, 3> block{Block(problem, e, 0), Block(problem, e, 1),
                                   Block(problem, e, 2)};
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &place, Offset entry) {
    const int u = (c + 1) % 3, v = (c + 2) % 3;
    const complex along_u =
        (block[v].at(place, u, 1) - block[v].at(place, u, 0)) * problem.axes[u].half_rate[place[u]];
    const complex along_v =
        (block[u].at(place, v, 1) - block[u].at(place, v, 0)) * problem.axes[v].half_rate[place[v]];
    h[entry] = along_u - along_v;
    if (!problem.mu_id[0].empty())
      h[entry] /= problem.mu[problem.mu_id[c][entry - c * problem.size()]];
  });
  return h;
}

// curl H on edges: differences from halves to nodes.
inline Values plain_curl_of_h(const Problem &problem, const Values &h) {
  Values e(problem.unknowns());
  const std::array<Block, 3> block{Block(problem, h, 0), Block(problem, h, 1),
                                   Block(problem, h, 2)};
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &place, Offset entry) {
    const int u = (c + 1) % 3, v = (c + 2) % 3;
    const complex along_u = (block[v].at(place, u, 0) - block[v].at(place, u, -1)) *
                            problem.axes[u].node_rate[place[u]];
    const complex along_v = (block[u].at(place, v, 0) - block[u].at(place, v, -1)) *
                            problem.axes[v].node_rate[place[v]];
    e[entry] = along_u - along_v;
  });
  return e;
}

// A E = curl (1/mu) curl E - k^2 eps E, 0 in the rows of fixed entries. E holds 0 there.
inline Values plain_operator(const Problem &problem, const Values &e) {
  Values a = plain_curl_of_h(problem, plain_curl_of_e(problem, e));
  const double k2 = problem.wavenumber * problem.wavenumber;
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &, Offset entry) {
    const auto id = problem.eps_id[c][entry - c * problem.size()];
    a[entry] = id == 0 ? complex(0) : a[entry] - k2 * problem.eps[id] * e[entry];
  });
  return a;
}

// The weight of an entry in the form in which A is symmetric.
inline complex plain_weight(const Problem &problem, int c, const std::array<Index, 3> &place) {
  complex weight = 1;
  for (int axis = 0; axis < 3; ++axis)
    weight *= axis == c ? problem.axes[axis].half_length[place[axis]]
                        : problem.axes[axis].node_length[place[axis]];
  return weight;
}

// True where the walls fix an entry of E.
inline bool walls_fix(const Problem &problem, int c, const std::array<Index, 3> &place) {
  bool fixed = false;
  for (int axis = 0; axis < 3; ++axis)
    fixed = fixed || (axis == c ? problem.axes[axis].half_is_fixed(place[axis])
                                : problem.axes[axis].node_is_fixed(place[axis]));
  return fixed;
}

} // namespace curlew::fdfd::testing
