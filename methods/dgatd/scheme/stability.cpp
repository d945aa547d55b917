#include <curlew/methods/dgatd/scheme/stability.hpp>

#include <curlew/core/parallel/random.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/vector_kernels.hpp>
#include <curlew/methods/dgatd/fused/fused_scheme.hpp>
#include <curlew/methods/dgatd/mesh/mesh_tables.hpp>

namespace curlew::dgatd {
namespace {

// Limit of iterations, more than any mesh has needed so far (15-80).
constexpr int k_max_iterations = 300;

// |V| mu of every tet times a field: the weight of the energy inner product.
template <class Space> struct EnergyProduct {
  MeshTables<Space> mesh;
  Kokkos::View<double *, Space> a, b;
  Index padded;

  KOKKOS_INLINE_FUNCTION double operator()(const Offset tet) const {
    double x[4][3], f[3], g[3];
    mesh.corners(static_cast<Index>(tet), x);
    const double signed_volume = tet_geometry(x).signed_volume;
    for (int d = 0; d < 3; ++d) {
      f[d] = a(static_cast<std::size_t>(d) * padded + tet);
      g[d] = b(static_cast<std::size_t>(d) * padded + tet);
    }
    const auto mu = Kokkos::subview(mesh.mu, static_cast<int>(mesh.material(tet)), Kokkos::ALL);
    return (signed_volume < 0 ? -signed_volume : signed_volume) * tensor_product(mu, f, g);
  }
};

} // namespace

template <class Space>
LargestEigenvalue spectral_radius(const Space &space, const Problem &problem, double tolerance,
                                  int threads, bool keep_tables) {
  using Vector = Kokkos::View<double *, Space>;
  using Scheme = FusedHalves<Space>;
  // With dt = 1 s a step applies K.
  Scheme scheme(problem, 1.0, {}, threads, Scheme::Losses::none,
                keep_tables ? Scheme::Tables::keep : Scheme::Tables::own);
  const MeshTables<Space> mesh(problem);
  const Vector h = scheme.raw_h(), u = scheme.raw_u();
  const Index tets = problem.tet_count();
  const Ownership &ownership = problem.ownership;
  // Ghosts have the same values as at their owners, also at the start.
  const auto numbers = to_view<Space>("curlew::dgatd::tet_numbers", ownership.tet_number);
  const bool as_here = ownership.tet_number.empty();
  const Index padded = static_cast<Index>(h.extent(0) / 3);

  Vector v("curlew::dgatd::lanczos_v", h.extent(0)),
      previous("curlew::dgatd::lanczos_previous", h.extent(0)),
      work("curlew::dgatd::lanczos_work", h.extent(0));
  Kokkos::parallel_for(
      "curlew::dgatd::lanczos_start", RangePolicy<Space>(space, 0, tets),
      KOKKOS_LAMBDA(const Index tet) {
        const Index number = as_here ? tet : numbers(tet);
        for (int d = 0; d < 3; ++d) // padding stays zero
          v(static_cast<std::size_t>(d) * padded + tet) =
              random_number(3 * static_cast<std::uint64_t>(number) + d, 1);
      });
  const auto apply = [&](const Vector &w, const Vector &x) {
    Kokkos::deep_copy(space, h, x);
    Kokkos::deep_copy(space, u, 0.0);
    scheme.advance_h(space); // E = 0: leaves H, makes r = C~ f(H)
    scheme.advance_e(space, {});
    Kokkos::deep_copy(space, h, 0.0);
    scheme.advance_h(space); // H = -M_mu^-1 C e
    Kokkos::parallel_for(
        "curlew::dgatd::lanczos_negate", RangePolicy<Space>(space, 0, h.extent(0)),
        KOKKOS_LAMBDA(const std::size_t i) { w(i) = -h(i); });
  };
  const auto dot = [&](const Vector &x, const Vector &y) {
    return ownership.ranks.sum(ordered_sum(space, "curlew::dgatd::lanczos_dot",
                                           ownership.owned_tets,
                                           EnergyProduct<Space>{mesh, x, y, padded}));
  };
  const auto add = [&](const Vector &w, double a, const Vector &x) {
    axpy(space, "curlew::dgatd::lanczos_add", a, x, w);
  };
  const auto scale_copy = [&](const Vector &x, const Vector &y, double a) {
    Kokkos::parallel_for(
        "curlew::dgatd::lanczos_scale", RangePolicy<Space>(space, 0, x.extent(0)),
        KOKKOS_LAMBDA(const std::size_t i) { x(i) = a * y(i); });
  };
  return largest_eigenvalue(v, previous, work, apply, dot, add, scale_copy, tolerance,
                            k_max_iterations);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template LargestEigenvalue spectral_radius(const Space &, const Problem &, double, int, bool);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgatd
