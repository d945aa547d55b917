#pragma once

namespace curlew {

class CheckContext;

// Ports and elements among "boundaries": indices from 1 without gaps, directions, what their
// sources are made of; that S-parameters have ports and an excited one.
void check_ports(CheckContext &context);

// Whether a port is excited.
bool has_excited_port(const CheckContext &context);

} // namespace curlew
