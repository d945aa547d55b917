#pragma once

#include <curlew/methods/fdfd/outputs/huygens_box.hpp>
#include <curlew/methods/shared/far_field/far_field.hpp>

namespace curlew::fdfd {

// Returns r e^{+j n k r} E far away in the background's outer media, of index n, of the sources
// within `box`, in volts. By reciprocity with a distant dipole, whose field at the scatterer is a
// plane wave that meets the layers (@cite novotny2012, chapter 10):
//   F . p = -(j k eta0 / 4 pi) sum (J . E_w - M . H_w) dV
// over ScatteringCurrents, with (E_w, H_w) the response of the layers to a wave of amplitude p
// against the direction. The layers' response is the grid's own (stack_wave.hpp), so that no other
// discretisation enters; in one medium it is the continuous wave. Along layers that differ the far
// field is 0. Throws InputError, which begins with `where`, for a direction into a lossy or
// metallic half-space.
std::vector<FarField> stack_far_field(const YeeFields &fields, const NodeBox &box,
                                      const std::vector<Direction> &directions,
                                      const std::string &where, int threads = 0);

// Throws the errors of stack_far_field().
void require_far_field(const Problem &problem, const std::vector<Direction> &directions,
                       const std::string &where);

// True where the background is more than one medium, which huygens_box.hpp requires for its far
// field.
bool needs_stack_far_field(const Problem &problem);

} // namespace curlew::fdfd
