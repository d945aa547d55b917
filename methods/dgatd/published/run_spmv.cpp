#include <curlew/methods/dgatd/published/spmv_scheme.hpp>
#include <curlew/methods/dgatd/published/variants.hpp>
#include <curlew/methods/dgatd/scheme/run_variant.hpp>

namespace curlew::dgatd {

std::unique_ptr<DgatdScheme> make_spmv(Backend backend, const SchemeInput &input) {
  return make_variant<SpmvScheme>(backend, input);
}

SchemeTimes time_spmv(Backend backend, const Problem &problem, double dt_s) {
  return time_variant<SpmvScheme>(backend, problem, dt_s);
}

} // namespace curlew::dgatd
