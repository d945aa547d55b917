#include <curlew/methods/dgtd/packed/instantiate.hpp>

namespace curlew::dgtd {

CURLEW_PACKED_SPACE(make_packed_full_third, k_bernstein + 3)

} // namespace curlew::dgtd
