#pragma once

#include <curlew/methods/fdfd/media/free_shares.hpp>

namespace curlew::fdfd {

// Gives the faces and edges around right angles and plate ends of conducting solids, along the
// grid, the factors of corner_factor(), where nothing joins them. `shares` are those of the
// permittivity; all solids and sheets must have been laid before.
void correct_corners(Problem &problem, const FreeShares &shares);

} // namespace curlew::fdfd
