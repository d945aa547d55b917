#include <curlew/perf/bench/dgtd/cube_mode.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>

#include <cmath>

namespace curlew::dgtd {
namespace {

template <class Visit> void visit_points(const Problem &problem, Index tet, const Visit &visit) {
  const TetShape shape = problem.shape(tet);
  const double corner[4] = {1, 0, 0, 0};
  const double volume = frame_at(shape, corner).volume_factor() / 6;
  const SimplexRule<4> rule = tet_rule(2 * problem.choices.space.degree() + 2);
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    Point x{0, 0, 0};
    for (int v = 0; v < 4; ++v)
      for (int d = 0; d < 3; ++d)
        x[d] += rule.points[q][v] * shape.vertices[v][d];
    visit(x, volume * rule.weights[q],
          function_values(problem.choices.space, shape, rule.points[q]));
  }
}

} // namespace

CubeMode cube_mode() {
  CubeMode mode;
  const double omega = k_pi * std::sqrt(3.0) * k_speed_of_light;
  const std::array<double, 3> a = {1, 1, -2}; // E by components: no divergence
  mode.omega = omega;
  mode.electric = [a](const Point &x) {
    std::array<double, 3> value;
    for (int d = 0; d < 3; ++d)
      value[d] = a[d] * std::cos(k_pi * x[d]) * std::sin(k_pi * x[(d + 1) % 3]) *
                 std::sin(k_pi * x[(d + 2) % 3]);
    return value;
  };
  mode.magnetic = [a, omega](const Point &x) {
    std::array<double, 3> value;
    for (int d = 0; d < 3; ++d) {
      const int u = (d + 1) % 3, v = (d + 2) % 3;
      value[d] = (a[u] - a[v]) * k_pi / (k_mu0 * omega) * std::sin(k_pi * x[d]) *
                 std::cos(k_pi * x[u]) * std::cos(k_pi * x[v]);
    }
    return value;
  };
  return mode;
}

std::vector<double> project(const Problem &problem, const VectorField &field) {
  const int n = problem.per_tet();
  std::vector<double> result(static_cast<std::size_t>(problem.tet_count()) * n, 0);
  for (Index t = 0; t < problem.tet_count(); ++t) {
    std::vector<double> load(n, 0);
    visit_points(problem, t, [&](const Point &x, double weight, const auto &functions) {
      const std::array<double, 3> value = field(x);
      for (int i = 0; i < n; ++i)
        for (int d = 0; d < 3; ++d)
          load[i] += weight * value[d] * functions[i][d];
    });
    Matrix inverse = mass_matrix(problem, t, SymmetricTensor());
    invert_positive(n, inverse);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        result[static_cast<std::size_t>(t) * n + i] += inverse[i * n + j] * load[j];
  }
  return result;
}

double relative_error(const Problem &problem, const std::vector<double> &x, const VectorField &mode,
                      double factor) {
  const int n = problem.per_tet();
  double apart = 0, size = 0;
  for (Index t = 0; t < problem.tet_count(); ++t)
    visit_points(problem, t, [&](const Point &point, double weight, const auto &functions) {
      const std::array<double, 3> wanted = mode(point);
      for (int d = 0; d < 3; ++d) {
        double found = 0;
        for (int i = 0; i < n; ++i)
          found += x[static_cast<std::size_t>(t) * n + i] * functions[i][d];
        apart += weight * (found - factor * wanted[d]) * (found - factor * wanted[d]);
        size += weight * wanted[d] * wanted[d];
      }
    });
  return std::sqrt(apart / size);
}

} // namespace curlew::dgtd
