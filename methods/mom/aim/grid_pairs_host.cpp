// With `inline`, kernels use the vectors of processors: see integrals/function.hpp.
#define CURLEW_MOM_FUNCTION inline

#include <curlew/methods/mom/aim/grid_moments.hpp>

#include <curlew/methods/mom/fill/face_fill.hpp>

namespace curlew::mom {

CURLEW_FOR_EACH_HOST_SPACE(CURLEW_INSTANTIATE_GRID_PAIRS)

} // namespace curlew::mom
