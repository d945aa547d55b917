#pragma once

#include <curlew/methods/fdfd/fused/lane_sums.hpp>
#include <curlew/methods/fdfd/system.hpp>

#include <cstddef>

namespace curlew::fdfd {

// Both curls in one kernel, on hosts. A team of one thread takes a tile of rows in y and planes in
// z and marches along z: of every plane it combines the vectors of the source, once, into rows
// whose real and imaginary parts lie apart, computes H between this plane and the last, and hands
// A's product to the sink. What is read comes once from memory, but for the rim of the tiles.
//
// A Source gives the vector that A multiplies (sources.hpp): begin() reads the scalars that a
// former kernel left, take() gives the values of a row. A Sink takes the product, entry by entry:
// operator()(e, weight, value, product, sums) adds to its k_sums sums (k_weighted: lane_sums.hpp).
// Verified by FdfdVariants.*.
template <class Space, class Source, class Sink> struct HostMarch {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Scratch = Kokkos::View<double *, typename Space::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  // Tiles depend on the grid alone, so that sums do not depend on the number of threads. Small
  // enough for a core's own cache, large enough that the rim costs little.
  static constexpr Index k_rows = 16, k_planes = 32;

  System<Space> system;
  Source source;
  Sink sink;
  Kokkos::View<double *, Space> partial; // [tile][sum]

  static KOKKOS_INLINE_FUNCTION Index tiles_in_y(const System<Space> &system) {
    return (system.count[1] + k_rows - 1) / k_rows;
  }
  static Index tiles(const System<Space> &system) {
    return tiles_in_y(system) * ((system.count[2] + k_planes - 1) / k_planes);
  }

  static void launch(const Space &space, const HostMarch &march) {
    const auto bytes = Scratch::shmem_size(scratch_doubles(march.system.count[0]));
    Kokkos::parallel_for("curlew::fdfd::march",
                         Kokkos::TeamPolicy<Space>(space, tiles(march.system), 1)
                             .set_scratch_size(1, Kokkos::PerTeam(bytes)),
                         march);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Scratch scratch(team.team_scratch(1), scratch_doubles(system.count[0]));
    const Index tiles_y = tiles_in_y(system);
    Tile tile(*this, scratch.data(), team.league_rank() % tiles_y * k_rows,
              team.league_rank() / tiles_y * k_planes);
    tile.run();
    for (int s = 0; s < Sink::k_sums; ++s)
      partial(team.league_rank() * Sink::k_sums + s) = tile.sums.total(s);
  }

private:
  // One entry before node 0, one behind the last, and room to align.
  static KOKKOS_INLINE_FUNCTION constexpr std::size_t row_length(Index count_x) {
    return (static_cast<std::size_t>(count_x) + 2 + 7) / 8 * 8;
  }
  // E: two planes of three components and two rim rows; H: z of one plane, x and y of two; A's
  // product of a row; and its coefficients.
  static constexpr std::size_t k_buffer_rows = 2 * 3 * (k_rows + 2) + 5 * (k_rows + 1) + 1;
  static KOKKOS_INLINE_FUNCTION constexpr std::size_t scratch_doubles(Index count_x) {
    return row_length(count_x) * (2 * k_buffer_rows + 3 + 4);
  }

  // Entries -1 ... count of a row; at re[-1], im[-1] is what lies before node 0.
  struct Row {
    double *re, *im;
  };

  struct Factor { // of a difference along y or z
    double re, im;
  };

  struct Tile {
    const System<Space> &system;
    Source source;
    const Sink &sink;
    const Index nx, ny, nz, j0, j1, k0, k1;
    const std::size_t length;
    double *const rows;
    double *const half_x, *const node_x; // rates along x, [re..., im...]
    double *const eps;                   // of a row: re, im and 1, or 0 where the entry is fixed
    LaneSums<Sink> sums;

    KOKKOS_INLINE_FUNCTION Tile(const HostMarch &march, double *scratch, Index row, Index plane)
        : system(march.system), source(march.source), sink(march.sink), nx(system.count[0]),
          ny(system.count[1]), nz(system.count[2]), j0(row),
          j1(row + k_rows < ny ? row + k_rows : ny), k0(plane),
          k1(plane + k_planes < nz ? plane + k_planes : nz), length(row_length(nx)), rows(scratch),
          half_x(scratch + 2 * k_buffer_rows * length), node_x(half_x + 2 * length),
          eps(node_x + 2 * length) {
      source.begin();
      for (Index i = 0; i < nx; ++i) {
        half_x[i] = system.half_rate[0](i).real();
        half_x[length + i] = system.half_rate[0](i).imag();
        node_x[i] = system.node_rate[0](i).real();
        node_x[length + i] = system.node_rate[0](i).imag();
      }
    }

    KOKKOS_INLINE_FUNCTION Row row(std::size_t number) const {
      double *start = rows + 2 * number * length + 1;
      return {start, start + length};
    }
    KOKKOS_INLINE_FUNCTION Row e(int c, Index j, Index k) const {
      return row(((k + 2) % 2 * 3 + c) * (k_rows + 2) + (j - j0 + 1));
    }
    KOKKOS_INLINE_FUNCTION Row h(int c, Index j, Index k) const {
      const Index slot = c == 2 ? 4 : (k + 2) % 2 * 2 + c;
      return row(2 * 3 * (k_rows + 2) + slot * (k_rows + 1) + (j - j0 + 1));
    }

    KOKKOS_INLINE_FUNCTION void run() {
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
      }
    }

    // E of a plane, with the rim rows; beyond the grid its periodic image, or 0.
    KOKKOS_INLINE_FUNCTION void load_plane(Index k) {
      for (int c = 0; c < 3; ++c)
        for (Index j = j0 - 1; j <= j1; ++j) {
          Complex factor(1);
          Index from_j = j, from_k = k;
          const bool exists = bring_in(from_j, ny, 1, factor) && bring_in(from_k, nz, 2, factor);
          load_row(e(c, j, k), c, from_j, from_k, exists, factor,
                   j >= j0 && j < j1 && k >= k0 && k < k1);
        }
    }

    KOKKOS_INLINE_FUNCTION bool bring_in(Index &i, Index count, int axis, Complex &factor) const {
      if (i >= 0 && i < count)
        return true;
      factor *= i < 0 ? system.phase_back[axis] : system.phase[axis];
      i = i < 0 ? count - 1 : 0;
      return system.periodic[axis];
    }

    KOKKOS_INLINE_FUNCTION void load_row(const Row &to, int c, Index j, Index k, bool exists,
                                         const Complex &factor, bool is_own) const {
      if (!exists) {
        for (Index i = -1; i <= nx; ++i)
          to.re[i] = to.im[i] = 0;
        return;
      }
      const Offset first = c * system.size() + (Offset(k) * ny + j) * nx;
      if (is_own)
        source.template take<true>(first, nx, to.re, to.im);
      else
        source.template take<false>(first, nx, to.re, to.im);
      if (factor.real() != 1 || factor.imag() != 0)
        for (Index i = 0; i < nx; ++i) {
          const double re = to.re[i];
          to.re[i] = re * factor.real() - to.im[i] * factor.imag();
          to.im[i] = re * factor.imag() + to.im[i] * factor.real();
        }
      to.re[-1] = to.im[-1] = to.re[nx] = to.im[nx] = 0;
      if (system.periodic[0]) {
        set(to, -1, system.phase_back[0] * Complex(to.re[nx - 1], to.im[nx - 1]));
        set(to, nx, system.phase[0] * Complex(to.re[0], to.im[0]));
      }
    }

    static KOKKOS_INLINE_FUNCTION void set(const Row &row, Index i, const Complex &value) {
      row.re[i] = value.real();
      row.im[i] = value.imag();
    }

    // The rate of a half before node 0 is that of its periodic image.
    KOKKOS_INLINE_FUNCTION Factor half_rate(int axis, Index i) const {
      const Complex &rate = system.half_rate[axis](i < 0 ? system.count[axis] - 1 : i);
      return {rate.real(), rate.imag()};
    }
    KOKKOS_INLINE_FUNCTION Factor node_rate(int axis, Index i) const {
      return {system.node_rate[axis](i).real(), system.node_rate[axis](i).imag()};
    }

    // H (but for a factor) of the halves in y and z around plane k: x and z with a rim row.
    KOKKOS_INLINE_FUNCTION void magnetic_plane(Index k) const {
      for (Index j = j0 - 1; j < j1; ++j) {
        const Row x = h(0, j, k), y = h(1, j, k), z = h(2, j, k);
        if ((j < 0 && !system.periodic[1]) || (k < 0 && !system.periodic[2])) {
          for (Index i = -1; i <= nx; ++i)
            x.re[i] = x.im[i] = y.re[i] = y.im[i] = z.re[i] = z.im[i] = 0;
          continue;
        }
        const Factor along_y = half_rate(1, j), along_z = half_rate(2, k);
        const Row ex = e(0, j, k), ey = e(1, j, k), ez = e(2, j, k);
        const Row ex_y = e(0, j + 1, k), ez_y = e(2, j + 1, k);
        const Row ex_z = e(0, j, k + 1), ey_z = e(1, j, k + 1);
        if (along_y.im == 0 && along_z.im == 0)
          curl_across<true>(x, ez_y, ez, along_y, ey_z, ey, along_z);
        else
          curl_across<false>(x, ez_y, ez, along_y, ey_z, ey, along_z);
        if (along_y.im == 0 && along_z.im == 0)
          curl_along<true>(y, ex_z, ex, along_z, ez, z, ex_y, ex, along_y, ey);
        else
          curl_along<false>(y, ex_z, ex, along_z, ez, z, ex_y, ex, along_y, ey);
        if (system.mu_id.extent(0) > 0)
          for (int c = 0; c < 3; ++c)
            divide_by_mu(h(c, j, k), c, j < 0 ? ny - 1 : j, k < 0 ? nz - 1 : k);
        for (const Row &one : {y, z}) { // what lies before node 0
          const Complex last(one.re[nx - 1], one.im[nx - 1]);
          set(one, -1, system.periodic[0] ? system.phase_back[0] * last : Complex(0));
        }
      }
    }

    KOKKOS_INLINE_FUNCTION void divide_by_mu(const Row &row, int c, Index j, Index k) const {
      const std::uint16_t *id = &system.mu_id(c * system.size() + (Offset(k) * ny + j) * nx);
      for (Index i = 0; i < nx; ++i)
        set(row, i, system.inverse_mu(id[i]) * Complex(row.re[i], row.im[i]));
    }

    // a := (b - c) f - (d - e) g, each factor for the whole row.
    template <bool real>
    KOKKOS_INLINE_FUNCTION void curl_across(const Row &a, const Row &b, const Row &c, Factor f,
                                            const Row &d, const Row &e, Factor g) const {
      double *__restrict__ to_re = a.re, *__restrict__ to_im = a.im;
      for (Index i = 0; i < nx; ++i) {
        const double u_re = b.re[i] - c.re[i], u_im = b.im[i] - c.im[i];
        const double v_re = d.re[i] - e.re[i], v_im = d.im[i] - e.im[i];
        if constexpr (real) {
          to_re[i] = u_re * f.re - v_re * g.re;
          to_im[i] = u_im * f.re - v_im * g.re;
        } else {
          to_re[i] = u_re * f.re - u_im * f.im - (v_re * g.re - v_im * g.im);
          to_im[i] = u_re * f.im + u_im * f.re - (v_re * g.im + v_im * g.re);
        }
      }
    }

    // y := (b - c) f - (difference of d along x); z := (difference of v along x) - (t - u) g.
    template <bool real>
    KOKKOS_INLINE_FUNCTION void curl_along(const Row &y, const Row &b, const Row &c, Factor f,
                                           const Row &d, const Row &z, const Row &t, const Row &u,
                                           Factor g, const Row &v) const {
      const double *rate_re = half_x, *rate_im = half_x + length;
      double *__restrict__ y_re = y.re, *__restrict__ y_im = y.im;
      double *__restrict__ z_re = z.re, *__restrict__ z_im = z.im;
      for (Index i = 0; i < nx; ++i) {
        const double a_re = b.re[i] - c.re[i], a_im = b.im[i] - c.im[i];
        const double x_re = d.re[i + 1] - d.re[i], x_im = d.im[i + 1] - d.im[i];
        double fa_re = a_re * f.re, fa_im = a_im * f.re;
        if constexpr (!real) {
          fa_re -= a_im * f.im;
          fa_im += a_re * f.im;
        }
        y_re[i] = fa_re - (x_re * rate_re[i] - x_im * rate_im[i]);
        y_im[i] = fa_im - (x_re * rate_im[i] + x_im * rate_re[i]);
      }
      for (Index i = 0; i < nx; ++i) {
        const double a_re = t.re[i] - u.re[i], a_im = t.im[i] - u.im[i];
        const double x_re = v.re[i + 1] - v.re[i], x_im = v.im[i + 1] - v.im[i];
        double ga_re = a_re * g.re, ga_im = a_im * g.re;
        if constexpr (!real) {
          ga_re -= a_im * g.im;
          ga_im += a_re * g.im;
        }
        z_re[i] = x_re * rate_re[i] - x_im * rate_im[i] - ga_re;
        z_im[i] = x_re * rate_im[i] + x_im * rate_re[i] - ga_im;
      }
    }

    // k^2 eps of a row, where its entries differ.
    KOKKOS_INLINE_FUNCTION void coefficients(Offset first) const {
      const std::uint16_t *id = &system.eps_id(first);
      const Complex *table = system.k2_eps.data();
      double *re = eps, *im = eps + length, *live = eps + 2 * length;
      for (Index i = 0; i < nx; ++i) {
        re[i] = table[id[i]].real();
        im[i] = table[id[i]].imag();
        live[i] = id[i] != 0;
      }
    }

    // to := to - k^2 eps value, or 0 where entries are fixed.
    KOKKOS_INLINE_FUNCTION void subtract_material(int c, Index j, Index k, Offset first,
                                                  const Row &value, const Row &to) const {
      double *__restrict__ to_re = to.re, *__restrict__ to_im = to.im;
      const std::uint16_t common = system.row_id((c * nz + k) * ny + j);
      if (common != System<Space>::k_mixed_row) {
        const double re = system.k2_eps(common).real(), im = system.k2_eps(common).imag();
        for (Index i = 0; i < nx; ++i) {
          to_re[i] -= value.re[i] * re - value.im[i] * im;
          to_im[i] -= value.re[i] * im + value.im[i] * re;
        }
        if (common == 0)
          for (Index i = 0; i < nx; ++i)
            to_re[i] = to_im[i] = 0;
        else if (system.eps_id(first) == 0)
          to_re[0] = to_im[0] = 0;
        return;
      }
      coefficients(first);
      const double *eps_re = eps, *eps_im = eps + length, *live = eps + 2 * length;
      for (Index i = 0; i < nx; ++i) {
        to_re[i] = live[i] * to_re[i] - (value.re[i] * eps_re[i] - value.im[i] * eps_im[i]);
        to_im[i] = live[i] * to_im[i] - (value.re[i] * eps_im[i] + value.im[i] * eps_re[i]);
      }
    }

    template <int c> KOKKOS_INLINE_FUNCTION void product_row(Index j, Index k) {
      const Offset first = c * system.size() + (Offset(k) * ny + j) * nx;
      const Factor along_y = node_rate(1, j), along_z = node_rate(2, k);
      const Row to = row(k_buffer_rows - 1);
      const Row value = e(c, j, k);
      const bool real = along_y.im == 0 && along_z.im == 0;
      if constexpr (c == 0) {
        if (real)
          curl_across<true>(to, h(2, j, k), h(2, j - 1, k), along_y, h(1, j, k), h(1, j, k - 1),
                            along_z);
        else
          curl_across<false>(to, h(2, j, k), h(2, j - 1, k), along_y, h(1, j, k), h(1, j, k - 1),
                             along_z);
      } else if constexpr (c == 1) {
        if (real)
          back_along<true>(to, h(0, j, k), h(0, j, k - 1), along_z, h(2, j, k), 1);
        else
          back_along<false>(to, h(0, j, k), h(0, j, k - 1), along_z, h(2, j, k), 1);
      } else {
        if (real)
          back_along<true>(to, h(0, j, k), h(0, j - 1, k), along_y, h(1, j, k), -1);
        else
          back_along<false>(to, h(0, j, k), h(0, j - 1, k), along_y, h(1, j, k), -1);
      }
      subtract_material(c, j, k, first, value, to);
      pass_on<c>(first, j, k, value, to);
    }

    // a := sign ((b - c) f - (difference of d along x, backwards))
    template <bool real>
    KOKKOS_INLINE_FUNCTION void back_along(const Row &a, const Row &b, const Row &c, Factor f,
                                           const Row &d, double sign) const {
      const double *rate_re = node_x, *rate_im = node_x + length;
      double *__restrict__ to_re = a.re, *__restrict__ to_im = a.im;
      for (Index i = 0; i < nx; ++i) {
        const double u_re = b.re[i] - c.re[i], u_im = b.im[i] - c.im[i];
        const double x_re = d.re[i] - d.re[i - 1], x_im = d.im[i] - d.im[i - 1];
        double fu_re = u_re * f.re, fu_im = u_im * f.re;
        if constexpr (!real) {
          fu_re -= u_im * f.im;
          fu_im += u_re * f.im;
        }
        to_re[i] = sign * (fu_re - (x_re * rate_re[i] - x_im * rate_im[i]));
        to_im[i] = sign * (fu_im - (x_re * rate_im[i] + x_im * rate_re[i]));
      }
    }

    template <int c>
    KOKKOS_INLINE_FUNCTION void pass_on(Offset first, Index j, Index k, const Row &value,
                                        const Row &product) {
      const auto &length_x = c == 0 ? system.half_length[0] : system.node_length[0];
      const Complex across = (c == 1 ? system.half_length[1] : system.node_length[1])(j) *
                             (c == 2 ? system.half_length[2] : system.node_length[2])(k);
      const Complex *weights = length_x.data();
      sums.sweep(nx, across, [&](Index i, auto &lane) {
        sink(first + i, sums.weight(weights[i], across), Complex(value.re[i], value.im[i]),
             Complex(product.re[i], product.im[i]), lane);
      });
    }
  };
};

} // namespace curlew::fdfd
