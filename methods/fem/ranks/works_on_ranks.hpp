#pragma once

#include <curlew/methods/fem/model.hpp>
#include <curlew/methods/shared/frequency/solve_groups.hpp>

#include <string>

namespace curlew::fem {

// Returns why a case cannot be divided among ranks, with the place; empty where it can.
std::string why_not_on_ranks(const Case &input);

// Throws InputError, with its place in the case, for a case that works in one process only where a
// group has several ranks, and for one whose solves cannot be shared where there are several
// groups.
void require_works_on(const RankGroups &groups, const Case &input);

// Returns the line of check.
std::string ranks_line(const Case &input, const Model &model);

} // namespace curlew::fem
