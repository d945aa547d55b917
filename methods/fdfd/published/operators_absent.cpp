// The published variants of a build without them.
#include <curlew/core/error.hpp>
#include <curlew/methods/fdfd/published/operators.hpp>
#include <curlew/methods/shared/run/published.hpp>

namespace curlew::fdfd {
namespace {

[[noreturn]] void refuse(const std::string &name) {
  throw NotCompiled("the variant \"" + name + "\" of fdfd",
                    std::string("take \"fused\"; ") + k_add_published);
}

} // namespace

void require_variant(const std::string &name) {
  if (name != "fused")
    refuse(name);
}

template <class Space> ApplyFunction<Space> make_csr(const Problem &) {
  refuse("csr");
}
template <class Space> ApplyFunction<Space> make_cas(const Problem &) {
  refuse("cas");
}
template <class Space> ApplyFunction<Space> make_cis(const Problem &) {
  refuse("cis");
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template ApplyFunction<Space> make_csr<Space>(const Problem &);                                  \
  template ApplyFunction<Space> make_cas<Space>(const Problem &);                                  \
  template ApplyFunction<Space> make_cis<Space>(const Problem &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
