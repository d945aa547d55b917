#include <curlew/methods/fdfd/background/body_inverse.hpp>

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/fdfd/background/grid_kernels.hpp>
#include <curlew/methods/fdfd/background/uniform_inverse.hpp>

#include <algorithm>

namespace curlew::fdfd {
namespace {

// Cells between the support and the walls around M's box. Two cells take a tenth more iterations,
// eight save one in fifty.
constexpr Index k_margin = 4;

struct Range {
  Index first, count;
};

// Returns the range of an axis that a box covers with its margin; the whole of a periodic axis
// whose period the range would exceed.
Range with_margin(const Axis &axis, Index first, Index count) {
  const Index from = first - k_margin, to = first + count + k_margin;
  if (axis.is_periodic() && (from < 0 || to > axis.count))
    return {0, axis.count};
  return {std::max<Index>(from, 0), std::min(to, axis.count) - std::max<Index>(from, 0)};
}

// Returns a piece of an axis between conducting walls, or the axis' own walls where it reaches
// them.
Axis piece_of(const Axis &axis, const Range &range) {
  if (range.count == axis.count)
    return axis;
  Axis piece = axis;
  const Index end = range.first + range.count;
  piece.low = range.first == 0 && !axis.is_periodic() ? axis.low : Wall::pec;
  piece.high = end == axis.count && !axis.is_periodic() ? axis.high : Wall::pec;
  piece.count = range.count;
  piece.cells = std::min(axis.cells, end) - range.first;
  piece.corner_m = axis.node_m(range.first);
  for (auto values : {&Axis::node_length, &Axis::half_length, &Axis::node_rate, &Axis::half_rate})
    piece.*values = {(axis.*values).begin() + range.first, (axis.*values).begin() + end};
  return piece;
}

// A grid of just the box with its margin; it holds no materials.
struct Inside {
  Problem grid;
  Box box;
  Index first_plane = 0; // in the whole grid
};
Inside inside_of(const Problem &problem, const Box &box) {
  Inside inside;
  inside.grid.frequency_hz = problem.frequency_hz;
  inside.grid.wavenumber = problem.wavenumber;
  inside.grid.threads = problem.threads;
  inside.box.size = box.size;
  for (int d = 0; d < 3; ++d) {
    const Range range = with_margin(problem.axes[d], box.first[d], box.size[d]);
    inside.grid.axes[d] = piece_of(problem.axes[d], range);
    inside.box.first[d] = box.first[d] - range.first;
    inside.first_plane = range.first; // at the end that of z
  }
  return inside;
}

// Computes S^1/2 t and S of the entries.
template <class Space> struct Factors {
  BoxEntries<Space> box;
  Kokkos::View<const Index *, Space> in_box;
  Complex k2_eps_b, k2_eps_m;
  double wavenumber;
  Vector<Space> scale;
  Kokkos::View<double *, Space> diagonal;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    const auto at = box.entry_at(in_box(i));
    const Complex k2_eps = box.system.k2_eps(box.system.eps_id(box.in_grid(at)));
    const double s = wavenumber / Kokkos::abs(Kokkos::sqrt(k2_eps));
    diagonal(i) = s;
    scale(i) = Kokkos::sqrt(s * ((k2_eps - k2_eps_b) * box.weight(at)) * (k2_eps_m / k2_eps));
  }
};

template <class Space> struct Collect {
  Kokkos::View<const Index *, Space> in_box;
  Vector<Space> scale, from, box, to;
  Kokkos::View<const double *, Space> diagonal;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    to(i) = diagonal(i) * from(i) + scale(i) * box(in_box(i));
  }
};

} // namespace

template <class Space>
BodyInverse<Space>::BodyInverse(const Space &space, const Problem &problem,
                                const System<Space> &system, const Box &box,
                                const Kokkos::View<const Index *, Space> &in_box, complex eps_b,
                                complex eps_m, const DividedGrid<Space> &grid)
    : in_box_(in_box), scale_("curlew::fdfd::body_scale", in_box.extent(0)),
      diagonal_("curlew::fdfd::body_diagonal", in_box.extent(0)) {
  const Inside inside = inside_of(grid.whole_of(problem), box);
  inside_ = inside.box;
  background_ = make_uniform_inverse(space, inside.grid, eps_m, inside_, inside_,
                                     grid.shares.from_plane(inside.first_plane));
  const double k2 = problem.wavenumber * problem.wavenumber;
  Kokkos::parallel_for("curlew::fdfd::body_factors", RangePolicy<Space>(space, 0, in_box.extent(0)),
                       Factors<Space>{BoxEntries<Space>(system, grid.shares.in_slab(box)), in_box_,
                                      k2 * eps_b, k2 * eps_m, problem.wavenumber, scale_,
                                      diagonal_});
}

template <class Space>
void BodyInverse<Space>::apply(const Space &space, const Vector<Space> &from,
                               const Vector<Space> &box_in, const Vector<Space> &box_out,
                               const Vector<Space> &to) const {
  scatter(space, in_box_, scale_, from, box_in);
  background_->apply(space, inside_, box_in, inside_, box_out);
  Kokkos::parallel_for("curlew::fdfd::body_collect",
                       RangePolicy<Space>(space, 0, in_box_.extent(0)),
                       Collect<Space>{in_box_, scale_, from, box_out, to, diagonal_});
}

template <class Space>
double BodyInverse<Space>::bytes(const Problem &problem, const Box &box, Offset size,
                                 const Share &share) {
  const Inside inside = inside_of(problem, box);
  Share here = share;
  if (share.ranks > 1) {
    here.first -= inside.first_plane;
    here.end -= inside.first_plane;
  }
  return uniform_inverse_bytes<Space>(inside.grid, inside.box, inside.box, here) +
         double(size) * (sizeof(Complex) + sizeof(double));
}

Box body_grid(const Problem &problem, const Box &box) {
  return whole_grid(inside_of(problem, box).grid);
}

#define CURLEW_INSTANTIATE(Space) template class BodyInverse<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
