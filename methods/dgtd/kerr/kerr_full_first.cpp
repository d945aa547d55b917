#include <curlew/methods/dgtd/kerr/instantiate.hpp>

namespace curlew::dgtd {

CURLEW_KERR_SPACE(2)

} // namespace curlew::dgtd
