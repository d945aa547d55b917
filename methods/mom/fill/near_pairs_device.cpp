#include <curlew/methods/mom/fill/near_pairs.hpp>

namespace curlew::mom {

CURLEW_FOR_EACH_DEVICE_SPACE(CURLEW_INSTANTIATE_NEAR_PAIRS)

} // namespace curlew::mom
