// published_variants() of a build without them.
#include <curlew/methods/dgatd/published/variants.hpp>

namespace curlew::dgatd {

std::vector<Variant> published_variants() {
  return {};
}

} // namespace curlew::dgatd
