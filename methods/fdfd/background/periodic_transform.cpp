#include <curlew/methods/fdfd/background/periodic_transform.hpp>

#include <curlew/core/parallel/device_traits.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>

namespace curlew::fdfd {
namespace {

// Copies between lines of a box and whole ones, times a factor for each entry: of halves for the
// component along the axis, of nodes for others. Entries outside of the box are 0 in whole lines.
template <class Space> struct CopyLines {
  AxisLines lines;
  int axis;
  Kokkos::View<const Complex *, Space> factors; // for nodes, then for halves
  Vector<Space> from, to;
  bool expand; // from the box's lines to whole ones

  KOKKOS_INLINE_FUNCTION Index along() const { return expand ? lines.count : lines.size; }
  // Copies entry `at` of a line of `to`, for neighbouring lines [begin, end).
  KOKKOS_INLINE_FUNCTION void copy(Offset outer, Index at, Offset begin, Offset end) const {
    const Index index = expand ? at : at + lines.first;
    const Offset here = lines.inner * (at + outer * along());
    if (expand && (index < lines.first || index >= lines.first + lines.size)) {
      for (Offset n = begin; n < end; ++n)
        to(here + n) = 0;
      return;
    }
    const Offset there = lines.inner * (expand ? index - lines.first + outer * lines.size
                                               : index + outer * lines.count);
    const Complex factor = factors(outer / lines.outer == axis ? lines.count + index : index);
    for (Offset n = begin; n < end; ++n)
      to(here + n) = factor * from(there + n);
  }
  KOKKOS_INLINE_FUNCTION void operator()(const Offset e) const {
    const Offset row = e / lines.inner, within = e - row * lines.inner, outer = row / along();
    copy(outer, static_cast<Index>(row - outer * along()), within, within + 1);
  }
  void on_host(Offset outer) const {
    for (Index at = 0; at < along(); ++at)
      copy(outer, at, 0, lines.inner);
  }
};

// Multiplies the numbers of one component by a factor for each mode.
template <class Space> struct MultiplyModes {
  AxisLines lines;
  Kokkos::View<const Complex *, Space> factors;
  Vector<Space> values;
  Offset first;

  KOKKOS_INLINE_FUNCTION Index along() const { return lines.count; }
  KOKKOS_INLINE_FUNCTION void operator()(const Offset e) const {
    const auto mode = static_cast<Index>(e / lines.inner % lines.count);
    values(first + e) *= factors(mode);
  }
  void on_host(Offset outer) const {
    for (Index mode = 0; mode < lines.count; ++mode) {
      const Offset begin = first + lines.inner * (mode + outer * lines.count);
      for (Offset e = begin; e < begin + lines.inner; ++e)
        values(e) *= factors(mode);
    }
  }
};

// Runs a kernel with a thread per number on devices; on hosts, where divisions would take longer
// than the rest, with a thread for all numbers of one `outer` index.
template <class Kernel> struct OfHosts {
  Kernel kernel;
  void operator()(const Offset outer) const { kernel.on_host(outer); }
};
template <class Space, class Kernel>
void for_lines(const char *label, const Space &space, Offset outer, const Kernel &kernel) {
  if constexpr (is_device<Space>)
    Kokkos::parallel_for(
        label, RangePolicy<Space>(space, 0, outer * kernel.along() * kernel.lines.inner), kernel);
  else
    Kokkos::parallel_for(label, RangePolicy<Space>(space, 0, outer), OfHosts<Kernel>{kernel});
}

template <class Space>
Kokkos::View<const Complex *, Space> view_of(const std::vector<complex> &values) {
  return to_view<Space>("curlew::fdfd::periodic",
                        std::vector<Complex>(values.begin(), values.end()));
}

// Returns the first columns of the matrices for nodes and halves.
template <class Space> Kokkos::View<const Complex *, Space> entries_of(const AxisModes &modes) {
  std::vector<complex> values(modes.node.begin(), modes.node.begin() + modes.count);
  values.insert(values.end(), modes.half.begin(), modes.half.begin() + modes.count);
  return view_of<Space>(values);
}

// Returns the first row of the matrix for halves, divided by its first number.
template <class Space> Kokkos::View<const Complex *, Space> modes_of(const AxisModes &modes) {
  std::vector<complex> values;
  for (Index m = 0; m < modes.count; ++m)
    values.push_back(modes.half[std::size_t(m) * modes.count] / modes.half[0]);
  return view_of<Space>(values);
}

} // namespace

template <class Space>
PeriodicTransform<Space>::PeriodicTransform(const TransverseModes &modes, int axis)
    : axis_(axis), count_(modes.count), left_(entries_of<Space>(*modes.left)),
      right_(entries_of<Space>(*modes.right)), left_modes_(modes_of<Space>(*modes.left)),
      right_modes_(modes_of<Space>(*modes.right)) {}

template <class Space> bool PeriodicTransform<Space>::pays(Index count, Index in_box) {
  constexpr Index k_least_in_box = 40;
  return in_box >= k_least_in_box && fast_fft_length(count) == count;
}

template <class Space>
void PeriodicTransform<Space>::transform(const Space &space, const AxisLines &lines,
                                         const Vector<Space> &values,
                                         FftDirection direction) const {
  const std::array<Offset, 2> size{lines.inner, 3 * lines.outer};
  auto found = plans_.find(size);
  if (found == plans_.end()) {
    const Index inner = to_index(size[0], "lines of a transform"),
                outer = to_index(size[1], "lines of a transform");
    found = plans_
                .emplace(size, inner == 1 ? AxisFft<Space>(space, {count_, outer, 1}, 0)
                                          : AxisFft<Space>(space, {inner, count_, outer}, 1))
                .first;
  }
  found->second.apply(space, Vector<Space>(values.data(), size[0] * count_ * size[1]), direction);
}

template <class Space>
void PeriodicTransform<Space>::multiply_modes(const Space &space, const AxisLines &lines,
                                              const Vector<Space> &values, bool of_left) const {
  const Offset block = lines.inner * count_ * lines.outer;
  for_lines(
      "curlew::fdfd::periodic_modes", space, lines.outer,
      MultiplyModes<Space>{lines, of_left ? left_modes_ : right_modes_, values, axis_ * block});
}

template <class Space>
void PeriodicTransform<Space>::to_modes(const Space &space, const AxisLines &lines,
                                        const Vector<Space> &from, const Vector<Space> &to) const {
  for_lines("curlew::fdfd::periodic_expand", space, 3 * lines.outer,
            CopyLines<Space>{lines, axis_, left_, from, to, true});
  transform(space, lines, to, FftDirection::inverse);
  multiply_modes(space, lines, to, true);
}

template <class Space>
void PeriodicTransform<Space>::from_modes(const Space &space, const AxisLines &lines,
                                          const Vector<Space> &from,
                                          const Vector<Space> &to) const {
  multiply_modes(space, lines, from, false);
  transform(space, lines, from, FftDirection::forward);
  for_lines("curlew::fdfd::periodic_gather", space, 3 * lines.outer,
            CopyLines<Space>{lines, axis_, right_, from, to, false});
}

#define CURLEW_INSTANTIATE(Space) template class PeriodicTransform<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
