#pragma once

namespace curlew {

class CheckContext;

// Of runs in time: each port that is excited has a waveform or a band, excitations of type "port"
// name a port, each another one, and S-parameters have no other source.
void check_port_drives(CheckContext &context);

// S-parameters need frequencies, and outputs of one run one excited port.
void check_port_runs(CheckContext &context);

} // namespace curlew
