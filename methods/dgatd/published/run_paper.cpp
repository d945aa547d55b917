#include <curlew/methods/dgatd/published/paper_scheme.hpp>
#include <curlew/methods/dgatd/published/run_published.hpp>

namespace curlew::dgatd {

CURLEW_PUBLISHED_VARIANT(paper, PaperScheme)

} // namespace curlew::dgatd
