#pragma once

#include <curlew/io/case/case.hpp>

#include <string>
#include <vector>

namespace curlew::dgtd {

// The case with what stands once for each antenna of its finite array: ports, elements and imposed
// fields of the antenna's cell by the group element_name() of each, and excitations of ports. Port
// p of the P ports of a cell has the index p + P (i + nx j) in the antenna (i, j). Without an array
// the case as it is. Throws InputError for more walls with a network than a problem numbers.
Case with_elements(Case input);

// The groups of the antenna's cell that a case of with_elements() has once for each antenna.
std::vector<std::string> element_groups(const Case &input);

} // namespace curlew::dgtd
