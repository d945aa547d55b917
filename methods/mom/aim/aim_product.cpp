#include <curlew/methods/mom/aim/aim_product.hpp>

#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/methods/mom/aim/aim_kernels.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::mom {
namespace {

// Computes exp(-jkR) / (4 pi R) between nodes, and k_same_node at R = 0; the near part has the same
// value there.
template <class Space> struct NodeKernel {
  std::array<Index, 3> extent;
  double spacing_m, wavenumber;
  Kokkos::View<Complex *, Space> values;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    constexpr double k_four_pi = 4 * 3.14159265358979323846;
    const Index *n = reinterpret_cast<const Index *>(&extent);
    const double x = static_cast<double>(i % n[0]), y = static_cast<double>(i / n[0] % n[1]),
                 z = static_cast<double>(i / n[0] / n[1]);
    Green<double> green;
    green.electric = {k_same_node / spacing_m, 0};
    if (i > 0)
      evaluate_green<false>((x * x + y * y + z * z) * spacing_m * spacing_m, wavenumber, green);
    values(i) = Complex(green.electric.re / k_four_pi, green.electric.im / k_four_pi);
  }
};

template <class Space> GridNodes<Space, double> nodes_of(const GridConvolution<Space, double> &c) {
  return {c.data(), {c.stride()[0], c.stride()[1], c.stride()[2]}};
}
template <class Space> GridNodes<Space, float> nodes_of(const GridConvolution<Space, float> &c) {
  return {c.data(), {c.stride()[0], c.stride()[1], c.stride()[2]}};
}

} // namespace

template <class Space>
AimPoints<Space> make_aim_points(const Surface &surface, const AimGrid &grid, int threads) {
  const std::size_t count = surface.faces.size() * k_face_points;
  const int nodes = grid.stencil.nodes;
  std::vector<Index> base(3 * count);
  std::vector<double> weights(6 * nodes * count);
  parallel_chunks(count, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      double r[3];
      face_point(surface.faces[p / k_face_points], static_cast<int>(p % k_face_points), r);
      for (int d = 0; d < 3; ++d) {
        const double u = (r[d] - grid.origin_m[d]) / grid.spacing_m;
        base[3 * p + d] = grid.stencil.base(u);
        double *w = &weights[(3 * p + d) * 2 * nodes];
        grid.stencil.weights(u, base[3 * p + d], w, w + nodes);
      }
    }
  });
  return {grid.stencil, grid.spacing_m, to_view<Space>("curlew::mom::aim_base", base),
          to_view<Space>("curlew::mom::aim_weights", weights)};
}

template <class Space, class Real>
AimProduct<Space, Real>::AimProduct(const Space &space, const Surface &surface, const AimGrid &grid,
                                    const AimPoints<Space> &points,
                                    const NearMatrix<Space, Real> &near, const Combination &with)
    : table_(near.table()), near_(near.rows()), points_(points), with_(with),
      convolution_(space, grid.extent),
      corners_("curlew::mom::aim_corners", 3 * surface.faces.size()),
      fields_("curlew::mom::aim_fields", 4 * k_face_points * surface.own_faces()) {
  const std::array<Index, 3> extent = convolution_.kernel_extent();
  const Kokkos::View<Complex *, Space> kernel("curlew::mom::aim_kernel",
                                              std::size_t(extent[0]) * extent[1] * extent[2]);
  Kokkos::parallel_for("curlew::mom::aim_kernel", RangePolicy<Space>(space, 0, kernel.extent(0)),
                       NodeKernel<Space>{extent, grid.spacing_m, with.wavenumber, kernel});
  convolution_.set_kernel(space, kernel);
  if constexpr (!is_device<Space>)
    make_slabs(grid, to_vector(points.base));
}

template <class Space, class Real>
void AimProduct<Space, Real>::make_slabs(const AimGrid &grid, const std::vector<Index> &base) {
  const int axis = static_cast<int>(std::max_element(grid.extent.begin(), grid.extent.end()) -
                                    grid.extent.begin());
  const Index slabs = grid.extent[axis] / grid.stencil.nodes + 1;
  const std::size_t points = base.size() / 3;
  std::vector<Index> order(points);
  slab_begin_.assign(slabs + 2, 0); // one empty slab more, so that each slab has a second
  for (std::size_t p = 0; p < points; ++p) {
    order[p] = static_cast<Index>(p);
    ++slab_begin_[base[3 * p + axis] / grid.stencil.nodes + 1];
  }
  for (std::size_t s = 1; s < slab_begin_.size(); ++s)
    slab_begin_[s] += slab_begin_[s - 1];
  // Inside of a slab points are in the order of the grid in memory.
  const auto key = [&](Index p) {
    const Index *b = &base[3 * static_cast<std::size_t>(p)];
    return std::array<Index, 4>{b[axis] / grid.stencil.nodes, b[2], b[1], b[0]};
  };
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    const auto x = key(a), y = key(b);
    return x != y ? x < y : a < b;
  });
  slab_points_ = to_view<Space>("curlew::mom::aim_slab_points", order);
  slab_begin_there_ = to_view<Space>("curlew::mom::aim_slab_begin", slab_begin_);
}

