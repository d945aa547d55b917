// With `inline`, kernels use the vectors of processors: see integrals/function.hpp.
#define CURLEW_MOM_FUNCTION inline

#include <curlew/methods/mom/fill/edge_entries.hpp>

namespace curlew::mom {

CURLEW_FOR_EACH_HOST_SPACE(CURLEW_INSTANTIATE_EDGE_FILL)

} // namespace curlew::mom
