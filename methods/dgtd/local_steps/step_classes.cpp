#include <curlew/methods/dgtd/local_steps/step_classes.hpp>

#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/local_steps/chebyshev_filter.hpp>
#include <curlew/methods/dgtd/local_steps/tet_rates.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::dgtd {
namespace {

// Ratio of a size tried for the coarse class to the next.
constexpr double k_size_step = 1.1;
// Largest degree of a filter.
constexpr int k_most_degree = 12;
constexpr int k_published_ratio = 3;

int class_of(double size, double coarse, int ratio) {
  int k = 0;
  for (double step = coarse; size < step * (1 - 1e-12); step /= ratio)
    ++k;
  return k;
}

// Returns these tets and those behind their faces.
std::vector<std::uint8_t> grown(const Problem &problem, const std::vector<std::uint8_t> &set) {
  std::vector<std::uint8_t> result = set;
  for (Index t = 0; t < problem.tet_count(); ++t)
    if (set[t])
      for (const TetFace &face : problem.faces[t])
        result[face.tet] = 1;
  return result;
}

void count_tets(StepClasses &classes, const std::vector<int> &of_tet) {
  classes.tets.assign(classes.ratios.size() + 1, 0);
  for (const int k : of_tet)
    ++classes.tets[k];
  classes.shell_tets.assign(classes.shells(), 0);
  for (const std::uint8_t shell : classes.shell)
    ++classes.shell_tets[shell];
}

// Fills in shells and counts of filtered steps from the class of each tet.
void fill_filtered(const Problem &problem, const std::vector<int> &of_tet, StepClasses &classes) {
  const std::size_t count = of_tet.size();
  classes.tets.resize(classes.ratios.size() + 1);
  classes.shell.assign(count, static_cast<std::uint8_t>(classes.shells() - 1));
  std::vector<std::uint8_t> inside(count, 0); // tets in which the next finer filter acts
  for (int k = classes.filters(); k >= 1; --k) {
    std::vector<std::uint8_t> magnetic(count);
    for (std::size_t t = 0; t < count; ++t)
      magnetic[t] = of_tet[t] >= k;
    magnetic = grown(problem, magnetic);
    for (std::size_t t = 0; t < count; ++t)
      magnetic[t] = magnetic[t] || inside[t];
    const std::vector<std::uint8_t> electric = grown(problem, magnetic);
    for (std::size_t t = 0; t < count; ++t)
      if (electric[t] && !inside[t])
        classes.shell[t] = static_cast<std::uint8_t>(magnetic[t] ? classes.magnetic_shells(k) - 1
                                                                 : classes.electric_shells(k) - 1);
    inside = electric;
  }
  count_tets(classes, of_tet);
}

// Search for the filtered steps with the least work for a span of time.
class FilteredClasses {
public:
  FilteredClasses(const Problem &problem, const LocalSteps &choice)
      : problem_(problem), choice_(choice), rates_(tet_rates(problem)),
        largest_(*std::max_element(rates_.begin(), rates_.end())),
        smallest_(*std::min_element(rates_.begin(), rates_.end())) {
    for (int degree = 0; degree <= k_most_degree; ++degree)
      substeps_.push_back(degree < 2 ? 0 : ChebyshevFilter(degree).substeps());
  }

  StepClasses find() {
    best_.shell.assign(rates_.size(), 0);
    count_tets(best_, std::vector<int>(rates_.size(), 0));
    least_ = std::sqrt(largest_);
    for (double rate = largest_ / (k_size_step * k_size_step); rate >= smallest_;
         rate /= k_size_step * k_size_step) {
      double coarse = 0; // largest rate of the coarse class
      for (const double one : rates_)
        coarse = one <= rate ? std::max(coarse, one) : coarse;
      StepClasses classes;
      extend(classes, {coarse});
    }
    return std::move(best_);
  }

private:
  // Tries the filters that can follow. limits: for each class, the largest rate that it serves.
  void extend(StepClasses &classes, const std::vector<double> &limits) {
    if (limits.back() >= largest_) {
      compare(classes, limits);
      return;
    }
    const int filters = static_cast<int>(classes.degrees.size());
    if (filters == choice_.classes - 1)
      return;
    const auto add = [&](int ratio, int degree, double steps) {
      StepClasses longer = classes;
      longer.ratios.push_back(ratio);
      longer.degrees.push_back(degree);
      std::vector<double> further = limits;
      further.push_back(limits.back() * steps * steps);
      extend(longer, further);
    };
    if (choice_.ratio > 0) {
      add(choice_.ratio, choice_.ratio + 1, choice_.ratio);
      return;
    }
    // a degree above one that serves all tets gains nothing
    for (int degree = 2; degree <= k_most_degree; ++degree) {
      add(degree, degree, substeps_[degree]);
      if (limits.back() * substeps_[degree] * substeps_[degree] >= largest_)
        return;
    }
  }

