#include <curlew/methods/dgatd/published/paper_scheme.hpp>
#include <curlew/methods/dgatd/published/variants.hpp>
#include <curlew/methods/dgatd/scheme/run_variant.hpp>

namespace curlew::dgatd {

std::unique_ptr<DgatdScheme> make_paper(Backend backend, const SchemeInput &input) {
  return make_variant<PaperScheme>(backend, input);
}

SchemeTimes time_paper(Backend backend, const Problem &problem, double dt_s) {
  return time_variant<PaperScheme>(backend, problem, dt_s);
}

} // namespace curlew::dgatd
