#pragma once

#include <curlew/core/backend.hpp>

#include <string>

namespace curlew::dgatd {

// What a mesh takes while it is made, refined and reordered (measured: a box of 8 M tets).
constexpr double k_mesh_bytes_per_tet = 120;

// Throws ResourceError, with `place`, the bytes needed and the bytes free, when `tets` tets of
// `bytes_per_tet` do not fit into the memory that the backend's device has free.
void foresee_memory(double tets, double bytes_per_tet, const std::string &place,
                    Backend backend = Backend::serial);

} // namespace curlew::dgatd
