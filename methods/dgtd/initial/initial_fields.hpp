#pragma once

#include <curlew/methods/dgtd/problem.hpp>

#include <string>
#include <vector>

namespace curlew::dgtd {

// E and H at t = 0 in the tets that this rank owns, in the order of the mesh, [tet][number]: the
// fields of all excitations of type "initial-field", projected tet by tet (L2).
struct InitialFields {
  std::vector<double> e, h;       // empty: the case has none
  std::vector<std::string> texts; // a line about each for the log
  bool empty() const { return e.empty(); }
};

// Finds the initial fields of a case. Throws InputError, with its place in the case, for a mode
// without its box, for a formula that is infinite or NaN at a point, and for fields that reach into
// a layer of a leapfrog scheme. Collective.
InitialFields find_initial_fields(const Case &input, const Problem &problem);

} // namespace curlew::dgtd
