#pragma once

#include <curlew/methods/fdfd/background/box.hpp>
#include <curlew/methods/fdfd/problem.hpp>

namespace curlew::fdfd {

// These look at every entry of the grid, by problem.threads host threads.

// How many entries of E have each id, fixed ones (0) included.
std::vector<Offset> entries_of_ids(const Problem &problem);

// What surrounds the scatterers: the eps of most of the free entries.
complex surrounding_eps(const Problem &problem);
complex surrounding_eps(const Problem &problem, const std::vector<Offset> &entries_of_ids);

// The smallest box that holds every free entry whose eps is not the background's, or `eps_b`.
Box support_box(const Problem &problem, const Layers &background);
Box support_box(const Problem &problem, complex eps_b);

} // namespace curlew::fdfd