template <class Space, class Real>
template <int k_nodes>
void AimProduct<Space, Real>::spread_by(const Space &space, int component) const {
  const Spread<Space, Real, k_nodes> kernel{
      {table_, corners_, component}, points_, nodes_of(convolution_)};
  if constexpr (is_device<Space>) {
    Kokkos::parallel_for("curlew::mom::aim_spread",
                         RangePolicy<Space>(space, 0, points_.base.extent(0) / 3), kernel);
  } else {
    for (const int parity : {0, 1})
      Kokkos::parallel_for(
          "curlew::mom::aim_spread",
          RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(
              space, 0, (static_cast<Offset>(slab_begin_.size()) - 1) / 2),
          SpreadSlabs<Space, Real, k_nodes>{kernel, slab_points_, slab_begin_there_, parity});
  }
}

template <class Space, class Real>
void AimProduct<Space, Real>::spread(const Space &space, int component) const {
  convolution_.clear(space);
  if (points_.stencil.nodes == 4)
    spread_by<4>(space, component);
  else
    spread_by<6>(space, component);
}

template <class Space, class Real>
template <int k_nodes>
void AimProduct<Space, Real>::gather_by(const Space &space, const Combination &with,
                                        int component) const {
  const RangePolicy<Space> policy(space, 0, fields_.extent(0) / 4);
  if (with.magnetic != 0 && component < 3)
    Kokkos::parallel_for("curlew::mom::aim_gather", policy,
                         Gather<Space, Real, k_nodes, true>{table_, points_, nodes_of(convolution_),
                                                            with, component, fields_});
  else
    Kokkos::parallel_for("curlew::mom::aim_gather", policy,
                         Gather<Space, Real, k_nodes, false>{
                             table_, points_, nodes_of(convolution_), with, component, fields_});
}

template <class Space, class Real>
void AimProduct<Space, Real>::gather(const Space &space, const Combination &with,
                                     int component) const {
  if (points_.stencil.nodes == 4)
    gather_by<4>(space, with, component);
  else
    gather_by<6>(space, with, component);
}

template <class Space, class Real>
void AimProduct<Space, Real>::apply(const Space &space, const NearRows<Space, Real> &near,
                                    const Combination &with, const Vector &x,
                                    const Vector &y) const {
  Kokkos::Timer timer;
  const auto lap = [&](double &sum) {
    if constexpr (is_device<Space>)
      space.fence();
    sum += timer.seconds();
    timer.reset();
  };
  Kokkos::parallel_for("curlew::mom::aim_corners", RangePolicy<Space>(space, 0, corners_.extent(0)),
                       CornerCoefficients<Space>{table_, x, corners_});
  if (with.vector == 0 || with.charge == 0)
    Kokkos::deep_copy(space, fields_, Complex(0));
  for (int component = 0; component < 4; ++component) {
    if ((component == 3 ? with.charge : with.vector) == 0)
      continue;
    spread(space, component);
    lap(seconds_.spread);
    convolution_.apply(space);
    lap(seconds_.convolve);
    gather(space, with, component);
    lap(seconds_.gather);
  }
  Kokkos::parallel_for("curlew::mom::aim_test", RangePolicy<Space>(space, 0, y.extent(0)),
                       TestRows<Space, Real>{table_, near, x, fields_, y});
  space.fence();
  lap(seconds_.near);
}

template <class Space, class Real>
double AimProduct<Space, Real>::bytes(Index faces, const AimGrid &grid) {
  const double points = double(k_face_points) * faces;
  return GridConvolution<Space, Real>::bytes(grid.extent) +
         points * (6.0 * grid.stencil.nodes * sizeof(double) + 3 * sizeof(Index) +
                   4 * sizeof(Complex) + sizeof(Index)) +
         3.0 * faces * sizeof(Complex);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template AimPoints<Space> make_aim_points<Space>(const Surface &, const AimGrid &, int);         \
  template class AimProduct<Space, double>;                                                        \
  template class AimProduct<Space, float>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
