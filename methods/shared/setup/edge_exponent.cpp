#include <curlew/methods/shared/setup/edge_exponent.hpp>

#include <curlew/core/constants.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace curlew {
namespace {

using complex = std::complex<double>;

using Matrix = std::array<complex, 4>; // by rows

// Returns M (edge_exponent.hpp), which takes V and its flux from the first side to the last one.
Matrix transfer(const std::vector<EdgeSector> &sectors, complex tau) {
  Matrix m{1, 0, 0, 1};
  for (const EdgeSector &sector : sectors) {
    const complex cosine = std::cos(tau * sector.angle), sine = std::sin(tau * sector.angle);
    const complex b = sine / sector.permittivity, c = -sine * sector.permittivity;
    m = {cosine * m[0] + b * m[2], cosine * m[1] + b * m[3], c * m[0] + cosine * m[2],
         c * m[1] + cosine * m[3]};
  }
  return m;
}

// Returns (tr M - 2) / tau^2; tau = 0 is a double root of tr M = 2, which is no field.
complex trace_at(const std::vector<EdgeSector> &sectors, complex tau) {
  const Matrix m = transfer(sectors, tau);
  return (m[0] + m[3] - 2.0) / (tau * tau);
}

bool is_positive(const EdgeSector &sector) {
  return sector.permittivity.real() > 0 && sector.permittivity.imag() == 0;
}

// Returns the root next to a start by Newton's method; none where it does not settle on one.
template <class Function> std::optional<complex> root_near(const Function &function, complex tau) {
  constexpr int k_most_steps = 60;
  constexpr double k_settled = 1e-9, k_difference = 1e-6;
  for (int step = 0; step < k_most_steps; ++step) {
    const complex slope =
        (function(tau + k_difference) - function(tau - k_difference)) / (2 * k_difference);
    const complex change = function(tau) / slope;
    if (!std::isfinite(std::abs(change)) || std::abs(tau) > 10)
      return std::nullopt;
    tau -= change;
    if (std::abs(change) < k_settled)
      return tau;
  }
  return std::nullopt;
}

// Returns the least real part of the roots of a function, at most 1.
template <class Function> double least_root(const Function &function) {
  constexpr int k_starts = 9;
  constexpr double k_least_start = 0.05, k_none = 1e-4; // |tau|
  double least = 1;
  for (int i = 0; i < k_starts; ++i)
    for (int j = 0; j < k_starts; ++j) {
      const complex start(k_least_start + 1.0 * i / k_starts, 2.0 * j / k_starts);
      if (const auto tau = root_near(function, start); tau && std::abs(*tau) > k_none)
        least = std::min(least, std::abs(tau->real()));
    }
  return least;
}

// Up to its first root, which is that of the potential of slowest growth, the trace lies below 2,
// and touches it there or goes beyond: the root lies before the first largest trace.
double first_root_of_positive(const std::vector<EdgeSector> &sectors) {
  constexpr int k_steps = 400, k_halvings = 50;
  const auto at = [&](double tau) { return trace_at(sectors, tau).real() * tau * tau; };
  double low = 0, high = 1; // around the first largest trace
  bool rises = false;
  for (int i = 1; i <= k_steps; ++i) {
    const double tau = static_cast<double>(i) / k_steps, step = 1.0 / k_steps;
    const bool is_above = at(tau) >= at(tau - step + 1e-12);
    if (at(tau) >= 0 || (rises && !is_above)) {
      low = std::max(tau - 2 * step, step);
      high = tau;
      break;
    }
    rises = is_above;
  }
  // The largest trace between both, by thirds; it is above 0 or touches it.
  double left = low, right = high;
  for (int i = 0; i < 2 * k_halvings && at(right) < 0; ++i) {
    const double a = left + (right - left) / 3, b = right - (right - left) / 3;
    (at(a) < at(b) ? left : right) = at(a) < at(b) ? a : b;
  }
  if (at(right) < 0)
    return right;
  for (int i = 0; i < k_halvings; ++i) {
    const double tau = 0.5 * (low + right);
    (at(tau) < 0 ? low : right) = tau;
  }
  return right;
}

} // namespace

double edge_exponent(std::complex<double> ratio) {
  // With x = tau pi / 4, tan 3x / tan x is -ratio for potentials that are even about the middle of
  // the edge, and -1 / ratio for odd ones.
  const auto of = [](std::complex<double> ratio_of_tangents) {
    const std::complex<double> root =
        std::sqrt((ratio_of_tangents - 3.0) / (3.0 * ratio_of_tangents - 1.0));
    return std::abs(std::atan(root).real()) * 4 / k_pi;
  };
  return std::min(of(-ratio), of(-1.0 / ratio));
}

double edge_exponent(const std::vector<EdgeSector> &sectors) {
  if (std::all_of(sectors.begin(), sectors.end(), [&](const EdgeSector &sector) {
        return sector.permittivity == sectors.front().permittivity;
      }))
    return 1;
  if (std::all_of(sectors.begin(), sectors.end(), is_positive))
    return std::min(1.0, first_root_of_positive(sectors));
  return least_root([&](complex tau) { return trace_at(sectors, tau); });
}

double edge_exponent(const std::vector<EdgeSector> &sectors, EdgeWall first, EdgeWall last,
                     EdgeField field) {
  const EdgeWall zero = field == EdgeField::electric ? EdgeWall::conductor : EdgeWall::mirror;
  const std::size_t row = last == zero ? 0 : 2, column = first == zero ? 1 : 0;
  // Between walls of one kind tau = 0 is a root, which is no field.
  const bool has_none = first == last;
  const auto element = [&](complex tau) {
    return transfer(sectors, tau)[row + column] / (has_none ? tau : 1.0);
  };
  if (!std::all_of(sectors.begin(), sectors.end(), is_positive))
    return least_root(element);
  // The roots are real and simple.
  constexpr int k_steps = 400, k_halvings = 50;
  const auto at = [&](double tau) { return element(tau).real(); };
  for (int i = 1; i < k_steps; ++i) {
    double low = static_cast<double>(i) / k_steps, high = low + 1.0 / k_steps;
    const bool is_positive_below = at(low) > 0;
    if (is_positive_below == (at(high) > 0))
      continue;
    for (int k = 0; k < k_halvings; ++k) {
      const double tau = 0.5 * (low + high);
      ((at(tau) > 0) == is_positive_below ? low : high) = tau;
    }
    return low;
  }
  return 1;
}

} // namespace curlew
