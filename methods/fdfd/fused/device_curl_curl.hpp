#pragma once

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/reduce.hpp>
#include <curlew/methods/fdfd/fused/device_tile.hpp>

#include <fmt/format.h>

#include <limits>

namespace curlew::fdfd {

// The same kernel on devices, xy-mapped as in @cite demir2012: one thread per column of a tile, a
// march along z. Three planes of E, with a rim, are in scratch, where neighbours read them: while
// two of them give the products of a plane, the values of the third are on their way from memory in
// registers, so that the march does not wait and one barrier per plane is enough. Each thread
// computes the four values of H that it needs from neighbours itself. Registers limit the number of
// threads, so magnetic materials have a kernel of their own.
// A slab of a rank reads planes beyond it from `planes`: is_slab.
template <class Space, class Source, class Sink, bool is_magnetic = false, bool is_slab = false>
struct DeviceCurlCurl {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Tile = DeviceTile<Space, Source, is_magnetic, is_slab>;
  static constexpr int k_threads = Tile::k_threads, k_planes = 3;
  static constexpr int k_teams_of_a_multiprocessor = // 128 registers a thread
      DeviceTraits<Space>::teams_at_a_time(k_threads, 128);
  static constexpr std::size_t k_scratch = k_planes * Tile::k_cells * sizeof(Complex);

  System<Space> system;
  Source source;
  Sink sink;
  Kokkos::View<double *, Space> partial; // [tile][sum]
  Planes planes = {};
  Index tiles_x = 0, slab = 0; // slab: planes per team

  KOKKOS_INLINE_FUNCTION static Index columns(const System<Space> &system) {
    return Tile::along_x(system) * Tile::along_y(system);
  }
  // Returns the planes per team. Grids are cut along z too, so that teams fill waves of as many as
  // the device holds at a time; each cut reads some planes twice.
  static Index slab_of(const System<Space> &system, Index count) {
    constexpr Index k_teams_at_a_time =
        DeviceTraits<Space>::k_multiprocessors * k_teams_of_a_multiprocessor;
    constexpr double k_planes_of_a_cut = 3;
    Index best = count;
    double least = 0;
    for (Index slabs = 1; slabs <= count; ++slabs) {
      const Index planes = (count + slabs - 1) / slabs;
      const Index teams = columns(system) * ((count + planes - 1) / planes);
      const Index waves = (teams + k_teams_at_a_time - 1) / k_teams_at_a_time;
      const double cost = waves * (planes + k_planes_of_a_cut);
      if (slabs == 1 || cost < least) {
        best = planes;
        least = cost;
      }
    }
    return best;
  }
  // Returns the rows of `partial` of a launch of so many planes.
  static Index rows(const System<Space> &system, Index count) {
    if (count <= 0)
      return 0;
    const Index slab = slab_of(system, count);
    return columns(system) * ((count + slab - 1) / slab);
  }
  static Index rows(const System<Space> &system) { return rows(system, system.count[2]); }

  // Launches all planes.
  static void launch(const Space &space, DeviceCurlCurl march) {
    march.planes = {0, march.system.count[2], {}};
    run_for_mu<false>(space, march);
  }
  // Launches march.planes of a slab; `partial` begins with the rows of this launch.
  static void launch_planes(const Space &space, const DeviceCurlCurl &march) {
    run_for_mu<true>(space, march);
  }
  template <bool k_slab> static void run_for_mu(const Space &space, const DeviceCurlCurl &march) {
    if (march.system.mu_id.extent(0) > 0)
      run_as<true, k_slab>(space, march);
    else
      run_as<false, k_slab>(space, march);
  }
  template <bool k_magnetic, bool k_slab>
  static void run_as(const Space &space, const DeviceCurlCurl &march) {
    DeviceCurlCurl<Space, Source, Sink, k_magnetic, k_slab>::run(
        space, {march.system, march.source, march.sink, march.partial, march.planes});
  }
  static void run(const Space &space, DeviceCurlCurl march) {
    if (3 * march.system.size() > std::numeric_limits<typename Tile::Number>::max())
      throw ResourceError(fmt::format("{} unknowns are too many for the variant \"fused\" on a "
                                      "device, which counts them with 32 bits",
                                      3 * march.system.size()));
    march.tiles_x = Tile::along_x(march.system);
    march.slab = slab_of(march.system, march.planes.count());
    Kokkos::parallel_for(
        "curlew::fdfd::march",
        Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<k_threads, k_teams_of_a_multiprocessor>>(
            space, rows(march.system, march.planes.count()), k_threads)
            .set_scratch_size(0, Kokkos::PerTeam(k_scratch + sizeof(Complex))),
        march);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    void *const scratch =
        team.team_scratch(0).get_shmem_aligned(std::size_t{k_scratch}, sizeof(Complex));
    const Index column = team.league_rank() % columns(system);
    const Tile me(system, source, planes, static_cast<Complex *>(scratch), column % tiles_x,
                  column / tiles_x, team.team_rank());
    // Whole grids do not read `planes`: registers are short.
    const Index begin = is_slab ? planes.begin : 0, end = is_slab ? planes.end : system.count[2];
    const Index k0 = begin + team.league_rank() / columns(system) * slab;
    const Index k1 = k0 + slab < end ? k0 + slab : end;
    int below = 0, at = Tile::k_cells, above = 2 * Tile::k_cells; // planes in scratch
    Sums sums;

    typename Tile::Arriving arriving;
    me.request(k0 - 1, arriving);
    me.store(k0 - 1, arriving, below, false);
    me.request(k0, arriving);
    me.store(k0, arriving, at, true);
    me.request(k0 + 1, arriving);
    team.team_barrier();
    Complex hx_below(0), hy_below(0);
    if (k0 > 0 || (is_slab ? system.beyond[0] : system.periodic[2]))
      me.magnetic(k0 - 1, below, at, hx_below, hy_below);
    for (Index k = k0; k < k1; ++k) {
      const Ids ids = ids_of(me, k);
      me.store(k + 1, arriving, above, k + 1 < k1);
      if (k + 1 < k1)
        me.request(k + 2, arriving);
      team.team_barrier();
      if (me.in_grid)
        give(me, k, at, above, ids, hx_below, hy_below, sums);
      const int free = below;
      below = at;
      at = above;
      above = free;
    }
    double own[k_count] = {};
    if (me.in_grid)
      weigh(me, sums, own);
    store_team_sums<Sink::k_sums>(team, own, partial);
  }

