#pragma once

namespace curlew {

class CheckContext;

// Checks far fields and probes of solutions on surfaces. To be called with check_phasor_outputs()
// and check_ports().
void check_surface_outputs(CheckContext &context);

} // namespace curlew
