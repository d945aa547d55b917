#pragma once

#include <curlew/io/case/sections/excitations/initial_field.hpp>
#include <curlew/methods/dgtd/problem.hpp>

#include <array>
#include <string>

namespace curlew::dgtd {

// Mode of a box with conducting walls and one medium, E at its largest and H zero. With X = kx
// (x - x0), kx = m pi / a and their like, and kc^2 = kx^2 + ky^2:
//   TE  E = s (ky cos X sin Y sin Z, -kx sin X cos Y sin Z, 0)
//   TM  E = s (-kx kz cos X sin Y sin Z, -ky kz sin X cos Y sin Z, kc^2 sin X sin Y cos Z)
// scaled to a largest |E|; the first component of TE that is not zero, and the last of TM, are
// positive near the box's low corner. Verified by DgtdInitialFields.*.
class BoxMode {
public:
  // `speed_m_s`: speed of light in the medium.
  BoxMode(const BoxModeNumbers &mode, const Point &low_m, const Point &high_m, double speed_m_s,
          double largest_v_m);

  std::array<double, 3> electric(const Point &point_m) const; // V/m
  double frequency_hz() const { return frequency_hz_; }
  // Returns the mean of |E|^2 over the box, V^2/m^2.
  double mean_square() const;

private:
  bool is_magnetic_;
  Point low_m_;
  std::array<double, 3> k_;       // 1/m
  std::array<double, 3> factors_; // factors of the three components, V/m
  double frequency_hz_;
};

// Returns the mode that a case names. Throws InputError, with its place in the case, where the mesh
// is no box along the axes, its walls do not conduct, or it has more than one medium or a tensor.
// Collective.
BoxMode find_box_mode(const Case &input, const Problem &problem, const std::string &pointer,
                      const InitialFieldSource &source);

} // namespace curlew::dgtd
