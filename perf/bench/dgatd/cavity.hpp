#pragma once

#include <curlew/methods/dgatd/problem.hpp>

namespace curlew::dgatd {

// The problem that benches step: vacuum in conducting walls. Collective.
Problem cavity(LocalMesh local);

// Returns a jittered unit cube with about so many unknowns (E + F), ordered along a curve. Throws
// ResourceError where it would not fit into memory.
TetMesh box_cavity_mesh(double unknowns);

} // namespace curlew::dgatd
