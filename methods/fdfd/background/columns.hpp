#pragma once

#include <curlew/core/team_sum.hpp>
#include <curlew/methods/fdfd/system.hpp>

#include <string>

namespace curlew::fdfd {

// Many vectors of one length, each a column.
template <class Space> using Columns = Kokkos::View<Complex **, Kokkos::LayoutLeft, Space>;

// Products of the first columns with v, conjugated on the left. The order of sums depends on the
// length alone.
template <class Space> struct ColumnProducts {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  static constexpr Offset k_chunk = is_device<Space> ? 8192 : 1024;
  static constexpr int k_threads = is_device<Space> ? 256 : 1, k_lanes = is_device<Space> ? 1 : 4;

  Columns<Space> columns;
  Vector<Space> v;
  Offset chunks;
  Kokkos::View<Complex *, Space> partial; // [column][chunk]

  static Offset chunk_count(Offset length) { return (length + k_chunk - 1) / k_chunk; }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Offset chunk = team.league_rank() % chunks, column = team.league_rank() / chunks;
    const Offset length = v.extent(0), begin = chunk * k_chunk;
    const Offset end = begin + k_chunk < length ? begin + k_chunk : length;
    const Complex *const c = &columns(0, column);
    double lane_re[k_lanes] = {}, lane_im[k_lanes] = {}; // a sum waits for its last addition
    const auto add = [&](Offset i, int lane) {
      const Complex a = c[i], b = v(i);
      lane_re[lane] += a.real() * b.real() + a.imag() * b.imag();
      lane_im[lane] += a.real() * b.imag() - a.imag() * b.real();
    };
    Offset i = begin + team.team_rank();
    if constexpr (k_lanes > 1)
      for (; i + k_lanes <= end; i += k_lanes)
        for (int lane = 0; lane < k_lanes; ++lane)
          add(i + lane, lane);
    for (; i < end; i += team.team_size())
      add(i, 0);
    double re = 0, im = 0;
    for (int lane = 0; lane < k_lanes; ++lane) {
      re += lane_re[lane];
      im += lane_im[lane];
    }
    const Complex sum(team_sum(team, re), team_sum(team, im));
    Kokkos::single(Kokkos::PerTeam(team), [&] { partial(team.league_rank()) = sum; });
  }
};

template <class Space> struct SumChunks {
  Kokkos::View<const Complex *, Space> partial;
  Kokkos::View<Complex *, Space> sums;
  Offset chunks;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset column) const {
    Complex sum = 0;
    for (Offset chunk = 0; chunk < chunks; ++chunk)
      sum += partial(column * chunks + chunk);
    sums(column) = sum;
  }
};

// sums := columns^H v for the first `count` columns; `partial` is work space of at least count *
// ColumnProducts::chunk_count(length).
template <class Space>
void conjugate_products(const Space &space, const Columns<Space> &columns, Index count,
                        const Vector<Space> &v, const Kokkos::View<Complex *, Space> &partial,
                        const Kokkos::View<Complex *, Space> &sums) {
  using Products = ColumnProducts<Space>;
  const Offset chunks = Products::chunk_count(v.extent(0));
  Kokkos::parallel_for(
      "curlew::fdfd::column_products",
      Kokkos::TeamPolicy<Space>(space, static_cast<int>(chunks * count), Products::k_threads),
      Products{columns, v, chunks, partial});
  Kokkos::parallel_for("curlew::fdfd::column_sums", Kokkos::RangePolicy<Space>(space, 0, count),
                       SumChunks<Space>{partial, sums, chunks});
}

// v := v + sign * columns a, with the first `count` columns: a device's threads take an entry each,
// hosts a chunk that stays in the cache while the columns pass by.
template <class Space> struct AddColumnSum {
  static constexpr Offset k_chunk = is_device<Space> ? 1 : 1024;
  Columns<Space> columns;
  Kokkos::View<const Complex *, Space> a;
  Index count;
  double sign;
  Vector<Space> v;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset chunk) const {
    const Offset begin = chunk * k_chunk, length = v.extent(0);
    const Offset end = begin + k_chunk < length ? begin + k_chunk : length;
    if constexpr (is_device<Space>) {
      Complex sum = 0;
      for (Index k = 0; k < count; ++k)
        sum += columns(begin, k) * a(k);
      v(begin) += sign * sum;
    } else {
      for (Index k = 0; k < count; ++k) {
        const Complex factor = sign * a(k);
        const Complex *const column = &columns(0, k);
        for (Offset i = begin; i < end; ++i)
          v(i) += factor * column[i];
      }
    }
  }
};

template <class Space>
void add_columns(const Space &space, double sign, const Columns<Space> &columns, Index count,
                 const Kokkos::View<Complex *, Space> &a, const Vector<Space> &v) {
  constexpr Offset k_chunk = AddColumnSum<Space>::k_chunk;
  const Offset chunks = (static_cast<Offset>(v.extent(0)) + k_chunk - 1) / k_chunk;
  Kokkos::parallel_for("curlew::fdfd::add_columns", Kokkos::RangePolicy<Space>(space, 0, chunks),
                       AddColumnSum<Space>{columns, a, count, sign, v});
}

} // namespace curlew::fdfd
