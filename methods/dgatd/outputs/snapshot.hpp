#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/dgatd/mesh/mesh_tables.hpp>

#include <vector>

namespace curlew::dgatd {

template <class Space, class Reader> struct BarycentreField {
  MeshTables<Space> mesh;
  Reader reader;
  Kokkos::View<double *[3], Space> field;

  KOKKOS_INLINE_FUNCTION void operator()(const Index tet) const {
    double x[4][3], sum[3] = {0, 0, 0};
    mesh.corners(tet, x);
    const TetGeometry geometry = tet_geometry(x);
    for (int e = 0; e < 6; ++e) {
      const LocalEdge local = local_edge(e);
      const double circulation = reader.circulation(mesh.edges(tet, e));
      for (int d = 0; d < 3; ++d) // lambda = 1/4
        sum[d] += circulation / 4 * (geometry.gradient[local.j][d] - geometry.gradient[local.i][d]);
    }
    for (int d = 0; d < 3; ++d)
      field(tet, d) = sum[d];
  }
};

// E at the barycentre of every tet from its Whitney functions, [tet][component], V/m.
template <class Space, class Reader>
std::vector<double> barycentre_field(const Space &space, const MeshTables<Space> &mesh,
                                     const Reader &reader) {
  Kokkos::View<double *[3], Space> field("curlew::dgatd::snapshot_e", mesh.nodes.extent(0));
  Kokkos::parallel_for("curlew::dgatd::snapshot_e", RangePolicy<Space>(space, 0, field.extent(0)),
                       BarycentreField<Space, Reader>{mesh, reader, field});
  space.fence();
  return to_rows(field);
}

template <class Space, class Reader> struct MeanMagnetic {
  Reader reader;
  Kokkos::View<const double *[3], Space> before;
  Kokkos::View<double *[3], Space> field;

  KOKKOS_INLINE_FUNCTION void operator()(const Index tet) const {
    double now[3];
    reader.magnetic(tet, now);
    for (int d = 0; d < 3; ++d)
      field(tet, d) = 0.5 * (now[d] + before(tet, d));
  }
};

// The mean of H half a step before and after: H at the time of E, [tet][component], A/m.
template <class Space, class Reader>
std::vector<double> mean_magnetic(const Space &space, const Reader &reader,
                                  const Kokkos::View<double *[3], Space> &before) {
  Kokkos::View<double *[3], Space> field("curlew::dgatd::snapshot_h", before.extent(0));
  Kokkos::parallel_for("curlew::dgatd::snapshot_h", RangePolicy<Space>(space, 0, field.extent(0)),
                       MeanMagnetic<Space, Reader>{reader, before, field});
  space.fence();
  return to_rows(field);
}

} // namespace curlew::dgatd
