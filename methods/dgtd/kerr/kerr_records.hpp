#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/dgtd/scheme.hpp>

#include <nlohmann/json.hpp>

namespace curlew::dgtd {

// Returns eps_r + chi3 |E|^2 in the tets, for E at their barycentres, [tet][component]; for tensors
// the mean of the diagonal.
std::vector<double> permittivities(const Problem &problem, const std::vector<double> &electric);

// Columns of energy.csv and part of the summary for nonlinear media.
class KerrRecords {
public:
  KerrRecords(const Problem &problem, const Communicator &ranks)
      : problem_(problem), ranks_(ranks) {}

  static std::vector<std::string> columns();
  // Returns the row of the last step, and of the fields between two steps. Collective.
  std::vector<double> row(const KerrCounts &counts, const std::vector<double> &electric);
  // Returns the part of the summary. Collective.
  nlohmann::ordered_json summary(const KerrCounts &counts) const;

private:
  const Problem &problem_;
  const Communicator &ranks_;
  double largest_eps_r_ = 0; // largest of all rows
  Point place_{0, 0, 0};
};

} // namespace curlew::dgtd
