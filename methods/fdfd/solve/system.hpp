#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/fdfd/problem.hpp>
#include <curlew/solvers/vector/entries.hpp>

namespace curlew::fdfd {

using Complex = Kokkos::complex<double>; // number type of kernels

inline std::vector<Complex> to_kokkos(const std::vector<complex> &values) {
  return std::vector<Complex>(values.begin(), values.end());
}

template <class Space> using Vector = Kokkos::View<Complex *, Space>; // unknowns() entries

// Copy of a Problem that kernels can read.
template <class Space> struct System {
  Index count[3];
  bool periodic[3];
  // Planes below the first and above the last along z have E: periodic images, or planes of the
  // ranks whose slabs lie there (ranks/slab.hpp).
  bool beyond[2];
  Index before[3];                 // index of the rate of the half before node 0, in half_rate
  Complex phase[3], phase_back[3]; // phases of E one period up, and down
  Kokkos::View<const Complex *, Space> node_rate[3], half_rate[3];
  Kokkos::View<const Complex *, Space> node_length[3], half_length[3]; // weights
  Kokkos::View<const std::uint16_t *, Space> eps_id; // ids of all three components
  // Id of each row along x, [(component * count_z + k) * count_y + j]: the id of all its entries
  // (the first one may be fixed), or k_mixed_row; 0 for a row without free entries.
  static constexpr std::uint16_t k_mixed_row = 65535;
  Kokkos::View<const std::uint16_t *, Space> row_id;
  Kokkos::View<const std::uint16_t *, Space> mu_id; // ids of mu in the order of eps_id, or empty
  // Slabs: ids of mu of the plane below, of all three components; or empty.
  Kokkos::View<const std::uint16_t *, Space> mu_below;
  Kokkos::View<const Complex *, Space> k2_eps;     // k^2 eps by id; [0] is 0
  Kokkos::View<const Complex *, Space> inverse_mu; // by id

  std::uint32_t first_coupled_id = k_no_id; // Problem::is_coupled()
  static constexpr std::uint32_t k_no_id = 65536;

  KOKKOS_INLINE_FUNCTION bool is_coupled(std::uint16_t id) const { return id >= first_coupled_id; }
  KOKKOS_INLINE_FUNCTION Offset size() const { return Offset(count[0]) * count[1] * count[2]; }
};

template <class Space> System<Space> make_system(const Problem &problem);

// Returns a preconditioner by rows for a grid whose edges conductors cut, one factor to an entry of
// the vector: the geometric mean of the edge's free share, which is the inverse of what the share
// does to eps, and of the inverse of the mean of |1 / mu| on the four faces around the edge, which
// is the size of the curls. 1 far from conductors and magnetic media.
std::vector<double> row_scales(const Problem &problem);

} // namespace curlew::fdfd
