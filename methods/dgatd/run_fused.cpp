#include <curlew/methods/dgatd/fused_scheme.hpp>
#include <curlew/methods/dgatd/run_variant.hpp>

namespace curlew::dgatd {

VariantOutcome run_fused(Backend backend, const VariantInput &input) {
  return run_variant<FusedScheme>(backend, input);
}

SchemeTimes time_fused(Backend backend, const Problem &problem, double dt_s) {
  return time_variant<FusedScheme>(backend, problem, dt_s);
}

} // namespace curlew::dgatd
