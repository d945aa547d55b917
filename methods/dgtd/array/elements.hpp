#pragma once

#include <curlew/io/case/case.hpp>

#include <string>
#include <vector>

namespace curlew::dgtd {

// Returns the case with each antenna's own copy of the ports, elements and imposed fields of the
// cell of its finite array, by the group element_name() of each, and with excitations of ports.
// Port p of the P ports of a cell has the index p + P (i + nx j) in the antenna (i, j). Without an
// array it returns the case as it is. Throws InputError for more walls with a network than a
// problem numbers.
Case with_elements(Case input);

// Returns the groups of the antenna's cell that a case of with_elements() has once for each
// antenna.
std::vector<std::string> element_groups(const Case &input);

} // namespace curlew::dgtd
