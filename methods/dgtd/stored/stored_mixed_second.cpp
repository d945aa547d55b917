#include <curlew/methods/dgtd/stored/stored_kernel.hpp>

namespace curlew::dgtd {

#define CURLEW_INSTANTIATE(Space) CURLEW_INSTANTIATE_STORED(Space, 3)
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
