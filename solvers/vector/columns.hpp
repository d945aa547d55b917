#pragma once

#include <curlew/core/parallel/device_traits.hpp>
#include <curlew/core/parallel/reduce.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/vector/entries.hpp>

#include <string>

namespace curlew {

// Many vectors of one length, each a column: the basis of a Krylov method. Products and sums with
// all of them take one pass.
template <class Space, class Scalar>
using Columns = Kokkos::View<Scalar **, Kokkos::LayoutLeft, Space>;

// Products of the first columns with v, conjugated on the left. The order of sums depends on the
// length only.
template <class Space, class Scalar> struct ColumnProducts {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  static constexpr Offset k_chunk = is_device<Space> ? 8192 : 1024;
  static constexpr int k_threads = DeviceTraits<Space>::k_team,
                       k_partial_sums = is_device<Space> ? 1 : 4;

  Columns<Space, Scalar> columns;
  Kokkos::View<Scalar *, Space> v; // its owned entries, as many as columns are long
  Offset chunks;
  Kokkos::View<Scalar *, Space> partial; // [column][chunk]

  static Offset chunk_count(Offset length) { return (length + k_chunk - 1) / k_chunk; }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Offset chunk = team.league_rank() % chunks, column = team.league_rank() / chunks;
    const Offset length = v.extent(0), begin = chunk * k_chunk;
    const Offset end = begin + k_chunk < length ? begin + k_chunk : length;
    const Scalar *const c = &columns(0, column);
    constexpr int k_parts = k_doubles<Scalar>;
    double lanes[k_partial_sums][k_parts] = {}; // a sum waits for its last addition
    const auto add = [&](Offset i, int lane) { add_conjugate_product(c[i], v(i), lanes[lane]); };
    Offset i = begin + team.team_rank();
    if constexpr (k_partial_sums > 1)
      for (; i + k_partial_sums <= end; i += k_partial_sums)
        for (int lane = 0; lane < k_partial_sums; ++lane)
          add(i + lane, lane);
    for (; i < end; i += team.team_size())
      add(i, 0);
    double sum[k_parts] = {};
    for (int part = 0; part < k_parts; ++part) {
      for (int lane = 0; lane < k_partial_sums; ++lane)
        sum[part] += lanes[lane][part];
      sum[part] = team_sum(team, sum[part]);
    }
    const Scalar total = to_scalar<Scalar>(sum);
    Kokkos::single(Kokkos::PerTeam(team), [&] { partial(team.league_rank()) = total; });
  }
};

template <class Space, class Scalar> struct SumChunks {
  Kokkos::View<const Scalar *, Space> partial;
  Kokkos::View<Scalar *, Space> sums;
  Offset chunks;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset column) const {
    Scalar sum = 0;
    for (Offset chunk = 0; chunk < chunks; ++chunk)
      sum += partial(column * chunks + chunk);
    sums(column) = sum;
  }
};

// sums := columns^H v for the first `count` columns; `partial` is work space of at least count *
// ColumnProducts::chunk_count(length).
template <class Space, class Scalar>
void conjugate_products(const Space &space, const Columns<Space, Scalar> &columns, Index count,
                        const Kokkos::View<Scalar *, Space> &v,
                        const Kokkos::View<Scalar *, Space> &partial,
                        const Kokkos::View<Scalar *, Space> &sums) {
  using Products = ColumnProducts<Space, Scalar>;
  const Offset chunks = Products::chunk_count(v.extent(0));
  Kokkos::parallel_for(
      "curlew::solvers::column_products",
      Kokkos::TeamPolicy<Space>(space, static_cast<int>(chunks * count), Products::k_threads),
      Products{columns, v, chunks, partial});
  Kokkos::parallel_for("curlew::solvers::column_sums", RangePolicy<Space>(space, 0, count),
                       SumChunks<Space, Scalar>{partial, sums, chunks});
}

// v := v + sign * columns a, with the first `count` columns: a device's threads take an entry each,
// hosts a chunk that stays in the cache while the columns are read.
template <class Space, class Scalar> struct AddColumnSum {
  static constexpr Offset k_chunk = is_device<Space> ? 1 : 1024;
  Columns<Space, Scalar> columns;
  Kokkos::View<const Scalar *, Space> a;
  Index count;
  double sign;
  Kokkos::View<Scalar *, Space> v; // its owned entries, as many as columns are long

  KOKKOS_INLINE_FUNCTION void operator()(const Offset chunk) const {
    const Offset begin = chunk * k_chunk, length = v.extent(0);
    const Offset end = begin + k_chunk < length ? begin + k_chunk : length;
    if constexpr (is_device<Space>) {
      Scalar sum = 0;
      for (Index k = 0; k < count; ++k)
        sum += columns(begin, k) * a(k);
      v(begin) += sign * sum;
    } else {
      for (Index k = 0; k < count; ++k) {
        const Scalar factor = sign * a(k);
        const Scalar *const column = &columns(0, k);
        for (Offset i = begin; i < end; ++i)
          v(i) += factor * column[i];
      }
    }
  }
};

template <class Space, class Scalar>
void add_columns(const Space &space, double sign, const Columns<Space, Scalar> &columns,
                 Index count, const Kokkos::View<Scalar *, Space> &a,
                 const Kokkos::View<Scalar *, Space> &v) {
  constexpr Offset k_chunk = AddColumnSum<Space, Scalar>::k_chunk;
  const Offset chunks = (static_cast<Offset>(v.extent(0)) + k_chunk - 1) / k_chunk;
  Kokkos::parallel_for("curlew::solvers::add_columns", RangePolicy<Space>(space, 0, chunks),
                       AddColumnSum<Space, Scalar>{columns, a, count, sign, v});
}

} // namespace curlew
