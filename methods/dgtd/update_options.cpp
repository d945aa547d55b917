#include <curlew/methods/dgtd/update_options.hpp>

#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>

namespace curlew::dgtd {

UpdateOptions step_options(const Problem &problem, double dt_s) {
  const Choices &choices = problem.choices;
  UpdateOptions options;
  options.form = choices.scheme == SchemeKind::dfdd     ? Form::implicit
                 : choices.scheme == SchemeKind::upwind ? Form::stages
                                                        : Form::mean;
  options.dt_s = dt_s;
  options.penalty = options.form == Form::implicit ? 0 : choices.penalty;
  options.dispersion = choices.dispersion;
  options.published_losses = choices.published_losses;
  return options;
}

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
