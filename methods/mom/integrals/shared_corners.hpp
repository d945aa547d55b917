#pragma once

#include <curlew/methods/mom/integrals/function.hpp>

namespace curlew::mom {

// How the corners of two faces go together: the first `shared` of each, in these orders, are the
// same. 0: they do not touch.
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

} // namespace curlew::mom
