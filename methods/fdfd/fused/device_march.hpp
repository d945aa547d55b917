#pragma once

#include <curlew/core/team_sum.hpp>
#include <curlew/methods/fdfd/system.hpp>

namespace curlew::fdfd {

// The same kernel on devices, xy-mapped as in @cite demir2012: a thread per column of a tile of
// k_x * k_y, a march along z. A plane's values, with a rim, lie in scratch, where neighbours read
// them. What the step to the next plane needs of this one stays in registers, and each thread
// computes the four values of H that it needs from neighbours itself: so one barrier per plane and
// two planes of scratch are enough.
template <class Space, class Source, class Sink> struct DeviceMarch {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Scratch = Kokkos::View<Complex *, typename Space::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static constexpr int k_x = 32, k_y = 8, k_threads = k_x * k_y;
  static constexpr int k_width = k_x + 2, k_cells = k_width * (k_y + 2); // with the rim
  // Grids of few columns are cut along z too, to keep the device busy.
  static constexpr int k_teams_wanted = 528, k_fewest_planes = 8;

  System<Space> system;
  Source source;
  Sink sink;
  Kokkos::View<double *, Space> partial;    // [tile][sum]
  Index tiles_x = 0, tiles_y = 0, slab = 0; // slab: planes of a team

  static Index columns(const System<Space> &system) {
    return (system.count[0] + k_x - 1) / k_x * ((system.count[1] + k_y - 1) / k_y);
  }
  static Index slab_of(const System<Space> &system) {
    const Index slabs = (k_teams_wanted + columns(system) - 1) / columns(system);
    const Index planes = (system.count[2] + slabs - 1) / slabs;
    return planes > k_fewest_planes ? planes : Index(k_fewest_planes);
  }
  static Index tiles(const System<Space> &system) {
    return columns(system) * ((system.count[2] + slab_of(system) - 1) / slab_of(system));
  }

  static void launch(const Space &space, DeviceMarch march) {
    march.tiles_x = (march.system.count[0] + k_x - 1) / k_x;
    march.tiles_y = (march.system.count[1] + k_y - 1) / k_y;
    march.slab = slab_of(march.system);
    const auto bytes = Scratch::shmem_size(std::size_t(2) * 3 * k_cells);
    Kokkos::parallel_for("curlew::fdfd::march",
                         Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<k_threads, 2>>(
                             space, tiles(march.system), k_threads)
                             .set_scratch_size(0, Kokkos::PerTeam(bytes)),
                         march);
  }

  // What a thread keeps of a plane.
  struct Plane {
    Complex x, y, z;                      // E here
    Complex x_before, y_before;           // E_x one cell before in x, E_y in y
    Complex z_along_x, z_along_y;         // differences of E_z to the next cell
    Complex z_before_x, z_before_y;       // from the cell before
    Complex curl_across_x, curl_across_y; // of H_z, from the cell before in x and y
  };

  struct Thread {
    const DeviceMarch &march;
    Source source;
    Complex *scratch;
    Index i, j;               // may lie beyond the grid: such threads only help
    int x, y;                 // in the tile
    bool in_grid, no_x, no_y; // no_x: no H before this cell
    Complex half_x, half_y, back_x, back_y, node_x, node_y; // rates here and before

    KOKKOS_INLINE_FUNCTION Thread(const DeviceMarch &all, Complex *planes, Index tile, int rank)
        : march(all), source(all.source), scratch(planes), x(rank % k_x), y(rank / k_x) {
      source.begin();
      i = tile % march.tiles_x * k_x + x;
      j = tile / march.tiles_x * k_y + y;
      const System<Space> &system = march.system;
      in_grid = i < system.count[0] && j < system.count[1];
      const Index at_i = in_grid ? i : 0, at_j = in_grid ? j : 0;
      no_x = at_i == 0 && !system.periodic[0];
      no_y = at_j == 0 && !system.periodic[1];
      half_x = system.half_rate[0](at_i);
      half_y = system.half_rate[1](at_j);
      back_x = system.half_rate[0](wrapped(0, at_i - 1));
      back_y = system.half_rate[1](wrapped(1, at_j - 1));
      node_x = system.node_rate[0](at_i);
      node_y = system.node_rate[1](at_j);
    }

    KOKKOS_INLINE_FUNCTION Index wrapped(int axis, Index at) const {
      return at < 0 ? march.system.count[axis] - 1 : at;
    }
    KOKKOS_INLINE_FUNCTION Offset entry(int c, Index at_i, Index at_j, Index at_k) const {
      const System<Space> &system = march.system;
      return c * system.size() + (Offset(at_k) * system.count[1] + at_j) * system.count[0] + at_i;
    }

    // The value at a place, with what the walls say of places beyond.
    KOKKOS_INLINE_FUNCTION Complex fetch(int c, Index at_i, Index at_j, Index at_k) const {
      Index at[3] = {at_i, at_j, at_k};
      Complex factor(1);
      bool moved = false;
      for (int d = 0; d < 3; ++d) {
        const Index count = march.system.count[d];
        if (at[d] >= 0 && at[d] < count)
          continue;
        if (!march.system.periodic[d] || at[d] > count)
          return Complex(0);
        factor *= at[d] < 0 ? march.system.phase_back[d] : march.system.phase[d];
        at[d] = at[d] < 0 ? count - 1 : 0;
        moved = true;
      }
      const Complex value = source.value(entry(c, at[0], at[1], at[2]));
      return moved ? factor * value : value;
    }

    KOKKOS_INLINE_FUNCTION Complex *plane(Index k, int c) const {
      return scratch + (((k + 2) & 1) * 3 + c) * k_cells;
    }
    KOKKOS_INLINE_FUNCTION const Complex *here(Index k, int c) const {
      return plane(k, c) + (y + 1) * k_width + x + 1;
    }

    // Plane k into scratch: every thread its own cell, some a cell of the rim too.
    KOKKOS_INLINE_FUNCTION void load(Index k, bool own) const {
      for (int c = 0; c < 3; ++c) {
        const Complex value = fetch(c, i, j, k);
        plane(k, c)[(y + 1) * k_width + x + 1] = value;
        if (own && in_grid)
          source.keep(entry(c, i, j, k), value);
      }
      constexpr int k_rim = 2 * k_width + 2 * k_y;
      for (int r = y * k_x + x; r < 3 * k_rim; r += k_threads) {
        const int c = r / k_rim, p = r % k_rim;
        int to_x, to_y;
        if (p < 2 * k_width) {
          to_x = p % k_width - 1;
          to_y = p < k_width ? -1 : k_y;
        } else {
          to_x = p % 2 == 0 ? -1 : k_x;
          to_y = (p - 2 * k_width) / 2;
        }
        plane(k, c)[(to_y + 1) * k_width + to_x + 1] = fetch(c, i - x + to_x, j - y + to_y, k);
      }
    }

    KOKKOS_INLINE_FUNCTION Complex over_mu(int c, Index at_i, Index at_j, Index at_k,
                                           const Complex &h) const {
      if (march.system.mu_id.extent(0) == 0 || !in_grid || at_k >= march.system.count[2])
        return h;
      const Offset at = entry(c, wrapped(0, at_i), wrapped(1, at_j), wrapped(2, at_k));
      return march.system.inverse_mu(march.system.mu_id(at)) * h;
    }

    KOKKOS_INLINE_FUNCTION Plane read(Index k) const {
      const Complex *ex = here(k, 0), *ey = here(k, 1), *ez = here(k, 2);
      Plane p;
      p.x = ex[0];
      p.y = ey[0];
      p.z = ez[0];
      p.x_before = ex[-1];
      p.y_before = ey[-k_width];
      p.z_along_x = ez[1] - p.z;
      p.z_along_y = ez[k_width] - p.z;
      p.z_before_x = p.z - ez[-1];
      p.z_before_y = p.z - ez[-k_width];
      const Complex h = over_mu(2, i, j, k, (ey[1] - p.y) * half_x - (ex[k_width] - p.x) * half_y);
      Complex before_x(0), before_y(0);
      if (!no_x)
        before_x = over_mu(2, i - 1, j, k,
                           (p.y - ey[-1]) * back_x - (ex[k_width - 1] - p.x_before) * half_y);
      if (!no_y)
        before_y = over_mu(2, i, j - 1, k,
                           (ey[1 - k_width] - p.y_before) * half_x - (p.x - ex[-k_width]) * back_y);
      p.curl_across_x = h - before_x;
      p.curl_across_y = h - before_y;
      return p;
    }

    // H_x and H_y here, between plane k and the next one.
    KOKKOS_INLINE_FUNCTION void magnetic(Index k, const Plane &at, const Plane &next, Complex &hx,
                                         Complex &hy) const {
      const Complex half_z = march.system.half_rate[2](wrapped(2, k));
      hx = over_mu(0, i, j, k, at.z_along_y * half_y - (next.y - at.y) * half_z);
      hy = over_mu(1, i, j, k, (next.x - at.x) * half_z - at.z_along_x * half_x);
    }
  };

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Scratch scratch(team.team_scratch(0), std::size_t(2) * 3 * k_cells);
    const Index columns = tiles_x * tiles_y;
    const Thread me(*this, scratch.data(), team.league_rank() % columns, team.team_rank());
    const Index k0 = team.league_rank() / columns * slab;
    const Index k1 = k0 + slab < system.count[2] ? k0 + slab : system.count[2];
    double sums[Sink::k_sums > 0 ? Sink::k_sums : 1] = {};

    me.load(k0 - 1, false);
    team.team_barrier();
    Plane below = me.read(k0 - 1);
    me.load(k0, true);
    team.team_barrier();
    Plane at = me.read(k0);
    Complex hx_below(0), hy_below(0);
    if (k0 > 0 || system.periodic[2])
      me.magnetic(k0 - 1, below, at, hx_below, hy_below);
    for (Index k = k0; k < k1; ++k) {
      me.load(k + 1, k + 1 < k1);
      team.team_barrier();
      const Plane next = me.read(k + 1);
      Complex hx, hy;
      me.magnetic(k, at, next, hx, hy);
      if (me.in_grid)
        give(me, k, at, next, hx, hy, hx_below, hy_below, sums);
      at = next;
      hx_below = hx;
      hy_below = hy;
    }
    for (int s = 0; s < Sink::k_sums; ++s) {
      const double total = team_sum(team, sums[s]);
      Kokkos::single(Kokkos::PerTeam(team),
                     [&] { partial(team.league_rank() * Sink::k_sums + s) = total; });
    }
  }

