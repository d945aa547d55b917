#include <curlew/methods/shared/frequency/rational_fit.hpp>

#include <curlew/methods/shared/ports/singular_columns.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace curlew {
namespace {

using complex = std::complex<double>;
using Values = RationalFit::Values;

double distance(const Values &a, const Values &b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

} // namespace

std::vector<complex> last_singular_vector(std::vector<Values> columns) {
  const SingularColumns all = singular_columns(std::move(columns));
  std::size_t last = 0;
  for (std::size_t i = 1; i < all.products.size(); ++i)
    if (length_of(all.products[i]) < length_of(all.products[last]))
      last = i;
  return all.vectors.at(last);
}

RationalFit::RationalFit(std::vector<double> z, std::vector<Values> samples, double tolerance)
    : z_(std::move(z)), samples_(std::move(samples)) {
  if (z_.empty() || samples_.size() != z_.size())
    throw std::invalid_argument("a fit of samples without their points");
  for (const Values &values : samples_)
    if (values.size() != samples_[0].size())
      throw std::invalid_argument("a fit of samples with different numbers of functions");
  const std::size_t most = (z_.size() + 1) / 2;
  std::size_t next = 0;
  // Starts from the mean of all samples, as in the paper.
  Values mean(samples_[0].size());
  for (const Values &values : samples_)
    for (std::size_t k = 0; k < mean.size(); ++k)
      mean[k] += values[k] / static_cast<double>(samples_.size());
  for (std::size_t j = 1; j < samples_.size(); ++j)
    if (distance(samples_[j], mean) > distance(samples_[next], mean))
      next = j;
  double worst = 0;
  do {
    support_.push_back(next);
    find_weights();
    worst = worst_sample(next);
  } while (worst > tolerance && support_.size() < most);
}

void RationalFit::find_weights() {
  std::vector<Values> columns(support_.size());
  for (std::size_t i = 0; i < support_.size(); ++i)
    for (std::size_t j = 0; j < z_.size(); ++j) {
      if (std::find(support_.begin(), support_.end(), j) != support_.end())
        continue;
      for (std::size_t k = 0; k < samples_[j].size(); ++k)
        columns[i].push_back((samples_[j][k] - samples_[support_[i]][k]) /
                             (z_[j] - z_[support_[i]]));
    }
  weights_ = last_singular_vector(std::move(columns));
}

double RationalFit::worst_sample(std::size_t &sample) const {
  double worst = -1;
  for (std::size_t j = 0; j < z_.size(); ++j) {
    if (std::find(support_.begin(), support_.end(), j) != support_.end())
      continue;
    const double off = distance(at(z_[j]), samples_[j]);
    if (off > worst) {
      worst = off;
      sample = j;
    }
  }
  return worst;
}

Values RationalFit::at(double z) const {
  Values sum(samples_[0].size());
  complex whole = 0;
  for (std::size_t i = 0; i < support_.size(); ++i) {
    const double off = z - z_[support_[i]];
    if (off == 0)
      return samples_[support_[i]];
    const complex weight = weights_[i] / off;
    whole += weight;
    for (std::size_t k = 0; k < sum.size(); ++k)
      sum[k] += weight * samples_[support_[i]][k];
  }
  for (complex &value : sum)
    value /= whole;
  return sum;
}

} // namespace curlew
