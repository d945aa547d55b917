#include <curlew/methods/fdfd/fused/curl_curl.hpp>

namespace curlew::fdfd {

template <class Space>
void apply_fused(const Space &space, const System<Space> &system, const Vector<Space> &x,
                 const Vector<Space> &y) {
  using Kernel = March<Space, PlainSource<Space>, StoreProduct<Space>>;
  Kernel march{system, PlainSource<Space>(x), StoreProduct<Space>(y), {}};
  Kernel::launch(space, march);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void apply_fused<Space>(const Space &, const System<Space> &, const Vector<Space> &,    \
                                   const Vector<Space> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
