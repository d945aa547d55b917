#include <curlew/methods/mom/fill/edge_entries.hpp>

namespace curlew::mom {

CURLEW_FOR_EACH_DEVICE_SPACE(CURLEW_INSTANTIATE_EDGE_FILL)

} // namespace curlew::mom
