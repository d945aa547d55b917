#pragma once

#include <curlew/io/case/sections/boundaries/ports.hpp>

namespace curlew {

class CheckContext;

// Checks ports and elements among "boundaries": indices from 1 without gaps, directions, the
// elements of their sources; and that S-parameters have ports, one of them excited.
void check_ports(CheckContext &context);

// Returns the kind of a port among "boundaries"; none for another type or a wrong kind.
std::optional<PortKind> port_kind_of(const nlohmann::ordered_json &boundary);

// True where a port is excited.
bool has_excited_port(const CheckContext &context);

} // namespace curlew
