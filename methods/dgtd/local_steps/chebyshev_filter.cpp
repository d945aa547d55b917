#include <curlew/methods/dgtd/local_steps/chebyshev_filter.hpp>

#include <cstddef>

namespace curlew::dgtd {

ChebyshevFilter::ChebyshevFilter(int degree, double eta) {
  const double nu = 1 + eta * eta / (2.0 * degree * degree);
  // T_k(nu) and their derivatives
  std::vector<double> t{1, nu}, slope{0, 1};
  for (int k = 1; k < degree; ++k) {
    t.push_back(2 * nu * t[k] - t[k - 1]);
    slope.push_back(2 * t[k] + 2 * nu * slope[k] - slope[k - 1]);
  }
  const double alpha = 2 * slope[degree] / t[degree];
  first_ = 2 / (alpha * nu);
  largest_z_ = alpha * (nu + 1);
  for (int k = 1; k < degree; ++k)
    steps_.push_back({4 * t[k] / (alpha * t[k + 1]), 2 * nu * t[k] / t[k + 1],
                      2 * t[k] / (alpha * t[k + 1]), t[k - 1] / t[k + 1]});
}

double ChebyshevFilter::value(double z) const {
  double before = 0, now = first_;
  for (const Step &step : steps_) {
    const double next =
        step.source + step.now * now - step.product * z * now - step.before * before;
    before = now;
    now = next;
  }
  return now;
}

} // namespace curlew::dgtd
