#pragma once

#include <curlew/methods/dgatd/scheme/variants.hpp>

namespace curlew::dgatd {

// Returns the variants of the papers: spmv, paper, blocks; none in a build without them (CMake's
// CURLEW_ENABLE_PUBLISHED).
std::vector<Variant> published_variants();

// Each function has its own translation unit (run_variant.hpp).
std::unique_ptr<DgatdScheme> make_spmv(Backend backend, const SchemeInput &input);
SchemeTimes time_spmv(Backend backend, const Problem &problem, double dt_s);
std::unique_ptr<DgatdScheme> make_paper(Backend backend, const SchemeInput &input);
SchemeTimes time_paper(Backend backend, const Problem &problem, double dt_s);
std::unique_ptr<DgatdScheme> make_blocks(Backend backend, const SchemeInput &input);
SchemeTimes time_blocks(Backend backend, const Problem &problem, double dt_s);

} // namespace curlew::dgatd
