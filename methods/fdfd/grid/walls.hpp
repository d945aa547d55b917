#pragma once

#include <curlew/methods/fdfd/grid/axis.hpp>

#include <array>
#include <string>

namespace curlew {
struct Case;
}

namespace curlew::fdfd {

// Returns the name of a face of the grid, such as "x-".
std::string face_name(int axis, bool upper);

// Walls at the lower and the upper end of an axis.
using WallPair = std::array<Wall, 2>;

// Returns the walls of a case along x, y, z. A layer without cells is a conducting wall. Throws
// InputError for a boundary that a grid does not have.
std::array<WallPair, 3> walls_of(const Case &input);

} // namespace curlew::fdfd
