#include <curlew/core/quadrature/simplex_rules.hpp>

#include <curlew/core/constants.hpp>

#include <cmath>
#include <stdexcept>
#include <string>

namespace curlew {
namespace {

struct Value {
  double value, slope;
};

// The Jacobi polynomial of degree n for the weight (1 - x)^a on [-1, 1], by its recurrence, and its
// derivative, from the identity that gives it by the polynomials of degrees n and n - 1.
Value jacobi(int n, double a, double x) {
  double before = 1, value = (a + (a + 2) * x) / 2;
  for (int k = 2; k <= n; ++k) {
    const double s = 2 * k + a;
    const double next =
        ((s - 1) * (s * (s - 2) * x + a * a) * value - 2 * (k + a - 1) * (k - 1) * s * before) /
        (2 * k * (k + a) * (s - 2));
    before = value;
    value = next;
  }
  const double s = 2 * n + a;
  return {value, (n * (a - s * x) * value + 2 * (n + a) * n * before) / (s * (1 - x * x))};
}

struct Nodes {
  std::vector<double> points, weights;
};

// Gauss' rule for the integral of (1 - t)^a f(t) over [0, 1]; its weights add up to 1/(a + 1).
Nodes gauss_jacobi(int n, int a) {
  Nodes nodes;
  for (int i = 0; i < n; ++i) {
    double x = -std::cos(k_pi * (i + 0.75) / (n + 0.5));
    if (i > 0)
      x = (x + 2 * nodes.points[i - 1] - 1) / 2; // between the last root and Chebyshev's
    for (int step = 0; step < 100; ++step) {
      // Newton's method on the polynomial divided by the roots found already.
      const Value p = jacobi(n, a, x);
      double others = 0;
      for (const double t : nodes.points)
        others += 1 / (x - (2 * t - 1));
      const double change = p.value / (p.slope - p.value * others);
      x -= change;
      if (std::abs(change) < 1e-16)
        break;
    }
    const double slope = jacobi(n, a, x).slope;
    nodes.points.push_back((1 + x) / 2);
    nodes.weights.push_back(1 / ((1 - x * x) * slope * slope));
  }
  return nodes;
}

int points_for(int degree) {
  if (degree < 0)
    throw std::invalid_argument("a rule of quadrature of degree " + std::to_string(degree));
  return (degree + 2) / 2;
}

// Returns the rule of the simplex with one corner more than that of `base`.
template <int Corners> auto collapsed(int degree, const SimplexRule<Corners> &base) {
  constexpr int k_corners = Corners + 1;
  const Nodes x = gauss_jacobi(points_for(degree), Corners - 1);
  SimplexRule<k_corners> rule;
  for (std::size_t i = 0; i < x.points.size(); ++i)
    for (std::size_t j = 0; j < base.points.size(); ++j) {
      const double rest = 1 - x.points[i];
      std::array<double, k_corners> point;
      for (int corner = 0; corner < Corners; ++corner)
        point[corner] = rest * base.points[j][corner];
      point[Corners] = x.points[i];
      rule.points.push_back(point);
      rule.weights.push_back(Corners * x.weights[i] * base.weights[j]);
    }
  return rule;
}

} // namespace

SimplexRule<2> line_rule(int degree) {
  const Nodes x = gauss_jacobi(points_for(degree), 0);
  SimplexRule<2> rule;
  for (std::size_t i = 0; i < x.points.size(); ++i) {
    rule.points.push_back({1 - x.points[i], x.points[i]});
    rule.weights.push_back(x.weights[i]);
  }
  return rule;
}

SimplexRule<3> triangle_rule(int degree) {
  return collapsed(degree, line_rule(degree));
}

SimplexRule<4> tet_rule(int degree) {
  return collapsed(degree, triangle_rule(degree));
}

} // namespace curlew
