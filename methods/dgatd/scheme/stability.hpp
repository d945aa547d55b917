#pragma once

#include <curlew/methods/dgatd/problem.hpp>
#include <curlew/solvers/krylov/lanczos.hpp>

namespace curlew::dgatd {

// Relative tolerance of the spectral radius: ten times finer than a time step needs.
constexpr double k_limit_tolerance = 1e-4;

// Returns the spectral radius rho of K = M_eps^-1 C~ M_mu^-1 C in 1/s^2, @cite cicuttin2018 (sec.
// III): the lossless leapfrog is stable for dt < 2 / sqrt(rho). Losses do not change the limit.
//
// The paper uses the power iteration, which is 3 % low after 50 steps on typical meshes; this is
// the Lanczos method in the energy inner product of H, iterated until the residual of its own Ritz
// pair is below `tolerance` (relative). The same result for any number of threads. `keep_tables`: a
// scheme of the variant `fused` on the same space follows, and takes over the tables prepared here.
template <class Space>
LargestEigenvalue spectral_radius(const Space &space, const Problem &problem,
                                  double tolerance = k_limit_tolerance, int threads = 0,
                                  bool keep_tables = false);

} // namespace curlew::dgatd
