#pragma once

#include <curlew/methods/mom/integrals/face.hpp>

namespace curlew::mom {

// Corners that two faces share: the first `shared` of each, in these orders, are the same. 0: the
// faces do not touch.
struct SharedCorners {
  int shared = 0;
  int of_p[3] = {0, 1, 2}, of_q[3] = {0, 1, 2};
};

template <class Nodes>
CURLEW_MOM_FUNCTION SharedCorners shared_corners(const Nodes &p, const Nodes &q) {
  SharedCorners result;
  bool used_p[3] = {false, false, false}, used_q[3] = {false, false, false};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (p[i] == q[j]) {
        result.of_p[result.shared] = i;
        result.of_q[result.shared++] = j;
        used_p[i] = used_q[j] = true;
      }
  int next_p = result.shared, next_q = result.shared;
  for (int i = 0; i < 3; ++i) {
    if (!used_p[i])
      result.of_p[next_p++] = i;
    if (!used_q[i])
      result.of_q[next_q++] = i;
  }
  return result;
}

CURLEW_MOM_FUNCTION void exchange_corners(SharedCorners &corners, int i, int j) {
  const int one = corners.of_p[i], other = corners.of_q[i];
  corners.of_p[i] = corners.of_p[j];
  corners.of_q[i] = corners.of_q[j];
  corners.of_p[j] = one;
  corners.of_q[j] = other;
}

// Sorts the corners of an edge that two faces share, or those of one face, into an order that does
// not depend on reflections and on the numbers of the corners: rules are not symmetric in the
// corners, and images would have other integrals. The first corner is the one nearer to the corner
// of p opposite to the edge, else to that of q; for one face the corner opposite to the shorter
// edge. Returns the first of two corners that this does not distinguish, or -1.
CURLEW_MOM_FUNCTION int sort_corners(const Face &p, const Face &q, SharedCorners &corners) {
  const auto squared = [&](const Face &face, const int *order, int i, int j) {
    return distance_squared(face.corner[order[i]], face.corner[order[j]]);
  };
  if (corners.shared == 2) {
    double first = squared(p, corners.of_p, 0, 2), second = squared(p, corners.of_p, 1, 2);
    if (first == second) {
      first = squared(q, corners.of_q, 0, 2);
      second = squared(q, corners.of_q, 1, 2);
    }
    if (first > second)
      exchange_corners(corners, 0, 1);
    return first == second ? 0 : -1;
  }
  if (corners.shared < 3)
    return -1;
  const auto edge = [&](int i) { return squared(p, corners.of_p, (i + 1) % 3, (i + 2) % 3); };
  for (int pass = 0; pass < 3; ++pass) // sorts three numbers
    if (edge(pass % 2) > edge(pass % 2 + 1))
      exchange_corners(corners, pass % 2, pass % 2 + 1);
  return edge(0) == edge(1) ? 0 : edge(1) == edge(2) ? 1 : -1;
}

} // namespace curlew::mom
