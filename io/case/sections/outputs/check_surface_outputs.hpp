#pragma once

namespace curlew {

class CheckContext;

// Far fields and probes of solutions on surfaces; with check_phasor_outputs() and check_ports().
void check_surface_outputs(CheckContext &context);

} // namespace curlew
