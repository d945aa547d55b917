#include <curlew/methods/dgatd/published/variants.hpp>

namespace curlew::dgatd {

std::vector<Variant> published_variants() {
  return {{"spmv", false, false, 2900, 1400, make_spmv, time_spmv, {}},
          {"paper", false, false, 2900, 1400, make_paper, time_paper, {}},
          {"blocks", true, true, 1250, 850, make_blocks, time_blocks, {}}};
}

} // namespace curlew::dgatd
