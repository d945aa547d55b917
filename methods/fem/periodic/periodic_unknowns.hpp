#pragma once

#include <curlew/methods/fem/periodic/orbits.hpp>
#include <curlew/methods/fem/periodic/periods.hpp>
#include <curlew/methods/shared/elements/dof_map.hpp>
#include <curlew/solvers/sparse/host_sparse.hpp>

#include <complex>

namespace curlew::fem {

// Reduction of the unknowns x of a problem by periodic faces: x = P z, where row i of P has one
// entry, exp(-j phase) by the steps of unknown i from its representative. A becomes P^* A P, which
// is Hermitian where A is real, and complex symmetric only with phases of 0 and 180 deg.
struct PeriodicUnknowns {
  std::vector<Index> number; // [unknown]: its entry of z
  std::vector<std::array<int, k_most_periods>> steps;
  Index count = 0;

  bool empty() const { return number.empty(); }
};

// Makes the reduction of the free dofs. Throws InputError, with the place, where a conductor lies
// on one face of a pair and not on the other.
PeriodicUnknowns periodic_unknowns(const Case &input, const std::vector<Period> &periods,
                                   const TetMesh &mesh, const TetTopology &topology,
                                   const DofMap &dofs, const FreeNumbers &unknowns);

// Returns the entries of P, [unknown], for phases in radians.
std::vector<std::complex<double>> factors_of(const PeriodicUnknowns &periodic,
                                             const std::vector<double> &phases);

// Return P^* A P; P^* b; P z; and the z of unknowns x that are periodic. Of several ranks
// (ranks/rank_periods.hpp) A may have the rows of the first unknowns alone, all those of the first
// entries of z: the result has the rows of these entries.
HostSparse<Kokkos::complex<double>> folded(const HostSparse<Kokkos::complex<double>> &a,
                                           const PeriodicUnknowns &periodic,
                                           const std::vector<std::complex<double>> &factors,
                                           int threads);
std::vector<std::complex<double>> folded(const std::vector<std::complex<double>> &b,
                                         const PeriodicUnknowns &periodic,
                                         const std::vector<std::complex<double>> &factors);
std::vector<std::complex<double>> unfolded(const std::vector<std::complex<double>> &z,
                                           const PeriodicUnknowns &periodic,
                                           const std::vector<std::complex<double>> &factors);
std::vector<std::complex<double>> representatives(const std::vector<std::complex<double>> &x,
                                                  const PeriodicUnknowns &periodic,
                                                  const std::vector<std::complex<double>> &factors);

} // namespace curlew::fem
