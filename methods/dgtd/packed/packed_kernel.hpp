#pragma once

#include <curlew/methods/dgtd/combination.hpp>
#include <curlew/methods/dgtd/packed/packed_geometry.hpp>
#include <curlew/methods/dgtd/packed/products.hpp>

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
  // Faces whose neighbours are read at once: vectors that a host writes lane by lane are read
  // later.
  static constexpr int k_faces = W == 1 ? 1 : 4;

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
    alignas(W * sizeof(double)) double r[n][W];
    start_with_own(slot, r);
    add_neighbours(slot, r);
    orient(slot, r);
    if constexpr (Mode::jumps)
      add_jumps(slot, r);
    alignas(W * sizeof(double)) double x0[n][W];
    if constexpr (Mode::combined)
      add_up(slot, x0);
    else
      for (int i = 0; i < n; ++i)
        load_entry(x, slot, i, n, x0[i]);
    if constexpr (Mode::implicit)
      implicit_step(slot, x0, r);
    else
      explicit_step(slot, x0, r);
  }

private:
  KOKKOS_INLINE_FUNCTION static void load_entry(const Values &from, Index slot, int i, int entries,
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
        alignas(W * sizeof(double)) double value[W];
        load_entry(sum.field[k], slot, i, n, value);
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane)
          result[i][lane] += sum.factor[k] * value[lane];
      }
    }
  }

  // Sets r to what the symmetric part of D and the tet's own traces give: (D + D^T) / 2.
  KOKKOS_INLINE_FUNCTION void start_with_own(Index slot, double (&r)[n][W]) const {
    if constexpr (Mode::own) {
      const auto value = rows_of<Layout>(&y(Layout::at(slot, 0, n)));
      const double(&entries)[n * (n + 1) / 2] = tables.reference.own;
      multiply_symmetric<Result::set, k_unrolled, n>([&](int entry) { return entries[entry]; },
                                                     value, r);
    } else {
      clear(r);
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

  // Loads the unknowns of the functions on a face as they are behind it, times `scale`.
  KOKKOS_INLINE_FUNCTION void load_behind(const Values &from, Index slot, int face,
                                          bool is_electric, double scale,
                                          double (&value)[nf][W]) const {
    const Offset at = Layout::at(slot, face, 4);
    for (int lane = 0; lane < W; ++lane) {
      const std::uint32_t bits = tables.faces(slot + lane) >> (8 * face);
      const double factor = scale * behind(bits, is_electric);
      const int *numbers = tables.reference.numbers[bits & 3u];
      const double *other = &from(Layout::at(tables.neighbours(at + lane), 0, n));
      CURLEW_UNROLL_SMALL
      for (int j = 0; j < nf; ++j)
        value[j][lane] = factor * other[numbers[j] * Layout::k_pack];
    }
  }

  // Devices multiply the entries with a face's factor, hosts its values: with the latter, nvcc
  // keeps fewer values in registers.
  KOKKOS_INLINE_FUNCTION void add_neighbours(Index slot, double (&r)[n][W]) const {
    CURLEW_UNROLL_SMALL
    for (int first = 0; first < 4; first += k_faces) {
      alignas(W * sizeof(double)) double value[k_faces][nf][W];
      CURLEW_UNROLL_SMALL
      for (int k = 0; k < k_faces; ++k)
        load_behind(y, slot, first + k, side == 1, W == 1 ? 1 : share_of(first + k), value[k]);
      CURLEW_UNROLL_SMALL
      for (int k = 0; k < k_faces; ++k) {
        const double factor = W == 1 ? share_of(first + k) : 1;
        multiply<Result::added, k_unrolled, nf, nf>(
            [&](int i, int j) { return factor * tables.reference.turned[i][j]; }, rows_of(value[k]),
            r, FaceRows<Blocks>{first + k});
      }
    }
  }

  // Returns the factor of a face's integral: its orientation, and 1/2 of the mean.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr double share_of(int face) {
    return (face % 2 == 0 ? 1 : -1) * (Mode::own ? 0.5 : 1.0);
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
    CURLEW_UNROLL_SMALL
    for (int first = 0; first < 4; first += k_faces) {
      alignas(W * sizeof(double)) double jump[k_faces][nf][W];
      CURLEW_UNROLL_SMALL
      for (int k = 0; k < k_faces; ++k)
        load_behind(x, slot, first + k, side == 0, 1, jump[k]);
      CURLEW_UNROLL_SMALL
      for (int k = 0; k < k_faces; ++k)
        add_jump(slot, first + k, jump[k], r);
    }
  }

  // `jump` holds the values behind the face on entry.
  KOKKOS_INLINE_FUNCTION void add_jump(Index slot, int face, double (&jump)[nf][W],
                                       double (&r)[n][W]) const {
    const FaceRows<Blocks> row{face};
    alignas(W * sizeof(double)) double metric[3][W];
    CURLEW_UNROLL_SMALL
    for (int j = 0; j < nf; ++j) {
      alignas(W * sizeof(double)) double value[W];
      load_entry(x, slot, row(j), n, value);
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane)
        jump[j][lane] -= value[lane];
    }
    face_metric<Layout>(tables, slot, face, metric);
    for (int lane = 0; lane < W; ++lane) {
      const double factor = face_penalty(slot, face, lane);
      for (int m = 0; m < 3; ++m)
        metric[m][lane] *= factor;
    }
    const Lanes<W> ss = load<W>(metric[0]), tt = load<W>(metric[1]), st = load<W>(metric[2]);
    const auto entry = [&](int of_pair) {
      const double(&one)[3] = tables.reference.trace[of_pair];
      return one[0] * ss + one[1] * tt + one[2] * st;
    };
    multiply_symmetric<Result::added, k_unrolled, nf>(entry, rows_of(jump), r, row);
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

  // Returns the matrix of a special tet whose entries begin with number `first`.
  KOKKOS_INLINE_FUNCTION auto special_matrix(Index slot, int first) const {
    const double *values = &tables.special[side](special_at(slot, first));
    return [values](int i, int j) { return load<W>(values + (i * n + j) * Layout::k_pack); };
  }

  // Computes out = inverse r.
  KOKKOS_INLINE_FUNCTION void multiply_inverse(Index slot, const double (&r)[n][W],
                                               double (&out)[n][W]) const {
    if constexpr (Mode::special) {
      multiply<Result::set, 1, n, n>(special_matrix(slot, 0), rows_of(r), out);
    } else {
      tables.inverse.apply(tables.stored(slot), r, out);
      alignas(W * sizeof(double)) double gain[W];
      for (int lane = 0; lane < W; ++lane)
        gain[lane] = medium(slot, lane, 1);
      scale(gain, out);
    }
  }

  // Computes out += keep x, for special tets (1 - loss) x or, for rates, - loss x.
  KOKKOS_INLINE_FUNCTION void add_loss(Index slot, const double (&x0)[n][W],
                                       double (&out)[n][W]) const {
    if constexpr (Mode::special) {
      const auto loss = special_matrix(slot, n * n);
      multiply<Result::added, 1, n, n>([&](int i, int j) { return -loss(i, j); }, rows_of(x0), out);
      if constexpr (!Mode::stages)
        for (int i = 0; i < n; ++i) {
          CURLEW_LANES
          for (int lane = 0; lane < W; ++lane)
            out[i][lane] += x0[i][lane];
        }
    } else {
      alignas(W * sizeof(double)) double keep[W];
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
    alignas(W * sizeof(double)) double out[n][W];
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
  template <Result kind>
  KOKKOS_INLINE_FUNCTION void curls(const double (&values)[n][W],
                                    double (&result)[3 * k_polynomials][W]) const {
    multiply<kind, k_unrolled, 3 * k_polynomials, n>(
        [&](int p, int j) { return tables.reference.curl[p][j]; }, rows_of(values), result);
  }

  // Computes vectors of polynomials by the matrices of the double: first * d + second * c, where
  // `metric` is J^T J / |det J| of a plain tet.
  template <int Rows>
  KOKKOS_INLINE_FUNCTION void combine(Index slot, const double (&metric)[6][W], bool keep,
                                      const double *d, const double (*c)[W],
                                      double (&result)[Rows][W]) const {
    if constexpr (Mode::special) {
      const double *kept = &tables.special[side](special_at(slot, 2 * n * n));
      const double *gained = &tables.special[side](special_at(slot, 2 * n * n + 9));
      for (int p = 0; p < Rows; p += 3)
        for (int k = 0; k < 3; ++k) {
          CURLEW_LANES
          for (int lane = 0; lane < W; ++lane) {
            double sum = keep ? 0 : d[(p + k) * Layout::k_pack + lane], gain = 0;
            for (int l = 0; l < 3; ++l) {
              const int at = (3 * k + l) * Layout::k_pack + lane;
              sum += kept[at] * d[(p + l) * Layout::k_pack + lane];
              gain += gained[at] * c[p + l][lane];
            }
            result[p + k][lane] = (keep ? 1.0 : 0.5) * sum - 0.5 * gain;
          }
        }
    } else {
      alignas(W * sizeof(double)) double first[W], second[W];
      for (int lane = 0; lane < W; ++lane) {
        first[lane] = medium(slot, lane, keep ? 4 : 2);
        second[lane] = keep ? 0.5 * medium(slot, lane, 5) : medium(slot, lane, 3);
      }
      constexpr int k_turn[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}}; // entries of the metric
      CURLEW_UNROLL_SMALL
      for (int p = 0; p < Rows; p += 3) {
        CURLEW_UNROLL
        for (int k = 0; k < 3; ++k) {
          CURLEW_LANES
          for (int lane = 0; lane < W; ++lane) {
            const double turned = metric[k_turn[k][0]][lane] * c[p][lane] +
                                  metric[k_turn[k][1]][lane] * c[p + 1][lane] +
                                  metric[k_turn[k][2]][lane] * c[p + 2][lane];
            result[p + k][lane] =
                first[lane] * d[(p + k) * Layout::k_pack + lane] - second[lane] * turned;
          }
        }
      }
    }
  }

  KOKKOS_INLINE_FUNCTION void implicit_step(Index slot, const double (&x0)[n][W],
                                            double (&r)[n][W]) const {
    constexpr int k_own = 3 * k_polynomials;
    // Rows that are combined at once; devices have no registers for all.
    constexpr int k_rows = W == 1 ? 3 : k_own;
    alignas(W * sizeof(double)) double metric[6][W], curl[k_own][W], out[n][W];
    curls<Result::set>(x0, curl);
    curl_metric_of<Layout>(tables, slot, metric);
    double *d = &own(Layout::at(slot, 0, k_own));
    CURLEW_UNROLL_SMALL
    for (int p = 0; p < k_own; p += k_rows) {
      alignas(W * sizeof(double)) double q[k_rows][W];
      combine(slot, metric, false, d + p * Layout::k_pack, curl + p, q);
      multiply<Result::added, k_unrolled, n, k_rows>(
          [&](int i, int k) { return tables.reference.curl[p + k][i]; }, rows_of(q), r);
    }
    multiply_inverse(slot, r, out);
    add_loss(slot, x0, out);
    curls<Result::added>(out, curl);
    CURLEW_UNROLL_SMALL
    for (int p = 0; p < k_own; p += k_rows) {
      alignas(W * sizeof(double)) double next[k_rows][W];
      combine(slot, metric, true, d + p * Layout::k_pack, curl + p, next);
      for (int k = 0; k < k_rows; ++k) {
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane)
          d[(p + k) * Layout::k_pack + lane] = next[k][lane];
      }
    }
    store(slot, out);
  }
};

} // namespace curlew::dgtd
