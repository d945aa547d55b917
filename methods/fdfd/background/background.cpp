#include <curlew/methods/fdfd/background/background.hpp>

#include <curlew/core/parallel/device_traits.hpp>
#include <curlew/core/parallel/views.hpp>

#include <algorithm>

namespace curlew::fdfd {
namespace {

// Bytes of the modes that are transformed along z at a time: on hosts they fit into the cache.
constexpr double k_host_bytes_at_once = 3 << 20, k_device_bytes_at_once = 1 << 30;

// Returns the number of modes of y that are transformed along z at a time, each with all of x.
template <class Space> Index modes_at_once(const Box &grid) {
  const double bytes =
      is_device<Space> ? k_device_bytes_at_once : k_host_bytes_at_once * Space().concurrency();
  const double each = 3.0 * grid.size[0] * grid.size[2] * sizeof(Complex);
  return static_cast<Index>(std::clamp<double>(bytes / each, 1, grid.size[1]));
}

struct Scratch {
  Offset x_done, xy_done, all_done;
};

template <class Space>
Scratch scratch_of(const Problem &problem, const Box &from, const Box &to, const Share &share) {
  const Box grid = whole_grid(problem), own_from = share.of(from), own_to = share.of(to);
  const Offset outer = std::max(Offset(own_from.size[1]) * own_from.size[2],
                                Offset(own_to.size[1]) * own_to.size[2]);
  const Offset nx = grid.size[0], ny = grid.size[1], own_y = (ny + share.ranks - 1) / share.ranks;
  const Offset x_done = 3 * nx * outer,
               in_planes = 3 * nx * ny * std::max(own_from.size[2], own_to.size[2]);
  return {share.ranks > 1 ? std::max(x_done, in_planes) : x_done,
          std::max(in_planes, 3 * nx * own_y * std::max(from.size[2], to.size[2])),
          3 * Offset(modes_at_once<Space>(grid)) * nx * grid.size[2]};
}

// Applies M to all modes of x and z and some of y.
template <class Space> struct Divide {
  Vector<Space> values; // three components, `block` apart: x fastest, then y, then z
  Kokkos::View<const Complex *, Space> g_x, g_y, g_z;
  Complex k2_eps = 0, inverse_k2_eps = 0;
  Index count_x = 0, count_y = 0, first_y = 0;
  Offset block = 0;

  KOKKOS_INLINE_FUNCTION void operator()(const Index x, const Index y, const Index z) const {
    const Complex gx = g_x(x), gy = g_y(first_y + y), gz = g_z(z);
    const Complex square = gx * gx + gy * gy + gz * gz - k2_eps;
    // The square is never near overflow, so the scaling of a complex division is omitted.
    const double size = square.real() * square.real() + square.imag() * square.imag();
    const Complex inverse(square.real() / size, -square.imag() / size);
    const Offset at = x + Offset(count_x) * (y + Offset(count_y) * z);
    const Complex fx = values(at), fy = values(at + block), fz = values(at + 2 * block);
    const Complex along = (gx * fx + gy * fy + gz * fz) * inverse_k2_eps;
    values(at) = (fx - gx * along) * inverse;
    values(at + block) = (fy - gy * along) * inverse;
    values(at + 2 * block) = (fz - gz * along) * inverse;
  }
  KOKKOS_INLINE_FUNCTION void operator()(const Index line) const { // hosts
    for (Index x = 0; x < count_x; ++x)
      (*this)(x, line % count_y, line / count_y);
  }
};

template <class Space> void divide(const Space &space, const Divide<Space> &kernel, Index count_z) {
  const char *const label = "curlew::fdfd::background_modes";
  if constexpr (is_device<Space>)
    Kokkos::parallel_for(
        label,
        Kokkos::MDRangePolicy<Space, Kokkos::Rank<3, Kokkos::Iterate::Left, Kokkos::Iterate::Left>>(
            space, {0, 0, 0}, {kernel.count_x, kernel.count_y, count_z},
            {DeviceTraits<Space>::k_warp, 4, 1}),
        kernel);
  else
    Kokkos::parallel_for(label, RangePolicy<Space>(space, 0, kernel.count_y * count_z), kernel);
}

} // namespace

std::string why_no_background(const Problem &problem) {
  if (!problem.axes[2].is_periodic())
    return "";
  if (problem.is_bloch())
    return "under a Bloch phase it needs an axis z without a period";
  if (problem.is_magnetic())
    return "with magnetic materials (mu other than 1) it needs an axis z without a period";
  if (problem.has_conductors)
    return "with perfect conductors inside the domain it needs an axis z without a period";
  return "";
}

template <class Space>
Background<Space>::Background(const Problem &problem, const Modes &modes, complex eps_b,
                              const Box &largest_from, const Box &largest_to,
                              const PlaneShares<Space> &shares)
    : shares_(shares), k2_eps_(problem.wavenumber * problem.wavenumber * eps_b) {
  for (int axis = 0; axis < 3; ++axis) {
    count_[axis] = problem.count(axis);
    std::vector<Complex> all, g(modes[axis]->g.begin(), modes[axis]->g.end());
    for (int component = 0; component < 3; ++component) {
      const auto &one = component == axis ? modes[axis]->half : modes[axis]->node;
      all.insert(all.end(), one.begin(), one.end());
    }
    modes_[axis] = to_view<Space>("curlew::fdfd::modes", all);
    g_[axis] = to_view<Space>("curlew::fdfd::mode_wavenumbers", g);
  }
  modes_at_once_ = modes_at_once<Space>(whole_grid(problem));
  const Scratch needed = scratch_of<Space>(problem, largest_from, largest_to, shares.own());
  const auto allocate = [](const std::string &label, Offset size) {
    return Vector<Space>(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), size);
  };
  x_done_ = allocate("curlew::fdfd::background_x", needed.x_done);
  xy_done_ = allocate("curlew::fdfd::background_xy", needed.xy_done);
  all_done_ = allocate("curlew::fdfd::background_xyz", needed.all_done);
  const int rank = shares.ranks.rank();
  std::vector<Offset> begins = even_begins(count_[1], shares.ranks.size());
  for (Offset &begin : begins) // of pairs
    begin *= count_[0];
  first_y_ = static_cast<Index>(begins[rank] / count_[0]);
  own_y_ = static_cast<Index>(begins[rank + 1] / count_[0]) - first_y_;
  if (!shares.is_whole())
    exchange_ = ModeExchange<Space>(shares, begins, xy_done_, x_done_);
}

