#include <curlew/methods/fdfd/background/layered_background.hpp>

#include <curlew/methods/fdfd/background/layer_kernels.hpp>
#include <curlew/methods/fdfd/background/plane_kernels.hpp>

#include <algorithm>

namespace curlew::fdfd {
namespace {

struct LayeredScratch {
  Offset x_done, modes, systems;
};

LayeredScratch layered_scratch(const Problem &problem, const Box &from, const Box &to,
                               const Share &share) {
  const Box own_from = share.of(from), own_to = share.of(to);
  const Offset outer = std::max(Offset(own_from.size[1]) * own_from.size[2],
                                Offset(own_to.size[1]) * own_to.size[2]);
  const Offset pairs = Offset(problem.count(0)) * problem.count(1),
               own_pairs = (pairs + share.ranks - 1) / share.ranks;
  const Offset in_planes = 3 * pairs * std::max(own_from.size[2], own_to.size[2]);
  const Offset x_done = 3 * problem.count(0) * outer;
  return {share.ranks > 1 ? std::max(x_done, in_planes) : x_done,
          std::max(in_planes, 3 * own_pairs * std::max(from.size[2], to.size[2])),
          2 * own_pairs * problem.count(2)};
}

template <class Space>
Kokkos::View<const Complex *, Space> to_kernel(const char *label,
                                               const std::vector<complex> &values) {
  return to_view<Space>(label, std::vector<Complex>(values.begin(), values.end()));
}

// Returns three matrices, one for each component of E: halves along itself, nodes across.
template <class Space>
Kokkos::View<const Complex *, Space> of_components(const char *label, int axis,
                                                   const AxisModes &modes) {
  std::vector<Complex> all;
  all.reserve(3 * modes.node.size());
  for (int component = 0; component < 3; ++component) {
    const auto &one = component == axis ? modes.half : modes.node;
    all.insert(all.end(), one.begin(), one.end());
  }
  return to_view<Space>(label, all);
}

// Returns LayerSystems::steps.
template <class Space> std::vector<complex> steps_of(const Problem &problem, const Layers &layers) {
  using S = LayerSystems<Space>;
  const Axis &z = problem.axes[2];
  const Index n = z.count;
  const double k2 = problem.wavenumber * problem.wavenumber;
  std::vector<complex> steps(S::k_rows * n);
  const auto at = [&](int row, Index k) -> complex & { return steps[row * n + k]; };
  for (Index k = 0; k < n; ++k) {
    at(S::node_inverse, k) = z.node_is_fixed(k) ? complex(0) : 1.0 / (k2 * layers.at(0, k));
    at(S::half_inverse, k) = z.half_is_fixed(k) ? complex(0) : 1.0 / (k2 * layers.at(2, k));
    at(S::node_rate, k) = z.node_rate[k];
    at(S::half_rate, k) = z.half_rate[k];
    at(S::node_share, k) = 1.0 / z.node_length[k];
    at(S::half_share, k) = 1.0 / z.half_length[k];
  }
  for (Index k = 0; k < n; ++k) {
    const complex before = k > 0 ? z.half_rate[k - 1] : complex(0);
    at(S::te_lower, k) = -z.node_rate[k] * before;
    at(S::te_upper, k) = -z.node_rate[k] * z.half_rate[k];
    at(S::te_base, k) = z.node_rate[k] * (z.half_rate[k] + before) - k2 * layers.at(0, k);
    const complex here = at(S::node_inverse, k) * z.node_rate[k],
                  above = k + 1 < n ? at(S::node_inverse, k + 1) * z.node_rate[k + 1] : complex(0);
    at(S::tm_lower, k) = z.half_rate[k] * here;
    at(S::tm_upper, k) = z.half_rate[k] * above;
    at(S::tm_base, k) = 1.0 - z.half_rate[k] * (here + above);
  }
  return steps;
}

// Returns LayerSystems::turns of the pairs [first, end).
std::vector<complex> turns_of(const AxisModes &x, const AxisModes &y, Offset first, Offset end) {
  const auto pairs = static_cast<std::size_t>(end - first);
  std::vector<complex> turns(3 * pairs);
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const std::size_t which = first + pair, a = which % x.count, b = which / x.count;
    const complex g = std::sqrt(x.g[a] * x.g[a] + y.g[b] * y.g[b]);
    turns[pair] = g == complex(0) ? complex(1) : x.g[a] / g;
    turns[pairs + pair] = g == complex(0) ? complex(0) : y.g[b] / g;
    turns[2 * pairs + pair] = g;
  }
  return turns;
}

// Runs make(width), the kernel for blocks of `width` pairs, on all pairs.
template <class Space, class Make>
void for_blocks(const char *label, const Space &space, Offset pairs, const Make &make) {
  const Offset width = block_width(pairs, space.concurrency());
  Kokkos::parallel_for(label, range_policy(space, (pairs + width - 1) / width), make(width));
}

} // namespace

