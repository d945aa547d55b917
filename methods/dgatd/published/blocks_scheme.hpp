#pragma once

#include <curlew/methods/dgatd/published/block_ampere.hpp>
#include <curlew/methods/dgatd/published/block_faraday.hpp>
#include <curlew/methods/dgatd/ranks/value_halo.hpp>
#include <curlew/methods/dgatd/scheme/scheme.hpp>

namespace curlew::dgatd {

// Returns the circulation over the half of an edge at its lower (end 0) or higher node; zero on
// conductors.
template <class Space> struct HalfReader {
  Kokkos::View<const Index *[2], Space> edge_halves;
  Kokkos::View<const double *, Space> u;
  KOKKOS_INLINE_FUNCTION double operator()(Index edge, int end) const {
    const Index at = edge_halves(edge, end);
    return at < 0 ? 0.0 : u(at);
  }
};

// The variant `blocks`: the fractioned scheme (@cite cicuttin2018, eqs. 5 and 6) with both laws as
// dense blocks: 4 x 6 per tet and d x d per dual volume, the latter by a kernel of Curlew where the
// paper used a sparse library. Supports every material and boundary.
template <class Space> class BlocksScheme {
public:
  static constexpr const char *k_name = "blocks";
  static constexpr bool k_has_halves = true;
  static constexpr bool k_tracks_magnetic = false;

  struct Reader {
    HalfReader<Space> halves;
    FractionReader<Space> h;
    KOKKOS_INLINE_FUNCTION double half(Index edge, int end) const { return halves(edge, end); }
    KOKKOS_INLINE_FUNCTION double circulation(Index edge) const {
      return half(edge, 0) + half(edge, 1);
    }
    KOKKOS_INLINE_FUNCTION void magnetic(Index tet, double (&field)[3]) const {
      h.magnetic(tet, field);
    }
  };

  BlocksScheme(const Problem &problem, double dt_s, const std::vector<Source> &sources,
               int threads = 0);

  void advance_h(const Space &space);
  void advance_e(const Space &space, const std::vector<double> &values);

  Reader reader() const;
  State save() const;
  void load(const State &state);
  std::uint64_t stored_unknowns() const {
    return ampere_.u.extent(0) + faraday_.fractions.extent(0);
  }
  MinimumBytes minimum_bytes() const { return bytes_; }

private:
  const Problem &problem_;
  Kokkos::View<double *, Space> e_, r_;
  Kokkos::View<double *, Space> sign_;
  Kokkos::View<Index *[2], Space> edge_halves_;
  BlockFaraday<Space> faraday_;
  FractionCurl<Space> curl_;
  BlockAmpere<Space> ampere_;
  EdgeCurrents<Space> currents_;
  HalfHalo<Space> halo_;
  MinimumBytes bytes_;
};

} // namespace curlew::dgatd
