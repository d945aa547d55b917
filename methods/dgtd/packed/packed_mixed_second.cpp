#include <curlew/methods/dgtd/packed/instantiate.hpp>

namespace curlew::dgtd {

CURLEW_PACKED_SPACE(make_packed_mixed_second, 3)

} // namespace curlew::dgtd
