#pragma once

namespace curlew {

class CheckContext;

// Checks for runs in time that each excited port has a waveform or a band, that excitations of type
// "port" name a port, each another one, and that S-parameters have no other source.
void check_port_drives(CheckContext &context);

// S-parameters need frequencies, and outputs of one run one excited port.
void check_port_runs(CheckContext &context);

} // namespace curlew
