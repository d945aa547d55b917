#pragma once

#include <curlew/methods/fdfd/background/transverse_modes.hpp>
#include <curlew/methods/fdfd/solve/system.hpp>
#include <curlew/solvers/fft/axis_fft.hpp>

#include <map>

namespace curlew::fdfd {

// Lines along one axis of a box, of each of three components: the box holds `size` of the axis'
// `count` entries, from `first` on; `inner` is the stride between neighbours of a line, `outer` the
// number of blocks of lines.
struct AxisLines {
  Index first, size, count;
  Offset inner, outer;
};

// Transforms between entries and modes along an axis with a period by Fourier transforms, instead
// of products with the matrices of TransverseModes: a matrix of waves is
//   right(i, m) = right(i, 0) exp(-2 pi j i m / n) right(0, m) / right(0, 0).
template <class Space> class PeriodicTransform {
public:
  PeriodicTransform(const TransverseModes &modes, int axis);

  // True where this is faster than products, for a box with `in_box` entries along the axis:
  // measured, docs/methods/fdfd-notes.md, "Layers".
  static bool pays(Index count, Index in_box);

  // to := left^T from; `to` holds lines of `count`, `from` of `size`.
  void to_modes(const Space &space, const AxisLines &lines, const Vector<Space> &from,
                const Vector<Space> &to) const;
  // to := right from; overwrites `from`, which holds lines of `count`.
  void from_modes(const Space &space, const AxisLines &lines, const Vector<Space> &from,
                  const Vector<Space> &to) const;

private:
  void transform(const Space &space, const AxisLines &lines, const Vector<Space> &values,
                 FftDirection direction) const;
  void multiply_modes(const Space &space, const AxisLines &lines, const Vector<Space> &values,
                      bool of_left) const;

  int axis_;
  Index count_;
  // Factors for nodes and for halves: by entry, and for halves by mode (1 for nodes).
  Kokkos::View<const Complex *, Space> left_, right_, left_modes_, right_modes_;
  mutable std::map<std::array<Offset, 2>, AxisFft<Space>> plans_; // by inner and outer numbers
};

} // namespace curlew::fdfd
