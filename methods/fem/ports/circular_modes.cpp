#include <curlew/methods/fem/ports/circular_modes.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew::fem {
namespace {

constexpr double k_step = 0.1; // zeros are more than 2 apart

double bessel(int m, double x) {
  return std::cyl_bessel_j(static_cast<double>(m), x);
}

double bessel_slope(int m, double x) {
  return m == 0 ? -bessel(1, x) : 0.5 * (bessel(m - 1, x) - bessel(m + 1, x));
}

// Returns J_m(x) / x, with J_1(0) / 0 = 1/2.
double bessel_over(int m, double x) {
  return m == 0 ? 0 : (bessel(m - 1, x) + bessel(m + 1, x)) / (2 * m);
}

} // namespace

double circular_zero(const GuideMode &mode) {
  const int m = mode.m;
  const auto f = [&](double x) { return mode.is_magnetic() ? bessel(m, x) : bessel_slope(m, x); };
  double low = std::max<double>(m, k_step); // no zero is below m
  for (int found = 0;; low += k_step) {
    if (f(low) * f(low + k_step) > 0 || ++found < mode.n)
      continue;
    double high = low + k_step;
    const bool falls = f(low) > 0;
    while (high - low > 4 * std::numeric_limits<double>::epsilon() * high) {
      const double middle = 0.5 * (low + high);
      ((f(middle) > 0) == falls ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }
}

void circular_field(const GuideMode &mode, double x, double phi, double &radial, double &around) {
  const int m = mode.m;
  const double cosine = std::cos(m * phi), sine = std::sin(m * phi);
  if (!mode.is_magnetic() && m == 0) {
    radial = 0;
    around = bessel(1, x);
  } else if (mode.is_magnetic()) {
    radial = bessel_slope(m, x) * cosine;
    around = -m * bessel_over(m, x) * sine;
  } else {
    radial = m * bessel_over(m, x) * cosine;
    around = -bessel_slope(m, x) * sine;
  }
}

GuideMode next_circular_mode(const GuideMode &but) {
  constexpr int k_most = 3; // the two lowest modes have m = 0 or 1 and n = 1
  GuideMode best;
  double lowest = std::numeric_limits<double>::infinity();
  for (const ModeFamily family : {ModeFamily::te, ModeFamily::tm})
    for (int m = 0; m <= k_most; ++m) {
      const GuideMode mode{family, m, 1};
      if (const double zero = circular_zero(mode); !(mode == but) && zero < lowest) {
        lowest = zero;
        best = mode;
      }
    }
  return best;
}

} // namespace curlew::fem
