#include <curlew/methods/dgtd/update_options.hpp>

#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>

namespace curlew::dgtd {

std::vector<double> current_load(const Problem &problem, Index tet, const TetCurrent &current) {
  const TetShape shape = problem.shape(tet);
  std::vector<double> load(problem.per_tet(), 0);
  const auto add = [&](const std::array<double, 4> &l, double weight) {
    const auto values = function_values(problem.choices.space, shape, l);
    for (std::size_t i = 0; i < load.size(); ++i)
      for (int d = 0; d < 3; ++d)
        load[i] += weight * values[i][d] * current.value[d];
  };
  if (current.is_point) {
    add(current.l, 1);
    return load;
  }
  const double corner[4] = {1, 0, 0, 0};
  const double volume = frame_at(shape, corner).volume_factor() / 6;
  const SimplexRule<4> rule = tet_rule(problem.choices.space.degree());
  for (std::size_t q = 0; q < rule.points.size(); ++q)
    add(rule.points[q], volume * rule.weights[q]);
  return load;
}

} // namespace curlew::dgtd
