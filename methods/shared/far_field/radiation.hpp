#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/shared/far_field/direction.hpp>
#include <curlew/methods/shared/far_field/surface_currents.hpp>

#include <vector>

namespace curlew {

// The radiation integrals of @cite balanis2012, section 6.8, in one direction r,
//   N = integral of J exp(jk r.r') dS',   L = integral of M exp(jk r.r') dS'.
struct RadiationVectors {
  ComplexVector N{}; // A m
  ComplexVector L{}; // V m
};

// Returns the radiation integrals in every direction of `towards`. The order of summation depends
// on the number of points alone: the same bits for any number of threads; hosts and devices differ
// by rounding. Kokkos must run.
//
// Throws std::invalid_argument for a wavenumber that is not above 0, for arrays of different
// lengths, and for a surface larger than the phases' range: points further than 1e6 / k from the
// middle of the surface.
std::vector<RadiationVectors> radiation_vectors(Backend backend, const SurfaceCurrents &currents,
                                                const std::vector<UnitVector> &towards);
std::vector<RadiationVectors> radiation_vectors(Backend backend, const LatticeCurrents &currents,
                                                const std::vector<UnitVector> &towards);

} // namespace curlew
