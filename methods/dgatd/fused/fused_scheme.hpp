#pragma once

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgatd/fused/bundle_ampere.hpp>
#include <curlew/methods/dgatd/fused/cluster_faraday.hpp>
#include <curlew/methods/dgatd/fused/fused_tables.hpp>
#include <curlew/methods/dgatd/fused/lane_ampere.hpp>
#include <curlew/methods/dgatd/fused/lane_faraday.hpp>
#include <curlew/methods/dgatd/fused/shared_edge_sum.hpp>
#include <curlew/methods/dgatd/mesh/dual_volume.hpp>
#include <curlew/methods/dgatd/ranks/value_halo.hpp>
#include <curlew/methods/dgatd/scheme/scheme.hpp>
#include <curlew/methods/dgatd/source.hpp>

namespace curlew::dgatd {

// Values of E and H for kernels outside the step. k_parts 2: the unknowns are half edges.
template <class Space, int k_parts> struct FusedReader {
  Kokkos::View<const Index *, Space> edge_slots; // [edge][k_parts]
  Kokkos::View<const double *, Space> u, h;
  Kokkos::View<const std::int8_t *, Space> orientation;
  Index padded_tets;
  KOKKOS_INLINE_FUNCTION double half(Index edge, int end) const {
    static_assert(k_parts == 2, "only sums of halves are known");
    return u(edge_slots(2 * edge + end));
  }
  KOKKOS_INLINE_FUNCTION double circulation(Index edge) const {
    return k_parts == 1 ? u(edge) : u(edge_slots(2 * edge)) + u(edge_slots(2 * edge + 1));
  }
  KOKKOS_INLINE_FUNCTION void magnetic(Index tet, double (&field)[3]) const {
    for (int d = 0; d < 3; ++d)
      field[d] = orientation(tet) * h(static_cast<std::size_t>(d) * padded_tets + tet);
  }
};

// The variant `fused`: one uniform H per tet instead of four fractions, geometry from the nodes,
// packed symmetric inverses of the dual volumes. Unknowns: three components of H per tet, and
//   k_parts 2  one circulation of E per half edge; every material and boundary, the same bits for
//              any number of threads;
//   k_parts 1  one circulation of E per edge, the sum of its halves: fewer bytes, for lossless
//              problems whose halves are not read. The two ends of an edge add to it in either
//              order, so its last bit may differ from run to run.
template <class Space, int k_parts> class FusedScheme {
public:
  static constexpr const char *k_name = "fused";
  static constexpr bool k_has_halves = k_parts == 2;
  static constexpr bool k_tracks_magnetic = false;

  using Reader = FusedReader<Space, k_parts>;

  enum class Losses { as_given, none };
  // `keep`: the problem keeps the tables for the next scheme, which is then set up sooner: it takes
  // over the layout, and multiplies the inverses by its time step where there are no losses.
  enum class Tables { own, keep };

  // dt_s in s. Losses::none leaves out conductivity and absorbing walls (for the time-step limit);
  // with k_parts 1 a problem that has losses is a logic error. Tables may be kept only with dt_s =
  // 1 and without losses, and the next scheme must be made after the end of this one.
  FusedScheme(const Problem &problem, double dt_s, const std::vector<Source> &sources,
              int threads = 0, Losses losses = Losses::as_given, Tables tables = Tables::own);

  void advance_h(const Space &space);
  // `values`: one waveform value per source, at the middle of the step.
  void advance_e(const Space &space, const std::vector<double> &values);

  Reader reader() const { return {slots_, u_, h_, orientation_, padded_tets_}; }
  State save() const;
  // Loads the state of either form. With k_parts 2, a state of sums uses the sums as halves, which
  // is right for all results but the energy.
  void load(const State &state);

  std::uint64_t stored_unknowns() const {
    return u_.extent(0) - 1 + 3 * static_cast<std::uint64_t>(tets_);
  }
  MinimumBytes minimum_bytes() const { return bytes_; }

  // Raw state for the time-step limit: all H (padded, times orientation), all half edges.
  Kokkos::View<double *, Space> raw_h() const { return h_; }
  Kokkos::View<double *, Space> raw_u() const { return u_; }

  HaloExchange<Space> &exchange() { return halo_.exchange(); }

private:
  using Faraday = std::conditional_t<is_device<Space>, ClusterFaraday<Space, k_parts>,
                                     LaneFaraday<Space, k_parts>>;
  using Ampere = std::conditional_t<is_device<Space>, BundleAmpere<Space, k_parts>,
                                    LaneAmpere<Space, k_parts>>;

  using InverseEntry = typename Ampere::Entry; // a number, or a pair where the kernel reads pairs
  using Inverse = Kokkos::View<InverseEntry *, Space>;
  using KeptTables = FusedTablesOn<Space, InverseEntry>;
  using Halo = std::conditional_t<k_parts == 2, HalfHalo<Space>, EdgeHalo<Space>>;

  void make_halo(const Problem &problem, const FusedLayout &layout);
  // The losses of the volumes that have some: one rate each, or packed matrices.
  struct BlockLosses {
    std::vector<double> decay;
    std::vector<std::vector<double>> of_block;
  };
  Inverse invert_volumes(const Problem &problem, const FusedLayout &layout, double dt_s, bool lossy,
                         int threads, BlockLosses &losses) const;
  void fill_ampere(const FusedLayout &layout, const Inverse &inverse, BlockLosses losses,
                   bool lossy);
  void fill_faraday(const Problem &problem, const FusedLayout &layout, double dt_s, int threads);

  static constexpr int k_lanes = FusedShape<Space>::k_node_lanes;

  Index tets_ = 0, padded_tets_ = 0, edges_ = 0;
  Kokkos::View<double *, Space> u_, h_, r_;
  Kokkos::View<Index *, Space> slots_;
  Kokkos::View<std::int8_t *, Space> orientation_;
  Faraday faraday_;
  SharedEdgeSum<Space> shared_;
  Ampere ampere_;
  EdgeCurrents<Space> currents_;
  Halo halo_;
  MinimumBytes bytes_;
};

template <class Space> using FusedHalves = FusedScheme<Space, 2>;
template <class Space> using FusedEdges = FusedScheme<Space, 1>;

} // namespace curlew::dgatd
