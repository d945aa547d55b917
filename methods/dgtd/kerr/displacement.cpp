#include <curlew/methods/dgtd/kerr/displacement.hpp>

#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/kerr/kerr_rule.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>

namespace curlew::dgtd {

std::vector<double> displacement_of(const Problem &problem, Index tet,
                                    const std::vector<double> &e) {
  const int n = problem.per_tet();
  const Material &material = problem.materials[problem.material[tet]];
  const TetShape shape = problem.shape(tet);
  const double corner[4] = {1, 0, 0, 0};
  const double volume = frame_at(shape, corner).volume_factor() / 6;
  std::vector<double> moments(n, 0), result(n, 0);
  const SimplexRule<4> rule = kerr_rule(problem.choices.space);
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const auto values = function_values(problem.choices.space, shape, rule.points[q]);
    std::array<double, 3> field{0, 0, 0};
    double size = 0;
    for (int d = 0; d < 3; ++d) {
      for (int i = 0; i < n; ++i)
        field[d] += e[i] * values[i][d];
      size += field[d] * field[d];
    }
    const double weight = volume * rule.weights[q] * (material.eps_r.v[0] + material.chi3 * size);
    for (int i = 0; i < n; ++i)
      for (int d = 0; d < 3; ++d)
        moments[i] += weight * values[i][d] * field[d];
  }
  Matrix inverse = mass_matrix(problem, tet, SymmetricTensor::isotropic(1));
  invert_positive(n, inverse);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      result[i] += inverse[static_cast<std::size_t>(i) * n + j] * moments[j];
  return result;
}

} // namespace curlew::dgtd
