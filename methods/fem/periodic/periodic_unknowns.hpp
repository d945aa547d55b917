#pragma once

#include <curlew/methods/fem/periodic/orbits.hpp>
#include <curlew/methods/fem/periodic/periods.hpp>
#include <curlew/methods/shared/elements/dof_map.hpp>
#include <curlew/solvers/sparse/host_sparse.hpp>

#include <complex>

namespace curlew::fem {

// What periodic faces leave of the unknowns x of a problem: x = P z, where row i of P has one
// entry, exp(-j phase) by the steps of unknown i from the one that stands for it. A becomes
// P^* A P, Hermitian where A is real; complex symmetric only with phases of 0 and 180 deg.
struct PeriodicUnknowns {
  std::vector<Index> number; // of each unknown, that of z
  std::vector<std::array<int, k_most_periods>> steps;
  Index count = 0;

  bool empty() const { return number.empty(); }
};

// Of all dofs to the free ones. Throws InputError, with the place, where a conductor lies on one
// face of a pair and not on the other.
PeriodicUnknowns periodic_unknowns(const Case &input, const std::vector<Period> &periods,
                                   const TetMesh &mesh, const TetTopology &topology,
                                   const DofMap &dofs, const FreeNumbers &unknowns);

// The entries of P, of phases in radians.
std::vector<std::complex<double>> factors_of(const PeriodicUnknowns &periodic,
                                             const std::vector<double> &phases);

// P^* A P; P^* b; P z; and the z of unknowns that are periodic.
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
