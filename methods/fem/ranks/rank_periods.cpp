#include <curlew/methods/fem/ranks/rank_periods.hpp>

#include <algorithm>

namespace curlew::fem {

std::vector<int> owners_of_entries(const Problem &problem, const std::vector<int> &owner) {
  std::vector<int> entry_owner(problem.periodic.count, -1);
  for (std::size_t u = 0; u < owner.size(); ++u)
    entry_owner[problem.periodic.number[u]] = owner[u];
  return entry_owner;
}

RankPeriods make_rank_periods(const Problem &problem, const RankRows &rows,
                              const std::vector<int> &entry_owner) {
  std::vector<Index> ghosts;
  for (auto unknown = rows.unknowns.begin() + rows.owned; unknown != rows.unknowns.end(); ++unknown)
    ghosts.push_back(problem.periodic.number[*unknown]);
  std::sort(ghosts.begin(), ghosts.end());
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
  RankPeriods made;
  made.entries = make_local_numbers(ghosts, entry_owner, rows.ranks);
  for (const Index unknown : rows.unknowns) {
    made.periodic.number.push_back(made.entries.local[problem.periodic.number[unknown]]);
    made.periodic.steps.push_back(problem.periodic.steps[unknown]);
  }
  made.periodic.count = made.entries.count();
  return made;
}

} // namespace curlew::fem