template <class Space>
double Background<Space>::bytes(const Problem &problem, const Box &largest_from,
                                const Box &largest_to, const Share &share) {
  const Scratch needed = scratch_of<Space>(problem, largest_from, largest_to, share);
  Offset entries = needed.x_done + needed.xy_done + needed.all_done;
  for (int axis = 0; axis < 3; ++axis)
    entries += 3 * Offset(problem.count(axis)) * problem.count(axis) + problem.count(axis);
  return double(entries) * sizeof(Complex);
}

template <class Space> double Background<Space>::flops(const Box &from, const Box &to) const {
  const auto one_way = [&](const Box &box) {
    const double x = count_[0], y = count_[1], z = count_[2];
    return x * box.entries() + x * y * box.size[1] * box.size[2] + x * y * z * box.size[2];
  };
  return 3 * 8 * (one_way(from) + one_way(to));
}

template <class Space>
DenseProduct::Matrix Background<Space>::modes(int axis, const Box &box, int component,
                                              Op op) const {
  const Offset square = Offset(count_[axis]) * count_[axis];
  return {modes_[axis].data() + component * square + box.first[axis], count_[axis], square, op};
}

template <class Space>
DenseProduct::Matrix Background<Space>::y_modes(const Box &box, int component, Op op) const {
  DenseProduct::Matrix matrix = modes(1, box, component, op);
  matrix.stride = 0; // the same for every z
  return matrix;
}

