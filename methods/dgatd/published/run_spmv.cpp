#include <curlew/methods/dgatd/published/run_published.hpp>
#include <curlew/methods/dgatd/published/spmv_scheme.hpp>

namespace curlew::dgatd {

CURLEW_PUBLISHED_VARIANT(spmv, SpmvScheme)

} // namespace curlew::dgatd
