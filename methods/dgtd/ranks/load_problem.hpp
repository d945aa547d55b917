#pragma once

#include <curlew/methods/dgtd/surfaces/found_surfaces.hpp>

namespace curlew::dgtd {

struct LoadedCase {
  Problem problem;
  FoundSurfaces surfaces;
};

// The problem of a case, on several ranks this rank's part of it: the root reads the mesh, decides
// what every face is and finds surfaces, so that messages are those of one rank. Throws InputError
// for what does not work on several ranks, ResourceError where a host lacks the memory, of which
// copies of tets share `shared_bytes` in one process. Collective.
LoadedCase load_problem(const Case &input, const Communicator &ranks, int threads,
                        double bytes_per_tet, double shared_bytes);

// Throws InputError, with its place in the case, for what computes on one rank only: local time
// steps.
void require_works_on_ranks(const Case &input);

} // namespace curlew::dgtd
