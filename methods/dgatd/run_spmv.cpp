#include <curlew/methods/dgatd/run_variant.hpp>
#include <curlew/methods/dgatd/spmv_scheme.hpp>

namespace curlew::dgatd {

VariantOutcome run_spmv(Backend backend, const VariantInput &input) {
  return run_variant<SpmvScheme>(backend, input);
}

SchemeTimes time_spmv(Backend backend, const Problem &problem, double dt_s) {
  return time_variant<SpmvScheme>(backend, problem, dt_s);
}

} // namespace curlew::dgatd
