#pragma once

#include <curlew/core/parallel/backend_one_copy.hpp>
#include <curlew/core/parallel/team_scratch.hpp>
#include <curlew/methods/fdfd/fused/lane_sums.hpp>
#include <curlew/methods/fdfd/fused/planes.hpp>
#include <curlew/methods/fdfd/solve/system.hpp>

#include <cstddef>

namespace curlew::fdfd {

// Both curls in one kernel, on hosts. A team of one thread takes a tile of rows in y and planes in
// z and marches along z: for every plane it combines the vectors of the source, once, into rows
// with separate real and imaginary parts, computes H between this plane and the last, and passes
// A's product to the sink. Each value is read once from memory, except in the rims of the tiles.
//
// A Source gives the vector that A multiplies (sources.hpp): begin() reads the scalars of an
// earlier kernel. A Sink takes the product: operator()(e, weight, value, product, sums) adds to its
// k_sums sums (k_weighted: lane_sums.hpp), for one entry or, where supported, for a SimdIndex of
// entries. Verified by FdfdVariants.*. Sums are stored by plane, so that they do not depend on the
// planes of a launch: line_sums.hpp adds them up.
template <class Space, class Source, class Sink> struct HostCurlCurl {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  // Tile sizes are constants, so that sums do not depend on the number of threads. Tiles are small
  // enough for a core's own cache and large enough that the rim costs little.
  static constexpr Index k_rows = 16, k_planes = 32;

  System<Space> system;
  Source source;
  Sink sink;
  Kokkos::View<double *, Space> partial; // [plane][tile in y][sum]
  Planes planes = {};

  static KOKKOS_INLINE_FUNCTION Index tiles_in_y(const System<Space> &system) {
    return (system.count[1] + k_rows - 1) / k_rows;
  }
  // Rows of `partial`, and those of one plane.
  static Index rows(const System<Space> &system) { return rows_of_plane(system) * system.count[2]; }
  static Index rows_of_plane(const System<Space> &system) { return tiles_in_y(system); }

  // Launches all planes.
  static void launch(const Space &space, HostCurlCurl march) {
    march.planes = {0, march.system.count[2], {}};
    launch_planes(space, march);
  }
  // Launches march.planes.
  static void launch_planes(const Space &space, const HostCurlCurl &march) {
    const Index teams =
        tiles_in_y(march.system) * ((march.planes.count() + k_planes - 1) / k_planes);
    const auto bytes = aligned_scratch_bytes<double>(scratch_doubles(march.system.count[0]));
    Kokkos::parallel_for(
        "curlew::fdfd::march",
        Kokkos::TeamPolicy<Space>(space, teams, 1).set_scratch_size(1, Kokkos::PerTeam(bytes)),
        march);
  }

  CURLEW_ONE_COPY KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    double *const scratch =
        aligned_scratch<double>(team.team_scratch(1), scratch_doubles(system.count[0]));
    const Index tiles_y = tiles_in_y(system);
    const Index column = team.league_rank() % tiles_y;
    Tile tile(*this, scratch, column * k_rows,
              planes.begin + team.league_rank() / tiles_y * k_planes);
    tile.run(partial.data() + Offset(column) * Sink::k_sums, Offset(tiles_y) * Sink::k_sums);
  }

private:
  // Room for entries -1 ... count of a row, which begins on an alignment for SimdIndex: entry -1 is
  // the end of the row before.
  static KOKKOS_INLINE_FUNCTION constexpr std::size_t row_length(Index count_x) {
    return (static_cast<std::size_t>(count_x) + 7) / 8 * 8 + 8;
  }
  // E: two planes of three components and two rim rows; H: z of one plane, x and y of two; rates
  // along x; k^2 eps. Two more rows are real: `free`, and the entries before the first row.
  static constexpr std::size_t k_buffer_rows = 2 * 3 * (k_rows + 2) + 5 * (k_rows + 1) + 2 + 1;
  static KOKKOS_INLINE_FUNCTION constexpr std::size_t scratch_doubles(Index count_x) {
    return row_length(count_x) * (2 * k_buffer_rows + 2);
  }

