#include <curlew/methods/dgatd/published/paper_scheme.hpp>
#include <curlew/methods/dgatd/run_variant.hpp>

namespace curlew::dgatd {

VariantOutcome run_paper(Backend backend, const VariantInput &input) {
  return run_variant<PaperScheme>(backend, input);
}

SchemeTimes time_paper(Backend backend, const Problem &problem, double dt_s) {
  return time_variant<PaperScheme>(backend, problem, dt_s);
}

} // namespace curlew::dgatd
