#include <curlew/methods/fdfd/published/operators.hpp>
#include <curlew/methods/fdfd/published/run_two_step.hpp>

namespace curlew::fdfd {
namespace {

template <class Space> struct PairArray {
  Kokkos::View<const CoefficientPair *, Space> pairs;
  template <class Team> KOKKOS_INLINE_FUNCTION void load(const Team &) {}
  KOKKOS_INLINE_FUNCTION CoefficientPair pair(Offset at) const { return pairs(at); }
  std::size_t scratch_bytes() const { return 0; }
};

} // namespace

template <class Space> ApplyFunction<Space> make_cas(const Problem &problem) {
  std::array<PairArray<Space>, 6> coefficients;
  for (int kernel = 0; kernel < 6; ++kernel)
    coefficients[kernel].pairs =
        to_view<Space>("curlew::fdfd::cas", coefficient_pairs(problem, kernel));
  return two_step<Space>(problem, coefficients);
}

#define CURLEW_INSTANTIATE(Space) template ApplyFunction<Space> make_cas<Space>(const Problem &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
