#pragma once

#include <curlew/methods/shared/ports/branches.hpp>

#include <vector>

namespace curlew::dgtd {

// Branches side by side with one number each for current and charge, by the trapezoidal rule.
class ScalarBranches {
public:
  ScalarBranches(const std::vector<Branch> &branches, double dt_s) : dt_s_(dt_s) {
    for (const Branch &branch : branches)
      ones_.push_back({step_of(branch, dt_s)});
  }

  // Advances through a step with this mean of the voltage; returns the mean of the current.
  double advance(double mean_v) {
    double sum = 0;
    for (One &one : ones_) {
      const double mean = one.step.gain * mean_v + one.step.of_current * one.current +
                          one.step.of_charge * one.charge;
      one.current = 2 * mean - one.current;
      one.charge += dt_s_ * mean;
      sum += mean;
    }
    return sum;
  }

  void save(std::vector<double> &state) const {
    for (const One &one : ones_)
      state.insert(state.end(), {one.current, one.charge});
  }
  void load(std::vector<double>::const_iterator &at) {
    for (One &one : ones_) {
      one.current = *at++;
      one.charge = *at++;
    }
  }

private:
  struct One {
    BranchStep step;
    double current = 0, charge = 0;
  };
  double dt_s_;
  std::vector<One> ones_;
};

} // namespace curlew::dgtd