  void compare(StepClasses &classes, const std::vector<double> &limits) {
    std::vector<int> of_tet(rates_.size());
    for (std::size_t t = 0; t < rates_.size(); ++t)
      while (rates_[t] > limits[of_tet[t]])
        ++of_tet[t];
    fill_filtered(problem_, of_tet, classes);
    const double work = classes.work() * std::sqrt(limits[0]);
    if (classes.shell_tets.back() > 0 && work < least_) {
      least_ = work;
      best_ = classes;
    }
  }

  const Problem &problem_;
  const LocalSteps &choice_;
  std::vector<double> rates_;
  double largest_, smallest_, least_ = 0;
  std::vector<double> substeps_; // substeps of each degree
  StepClasses best_;
};

// Returns the classes with tets of at least this size in the coarse class.
StepClasses published_classes(const std::vector<double> &size, double coarse, int ratio) {
  StepClasses classes;
  classes.published = true;
  std::vector<int> of_tet(size.size());
  for (std::size_t t = 0; t < size.size(); ++t)
    of_tet[t] = class_of(size[t], coarse, ratio);
  classes.ratios.assign(*std::max_element(of_tet.begin(), of_tet.end()), ratio);
  classes.tets.resize(classes.ratios.size() + 1);
  for (const int k : of_tet)
    classes.shell.push_back(static_cast<std::uint8_t>(classes.filters() - k));
  count_tets(classes, of_tet);
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

StepClasses find_step_classes(const Problem &problem, const LocalSteps &choice) {
  if (!choice.published)
    return FilteredClasses(problem, choice).find();
  const int ratio = choice.ratio > 0 ? choice.ratio : k_published_ratio;
  std::vector<double> size(problem.tet_count());
  for (Index t = 0; t < problem.tet_count(); ++t)
    size[t] = step_radius_m(problem, t);
  const auto [smallest, largest] = std::minmax_element(size.begin(), size.end());
  StepClasses best = published_classes(size, *smallest, ratio);
  double least = best.work() / *smallest;
  const double end = std::min(*largest, *smallest * std::pow(ratio, choice.classes - 1));
  for (double coarse = *smallest; coarse < end;) {
    coarse = std::min(coarse * k_size_step, end);
    StepClasses classes = published_classes(size, coarse, ratio);
    const bool has_coarse = classes.shell_tets.back() > 0;
    if (const double work = classes.work() / coarse; has_coarse && work < least) {
      least = work;
      best = std::move(classes);
    }
  }
  return best;
}

double StepClasses::steps_of(int k) const {
  double steps = 1;
  for (int i = 0; i < k; ++i)
    steps *= ratios[i];
  return steps;
}

double StepClasses::ideal_gain() const {
  double all = 0, updates = 0;
  for (std::size_t k = 0; k < tets.size(); ++k) {
    all += static_cast<double>(tets[k]);
    updates += static_cast<double>(tets[k]) * steps_of(static_cast<int>(k));
  }
  return all * steps_of(filters()) / updates;
}

double StepClasses::work_of(int shell) const {
  if (published)
    return steps_of(filters() - shell);
  // A filter takes one product less than its degree, and its inner filter once more.
  double updates = 1, times = 1;
  for (int k = 1; k <= filters(); ++k) {
    const int degree = degrees[k - 1];
    updates +=
        times * (degree - 1) * 0.5 * ((shell < magnetic_shells(k)) + (shell < electric_shells(k)));
    times *= degree;
  }
  return updates;
}

double StepClasses::work() const {
  double all = 0, updates = 0;
  for (int shell = 0; shell < shells(); ++shell) {
    all += static_cast<double>(shell_tets[shell]);
    updates += static_cast<double>(shell_tets[shell]) * work_of(shell);
  }
  return updates / all;
}

std::string StepClasses::histogram() const {
  std::string text;
  for (std::size_t k = 0; k < tets.size(); ++k)
    text += fmt::format("{}{} {}", k == 0 ? "" : ", ", tets[k],
                        k == 0 ? "tets in steps of dt"
                               : fmt::format("in dt/{:g}", steps_of(static_cast<int>(k))));
  return text;
}

} // namespace curlew::dgtd
