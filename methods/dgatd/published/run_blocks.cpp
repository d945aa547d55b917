#include <curlew/methods/dgatd/published/blocks_scheme.hpp>
#include <curlew/methods/dgatd/published/variants.hpp>
#include <curlew/methods/dgatd/scheme/run_variant.hpp>

namespace curlew::dgatd {

std::unique_ptr<DgatdScheme> make_blocks(Backend backend, const SchemeInput &input) {
  return make_variant<BlocksScheme>(backend, input);
}

SchemeTimes time_blocks(Backend backend, const Problem &problem, double dt_s) {
  return time_variant<BlocksScheme>(backend, problem, dt_s);
}

} // namespace curlew::dgatd
