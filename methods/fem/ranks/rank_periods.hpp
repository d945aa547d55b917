#pragma once

#include <curlew/methods/fem/ranks/rank_rows.hpp>

#include <vector>

namespace curlew::fem {

// The reduction x = P z by periodic faces (periodic/periodic_unknowns.hpp) in the numbers of one
// rank, which owns all unknowns that an owned entry of z represents (owners_of_unknowns()).
struct RankPeriods {
  PeriodicUnknowns periodic; // [local unknown]: local entry of z
  LocalNumbers entries;      // of z: numbers in the problem's z
};

// Returns the rank of each entry of z.
std::vector<int> owners_of_entries(const Problem &problem, const std::vector<int> &owner);

// `entry_owner`: as of owners_of_entries(). Collective.
RankPeriods make_rank_periods(const Problem &problem, const RankRows &rows,
                              const std::vector<int> &entry_owner);

} // namespace curlew::fem