template <class Space>
void Background<Space>::apply(const Space &space, const Box &from_box, const Vector<Space> &from,
                              const Box &to_box, const Vector<Space> &to) const {
  const Index room = std::max(from_box.size[2], to_box.size[2]); // planes
  const Offset block = Offset(count_[0]) * own_y_ * room;
  const Box own_from = shares_.own().of(from_box), own_to = shares_.own().of(to_box);
  const bool is_whole = shares_.is_whole();
  to_pairs(space, own_from, from, is_whole ? block : block_of(own_from));
  if (!is_whole)
    exchange_.to_columns(space, from_box, room);
  for (Index first = 0; first < own_y_; first += modes_at_once_)
    through_z(space, first, std::min(modes_at_once_, own_y_ - first), block, from_box, to_box);
  if (!is_whole)
    exchange_.to_planes(space, to_box, room);
  from_pairs(space, own_to, to, is_whole ? block : block_of(own_to));
}

template <class Space>
void Background<Space>::to_pairs(const Space &space, const Box &box, const Vector<Space> &from,
                                 Offset block) const {
  const Index nx = count_[0], ny = count_[1];
  const auto &[bx, by, bz] = box.size;
  if (bz == 0)
    return;
  const DenseProduct::Matrix in{from.data(), bx, box.entries()};
  const DenseProduct::Result x_in{x_done_.data(), nx, Offset(nx) * by * bz};
  multiply(space, {nx, by * bz, bx, modes(0, box, 0, Op::transpose), in, x_in, 3});
  for (int c = 0; c < 3; ++c) {
    const DenseProduct::Matrix x{x_in.values + c * x_in.stride, nx, Offset(nx) * by};
    const DenseProduct::Result xy{xy_done_.data() + c * block, nx, Offset(nx) * ny};
    multiply(space, {nx, ny, by, x, y_modes(box, c, Op::none), xy, bz});
  }
}

template <class Space>
void Background<Space>::from_pairs(const Space &space, const Box &box, const Vector<Space> &to,
                                   Offset block) const {
  const Index nx = count_[0], ny = count_[1];
  const auto &[tx, ty, tz] = box.size;
  if (tz == 0)
    return;
  const DenseProduct::Result x_out{x_done_.data(), nx, Offset(nx) * ty * tz};
  for (int c = 0; c < 3; ++c) {
    const DenseProduct::Matrix xy{xy_done_.data() + c * block, nx, Offset(nx) * ny};
    const DenseProduct::Result x{x_out.values + c * x_out.stride, nx, Offset(nx) * ty};
    multiply(space, {nx, ty, ny, xy, y_modes(box, c, Op::transpose), x, tz});
  }
  const DenseProduct::Result out{to.data(), tx, box.entries()};
  multiply(space, {tx, ty * tz, nx, modes(0, box, 0, Op::none), x_out, out, 3});
}

// Transforms `some` modes of y from `first` on to modes of z, applies M, and transforms back, in
// place.
template <class Space>
void Background<Space>::through_z(const Space &space, Index first, Index some, Offset block,
                                  const Box &from_box, const Box &to_box) const {
  const Index nz = count_[2], bz = from_box.size[2], tz = to_box.size[2];
  const Index rows = some * count_[0], plane = count_[0] * own_y_;
  const DenseProduct::Result xy{xy_done_.data() + Offset(first) * count_[0], plane, block};
  const DenseProduct::Result all{all_done_.data(), rows, Offset(rows) * nz};
  multiply(space, {rows, nz, bz, xy, modes(2, from_box, 0, Op::none), all, 3});
  Divide<Space> kernel{all_done_, g_[0], g_[1], g_[2]};
  kernel.k2_eps = k2_eps_;
  kernel.inverse_k2_eps = 1.0 / k2_eps_;
  kernel.count_x = count_[0];
  kernel.count_y = some;
  kernel.first_y = first_y_ + first;
  kernel.block = all.stride;
  divide(space, kernel, nz);
  multiply(space, {rows, tz, nz, all, modes(2, to_box, 0, Op::transpose), xy, 3});
}

#define CURLEW_INSTANTIATE(Space) template class Background<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
