#include <curlew/core/error.hpp>
#include <curlew/methods/fdfd/published/operators.hpp>
#include <curlew/methods/fdfd/published/run_two_step.hpp>

#include <fmt/format.h>

#include <map>

namespace curlew::fdfd {
namespace {

// Number of pairs that fitted into the constant memory of the paper's card.
constexpr std::size_t k_scratch_pairs = 2048;
// Scratch memory that every device gives a team by default, less the part of a reduction.
constexpr std::size_t k_scratch_bytes = 40 << 10;
constexpr std::size_t k_most_pairs = 65536;

template <class Space> struct PairIndices {
  using Scratch = Kokkos::View<CoefficientPair *, typename Space::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Kokkos::View<const std::uint16_t *, Space> index;
  Kokkos::View<const CoefficientPair *, Space> pairs;
  bool in_scratch = false;
  const CoefficientPair *table = nullptr;

  template <class Team> KOKKOS_INLINE_FUNCTION void load(const Team &team) {
    table = pairs.data();
    if (!in_scratch)
      return;
    const int count = static_cast<int>(pairs.extent(0));
    Scratch copy(team.team_scratch(0), count);
    CoefficientPair *to = copy.data();
    const CoefficientPair *from = table;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, count), [&](int p) { to[p] = from[p]; });
    team.team_barrier();
    table = to;
  }
  KOKKOS_INLINE_FUNCTION CoefficientPair pair(Offset at) const { return table[index(at)]; }
  std::size_t scratch_bytes() const {
    return in_scratch ? Scratch::shmem_size(pairs.extent(0)) : 0;
  }
};

struct Indexed {
  std::vector<std::uint16_t> index;
  std::vector<CoefficientPair> pairs;
};

Indexed indexed(const std::vector<CoefficientPair> &all) {
  std::map<std::array<double, 4>, std::size_t> known;
  std::vector<std::uint32_t> number(all.size());
  Indexed result;
  for (std::size_t e = 0; e < all.size(); ++e) {
    const CoefficientPair &pair = all[e];
    const auto [pair_index, is_new] = known.try_emplace(
        {pair.u.real(), pair.u.imag(), pair.v.real(), pair.v.imag()}, known.size());
    if (is_new)
      result.pairs.push_back(pair);
    number[e] = static_cast<std::uint32_t>(pair_index->second);
  }
  if (known.size() > k_most_pairs)
    throw InputError(fmt::format(
        "variant \"cis\" has indices for {} different coefficient pairs of a component; this grid "
        "has {}. Take variant fused or cas, fewer materials, or grid.smoothing false",
        k_most_pairs, known.size()));
  result.index.assign(number.begin(), number.end());
  return result;
}

} // namespace

template <class Space> ApplyFunction<Space> make_cis(const Problem &problem) {
  std::array<PairIndices<Space>, 6> coefficients;
  std::size_t total = 0, largest = 0;
  for (int kernel = 0; kernel < 6; ++kernel) {
    const Indexed one = indexed(coefficient_pairs(problem, kernel));
    coefficients[kernel].index = to_view<Space>("curlew::fdfd::cis_index", one.index);
    coefficients[kernel].pairs = to_view<Space>("curlew::fdfd::cis_pairs", one.pairs);
    total += one.pairs.size();
    largest = std::max(largest, one.pairs.size());
  }
  for (PairIndices<Space> &one : coefficients)
    one.in_scratch =
        total <= k_scratch_pairs && largest * sizeof(CoefficientPair) <= k_scratch_bytes;
  return two_step<Space>(problem, coefficients);
}

#define CURLEW_INSTANTIATE(Space) template ApplyFunction<Space> make_cis<Space>(const Problem &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
