#pragma once

#include <curlew/methods/dgtd/array/shared_packs.hpp>
#include <curlew/methods/dgtd/layout.hpp>
#include <curlew/methods/shared/elements/reference_matrices.hpp>

namespace curlew::dgtd {

// Tables of the mesh that energies read, on the device.
template <class Space> struct MassTables {
  using Layout = Packs<Space>;
  using Values = Kokkos::View<double *, Space>;
  int n = 0;
  Index slots = 0;
  Kokkos::View<const Index *, Space>
      shared; // pack of slots -> first slot of its nodes (SharedPacks)
  Kokkos::View<const Index *, Space> nodes;           // Packs::at(stored slot, vertex, 4)
  Kokkos::View<const double *, Space> points;         // [node][x, y, z]
  Kokkos::View<const std::int32_t *, Space> material; // [slot]; -1: padding
  Kokkos::View<const double *[6], Space> inertia[2];  // [side][material]: eps, mu in SI units
  typename ReferenceMatrices<Space>::Table mass;
  // covariant values of the functions at the barycentre
  Kokkos::View<const double *[3], Space> at_barycentre;

  KOKKOS_INLINE_FUNCTION TetFrame frame(Index slot) const {
    const Index stored = stored_slot(shared, slot);
    TetShape shape;
    for (int v = 0; v < 4; ++v)
      for (int d = 0; d < 3; ++d)
        shape.vertices[v][d] = points(3 * static_cast<Offset>(nodes(Layout::at(stored, v, 4))) + d);
    const double corner[4] = {1, 0, 0, 0};
    return frame_at(shape, corner);
  }
  KOKKOS_INLINE_FUNCTION Tensor<double> tensor(int side, Index slot) const {
    Tensor<double> result;
    const int row = material(slot);
    for (int k = 0; k < 3; ++k)
      result.entries[k][k] = inertia[side](row, k);
    result.entries[0][1] = result.entries[1][0] = inertia[side](row, 3);
    result.entries[0][2] = result.entries[2][0] = inertia[side](row, 4);
    result.entries[1][2] = result.entries[2][1] = inertia[side](row, 5);
    return result;
  }
};

template <class Space>
MassTables<Space> make_mass_tables(const Problem &problem, const Slots &slots);

// Returns the sum over all tets of the integral of x . (eps y) or, on the magnetic side, of x . (mu
// y).
template <class Space>
double mass_product(const Space &space, const MassTables<Space> &tables, Side side,
                    const Kokkos::View<double *, Space> &x, const Kokkos::View<double *, Space> &y);

// Returns the same sum of x with itself where x is a vector of orthonormal polynomials, `entries`
// numbers to a tet (the doubles of the variant packed).
template <class Space>
double polynomial_product(const Space &space, const MassTables<Space> &tables, Side side,
                          int entries, const Kokkos::View<double *, Space> &x);

// Returns the field at the barycentre of every tet of the mesh, [tet][component].
template <class Space>
std::vector<double> barycentre_field(const Space &space, const MassTables<Space> &tables,
                                     const Slots &slots, const Kokkos::View<double *, Space> &x);

} // namespace curlew::dgtd
