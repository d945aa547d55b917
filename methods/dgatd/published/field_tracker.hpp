#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/dgatd/mesh/mesh_tables.hpp>
#include <curlew/methods/dgatd/scheme/scheme.hpp>

#include <memory>

namespace curlew::dgatd {

// Computes H -= dt mu^-1 curl e in a tet.
template <class Space> struct TrackMagnetic {
  MeshTables<Space> mesh;
  Kokkos::View<const double *, Space> e;
  Kokkos::View<double *[3], Space> h;
  double dt;

  KOKKOS_INLINE_FUNCTION void operator()(const Index tet) const {
    double x[4][3], curl[3] = {0, 0, 0};
    mesh.corners(tet, x);
    for (int edge = 0; edge < 6; ++edge) {
      const LocalEdge local = local_edge(edge);
      for (int d = 0; d < 3; ++d)
        curl[d] += e(mesh.edges(tet, edge)) * (x[local.l][d] - x[local.k][d]);
    }
    const double scale = dt / (3 * tet_geometry(x).signed_volume);
    const auto m =
        Kokkos::subview(mesh.inverse_mu, static_cast<int>(mesh.material(tet)), Kokkos::ALL);
    h(tet, 0) -= scale * (m(0) * curl[0] + m(3) * curl[1] + m(4) * curl[2]);
    h(tet, 1) -= scale * (m(3) * curl[0] + m(1) * curl[1] + m(5) * curl[2]);
    h(tet, 2) -= scale * (m(4) * curl[0] + m(5) * curl[1] + m(2) * curl[2]);
  }
};

// H of every tet, integrated beside a scheme whose unknowns do not determine it:
// H -= dt mu^-1 curl e, the plain form of Faraday's law that the other variants are tested against.
template <class Space> class FieldTracker {
public:
  struct Reader {
    Kokkos::View<const double *[3], Space> h;
    KOKKOS_INLINE_FUNCTION void magnetic(Index tet, double (&field)[3]) const {
      for (int d = 0; d < 3; ++d)
        field[d] = h(tet, d);
    }
  };

  void start(const Problem &problem, double dt_s) {
    mesh_ = std::make_shared<MeshTables<Space>>(problem);
    h_ = Kokkos::View<double *[3], Space>("curlew::dgatd::tracked_h", problem.tet_count());
    dt_s_ = dt_s;
  }
  bool active() const { return mesh_ != nullptr; }
  Reader reader() const { return {h_}; }
  Kokkos::View<double *[3], Space> field() const { return h_; }

  void advance(const Space &space, const Kokkos::View<double *, Space> &e) const {
    Kokkos::parallel_for("curlew::dgatd::track_h", RangePolicy<Space>(space, 0, h_.extent(0)),
                         TrackMagnetic<Space>{*mesh_, e, h_, dt_s_});
  }

private:
  std::shared_ptr<MeshTables<Space>> mesh_;
  Kokkos::View<double *[3], Space> h_;
  double dt_s_ = 0;
};

} // namespace curlew::dgatd
