#include <curlew/methods/dgtd/packed/instantiate.hpp>

namespace curlew::dgtd {

CURLEW_PACKED_SPACE(make_packed_full_fourth, k_bernstein + 4)

} // namespace curlew::dgtd
