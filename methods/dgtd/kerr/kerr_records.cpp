#include <curlew/methods/dgtd/kerr/kerr_records.hpp>

#include <algorithm>

namespace curlew::dgtd {

std::vector<double> permittivities(const Problem &problem, const std::vector<double> &electric) {
  std::vector<double> result(problem.tet_count());
  for (std::size_t t = 0; t < result.size(); ++t) {
    const Material &material = problem.materials[problem.material[t]];
    double size = 0;
    for (int d = 0; d < 3; ++d)
      size += electric[3 * t + d] * electric[3 * t + d];
    const auto &eps = material.eps_r.v;
    result[t] = (eps[0] + eps[1] + eps[2]) / 3 + material.chi3 * size;
  }
  return result;
}

std::vector<std::string> KerrRecords::columns() {
  return {"iterations mean", "iterations max", "largest eps_r", "x (m)", "y (m)", "z (m)"};
}

std::vector<double> KerrRecords::row(const KerrCounts &counts,
                                     const std::vector<double> &electric) {
  const std::vector<double> eps_r = permittivities(problem_, electric);
  double largest = 0;
  Point place{0, 0, 0};
  for (std::size_t t = 0; t < eps_r.size(); ++t) {
    if (problem_.materials[problem_.material[t]].chi3 == 0 || !(eps_r[t] > largest))
      continue;
    largest = eps_r[t];
    place = problem_.barycentre(static_cast<Index>(t));
  }
  const double of_all = ranks_.max(largest);
  const int source = static_cast<int>(
      ranks_.min(static_cast<double>(largest >= of_all ? ranks_.rank() : ranks_.size())));
  for (double &coordinate : place)
    coordinate = ranks_.sum(ranks_.rank() == source ? coordinate : 0.0);
  if (of_all > largest_eps_r_) {
    largest_eps_r_ = of_all;
    place_ = place;
  }
  const double tets = ranks_.sum(static_cast<double>(counts.tets));
  const double sum = ranks_.sum(static_cast<double>(counts.last_sum));
  const double most = ranks_.max(static_cast<double>(counts.last_most));
  return {tets > 0 ? sum / tets : 0, most, of_all, place[0], place[1], place[2]};
}

nlohmann::ordered_json KerrRecords::summary(const KerrCounts &counts) const {
  KerrCounts whole = counts;
  whole.tets = static_cast<std::int64_t>(ranks_.sum(static_cast<double>(counts.tets)));
  whole.histogram.resize(problem_.choices.nonlinear.max_iterations + 1);
  for (std::int64_t &solves : whole.histogram)
    solves = static_cast<std::int64_t>(ranks_.sum(static_cast<double>(solves)));
  whole.histogram.resize(static_cast<std::size_t>(whole.most()) + 1);
  nlohmann::ordered_json result = {{"tets", whole.tets},
                                   {"iterations_mean", whole.mean()},
                                   {"iterations_max", whole.most()},
                                   {"iterations_histogram", whole.histogram}};
  if (largest_eps_r_ > 0) {
    result["largest_eps_r"] = largest_eps_r_;
    result["largest_eps_r_at_m"] = place_;
  }
  return result;
}

} // namespace curlew::dgtd
