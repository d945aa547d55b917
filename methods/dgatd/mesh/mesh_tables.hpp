#pragma once

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgatd/mesh/geometry.hpp>
#include <curlew/methods/dgatd/problem.hpp>

namespace curlew::dgatd {

// Tables of the mesh for kernels outside the time step: energies, snapshots, reference updates.
template <class Space> struct MeshTables {
  Kokkos::View<double *[3], Space> points;              // m
  Kokkos::View<Index *[4], Space> nodes;                // rising
  Kokkos::View<Index *[6], Space> edges;                // local_edge() order
  Kokkos::View<std::int8_t *, Space> orientation;       // per tet
  Kokkos::View<std::uint16_t *, Space> material;        // per tet
  Kokkos::View<double *[6], Space> eps, mu, inverse_mu; // per material, F/m, H/m, m/H

  explicit MeshTables(const Problem &problem)
      : points("curlew::dgatd::points", problem.node_count()),
        nodes("curlew::dgatd::nodes", problem.tet_count()),
        edges("curlew::dgatd::edges", problem.tet_count()),
        orientation(to_view<Space>("curlew::dgatd::orientation", problem.orientation)),
        material(to_view<Space>("curlew::dgatd::material", problem.material)),
        eps("curlew::dgatd::eps", problem.materials.size()),
        mu("curlew::dgatd::mu", problem.materials.size()),
        inverse_mu("curlew::dgatd::inverse_mu", problem.materials.size()) {
    fill(points, problem.mesh.points, problem.setup_threads);
    fill(nodes, problem.nodes, problem.setup_threads);
    fill(edges, problem.edges, problem.setup_threads);
    std::vector<std::array<double, 6>> e, m, i;
    for (const Material &one : problem.materials) {
      e.push_back(scaled(one.eps_r.v, k_eps0));
      m.push_back(scaled(one.mu_r.v, k_mu0));
      i.push_back(scaled(one.mu_r.inverse().v, 1 / k_mu0));
    }
    fill(eps, e);
    fill(mu, m);
    fill(inverse_mu, i);
  }

  KOKKOS_INLINE_FUNCTION void corners(Index tet, double (&x)[4][3]) const {
    for (int n = 0; n < 4; ++n)
      for (int d = 0; d < 3; ++d)
        x[n][d] = points(nodes(tet, n), d);
  }

private:
  static std::array<double, 6> scaled(std::array<double, 6> v, double factor) {
    for (double &value : v)
      value *= factor;
    return v;
  }
  template <class View, class T>
  static void fill(const View &view, const std::vector<T> &rows, int threads = 1) {
    auto host = Kokkos::create_mirror_view(view);
    parallel_chunks(rows.size(), threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        for (std::size_t k = 0; k < rows[i].size(); ++k)
          host(i, k) = rows[i][k];
    });
    Kokkos::deep_copy(view, host);
  }
};

// Returns a . (symmetric tensor stored xx, yy, zz, xy, xz, yz) . b
template <class Row>
KOKKOS_INLINE_FUNCTION double tensor_product(const Row &m, const double (&a)[3],
                                             const double (&b)[3]) {
  return a[0] * (m(0) * b[0] + m(3) * b[1] + m(4) * b[2]) +
         a[1] * (m(3) * b[0] + m(1) * b[1] + m(5) * b[2]) +
         a[2] * (m(4) * b[0] + m(5) * b[1] + m(2) * b[2]);
}

} // namespace curlew::dgatd
