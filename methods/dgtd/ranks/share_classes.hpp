#pragma once

#include <curlew/methods/dgtd/local_steps/step_classes.hpp>

namespace curlew::dgtd {

// Returns the classes of this rank's part from the root's classes of the whole problem: counts stay
// those of the whole mesh, shells are those of owned tets and ghosts. Other ranks give anything.
// Collective.
StepClasses share_classes(const StepClasses &whole, const Problem &part);

} // namespace curlew::dgtd
