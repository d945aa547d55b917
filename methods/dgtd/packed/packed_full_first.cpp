#include <curlew/methods/dgtd/packed/instantiate.hpp>

namespace curlew::dgtd {

CURLEW_PACKED_SPACE(make_packed_full_first, 2)

} // namespace curlew::dgtd
