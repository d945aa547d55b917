#include <curlew/methods/dgatd/published/blocks_scheme.hpp>
#include <curlew/methods/dgatd/published/run_published.hpp>

namespace curlew::dgatd {

CURLEW_PUBLISHED_VARIANT(blocks, BlocksScheme)

} // namespace curlew::dgatd