  template <class Sums>
  KOKKOS_INLINE_FUNCTION void give(const Thread &me, Index k, const Plane &at, const Plane &next,
                                   const Complex &hx, const Complex &hy, const Complex &hx_below,
                                   const Complex &hy_below, Sums &sums) const {
    const Index i = me.i, j = me.j;
    const Complex half_z = system.half_rate[2](k), node_z = system.node_rate[2](k);
    Complex hx_before(0), hy_before(0);
    if (!me.no_y)
      hx_before = me.over_mu(0, i, j - 1, k,
                             at.z_before_y * me.back_y - (next.y_before - at.y_before) * half_z);
    if (!me.no_x)
      hy_before = me.over_mu(1, i - 1, j, k,
                             (next.x_before - at.x_before) * half_z - at.z_before_x * me.back_x);
    const Complex length_z = system.node_length[2](k), half_length_z = system.half_length[2](k);
    const auto &half_x = system.half_length[0], &half_y = system.half_length[1];
    const auto &node_x = system.node_length[0], &node_y = system.node_length[1];
    pass_on(me.entry(0, i, j, k), half_x(i) * node_y(j) * length_z, at.x,
            at.curl_across_y * me.node_y - (hy - hy_below) * node_z, sums);
    pass_on(me.entry(1, i, j, k), node_x(i) * half_y(j) * length_z, at.y,
            (hx - hx_below) * node_z - at.curl_across_x * me.node_x, sums);
    pass_on(me.entry(2, i, j, k), node_x(i) * node_y(j) * half_length_z, at.z,
            (hy - hy_before) * me.node_x - (hx - hx_before) * me.node_y, sums);
  }

  template <class Sums>
  KOKKOS_INLINE_FUNCTION void pass_on(Offset e, const Complex &weight, const Complex &value,
                                      const Complex &curl, Sums &sums) const {
    const std::uint16_t id = system.eps_id(e);
    sink(e, weight, value, id == 0 ? Complex(0) : curl - system.k2_eps(id) * value, sums);
  }
};

} // namespace curlew::fdfd
