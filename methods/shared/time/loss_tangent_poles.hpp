#pragma once

#include <curlew/io/case/case.hpp>

#include <string>
#include <vector>

namespace curlew {

// Poles in place of a loss tangent, which holds at all frequencies and has no equation in time.
// Causality ties a constant loss tangent to a permittivity that falls with the frequency: over the
// band the poles follow the medium of constant phase, eps_r / cos(delta) (j f / f_m)^(-2 delta /
// pi), whose real part is eps_r at the geometric mean f_m of its ends.
struct LossTangentPoles {
  Material material;                // with Debye poles, without a loss tangent
  double low_hz = 0, high_hz = 0;   // the band
  double loss_error = 0;            // largest, of the loss tangent, relative
  double low_eps = 0, high_eps = 0; // real part of the permittivity at the ends
};

// Fits the poles over the frequencies of the case: of its waveforms, down to a hundredth of the
// highest of pulses that begin at 0 Hz, and those it asks for.
// Throws InputError where the case has no frequency or the permittivity is a tensor.
LossTangentPoles fit_loss_tangent(const Case &input, const Material &material);

// Returns the materials of the case with poles in place of loss tangents.
std::vector<Material> materials_in_time(const Case &input);

// Returns the case with these materials.
Case with_materials_in_time(const Case &input);

// Returns, for each loss tangent, a text that says by how much its poles miss it.
std::vector<std::string> loss_tangent_warnings(const Case &input);

} // namespace curlew
