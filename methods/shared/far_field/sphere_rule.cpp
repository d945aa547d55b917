#include <curlew/methods/shared/far_field/sphere_rule.hpp>

#include <curlew/core/constants.hpp>

#include <cmath>
#include <stdexcept>
#include <utility>

namespace curlew {
namespace {

// P_n(x) and its derivative, by the recurrence of Legendre polynomials.
std::pair<double, double> legendre(int n, double x) {
  double before = 1, value = x;
  for (int k = 2; k <= n; ++k) {
    const double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
    before = value;
    value = next;
  }
  return {value, n * (x * value - before) / (x * x - 1)};
}

} // namespace

SphereRule sphere_rule(int order) {
  if (order < 1)
    throw std::invalid_argument("a rule over the sphere of order " + std::to_string(order));
  SphereRule rule;
  for (int i = 0; i < order; ++i) {
    // Newton's method from the asymptotic node converges to rounding in fewer than ten steps.
    double x = std::cos(k_pi * (i + 0.75) / (order + 0.5));
    for (int step = 0; step < 10; ++step) {
      const auto [value, slope] = legendre(order, x);
      x -= value / slope;
    }
    const double slope = legendre(order, x).second;
    const double weight = 2 / ((1 - x * x) * slope * slope) * k_pi / order;
    for (int j = 0; j < 2 * order; ++j) {
      rule.directions.push_back({std::acos(x) * 180 / k_pi, j * 180.0 / order});
      rule.weights.push_back(weight);
    }
  }
  return rule;
}

} // namespace curlew
