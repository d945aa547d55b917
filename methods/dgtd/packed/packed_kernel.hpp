#pragma once

#include <curlew/methods/dgtd/combination.hpp>
#include <curlew/methods/dgtd/packed/lanes.hpp>
#include <curlew/methods/dgtd/packed/packed_geometry.hpp>

namespace curlew::dgtd {

// Computes one side of a step for Packs::k_lanes tets: x is the side's field, y the other one.
//
//   leapfrog  M (x1 - x0) / dt = side (D y + integral N.(n x (y+ - y)) / 2) + penalty
//   implicit  M (x1 - x0) / dt = side (integral N.(n x y+)) + C^T q
//   combined  x1 = sum + scale (what leapfrog adds to x0), without losses
//
// The kernel reads x of neighbours only with jumps; x_out is x itself where it does not. Verified
// by DgtdVariants.*.
template <class Space, int Blocks, class Inverse, class Mode> struct PackedKernel {
  using Tables = PackedTables<Space, Blocks, Inverse>;
  using Layout = Packs<Space>;
  using Values = Kokkos::View<double *, Space>;
  static constexpr int n = space_size<3>(Blocks), nf = space_size<2>(Blocks);
  static constexpr int k_special = 2 * n * n + 18;
  static constexpr int k_polynomials = ReferenceTables<Blocks>::k_polynomials;
  static constexpr int W = Layout::k_lanes;
  static constexpr int k_unrolled = is_bernstein(Blocks) ? 1 : n; // times that loops are unrolled

  Tables tables;
  int side;    // 0 electric, 1 magnetic
  double sign; // +1 electric, -1 magnetic
  Values x, y, x_out;
  Values own; // implicit: the doubles; stages: the increments
  double penalty = 0;
  double a = 0, b = 0, dt = 0; // coefficients and time step of a stage
  Combination<Space> sum = {}; // combined; x_out may be one of its fields
  double factor = 0;           // scale of combined

  KOKKOS_INLINE_FUNCTION void operator()(const Index item) const {
    const Index slot = item * W;
    double r[n][W];
    add_own(slot, r);
    add_neighbours(slot, r);
    orient(slot, r);
    if constexpr (Mode::jumps)
      add_jumps(slot, r);
    double x0[n][W];
    if constexpr (Mode::combined)
      add_up(slot, x0);
    else
      for (int i = 0; i < n; ++i)
        load(x, slot, i, n, x0[i]);
    if constexpr (Mode::implicit)
      implicit_step(slot, x0, r);
    else
      explicit_step(slot, x0, r);
  }

private:
  KOKKOS_INLINE_FUNCTION static void load(const Values &from, Index slot, int i, int entries,
                                          double (&to)[W]) {
    const Offset at = Layout::at(slot, i, entries);
    CURLEW_LANES
    for (int lane = 0; lane < W; ++lane)
      to[lane] = from(at + lane);
  }

  template <int Rows> KOKKOS_INLINE_FUNCTION static void clear(double (&values)[Rows][W]) {
    CURLEW_UNROLL_SMALL
    for (int i = 0; i < Rows; ++i) {
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane)
        values[i][lane] = 0;
    }
  }

