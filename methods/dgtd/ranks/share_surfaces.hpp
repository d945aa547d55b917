#pragma once

#include <curlew/methods/dgtd/surfaces/found_surfaces.hpp>

#include <vector>

namespace curlew::dgtd {

// Sends each rank of what the root found on the whole mesh the faces and points of its tets. Waves
// and fluxes without any remain, so that all ranks have the same ones; of the log's texts the root
// keeps all. `owner`: tet -> rank, at the root. Collective.
FoundSurfaces share_surfaces(const FoundSurfaces &whole, const std::vector<int> &owner,
                             const Communicator &ranks);

} // namespace curlew::dgtd
