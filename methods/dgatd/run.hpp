#pragma once

#include <curlew/core/mesh/local_mesh.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/run/run_options.hpp>

namespace curlew::dgatd {

// Runs a case of method dgatd: mesh, set-up, time steps, results. input.run and input.outputs
// include the overrides of the command line. Prints the resonances and the table of times to stdout
// unless quiet. Kokkos must be running. Throws the errors of core/error.hpp.
void run(const Case &input, const RunOptions &options);

// Returns this rank's part of the case's mesh: the root loads and divides it. Collective.
LocalMesh load_part(const Case &input, const Communicator &ranks);

} // namespace curlew::dgatd
