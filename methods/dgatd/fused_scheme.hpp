#pragma once

#include <curlew/core/views.hpp>
#include <curlew/methods/dgatd/dual_volume.hpp>
#include <curlew/methods/dgatd/fused_ampere.hpp>
#include <curlew/methods/dgatd/fused_faraday.hpp>
#include <curlew/methods/dgatd/scheme.hpp>
#include <curlew/methods/dgatd/source.hpp>

namespace curlew::dgatd {

// The variant `fused`: one uniform H per tet instead of four fractions, geometry from the nodes,
// packed symmetric inverses of the dual volumes. Supports every material and boundary.
// Unknowns: one circulation of E per half edge, three components of H per tet.
template <class Space> class FusedScheme {
public:
  static constexpr const char *k_name = "fused";
  static constexpr bool k_has_halves = true;
  static constexpr bool k_tracks_magnetic = false;

  // Values of E and H as kernels outside the step read them.
  struct Reader {
    Kokkos::View<const Index *, Space> edge_slots; // [edge][2]
    Kokkos::View<const double *, Space> u, h;
    Kokkos::View<const std::int8_t *, Space> orientation;
    Index padded_tets;
    KOKKOS_INLINE_FUNCTION double half(Index edge, int end) const {
      return u(edge_slots(2 * edge + end));
    }
    KOKKOS_INLINE_FUNCTION double circulation(Index edge) const {
      return half(edge, 0) + half(edge, 1);
    }
    KOKKOS_INLINE_FUNCTION void magnetic(Index tet, double (&field)[3]) const {
      for (int d = 0; d < 3; ++d)
        field[d] = orientation(tet) * h(static_cast<std::size_t>(d) * padded_tets + tet);
    }
  };

  enum class Losses { as_given, none };

  // dt_s in s. Without losses, conductivity and absorbing walls are left out (the time-step limit).
  FusedScheme(const Problem &problem, double dt_s, const std::vector<Source> &sources,
              int threads = 0, Losses losses = Losses::as_given);

  void advance_h(const Space &space);
  // `values`: one waveform value per source, at the middle of the step.
  void advance_e(const Space &space, const std::vector<double> &values);

  Reader reader() const { return {slots_, u_, h_, orientation_, padded_tets_}; }
  State save() const;
  void load(const State &state);

  std::uint64_t stored_unknowns() const { return u_.extent(0) - 1 + h_.extent(0); }
  MinimumBytes minimum_bytes() const { return bytes_; }

  // Raw state for the time-step limit: all H (padded, times orientation), all half edges.
  Kokkos::View<double *, Space> raw_h() const { return h_; }
  Kokkos::View<double *, Space> raw_u() const { return u_; }

private:
  void fill_inverses(const Problem &problem, const FusedLayout &layout, double dt_s, bool lossless,
                     int threads);
  void fill_faraday(const Problem &problem, const FusedLayout &layout, double dt_s);

  Index tets_ = 0, padded_tets_ = 0, clusters_ = 0, blocks_ = 0;
  Kokkos::View<double *, Space> u_, h_, r_;
  Kokkos::View<Index *, Space> slots_;
  Kokkos::View<std::int8_t *, Space> orientation_;
  FusedFaraday<Space> faraday_;
  SharedEdgeSum<Space> shared_;
  FusedAmpere<Space> ampere_;
  EdgeCurrents<Space> currents_;
  MinimumBytes bytes_;
};

} // namespace curlew::dgatd
