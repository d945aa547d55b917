#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/shared/ports/branches.hpp>

#include <stdexcept>
#include <vector>

namespace curlew::dgtd {

// Branches side by side with one number each for current and charge, by the trapezoidal rule.
class ScalarBranches {
public:
  ScalarBranches() = default;
  ScalarBranches(const std::vector<Branch> &branches, double dt_s) : dt_s_(dt_s) {
    if (branches.size() > k_most)
      throw std::logic_error("more branches than R, L and C in parallel have");
    for (const Branch &branch : branches)
      ones_[count_++].step = step_of(branch, dt_s);
  }

  // Advances through a step with this mean of the voltage; returns the mean of the current.
  KOKKOS_INLINE_FUNCTION double advance(double mean_v) {
    double sum = 0;
    for (int b = 0; b < count_; ++b) {
      One &one = ones_[b];
      const double mean = one.step.gain * mean_v + one.step.of_current * one.current +
                          one.step.of_charge * one.charge;
      one.current = 2 * mean - one.current;
      one.charge += dt_s_ * mean;
      sum += mean;
    }
    return sum;
  }

  void save(std::vector<double> &state) const {
    for (int b = 0; b < count_; ++b)
      state.insert(state.end(), {ones_[b].current, ones_[b].charge});
  }
  void load(std::vector<double>::const_iterator &at) {
    for (int b = 0; b < count_; ++b) {
      ones_[b].current = *at++;
      ones_[b].charge = *at++;
    }
  }

private:
  static constexpr int k_most = 3; // R, L and C
  struct One {
    BranchStep step{0, 0, 0};
    double current = 0, charge = 0;
  };
  double dt_s_ = 0;
  int count_ = 0;
  One ones_[k_most];
};

} // namespace curlew::dgtd