  KOKKOS_INLINE_FUNCTION void add_up(Index slot, double (&result)[n][W]) const {
    clear(result);
    for (int k = 0; k < sum.count; ++k) {
      CURLEW_UNROLL_SMALL
      for (int i = 0; i < n; ++i) {
        double value[W];
        load(sum.field[k], slot, i, n, value);
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane)
          result[i][lane] += sum.factor[k] * value[lane];
      }
    }
  }

  // Adds the symmetric part of D and the tet's own traces: (D + D^T) / 2.
  KOKKOS_INLINE_FUNCTION void add_own(Index slot, double (&r)[n][W]) const {
    clear(r);
    if constexpr (Mode::own) {
      CURLEW_UNROLL_SMALL
      for (int j = 0; j < n; ++j) {
        double value[W];
        load(y, slot, j, n, value);
        CURLEW_UNROLL_SMALL
        for (int i = 0; i < n; ++i) {
          const double entry = tables.reference.own[i >= j ? packed(i, j) : packed(j, i)];
          CURLEW_LANES
          for (int lane = 0; lane < W; ++lane)
            r[i][lane] += entry * value[lane];
        }
      }
    }
  }

  // Returns the factor that makes a tet's own value the one behind a face.
  KOKKOS_INLINE_FUNCTION double behind(std::uint32_t bits, bool is_electric) const {
    const auto kind = static_cast<FaceKind>(bits >> k_kind_shift & k_kind_mask);
    if (kind == FaceKind::inner)
      return 1;
    if (kind == FaceKind::absorbing || (kind == FaceKind::sheet && Mode::stages))
      return 0;
    return (kind == FaceKind::pec) == is_electric ? -1 : 1;
  }

  // Loads the unknowns of the functions on a face as they are behind it.
  KOKKOS_INLINE_FUNCTION void load_behind(const Values &from, Index slot, int face,
                                          bool is_electric, double (&value)[nf][W]) const {
    const Offset at = Layout::at(slot, face, 4);
    for (int lane = 0; lane < W; ++lane) {
      const std::uint32_t bits = tables.faces(slot + lane) >> (8 * face);
      const double factor = behind(bits, is_electric);
      const int *numbers = tables.reference.numbers[bits & 3u];
      const double *other = &from(Layout::at(tables.neighbours(at + lane), 0, n));
      CURLEW_UNROLL_SMALL
      for (int j = 0; j < nf; ++j)
        value[j][lane] = factor * other[numbers[j] * Layout::k_pack];
    }
  }

  KOKKOS_INLINE_FUNCTION void add_neighbours(Index slot, double (&r)[n][W]) const {
    constexpr TraceNumbers<Blocks> numbers = trace_numbers<Blocks>();
    CURLEW_UNROLL_SMALL
    for (int face = 0; face < 4; ++face) {
      double value[nf][W];
      load_behind(y, slot, face, side == 1, value);
      const double factor = (face % 2 == 0 ? 1 : -1) * (Mode::own ? 0.5 : 1.0);
      CURLEW_UNROLL_SMALL
      for (int i = 0; i < nf; ++i) {
        CURLEW_UNROLL_SMALL
        for (int j = 0; j < nf; ++j) {
          const double entry = factor * tables.reference.turned[i][j];
          CURLEW_LANES
          for (int lane = 0; lane < W; ++lane)
            r[numbers.of[face][i]][lane] += entry * value[j][lane];
        }
      }
    }
  }

  KOKKOS_INLINE_FUNCTION static void scale(const double (&factor)[W], double (&values)[n][W]) {
    CURLEW_UNROLL_SMALL
    for (int i = 0; i < n; ++i) {
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane)
        values[i][lane] *= factor[lane];
    }
  }

  KOKKOS_INLINE_FUNCTION void orient(Index slot, double (&r)[n][W]) const {
    double factor[W];
    for (int lane = 0; lane < W; ++lane)
      factor[lane] = tables.faces(slot + lane) & k_left_handed ? -sign : sign;
    scale(factor, r);
  }

  // Adds penalty times integral of N_t . (x+ - x)_t / (Z+ + Z), for H with Y.
  KOKKOS_INLINE_FUNCTION void add_jumps(Index slot, double (&r)[n][W]) const {
    constexpr TraceNumbers<Blocks> numbers = trace_numbers<Blocks>();
    CURLEW_UNROLL_SMALL
    for (int face = 0; face < 4; ++face) {
      double jump[nf][W], metric[3][W];
      load_behind(x, slot, face, side == 0, jump);
      CURLEW_UNROLL_SMALL
      for (int j = 0; j < nf; ++j) {
        double value[W];
        load(x, slot, numbers.of[face][j], n, value);
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane)
          jump[j][lane] -= value[lane];
      }
      for (int lane = 0; lane < W; ++lane) {
        double one[3];
        face_metric<Layout>(tables, slot, face, lane, one);
        const double factor = face_penalty(slot, face, lane);
        for (int m = 0; m < 3; ++m)
          metric[m][lane] = factor * one[m];
      }
      CURLEW_UNROLL_SMALL
      for (int i = 0; i < nf; ++i) {
        CURLEW_UNROLL_SMALL
        for (int j = 0; j < nf; ++j) {
          const double *entry = tables.reference.trace[i >= j ? packed(i, j) : packed(j, i)];
          CURLEW_LANES
          for (int lane = 0; lane < W; ++lane)
            r[numbers.of[face][i]][lane] +=
                (entry[0] * metric[0][lane] + entry[1] * metric[1][lane] +
                 entry[2] * metric[2][lane]) *
                jump[j][lane];
        }
      }
    }
  }

  KOKKOS_INLINE_FUNCTION double face_penalty(Index slot, int face, int lane) const {
    const std::uint32_t bits = tables.faces(slot + lane) >> (8 * face);
    // Walls with losses act at the middle of a leapfrog step, by the tet's matrices.
    if (!Mode::stages && has_loss(static_cast<FaceKind>(bits >> k_kind_shift & k_kind_mask)))
      return 0;
    const Index other = tables.neighbours(Layout::at(slot, face, 4) + lane);
    const double here = tables.admittance(tables.material(slot + lane));
    const double there = tables.admittance(tables.material(other));
    return penalty / (side == 0 ? 1 / here + 1 / there : here + there);
  }

  KOKKOS_INLINE_FUNCTION double medium(Index slot, int lane, int value) const {
    return tables.medium[side](k_medium_values * tables.material(slot + lane) + value);
  }
  KOKKOS_INLINE_FUNCTION Offset special_at(Index slot, int entry) const {
    return Layout::at(tables.stored(slot) - tables.plain, entry, k_special);
  }

  // Computes out = inverse r.
  KOKKOS_INLINE_FUNCTION void multiply_inverse(Index slot, const double (&r)[n][W],
                                               double (&out)[n][W]) const {
    clear(out);
    if constexpr (Mode::special) {
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          CURLEW_LANES
          for (int lane = 0; lane < W; ++lane)
            out[i][lane] += tables.special[side](special_at(slot, i * n + j) + lane) * r[j][lane];
        }
    } else {
      tables.inverse.add_product(tables.stored(slot), r, out);
      double gain[W];
      for (int lane = 0; lane < W; ++lane)
        gain[lane] = medium(slot, lane, 1);
      scale(gain, out);
    }
  }

  // Computes out += keep x, for special tets (1 - loss) x or, for rates, - loss x.
  KOKKOS_INLINE_FUNCTION void add_loss(Index slot, const double (&x0)[n][W],
                                       double (&out)[n][W]) const {
    if constexpr (Mode::special) {
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          CURLEW_LANES
          for (int lane = 0; lane < W; ++lane)
            out[i][lane] -=
                tables.special[side](special_at(slot, (n + i) * n + j) + lane) * x0[j][lane];
        }
      if constexpr (!Mode::stages)
        for (int i = 0; i < n; ++i) {
          CURLEW_LANES
          for (int lane = 0; lane < W; ++lane)
            out[i][lane] += x0[i][lane];
        }
    } else {
      double keep[W];
      for (int lane = 0; lane < W; ++lane)
        keep[lane] = medium(slot, lane, 0);
      CURLEW_UNROLL_SMALL
      for (int i = 0; i < n; ++i) {
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane)
          out[i][lane] += keep[lane] * x0[i][lane];
      }
    }
  }

  KOKKOS_INLINE_FUNCTION void store(Index slot, const double (&values)[n][W]) const {
    CURLEW_UNROLL_SMALL
    for (int i = 0; i < n; ++i) {
      const Offset at = Layout::at(slot, i, n);
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane)
        x_out(at + lane) = values[i][lane];
    }
  }

  KOKKOS_INLINE_FUNCTION void explicit_step(Index slot, const double (&x0)[n][W],
                                            const double (&r)[n][W]) const {
    double out[n][W];
    multiply_inverse(slot, r, out);
    if constexpr (Mode::combined) {
      CURLEW_UNROLL_SMALL
      for (int i = 0; i < n; ++i) {
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane)
          out[i][lane] = x0[i][lane] + factor * out[i][lane];
      }
    } else {
      add_loss(slot, x0, out);
    }
    if constexpr (Mode::stages) {
      CURLEW_UNROLL_SMALL
      for (int i = 0; i < n; ++i) {
        const Offset at = Layout::at(slot, i, n);
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane) {
          const double increment = a * own(at + lane) + dt * out[i][lane];
          own(at + lane) = increment;
          out[i][lane] = x0[i][lane] + b * increment;
        }
      }
    }
    store(slot, out);
  }

  // Computes the coefficients of the curl's polynomials.
  KOKKOS_INLINE_FUNCTION void curls(const double (&values)[n][W],
                                    double (&result)[3 * k_polynomials][W]) const {
    clear(result);
    CURLEW_UNROLL_SMALL
    for (int p = 0; p < 3 * k_polynomials; ++p) {
      CURLEW_UNROLL_SMALL
      for (int j = 0; j < n; ++j) {
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane)
          result[p][lane] += tables.reference.curl[p][j] * values[j][lane];
      }
    }
  }

  // Computes the vector of a polynomial by the matrices of the double: first * d + second * c,
  // where `metric` is J^T J / |det J| of a plain tet.
  KOKKOS_INLINE_FUNCTION void combine(Index slot, int lane, const double (&metric)[6][W], bool keep,
                                      const double (&d)[3], const double (&c)[3],
                                      double (&result)[3]) const {
    if constexpr (Mode::special) {
      for (int k = 0; k < 3; ++k) {
        double kept = keep ? 0 : d[k], gained = 0;
        for (int l = 0; l < 3; ++l) {
          kept += tables.special[side](special_at(slot, 2 * n * n + 3 * k + l) + lane) * d[l];
          gained += tables.special[side](special_at(slot, 2 * n * n + 9 + 3 * k + l) + lane) * c[l];
        }
        result[k] = (keep ? 1.0 : 0.5) * kept - 0.5 * gained;
      }
    } else {
      const double first = medium(slot, lane, keep ? 4 : 2);
      const double second = keep ? 0.5 * medium(slot, lane, 5) : medium(slot, lane, 3);
      const double turned[3] = {
          metric[0][lane] * c[0] + metric[3][lane] * c[1] + metric[4][lane] * c[2],
          metric[3][lane] * c[0] + metric[1][lane] * c[1] + metric[5][lane] * c[2],
          metric[4][lane] * c[0] + metric[5][lane] * c[1] + metric[2][lane] * c[2]};
      for (int k = 0; k < 3; ++k)
        result[k] = first * d[k] - second * turned[k];
    }
  }

  KOKKOS_INLINE_FUNCTION void implicit_step(Index slot, const double (&x0)[n][W],
                                            double (&r)[n][W]) const {
    double metric[6][W], before[3 * k_polynomials][W], now[3 * k_polynomials][W], out[n][W];
    for (int lane = 0; lane < W; ++lane) {
      double one[6];
      curl_metric_of<Layout>(tables, slot, lane, one);
      for (int m = 0; m < 6; ++m)
        metric[m][lane] = one[m];
    }
    curls(x0, before);
    CURLEW_UNROLL_SMALL
    for (int p = 0; p < k_polynomials; ++p)
      for (int lane = 0; lane < W; ++lane) {
        double d[3], c[3], q[3];
        for (int k = 0; k < 3; ++k) {
          d[k] = own(Layout::at(slot, 3 * p + k, 3 * k_polynomials) + lane);
          c[k] = before[3 * p + k][lane];
        }
        combine(slot, lane, metric, false, d, c, q);
        for (int k = 0; k < 3; ++k) {
          CURLEW_UNROLL_SMALL
          for (int i = 0; i < n; ++i)
            r[i][lane] += tables.reference.curl[3 * p + k][i] * q[k];
        }
      }
    multiply_inverse(slot, r, out);
    add_loss(slot, x0, out);
    curls(out, now);
    CURLEW_UNROLL_SMALL
    for (int p = 0; p < k_polynomials; ++p)
      for (int lane = 0; lane < W; ++lane) {
        double d[3], c[3], next[3];
        for (int k = 0; k < 3; ++k) {
          d[k] = own(Layout::at(slot, 3 * p + k, 3 * k_polynomials) + lane);
          c[k] = before[3 * p + k][lane] + now[3 * p + k][lane];
        }
        combine(slot, lane, metric, true, d, c, next);
        for (int k = 0; k < 3; ++k)
          own(Layout::at(slot, 3 * p + k, 3 * k_polynomials) + lane) = next[k];
      }
    store(slot, out);
  }
};

} // namespace curlew::dgtd
