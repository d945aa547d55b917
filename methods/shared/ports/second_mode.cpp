#include <curlew/methods/shared/ports/second_mode.hpp>

#include <curlew/core/constants.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew {
namespace {

double j1_slope(double x) {
  return 0.5 * (std::cyl_bessel_j(0.0, x) - std::cyl_bessel_j(2.0, x));
}
double y1_slope(double x) {
  return 0.5 * (std::cyl_neumann(0.0, x) - std::cyl_neumann(2.0, x));
}

} // namespace

SecondMode second_mode_of_ring(double inner_m, double outer_m) {
  const auto f = [&](double k) {
    return j1_slope(k * inner_m) * y1_slope(k * outer_m) -
           j1_slope(k * outer_m) * y1_slope(k * inner_m);
  };
  // The root is 0.92 of the estimate for a thin inner conductor, 1.03 in between, 1 for a narrow
  // ring.
  const double estimate = 2 / (inner_m + outer_m);
  double low = 0.85 * estimate, high = 1.15 * estimate;
  const bool rises = f(low) < 0;
  while (high - low > 4 * std::numeric_limits<double>::epsilon() * high) {
    const double middle = 0.5 * (low + high);
    ((f(middle) < 0) == rises ? low : high) = middle;
  }
  return {"the mode TE11", 0.5 * (low + high)};
}

SecondMode second_mode_of_rectangle(double length_m, double width_m, int m, int n) {
  SecondMode next{"", std::numeric_limits<double>::infinity()};
  constexpr int k_most = 3;
  for (int p = 0; p <= k_most; ++p)
    for (int q = 0; q <= k_most; ++q)
      if (const double cutoff = k_pi * std::hypot(p / length_m, q / width_m);
          p + q > 0 && (p != m || q != n) && cutoff < next.wavenumber)
        next = {fmt::format("the mode TE{}{}", p, q), cutoff};
  return next;
}

SecondMode second_mode_between_plates(double height_m, double width_m) {
  return {"a mode with half a wave across", k_pi / std::max(height_m, width_m)};
}

std::string second_mode_warning(const std::string &location, double frequency_hz, double wavenumber,
                                const SecondMode &mode) {
  if (wavenumber < mode.wavenumber)
    return "";
  return fmt::format("{}: at {:.6g} Hz {} can travel in the port as well; what arrives in it is "
                     "neither observed nor wholly absorbed",
                     location, frequency_hz, mode.name);
}

} // namespace curlew
