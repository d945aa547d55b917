#pragma once

#include <curlew/methods/dgtd/local_steps/step_classes.hpp>
#include <curlew/methods/dgtd/surfaces/found_surfaces.hpp>

#include <optional>

namespace curlew::dgtd {

struct LoadedCase {
  Problem problem;
  FoundSurfaces surfaces;
  std::optional<StepClasses> classes; // classes of local time steps
};

// Loads the problem of a case, on several ranks this rank's part of it. The root reads the mesh,
// decides the kind of every face, finds surfaces and the classes of local time steps, so that
// messages are those of one rank. Throws ResourceError where a host lacks the memory, of which
// copies of tets share `shared_bytes` in one process; not for is_repeated() arrays. Collective.
LoadedCase load_problem(const Case &input, const Communicator &ranks, int threads,
                        double bytes_per_tet, double shared_bytes);

} // namespace curlew::dgtd
