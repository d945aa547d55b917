#include <curlew/methods/dgatd/published/blocks_scheme.hpp>
#include <curlew/methods/dgatd/run_variant.hpp>

namespace curlew::dgatd {

VariantOutcome run_blocks(Backend backend, const VariantInput &input) {
  return run_variant<BlocksScheme>(backend, input);
}

SchemeTimes time_blocks(Backend backend, const Problem &problem, double dt_s) {
  return time_variant<BlocksScheme>(backend, problem, dt_s);
}

} // namespace curlew::dgatd