  struct Tile {
    const System<Space> &system;
    Source source;
    const Sink &sink;
    const Planes &planes;
    const Index nx, ny, nz, j0, j1, k0, k1;
    const std::size_t length;
    double *const rows;
    const SplitRow half_x, node_x; // rates
    const SplitRow k2_eps;         // k^2 eps of a row
    double *const free;            // 1, or 0 for a fixed entry, in that row
    Index held_id = -1;            // row_id of that row
    LaneSums<Sink> sums;

    KOKKOS_INLINE_FUNCTION Tile(const HostCurlCurl &march, double *scratch, Index row_0,
                                Index plane_0)
        : system(march.system), source(march.source), sink(march.sink), planes(march.planes),
          nx(system.count[0]), ny(system.count[1]), nz(system.count[2]), j0(row_0),
          j1(row_0 + k_rows < ny ? row_0 + k_rows : ny), k0(plane_0),
          k1(plane_0 + k_planes < planes.end ? plane_0 + k_planes : planes.end),
          length(row_length(nx)), rows(scratch + length), half_x(row(k_buffer_rows - 3)),
          node_x(row(k_buffer_rows - 2)), k2_eps(row(k_buffer_rows - 1)),
          free(rows + 2 * k_buffer_rows * length) {
      source.begin();
      for (Index i = 0; i < nx; ++i) {
        put(half_x, i, system.half_rate[0](i));
        put(node_x, i, system.node_rate[0](i));
      }
    }

    KOKKOS_INLINE_FUNCTION SplitRow row(std::size_t number) const {
      double *start = rows + 2 * number * length;
      return {start, start + length};
    }
    KOKKOS_INLINE_FUNCTION SplitRow e(int c, Index j, Index k) const {
      return row(((k + 2) % 2 * 3 + c) * (k_rows + 2) + (j - j0 + 1));
    }
    KOKKOS_INLINE_FUNCTION SplitRow h(int c, Index j, Index k) const {
      const Index slot = c == 2 ? 4 : (k + 2) % 2 * 2 + c;
      return row(2 * 3 * (k_rows + 2) + slot * (k_rows + 1) + (j - j0 + 1));
    }

    // Stores the sums of plane k from to[k * stride] on.
    KOKKOS_INLINE_FUNCTION void run(double *to, Offset stride) {
      load_plane(k0 - 1);
      load_plane(k0);
      magnetic_plane(k0 - 1);
      for (Index k = k0; k < k1; ++k) {
        load_plane(k + 1);
        magnetic_plane(k);
        for (Index j = j0; j < j1; ++j) {
          product_row<0>(j, k);
          product_row<1>(j, k);
          product_row<2>(j, k);
        }
        for (int s = 0; s < Sink::k_sums; ++s)
          to[k * stride + s] = sums.total(s);
        sums = LaneSums<Sink>();
      }
    }

    // Loads E of a plane, with the rim rows; beyond the grid its periodic image, or 0, and beyond a
    // slab the neighbour's plane.
    KOKKOS_INLINE_FUNCTION void load_plane(Index k) const {
      const Complex *const ghosts = planes.ghosts_of(k, nz);
      for (int c = 0; c < 3; ++c)
        for (Index j = j0 - 1; j <= j1; ++j) {
          Complex factor(1);
          Index from_j = j, from_k = k;
          if (ghosts != nullptr && bring_in(from_j, ny, 1, factor))
            load_ghosts(e(c, j, k), ghosts + (Offset(c) * ny + from_j) * nx,
                        factor * (k < 0 ? system.phase_back[2] : system.phase[2]));
          else if (ghosts == nullptr && bring_in(from_j, ny, 1, factor) &&
                   bring_in(from_k, nz, 2, factor))
            load_row(e(c, j, k), c * system.size() + (Offset(from_k) * ny + from_j) * nx, factor,
                     j >= j0 && j < j1 && k >= k0 && k < k1);
          else
            clear(e(c, j, k));
        }
    }

