#pragma once

#include <cmath>
#include <vector>

namespace curlew::dgtd {

// Polynomial Psi of the leapfrog-Chebyshev method @cite carle2020,
//   z Psi(z) = 2 (1 - T_p(nu - z / alpha) / T_p(nu)),  nu = 1 + eta^2 / (2 p^2),
//   alpha = 2 T_p'(nu) / T_p(nu),
// so that Psi(0) = 1 and 0 < z Psi(z) < 4 for 0 < z <= largest_z(). Psi(Z) r = d_p by
//   d_0 = 0,  d_1 = first r,
//   d_{k+1} = source_k r + now_k d_k - product_k Z d_k - before_k d_{k-1}.
class ChebyshevFilter {
public:
  struct Step {
    double source = 0, now = 0, product = 0, before = 0;
  };

  explicit ChebyshevFilter(int degree, double eta = 0.5);

  double first() const { return first_; }
  const std::vector<Step> &steps() const { return steps_; } // k = 1 ... p - 1
  double largest_z() const { return largest_z_; }           // about 4 p^2
  // Returns by how much the filter shortens steps: leapfrog has the limit z = 4. 0.96 p with eta
  // 0.5.
  double substeps() const { return std::sqrt(largest_z_) / 2; }
  double value(double z) const; // Psi(z)

private:
  double first_ = 0, largest_z_ = 0;
  std::vector<Step> steps_;
};

} // namespace curlew::dgtd
