#pragma once

#include <curlew/methods/fdfd/background/box.hpp>
#include <curlew/methods/fdfd/problem.hpp>

namespace curlew::fdfd {

// These functions read every entry of the grid, on problem.threads host threads.

// Returns the number of entries of E with each id, fixed ones (0) included.
std::vector<Offset> entries_of_ids(const Problem &problem);

// Return the eps of the surroundings: that of most of the free entries.
complex surrounding_eps(const Problem &problem);
complex surrounding_eps(const Problem &problem, const std::vector<Offset> &entries_of_ids);

// Return the smallest box that holds every free entry whose eps differs from the background's, or
// from `eps_b`.
Box support_box(const Problem &problem, const Layers &background);
Box support_box(const Problem &problem, complex eps_b);

} // namespace curlew::fdfd
