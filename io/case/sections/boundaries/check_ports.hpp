#pragma once

namespace curlew {

class CheckContext;

// Checks ports and elements among "boundaries": indices from 1 without gaps, directions, the
// elements of their sources; and that S-parameters have ports, one of them excited.
void check_ports(CheckContext &context);

// True where a port is excited.
bool has_excited_port(const CheckContext &context);

} // namespace curlew
