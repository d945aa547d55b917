#pragma once

#include <curlew/io/case/case.hpp>

namespace curlew::fem {

// Throws InputError, with its place in the case, for a case that works in one process only.
void require_works_on_ranks(const Case &input);

// The same for a case whose solves cannot be shared among groups of ranks.
void require_works_in_groups(const Case &input);

} // namespace curlew::fem
