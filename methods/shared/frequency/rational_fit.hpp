#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace curlew {

// Several functions of a real variable as quotients of polynomials with one denominator, from
// samples: the AAA algorithm, @cite nakatsukasa2018, for the functions together. With support
// points z_i, their samples f_i and weights w_i
//   r(z) = sum_i w_i f_i / (z - z_i)  /  sum_i w_i / (z - z_i);
// the support consists of the samples at which the earlier fit is worst, one by one; the weights
// are the last right singular vector of the matrix (f(z_j) - f_i) / (z_j - z_i) over all other
// samples z_j and functions.
class RationalFit {
public:
  using Values = std::vector<std::complex<double>>; // values of all functions

  // Adds support until the fit meets the samples to `tolerance` (absolute) or no more weights can
  // be determined: at most half of the samples. Throws std::invalid_argument for sizes that do not
  // fit.
  RationalFit(std::vector<double> z, std::vector<Values> samples, double tolerance);

  Values at(double z) const;
  std::size_t support() const { return support_.size(); }

private:
  void find_weights();
  double worst_sample(std::size_t &sample) const;

  std::vector<double> z_;
  std::vector<Values> samples_;
  std::vector<std::size_t> support_; // numbers of samples
  Values weights_;
};

// The right singular vector of the smallest singular value of a matrix, column by column.
std::vector<std::complex<double>>
last_singular_vector(std::vector<std::vector<std::complex<double>>> columns);

} // namespace curlew