template <class Space>
LayeredBackground<Space>::LayeredBackground(const Space &space, const Problem &problem,
                                            const Layers &layers, const Box &largest_from,
                                            const Box &largest_to, Waves waves,
                                            const PlaneShares<Space> &shares)
    : shares_(shares), waves_(waves), closed_end_(largest_from.first[2] + largest_from.size[2]) {
  for (int d = 0; d < 3; ++d)
    count_[d] = problem.count(d);
  const auto modes = make_transverse_modes(problem.axes[0], problem.axes[1], problem.threads);
  for (int axis = 0; axis < 2; ++axis) {
    right_[axis] = of_components<Space>("curlew::fdfd::layers_modes", axis, *modes[axis].right);
    left_[axis] = modes[axis].left ? of_components<Space>("curlew::fdfd::layers_partners", axis,
                                                          *modes[axis].left)
                                   : right_[axis];
    if (modes[axis].left)
      periodic_[axis].emplace(modes[axis], axis);
  }
  steps_ = to_kernel<Space>("curlew::fdfd::layers_steps", steps_of<Space>(problem, layers));
  const auto begins = even_begins(pairs(), shares.ranks.size());
  const Offset first = begins[shares.ranks.rank()], end = begins[shares.ranks.rank() + 1];
  own_pairs_ = end - first;
  turns_ = to_kernel<Space>("curlew::fdfd::layers_turns",
                            turns_of(*modes[0].right, *modes[1].right, first, end));
  const LayeredScratch needed = layered_scratch(problem, largest_from, largest_to, shares.own());
  const auto allocate = [](const char *label, Offset size) {
    return Vector<Space>(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), size);
  };
  pivots_ = allocate("curlew::fdfd::layers_pivots", needed.systems);
  fields_ = allocate("curlew::fdfd::layers_fields", needed.systems);
  closing_ = allocate("curlew::fdfd::layers_closing", 2 * own_pairs_);
  x_done_ = allocate("curlew::fdfd::layers_x", needed.x_done);
  in_ = allocate("curlew::fdfd::layers_in", needed.modes);
  out_ = allocate("curlew::fdfd::layers_out", needed.modes);
  if (!shares.is_whole()) {
    exchange_in_ = ModeExchange<Space>(shares, begins, in_, x_done_);
    exchange_out_ = ModeExchange<Space>(shares, begins, out_, x_done_);
  }
  const FactorLayers<Space> factor{
      {steps_, turns_, count_[2], own_pairs_}, std::max<Index>(closed_end_, 1), pivots_, closing_};
  const char *const label = "curlew::fdfd::layers_factor";
  if constexpr (is_device<Space>)
    Kokkos::parallel_for(label, range_policy(space, 2 * own_pairs_), factor);
  else
    for_blocks(label, space, own_pairs_, [&](Offset width) {
      return FactorBlock<Space>{factor, width};
    });
}

