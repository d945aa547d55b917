#include <curlew/methods/dgtd/local_steps/step_classes.hpp>

#include <curlew/io/case/case.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::dgtd {
namespace {

// From one size of the coarse class that is tried to the next.
constexpr double k_size_step = 1.1;

int class_of(double size, double coarse, int ratio) {
  int k = 0;
  for (double step = coarse; size < step * (1 - 1e-12); step /= ratio)
    ++k;
  return k;
}

// These tets and those behind their faces.
std::vector<std::uint8_t> grown(const Problem &problem, const std::vector<std::uint8_t> &set) {
  std::vector<std::uint8_t> result = set;
  for (Index t = 0; t < problem.tet_count(); ++t)
    if (set[t])
      for (const TetFace &face : problem.faces[t])
        result[face.tet] = 1;
  return result;
}

// With tets of at least this size in the coarse class.
StepClasses classes_for(const Problem &problem, const std::vector<double> &size, double coarse,
                        const LocalSteps &choice) {
  StepClasses classes;
  classes.ratio = choice.ratio;
  classes.published = choice.published;
  std::vector<int> of_tet(size.size());
  for (std::size_t t = 0; t < size.size(); ++t)
    of_tet[t] = class_of(size[t], coarse, choice.ratio);
  classes.tets.assign(*std::max_element(of_tet.begin(), of_tet.end()) + 1, 0);
  for (const int k : of_tet)
    ++classes.tets[k];
  classes.layer.assign(size.size(), static_cast<std::uint8_t>(classes.layers() - 1));
  if (choice.published)
    for (std::size_t t = 0; t < size.size(); ++t)
      classes.layer[t] = static_cast<std::uint8_t>(classes.filters() - of_tet[t]);
  std::vector<std::uint8_t> inside(size.size(), 0); // in which the next finer filter acts
  for (int k = choice.published ? 0 : classes.filters(); k >= 1; --k) {
    std::vector<std::uint8_t> magnetic(size.size());
    for (std::size_t t = 0; t < size.size(); ++t)
      magnetic[t] = of_tet[t] >= k;
    magnetic = grown(problem, magnetic);
    for (std::size_t t = 0; t < size.size(); ++t)
      magnetic[t] = magnetic[t] || inside[t];
    const std::vector<std::uint8_t> electric = grown(problem, magnetic);
    for (std::size_t t = 0; t < size.size(); ++t)
      if (electric[t] && !inside[t])
        classes.layer[t] = static_cast<std::uint8_t>(magnetic[t] ? classes.magnetic_layers(k) - 1
                                                                 : classes.electric_layers(k) - 1);
    inside = electric;
  }
  classes.layer_tets.assign(classes.layers(), 0);
  for (const std::uint8_t layer : classes.layer)
    ++classes.layer_tets[layer];
  return classes;
}

} // namespace

double step_radius_m(const Problem &problem, Index tet) {
  const TetShape shape = problem.shape(tet);
  const double corner[4] = {1, 0, 0, 0};
  const TetFrame frame = frame_at(shape, corner);
  double faces = 0; // 1 / height = |grad l|
  double last[3] = {0, 0, 0};
  for (const auto &gradient : frame.dual) {
    faces += std::hypot(gradient[0], gradient[1], gradient[2]);
    for (int d = 0; d < 3; ++d)
      last[d] += gradient[d];
  }
  faces += std::hypot(last[0], last[1], last[2]);
  const Material &material = problem.materials[problem.material[tet]];
  const auto mean = [](const SymmetricTensor &t) { return (t.v[0] + t.v[1] + t.v[2]) / 3; };
  return std::sqrt(mean(material.eps_r) * mean(material.mu_r)) / faces;
}

LocalSteps local_steps_of(const Case &input) {
  const auto at = input.discretization.find("local_time_stepping");
  LocalSteps steps;
  if (at == input.discretization.end() || *at == false)
    return steps;
  steps.active = true;
  if (at->is_object()) {
    steps.classes = at->value("classes", steps.classes);
    steps.ratio = at->value("ratio", steps.ratio);
  }
  const bool filtered = input.discretization.value("scheme", "central") == "central";
  steps.published =
      !filtered || (at->is_object() && at->value("scheme", "filtered") == "published");
  return steps;
}

StepClasses find_step_classes(const Problem &problem, const LocalSteps &choice) {
  std::vector<double> size(problem.tet_count());
  for (Index t = 0; t < problem.tet_count(); ++t)
    size[t] = step_radius_m(problem, t);
  const auto [smallest, largest] = std::minmax_element(size.begin(), size.end());
  StepClasses best = classes_for(problem, size, *smallest, choice);
  double least = best.work() / *smallest;
  const double end = std::min(*largest, *smallest * std::pow(choice.ratio, choice.classes - 1));
  for (double coarse = *smallest; coarse < end;) {
    coarse = std::min(coarse * k_size_step, end);
    StepClasses classes = classes_for(problem, size, coarse, choice);
    const bool has_coarse = classes.layer_tets.back() > 0;
    if (const double work = classes.work() / coarse; has_coarse && work < least) {
      least = work;
      best = std::move(classes);
    }
  }
  return best;
}

double StepClasses::ideal_gain() const {
  double all = 0, updates = 0;
  for (std::size_t k = 0; k < tets.size(); ++k) {
    all += static_cast<double>(tets[k]);
    updates += static_cast<double>(tets[k]) * std::pow(ratio, k);
  }
  return all * std::pow(ratio, filters()) / updates;
}

double StepClasses::work_of(int layer) const {
  if (published)
    return std::pow(ratio, filters() - layer);
  // A filter takes `ratio` products (its degree less one), and its inner filter one more time.
  double updates = 1, times = 1;
  for (int k = 1; k <= filters(); ++k) {
    updates += times * ratio * 0.5 * ((layer < magnetic_layers(k)) + (layer < electric_layers(k)));
    times *= ratio + 1;
  }
  return updates;
}

double StepClasses::work() const {
  double all = 0, updates = 0;
  for (int layer = 0; layer < layers(); ++layer) {
    all += static_cast<double>(layer_tets[layer]);
    updates += static_cast<double>(layer_tets[layer]) * work_of(layer);
  }
  return updates / all;
}

std::string StepClasses::histogram() const {
  std::string text;
  double divisor = 1;
  for (std::size_t k = 0; k < tets.size(); ++k, divisor *= ratio)
    text += fmt::format("{}{} {}", k == 0 ? "" : ", ", tets[k],
                        k == 0 ? "tets in steps of dt" : fmt::format("in dt/{:g}", divisor));
  return text;
}

} // namespace curlew::dgtd
