#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/dgtd/scheme.hpp>

#include <nlohmann/json.hpp>

namespace curlew::dgtd {

// eps_r + chi3 |E|^2 in the tets, E at their barycentres, [tet][component]; of tensors the mean of
// the diagonal.
std::vector<double> permittivities(const Problem &problem, const std::vector<double> &electric);

// What energy.csv has of nonlinear media, and the summary.
class KerrRecords {
public:
  KerrRecords(const Problem &problem, const Communicator &ranks)
      : problem_(problem), ranks_(ranks) {}

  static std::vector<std::string> columns();
  // Of the last step, and of the fields between two steps. Collective.
  std::vector<double> row(const KerrCounts &counts, const std::vector<double> &electric);
  // Collective.
  nlohmann::ordered_json summary(const KerrCounts &counts) const;

private:
  const Problem &problem_;
  const Communicator &ranks_;
  double largest_eps_r_ = 0; // of all rows
  Point place_{0, 0, 0};
};

} // namespace curlew::dgtd