template <class Space>
double LayeredBackground<Space>::bytes(const Problem &problem, const Box &largest_from,
                                       const Box &largest_to, const Share &share) {
  const LayeredScratch needed = layered_scratch(problem, largest_from, largest_to, share);
  Offset entries = needed.x_done + 2 * needed.modes + 2 * needed.systems +
                   5 * Offset(problem.count(0)) * problem.count(1) / share.ranks;
  for (int axis = 0; axis < 2; ++axis)
    entries += 6 * Offset(problem.count(axis)) * problem.count(axis);
  return double(entries) * sizeof(Complex);
}

template <class Space>
DenseProduct::Matrix LayeredBackground<Space>::modes(const View &of_axis, int axis, const Box &box,
                                                     int component, Op op) const {
  const Offset square = Offset(count_[axis]) * count_[axis];
  return {of_axis.data() + component * square + box.first[axis], count_[axis], square, op};
}

// Multiplies by the modes of y: one product for all planes of z where y has a single cell.
template <class Space>
void LayeredBackground<Space>::multiply_y(const Space &space, Index columns, Index inner,
                                          Index planes, DenseProduct::Matrix from,
                                          DenseProduct::Matrix y, DenseProduct::Result to) const {
  y.stride = 0; // the same for every z
  if (columns == 1 && inner == 1) {
    const auto rows = static_cast<Index>(Offset(count_[0]) * planes);
    from.ld = to.ld = rows;
    multiply(space, {rows, 1, 1, from, y, to});
    return;
  }
  multiply(space, {count_[0], columns, inner, from, y, to, planes});
}

template <class Space> bool LayeredBackground<Space>::is_fourier(int axis, const Box &box) const {
  if (!periodic_[axis] || waves_ == Waves::by_products)
    return false;
  return waves_ == Waves::by_fourier ||
         PeriodicTransform<Space>::pays(count_[axis], box.size[axis]);
}

template <class Space>
void LayeredBackground<Space>::to_modes(const Space &space, const Box &box,
                                        const Vector<Space> &from) const {
  const Index nx = count_[0], ny = count_[1];
  const auto &[bx, by, bz] = box.size;
  if (bz == 0)
    return;
  const DenseProduct::Result x{x_done_.data(), nx, Offset(nx) * by * bz};
  if (is_fourier(0, box)) {
    periodic_[0]->to_modes(space, {box.first[0], bx, nx, 1, Offset(by) * bz}, from, x_done_);
  } else {
    const DenseProduct::Matrix given{from.data(), bx, box.entries()};
    multiply(space, {nx, by * bz, bx, modes(left_[0], 0, box, 0, Op::transpose), given, x, 3});
  }
  if (is_fourier(1, box)) {
    periodic_[1]->to_modes(space, {box.first[1], by, ny, nx, bz}, x_done_, in_);
    return;
  }
  for (int c = 0; c < 3; ++c)
    multiply_y(space, ny, by, bz, {x.values + c * x.stride, nx, Offset(nx) * by},
               modes(left_[1], 1, box, c, Op::none), {in_.data() + c * pairs() * bz, nx, pairs()});
}

template <class Space>
void LayeredBackground<Space>::from_modes(const Space &space, const Box &box,
                                          const Vector<Space> &to) const {
  const Index nx = count_[0], ny = count_[1];
  const auto &[tx, ty, tz] = box.size;
  if (tz == 0)
    return;
  const DenseProduct::Result x{x_done_.data(), nx, Offset(nx) * ty * tz};
  if (is_fourier(1, box))
    periodic_[1]->from_modes(space, {box.first[1], ty, ny, nx, tz}, out_, x_done_);
  else
    for (int c = 0; c < 3; ++c)
      multiply_y(space, ty, ny, tz, {out_.data() + c * pairs() * tz, nx, pairs()},
                 modes(right_[1], 1, box, c, Op::transpose),
                 {x.values + c * x.stride, nx, Offset(nx) * ty});
  if (is_fourier(0, box)) {
    periodic_[0]->from_modes(space, {box.first[0], tx, nx, 1, Offset(ty) * tz}, x_done_, to);
    return;
  }
  const DenseProduct::Result out{to.data(), tx, box.entries()};
  multiply(space, {tx, ty * tz, nx, modes(right_[0], 0, box, 0, Op::none), x, out, 3});
}

