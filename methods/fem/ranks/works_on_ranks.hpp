#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/frequency/solve_groups.hpp>

namespace curlew::fem {

// Throws InputError, with its place in the case, for a case that works in one process only where a
// group has several ranks, and for one whose solves cannot be shared where there are several
// groups.
void require_works_on(const RankGroups &groups, const Case &input);

} // namespace curlew::fem
