#pragma once

#include <curlew/methods/fdfd/problem.hpp>

namespace curlew::fdfd {

// Makes layers of what the grid has in all four columns at its edges along z: a half-space or a
// film that is given as objects without end along x and y then is background, as the inverse of the
// background takes it, and no scatterer. Leaves layers as they are where the columns differ, or
// have conductors or two constants along an interface. For problems without incident waves, whose
// sources are those of objects against the case's own background.
void take_layers_of_objects(Problem &problem);

} // namespace curlew::fdfd