  // Sums of a column. Weights are products of lengths along x, y and z: sums that are linear in the
  // weights (LaneSums) get the lengths along x and y at the end, each component its own.
  static constexpr int k_count = Sink::k_sums > 0 ? Sink::k_sums : 1;
  static constexpr int k_weighted = Sink::k_weighted > 0 ? Sink::k_weighted : 1;
  struct Sums {
    double weighted[3][k_weighted] = {}, others[k_count] = {};
  };
  struct ComponentSums {
    Sums &sums;
    int c;
    KOKKOS_INLINE_FUNCTION double &operator[](int s) const {
      return s < Sink::k_weighted ? sums.weighted[c][s] : sums.others[s];
    }
  };
  KOKKOS_INLINE_FUNCTION Complex across(const Tile &me, int c) const {
    return (c == 0 ? me.number(system.half_length[0], me.i)
                   : me.number(system.node_length[0], me.i)) *
           (c == 1 ? me.number(system.half_length[1], me.j)
                   : me.number(system.node_length[1], me.j));
  }
  KOKKOS_INLINE_FUNCTION void weigh(const Tile &me, const Sums &sums,
                                    double (&own)[k_count]) const {
    for (int s = Sink::k_weighted; s < Sink::k_sums; ++s)
      own[s] = sums.others[s];
    for (int s = 0; s < Sink::k_weighted; s += 2)
      for (int c = 0; c < 3; ++c) {
        const Complex sum = across(me, c) * Complex(sums.weighted[c][s], sums.weighted[c][s + 1]);
        own[s] += sum.real();
        own[s + 1] += sum.imag();
      }
  }

  struct Ids {
    std::uint16_t of[3];
  };
  KOKKOS_INLINE_FUNCTION Ids ids_of(const Tile &me, Index k) const {
    Ids ids{{0, 0, 0}};
    if (me.in_grid)
      for (int c = 0; c < 3; ++c)
        ids.of[c] = system.eps_id(me.entry(c, k));
    return ids;
  }

  // Passes the products of a cell to the sink. H_x and H_y are those of the plane below on entry,
  // those of this plane on return.
  KOKKOS_INLINE_FUNCTION void give(const Tile &me, Index k, int at, int above, const Ids &ids,
                                   Complex &hx_below, Complex &hy_below, Sums &sums) const {
    Complex hx, hy, curl[3];
    me.magnetic(k, at, above, hx, hy);
    me.curls(k, at, above, hx, hy, hx_below, hy_below, curl);
    hx_below = hx;
    hy_below = hy;
    for (int c = 0; c < 3; ++c) {
      Complex weight = me.number(c == 2 ? system.half_length[2] : system.node_length[2], k);
      if (Sink::k_weighted == 0)
        weight *= across(me, c);
      const Complex value = me.here(at, c)[0];
      const Complex k2_eps = me.number(system.k2_eps, ids.of[c]);
      ComponentSums of_component{sums, c};
      sink(Offset(me.entry(c, k)), weight, value,
           ids.of[c] == 0 ? Complex(0) : curl[c] - k2_eps * value, of_component);
    }
  }
};

} // namespace curlew::fdfd
