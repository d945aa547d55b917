#include <curlew/methods/dgtd/packed/instantiate.hpp>

namespace curlew::dgtd {

CURLEW_PACKED_SPACE(make_packed_full_second, 5)

} // namespace curlew::dgtd