    KOKKOS_INLINE_FUNCTION bool bring_in(Index &i, Index count, int axis, Complex &factor) const {
      if (i >= 0 && i < count)
        return true;
      factor *= i < 0 ? system.phase_back[axis] : system.phase[axis];
      i = i < 0 ? count - 1 : 0;
      return system.periodic[axis];
    }

    KOKKOS_INLINE_FUNCTION void clear(const SplitRow &to) const {
      for (Index i = -1; i <= nx; ++i)
        put(to, i, Complex(0));
    }

    KOKKOS_INLINE_FUNCTION void load_row(const SplitRow &to, Offset first, const Complex &factor,
                                         bool is_own) const {
      const Source from = source;
      if (is_own)
        for_row(nx, [=](auto i) {
          const auto value = from.value(first + i);
          from.keep(first + i, value);
          put(to, i, value);
        });
      else
        for_row(nx, [=](auto i) { put(to, i, from.value(first + i)); });
      turn(to, factor);
    }

    KOKKOS_INLINE_FUNCTION void load_ghosts(const SplitRow &to, const Complex *from,
                                            const Complex &factor) const {
      for_row(nx, [=](auto i) { put(to, i, get(from, i)); });
      turn(to, factor);
    }

    // Multiplies a row by a phase and sets the entry after its end.
    KOKKOS_INLINE_FUNCTION void turn(const SplitRow &to, const Complex &factor) const {
      if (factor != Complex(1))
        for_row(nx, [=](auto i) { put(to, i, factor * get(to, i)); });
      put(to, nx, system.periodic[0] ? system.phase[0] * get(to, 0) : Complex(0));
    }

    // Returns the rate of a half; before node 0 it is that of the periodic image.
    KOKKOS_INLINE_FUNCTION Complex half_rate(int axis, Index i) const {
      return system.half_rate[axis](i < 0 ? system.before[axis] : i);
    }

    // Computes H (but for a factor) of the halves in y and z around plane k: x and z with a rim
    // row.
    KOKKOS_INLINE_FUNCTION void magnetic_plane(Index k) const {
      for (Index j = j0 - 1; j < j1; ++j) {
        if ((j < 0 && !system.periodic[1]) || (k < 0 && !system.beyond[0])) {
          for (int c = 0; c < 3; ++c)
            clear(h(c, j, k));
          continue;
        }
        const Complex along_y = half_rate(1, j), along_z = half_rate(2, k);
        if (along_y.imag() == 0 && along_z.imag() == 0)
          magnetic_row(j, k, along_y.real(), along_z.real());
        else
          magnetic_row(j, k, along_y, along_z);
        if (system.mu_id.extent(0) > 0)
          for (int c = 0; c < 3; ++c)
            divide_by_mu(h(c, j, k), c, j < 0 ? ny - 1 : j, k);
        for (int c = 1; c < 3; ++c) // H before node 0
          put(h(c, j, k), -1,
              system.periodic[0] ? system.phase_back[0] * get(h(c, j, k), nx - 1) : Complex(0));
      }
    }

    template <class Rate>
    KOKKOS_INLINE_FUNCTION void magnetic_row(Index j, Index k, Rate along_y, Rate along_z) const {
      const SplitRow hx = h(0, j, k), hy = h(1, j, k), hz = h(2, j, k), along_x = half_x;
      const SplitRow ex = e(0, j, k), ey = e(1, j, k), ez = e(2, j, k);
      const SplitRow ex_y = e(0, j + 1, k), ez_y = e(2, j + 1, k);
      const SplitRow ex_z = e(0, j, k + 1), ey_z = e(1, j, k + 1);
      for_row(nx, [=](auto i) {
        const auto x = get(ex, i), y = get(ey, i), z = get(ez, i), rate = get(along_x, i);
        put(hx, i, along_y * (get(ez_y, i) - z) - along_z * (get(ey_z, i) - y));
        put(hy, i, along_z * (get(ex_z, i) - x) - rate * (get(ez, 1 + i) - z));
        put(hz, i, rate * (get(ey, 1 + i) - y) - along_y * (get(ex_y, i) - x));
      });
    }

