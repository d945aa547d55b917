#pragma once

#include <curlew/methods/dgtd/surfaces/found_surfaces.hpp>

#include <vector>

namespace curlew::dgtd {

// Sends each rank the faces and points of its tets from the surfaces that the root found on the
// whole mesh. Waves and fluxes without any remain, so that all ranks have the same ones; the log's
// texts stay at the root. `owner`: tet -> rank, at the root. Collective.
FoundSurfaces share_surfaces(const FoundSurfaces &whole, const std::vector<int> &owner,
                             const Communicator &ranks);

} // namespace curlew::dgtd
