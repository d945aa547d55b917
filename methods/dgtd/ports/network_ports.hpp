#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/shared/time/port_networks.hpp>

#include <string>
#include <vector>

namespace curlew::dgtd {

// Throws InputError where S takes the columns of all ports and not all are excited: S renormalised
// to the impedance of a wave port or a guide's mode, and a lumped port behind a network that
// reflects. Also throws it for a frequency below the cutoff of a mode, for a Touchstone file of
// ports without a common reference, and for more tables of ports than a process may open.
void require_columns(const Case &input, const Problem &problem);

// Returns warnings for ports in which a second mode can travel at the highest frequency of the
// case.
std::vector<std::string> port_warnings(const Case &input, const Problem &problem);

// Returns the ports of a problem, which must outlive them. For guides, a and b of the recorder
// refer to the impedance of a plane wave, which their faces absorb.
NetworkPorts network_ports(const Problem &problem);

} // namespace curlew::dgtd
