#include <curlew/solvers/krylov/fused/cocr.hpp>

#include <curlew/methods/fdfd/krylov/solve_by.hpp>

namespace curlew::fdfd {

CURLEW_DEFINE_SOLVER(solve_cocr, Cocr)

#define CURLEW_INSTANTIATE(Space) CURLEW_INSTANTIATE_SOLVER(solve_cocr, Space)
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
