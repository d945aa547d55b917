#pragma once

#include <curlew/core/parallel/reduce.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/dgatd/mesh/mesh_tables.hpp>
#include <curlew/methods/shared/time/time_values.hpp>

namespace curlew::dgatd {

// The invariant of the leapfrog between two steps (docs/methods/dgatd-notes.md, "Energy"):
//   W = 1/2 u^n . M_eps u^n + 1/2 f^{n+1/2} . M_mu f^{n-1/2}
// H enters at both of its neighbouring times: with one of them W oscillates. Without sources W is
// constant to rounding, with losses it falls.
template <class Space, class Reader> struct ElectricEnergy {
  MeshTables<Space> mesh;
  Reader reader;

  // Half edges of a corner give one uniform E in the corner's quarter of the tet:
  // E = sum over the three edges of 2 u grad(lambda).
  KOKKOS_INLINE_FUNCTION double operator()(const Offset index) const {
    const Index tet = static_cast<Index>(index);
    double x[4][3];
    mesh.corners(tet, x);
    const TetGeometry geometry = tet_geometry(x);
    const auto eps = Kokkos::subview(mesh.eps, static_cast<int>(mesh.material(tet)), Kokkos::ALL);
    double sum = 0;
    for (int corner = 0; corner < 4; ++corner) {
      double field[3] = {0, 0, 0};
      for (int other = 0; other < 4; ++other) {
        if (other == corner)
          continue;
        const Index edge = mesh.edges(tet, local_edge_between(corner, other));
        const double half = corner < other ? reader.half(edge, 0) : -reader.half(edge, 1);
        for (int d = 0; d < 3; ++d)
          field[d] += 2 * half * geometry.gradient[other][d];
      }
      sum += tensor_product(eps, field, field);
    }
    const double volume =
        geometry.signed_volume < 0 ? -geometry.signed_volume : geometry.signed_volume;
    return 0.5 * volume / 4 * sum;
  }
};

template <class Space, class Reader> struct MagneticEnergy {
  MeshTables<Space> mesh;
  Reader reader;                                 // H^{n+1/2}
  Kokkos::View<const double *[3], Space> before; // H^{n-1/2}

  KOKKOS_INLINE_FUNCTION double operator()(const Offset index) const {
    const Index tet = static_cast<Index>(index);
    double x[4][3], now[3], then[3];
    mesh.corners(tet, x);
    reader.magnetic(tet, now);
    for (int d = 0; d < 3; ++d)
      then[d] = before(tet, d);
    const auto mu = Kokkos::subview(mesh.mu, static_cast<int>(mesh.material(tet)), Kokkos::ALL);
    const double volume = tet_geometry(x).signed_volume;
    return 0.5 * (volume < 0 ? -volume : volume) * tensor_product(mu, now, then);
  }
};

// Sums over the first `tets` of the mesh, those that a rank owns. `before`: H half a step before
// the reader's, per tet.
template <class Space, class Reader>
Energy energy(const Space &space, const MeshTables<Space> &mesh, Offset tets, const Reader &reader,
              const Kokkos::View<double *[3], Space> &before) {
  Energy w;
  w.electric = ordered_sum(space, "curlew::dgatd::electric_energy", tets,
                           ElectricEnergy<Space, Reader>{mesh, reader});
  w.magnetic = ordered_sum(space, "curlew::dgatd::magnetic_energy", tets,
                           MagneticEnergy<Space, Reader>{mesh, reader, before});
  return w;
}

template <class Space, class Reader> struct CopyMagnetic {
  Reader reader;
  Kokkos::View<double *[3], Space> field;

  KOKKOS_INLINE_FUNCTION void operator()(const Index tet) const {
    double h[3];
    reader.magnetic(tet, h);
    for (int d = 0; d < 3; ++d)
      field(tet, d) = h[d];
  }
};

// Returns H of every tet.
template <class Space, class Reader>
void copy_magnetic(const Space &space, const Reader &reader,
                   const Kokkos::View<double *[3], Space> &field) {
  Kokkos::parallel_for("curlew::dgatd::copy_magnetic",
                       RangePolicy<Space>(space, 0, field.extent(0)),
                       CopyMagnetic<Space, Reader>{reader, field});
}

} // namespace curlew::dgatd
