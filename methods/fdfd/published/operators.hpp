#pragma once

#include <curlew/methods/fdfd/krylov/stepper.hpp>

#include <string>

namespace curlew::fdfd {

// Throws NotCompiled for a variant that this build lacks: all but `fused` without CMake's
// CURLEW_ENABLE_PUBLISHED.
void require_variant(const std::string &name);

// The three products below throw likewise.

// Returns the product by A as a sparse matrix (csr_operator.hpp).
template <class Space> ApplyFunction<Space> make_csr(const Problem &problem);

// The paper's two ways to store the coefficients, @cite demir2012: `cas`, an array entry for each
// of the 12 N (two per component of E and of H), and `cis`, 6 N indices of 16 bits into the
// different pairs. Both give the same A as every other variant.
template <class Space> ApplyFunction<Space> make_cas(const Problem &problem);

// Throws InputError with the count when one component has more than 65,536 different pairs. Up to
// 2048 pairs in all are in the teams' scratch memory, more in global memory.
template <class Space> ApplyFunction<Space> make_cis(const Problem &problem);

} // namespace curlew::fdfd
