#include <curlew/methods/dgtd/packed/instantiate.hpp>

namespace curlew::dgtd {

#define CURLEW_INSTANTIATE(Space) CURLEW_INSTANTIATE_SPACE(make_nodal_of, Space, 2)
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
