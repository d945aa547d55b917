#include <curlew/methods/fdfd/krylov/csr_operator.hpp>
#include <curlew/methods/fdfd/published/operators.hpp>

namespace curlew::fdfd {

void require_variant(const std::string &) {}

template <class Space> ApplyFunction<Space> make_csr(const Problem &problem) {
  return csr_apply(csr_matrix(Space(), make_system<Space>(problem)));
}

#define CURLEW_INSTANTIATE(Space) template ApplyFunction<Space> make_csr<Space>(const Problem &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