template <class Space>
void LayeredBackground<Space>::apply(const Space &space, const Box &from_box,
                                     const Vector<Space> &from, const Box &to_box,
                                     const Vector<Space> &to) const {
  to_modes(space, shares_.own().of(from_box), from);
  if (!shares_.is_whole())
    exchange_in_.to_columns(space, from_box, from_box.size[2]);
  solve_along_z(space, from_box, to_box);
  if (!shares_.is_whole())
    exchange_out_.to_planes(space, to_box, to_box.size[2]);
  from_modes(space, shares_.own().of(to_box), to);
}

template <class Space>
void LayeredBackground<Space>::make_plane_inverses(const Space &space, Index first, Index count) {
  const LayerSystems<Space> systems{steps_, turns_, count_[2], pairs()};
  planes_ = Vector<Space>("curlew::fdfd::layers_planes", 3 * pairs() * count);
  first_plane_ = first;
  plane_count_ = count;
  for (Index k = 0; k < count; ++k)
    for (const bool along_z : {false, true}) {
      const Box plane{{0, 0, first + k}, {count_[0], count_[1], 1}};
      Kokkos::parallel_for("curlew::fdfd::layers_unit_sources", range_policy(space, pairs()),
                           UnitSources<Space>{systems, in_, along_z});
      solve_along_z(space, plane, plane);
      Kokkos::parallel_for("curlew::fdfd::layers_answers", range_policy(space, pairs()),
                           KeepAnswers<Space>{systems, out_, planes_, k, count, along_z});
    }
}

template <class Space>
void LayeredBackground<Space>::invert_planes(const Space &space, const Box &box,
                                             const Vector<Space> &from,
                                             const Vector<Space> &to) const {
  to_modes(space, box, from);
  const Offset block = pairs() * box.size[2];
  Kokkos::parallel_for("curlew::fdfd::layers_divide_planes", range_policy(space, block),
                       DividePlanes<Space>{{steps_, turns_, count_[2], pairs()},
                                           in_,
                                           out_,
                                           planes_,
                                           first_plane_ - box.first[2],
                                           plane_count_,
                                           block});
  from_modes(space, box, to);
}

template <class Space>
void LayeredBackground<Space>::solve_along_z(const Space &space, const Box &from_box,
                                             const Box &to_box) const {
  const LayerSystems<Space> systems{steps_, turns_, count_[2], own_pairs_};
  const Index from_first = from_box.first[2], from_end = from_first + from_box.size[2];
  const Index to_first = to_box.first[2], to_end = to_first + to_box.size[2];
  const Index first = std::max<Index>(0, from_first - 1);
  const bool is_closed = closed_end_ < count_[2] && std::max(from_end, to_end) <= closed_end_;
  const Index end = is_closed ? closed_end_ : count_[2];
  const TurnSources<Space> sources{
      systems, in_, fields_, first, from_first, from_end, own_pairs_ * from_box.size[2]};
  const SolveLayers<Space> solve{
      systems, pivots_, closing_, fields_, first, end, std::max<Index>(0, to_first - 1), is_closed};
  const TurnFields<Space> fields{sources, out_, to_first, own_pairs_ * to_box.size[2]};
  if constexpr (is_device<Space>) {
    Kokkos::parallel_for("curlew::fdfd::layers_sources",
                         range_policy(space, own_pairs_ * (end - first)), sources);
    Kokkos::parallel_for("curlew::fdfd::layers_solve", range_policy(space, 2 * own_pairs_), solve);
    Kokkos::parallel_for("curlew::fdfd::layers_fields",
                         range_policy(space, own_pairs_ * to_box.size[2]), fields);
  } else {
    for_blocks("curlew::fdfd::layers_blocks", space, own_pairs_, [&](Offset width) {
      return SolveBlock<Space>{sources, solve, fields, to_end, width};
    });
  }
}

#define CURLEW_INSTANTIATE(Space) template class LayeredBackground<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
