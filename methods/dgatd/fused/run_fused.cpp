#include <curlew/methods/dgatd/fused/fused_scheme.hpp>
#include <curlew/methods/dgatd/scheme/run_variant.hpp>

namespace curlew::dgatd {

std::unique_ptr<DgatdScheme> make_fused(Backend backend, const SchemeInput &input) {
  // Hosts always keep the halves: without atomic additions halves are as fast, and give the same
  // bits for any number of threads.
  if (is_device_backend(backend) && !input.halves_needed)
    return make_variant<FusedEdges>(backend, input);
  return make_variant<FusedHalves>(backend, input);
}

SchemeTimes time_fused(Backend backend, const Problem &problem, double dt_s) {
  if (is_device_backend(backend) && !problem.has_losses())
    return time_variant<FusedEdges>(backend, problem, dt_s);
  return time_fused_halves(backend, problem, dt_s);
}

SchemeTimes time_fused_halves(Backend backend, const Problem &problem, double dt_s) {
  return time_variant<FusedHalves>(backend, problem, dt_s);
}

} // namespace curlew::dgatd
