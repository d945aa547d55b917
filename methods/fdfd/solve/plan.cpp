#include <curlew/methods/fdfd/solve/plan.hpp>

namespace curlew::fdfd {

RightHandSide make_rhs(const Case &input, const Problem &problem, const Solve &solve, int threads) {
  return solve.wave != nullptr
             ? make_plane_wave_rhs(input, problem, *solve.wave, solve.case_location, threads)
             : make_current_rhs(problem, std::get<CurrentSource>(solve.excitation->source),
                                solve.case_location);
}

} // namespace curlew::fdfd
