#pragma once

#include <curlew/methods/fdfd/background/box.hpp>
#include <curlew/methods/fdfd/solve/system.hpp>

namespace curlew::fdfd {

// The exact inverse of A0, the operator of the medium behind the scatterers, walls and perfectly
// matched layers included: of one material (Background) or of layers along z (LayeredBackground).
template <class Space> class BackgroundInverse {
public:
  virtual ~BackgroundInverse() = default;

  // to := A0^-1 W^-1 from with the weights W (Problem::weight), for vectors on boxes of the grid;
  // `from` is 0 elsewhere. The result is 0 on walls' fixed entries. Boxes lie within the largest
  // ones that the inverse was made for, or are as large.
  virtual void apply(const Space &space, const Box &from_box, const Vector<Space> &from,
                     const Box &to_box, const Vector<Space> &to) const = 0;

  // Returns work space that is free between calls, at least 3 numbers for each entry of the largest
  // boxes; the argument of apply() may be in it.
  virtual const Vector<Space> &scratch() const = 0;
};

// k^2 eps of the background, by the index of an entry in the grid.
template <class Space> struct BackgroundConstants {
  Kokkos::View<const Complex *, Space> node, half; // by index of z
  Offset plane = 1, size = 0;

  BackgroundConstants() = default;
  BackgroundConstants(const Problem &problem, const Layers &layers)
      : plane(Offset(problem.count(0)) * problem.count(1)), size(problem.size()) {
    const double k2 = problem.wavenumber * problem.wavenumber;
    std::vector<Complex> of_node, of_half;
    for (Index k = 0; k < problem.count(2); ++k) {
      of_node.emplace_back(k2 * layers.at(0, k));
      of_half.emplace_back(k2 * layers.at(2, k));
    }
    node = to_view<Space>("curlew::fdfd::background_node", of_node);
    half = to_view<Space>("curlew::fdfd::background_half", of_half);
  }

  KOKKOS_INLINE_FUNCTION Complex operator()(Offset in_grid) const {
    const int component = in_grid < size ? 0 : in_grid < 2 * size ? 1 : 2;
    const Offset k = (in_grid - component * size) / plane;
    return component == 2 ? half(k) : node(k);
  }
};

} // namespace curlew::fdfd
