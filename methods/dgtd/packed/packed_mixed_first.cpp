#include <curlew/methods/dgtd/packed/instantiate.hpp>

namespace curlew::dgtd {

CURLEW_PACKED_SPACE(make_packed_mixed_first, 1)

} // namespace curlew::dgtd