    KOKKOS_INLINE_FUNCTION void divide_by_mu(const SplitRow &row, int c, Index j, Index k) const {
      const bool is_ghost = k < 0 && system.mu_below.extent(0) > 0;
      const Index plane = k < 0 ? nz - 1 : k;
      const std::uint16_t *id =
          is_ghost ? &system.mu_below((Offset(c) * ny + j) * nx)
                   : &system.mu_id(c * system.size() + (Offset(plane) * ny + j) * nx);
      for (Index i = 0; i < nx; ++i)
        put(row, i, system.inverse_mu(id[i]) * get(row, i));
    }

    // Sets k2_eps and free of a row. Most rows equal the one before, except in their first entry.
    KOKKOS_INLINE_FUNCTION void coefficients(Index common, Offset first) {
      const std::uint16_t *id = &system.eps_id(first);
      const bool is_held = common == held_id && common != System<Space>::k_mixed_row;
      const Complex *table = system.k2_eps.data();
      for (Index i = 0; i < (is_held ? 1 : nx); ++i) {
        put(k2_eps, i, table[id[i]]);
        free[i] = id[i] != 0;
      }
      held_id = common;
    }

    template <int c> KOKKOS_INLINE_FUNCTION void product_row(Index j, Index k) {
      const Complex along_y = system.node_rate[1](j), along_z = system.node_rate[2](k);
      if (along_y.imag() == 0 && along_z.imag() == 0)
        product_row<c>(j, k, along_y.real(), along_z.real());
      else
        product_row<c>(j, k, along_y, along_z);
    }

    template <int c, class Rate>
    KOKKOS_INLINE_FUNCTION void product_row(Index j, Index k, Rate along_y, Rate along_z) {
      const Offset first = c * system.size() + (Offset(k) * ny + j) * nx;
      coefficients(system.row_id((c * nz + k) * ny + j), first);
      const SplitRow hx = h(0, j, k), hy = h(1, j, k), hz = h(2, j, k), along_x = node_x;
      const SplitRow hx_y = h(0, j - 1, k), hz_y = h(2, j - 1, k);
      const SplitRow hx_z = h(0, j, k - 1), hy_z = h(1, j, k - 1);
      const auto curl = [=](auto i) {
        if constexpr (c == 0)
          return along_y * (get(hz, i) - get(hz_y, i)) - along_z * (get(hy, i) - get(hy_z, i));
        else if constexpr (c == 1)
          return along_z * (get(hx, i) - get(hx_z, i)) -
                 get(along_x, i) * (get(hz, i) - get(hz, -1 + i));
        else
          return get(along_x, i) * (get(hy, i) - get(hy, -1 + i)) -
                 along_y * (get(hx, i) - get(hx_y, i));
      };
      const SplitRow field = e(c, j, k), eps = k2_eps;
      const double *const is_free = free;
      const Sink to = sink;
      const auto &length_x = c == 0 ? system.half_length[0] : system.node_length[0];
      const Complex across = (c == 1 ? system.half_length[1] : system.node_length[1])(j) *
                             (c == 2 ? system.half_length[2] : system.node_length[2])(k);
      constexpr bool k_wide =
          LaneSums<Sink>::template takes_lanes<SimdComplex, SimdComplex, SimdComplex>;
      sums.template sweep<k_wide>(
          nx, length_x.data(), across, [=](auto i, const auto &weight, auto &sum) {
            const auto value = get(field, i);
            to(first + i, weight, value, get(is_free, i) * curl(i) - get(eps, i) * value, sum);
          });
    }
  };
};

} // namespace curlew::fdfd
