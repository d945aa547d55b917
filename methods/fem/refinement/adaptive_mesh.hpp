#pragma once

#include <curlew/io/case/sections/refinement/refinement.hpp>
#include <curlew/methods/fem/prepare.hpp>
#include <curlew/methods/shared/frequency/frequency_driver.hpp>

namespace curlew::fem {

// Refines the mesh of a case until its quantity settles at the highest frequency. Each pass solves,
// estimates the error, and bisects the tets with the largest error. Returns the last mesh, ready to
// be solved for what the case asks for. Writes refinement.csv, a row for each pass, and
// "refinement" of the summary, with a warning there for a quantity that has not settled.
//
// Throws NotConverged for a pass whose solver does not converge, Interrupted, ResourceError, and
// what prepare_case() throws. On several ranks the root calls it, and every other rank
// follow_adaptive_mesh().
Prepared adapt_mesh(const Case &input, const RefinementSpec &spec, Backend backend, int threads,
                    Prepared prepared, FrequencyDriver &driver, const Communicator &ranks);

// Runs on every rank but the root: solves with it, and refines the mesh by the root's errors, which
// gives every rank the same meshes. Returns the last one.
Prepared follow_adaptive_mesh(const Case &input, const RefinementSpec &spec, Backend backend,
                              int threads, Prepared prepared, const Communicator &ranks);

} // namespace curlew::fem
