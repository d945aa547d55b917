#pragma once

#include <curlew/methods/dgtd/packed/lanes.hpp>
#include <curlew/methods/dgtd/space/function_space.hpp>
#include <curlew/methods/dgtd/stored/stored_spaces.hpp>

namespace curlew::dgtd {

// Computes one side of a step or stage of Packs::k_lanes tets, with all matrices read from memory:
//   x1 = keep x + other y + sum over faces (other_trace y+ + own_trace x+) + from_double d
//   d1 = double_keep d + double_gain (x + x1)
// Stages take x1 for the rates; combined, a sum of fields is in the place of keep x, and a factor
// before the rest. Walls are part of keep and other. Verified by DgtdVariants.*.
//
// Nearly all bytes are those of the matrices. The kernel reads them in the order of memory, a
// column at a time: no entry of it waits for the product of another, and each unknown is read once
// for all. Devices load the next column while they use one, also the one behind the last.
template <class Space, int Blocks, bool k_stages, bool k_double> struct StoredKernel {
  using Layout = Packs<Space>;
  static constexpr int n = space_size<3>(Blocks), nf = space_size<2>(Blocks);
  static constexpr int k_tile = stored_tile(n), k_tiles = n / k_tile;
  static constexpr int W = Layout::k_lanes, k_pack = Layout::k_pack;
  static constexpr bool k_ahead = is_device<Space>;
  static constexpr int k_unrolled = k_tile < 10 ? 3 : k_tile < 15 ? 2 : 1; // columns, tiles
  using Sums = double[k_tile][W];

  StoredTables<Space> tables;
  StoredStep<Space> step;

  KOKKOS_INLINE_FUNCTION void operator()(const Index item) const {
    const Index slot = item * W;
    const Offset at = Layout::at(slot, 0, n);
    const Index stored = stored_slot<Space>(tables.shared, slot);
    const double *entry = tables.matrices.data() + Layout::at(stored, 0, tables.row.size());
    CURLEW_UNROLL_SMALL
    for (int tile = 0; tile < k_tiles; ++tile) {
      Sums sums = {};
      Columns columns(step.is_combined ? entry + n * k_tile * k_pack : entry);
      if (!step.is_combined)
        add_columns(step.x.data() + at, columns, sums);
      add_columns(step.y.data() + at, columns, sums);
      add_traces(slot, columns, sums);
      if constexpr (k_double)
        add_columns(step.own.data() + at, columns, sums);
      entry = columns.entry;
      finish(at + tile * k_tile * k_pack, sums);
    }
    if constexpr (k_double)
      step_double(at, entry);
  }

private:
  KOKKOS_INLINE_FUNCTION static void load(const double *from, double (&to)[W]) {
    CURLEW_LANES
    for (int lane = 0; lane < W; ++lane)
      to[lane] = from[lane];
  }

  // Columns that are still to come.
  struct Columns {
    const double *entry;
    double ahead[k_ahead ? k_tile : 1][W]; // first of them

    KOKKOS_INLINE_FUNCTION explicit Columns(const double *first) : entry(first) {
      if constexpr (k_ahead) {
        CURLEW_UNROLL
        for (int i = 0; i < k_tile; ++i)
          load(entry + i * k_pack, ahead[i]);
      }
    }
  };

  // Adds the next column of the matrices, times a number of each tet.
  KOKKOS_INLINE_FUNCTION static void add_column(const double (&value)[W], Columns &columns,
                                                Sums &sums) {
    const double *next = columns.entry + k_tile * k_pack;
    CURLEW_UNROLL
    for (int i = 0; i < k_tile; ++i) {
      if constexpr (k_ahead) {
        add_product(columns.ahead[i], value, sums[i]);
        load(next + i * k_pack, columns.ahead[i]);
      } else {
        add_product(columns.entry + i * k_pack, value, sums[i]);
      }
    }
    columns.entry = next;
  }
  KOKKOS_INLINE_FUNCTION static void add_product(const double *entry, const double (&value)[W],
                                                 double (&sum)[W]) {
    CURLEW_LANES
    for (int lane = 0; lane < W; ++lane)
      sum[lane] += entry[lane] * value[lane];
  }

  // Adds a column for each function.
  KOKKOS_INLINE_FUNCTION static void add_columns(const double *from, Columns &columns, Sums &sums) {
    CURLEW_UNROLL_SMALL
    for (int j = 0; j < n; ++j) {
      double value[W];
      load(from + j * k_pack, value);
      add_column(value, columns, sums);
    }
  }

  // Adds columns for the traces behind the faces.
  KOKKOS_INLINE_FUNCTION void add_traces(Index slot, Columns &columns, Sums &sums) const {
    for (int face = 0; face < 4; ++face) {
      const Offset at = Layout::at(slot, face, 4);
      Offset behind[W];
      const int *numbers[W];
      for (int lane = 0; lane < W; ++lane) {
        behind[lane] = Layout::at(tables.neighbours(at + lane), 0, n);
        numbers[lane] = tables.numbers.data() + tables.local(at + lane) * nf;
      }
      add_face(step.y.data(), behind, numbers, columns, sums);
      if (tables.row.has_jumps)
        add_face(step.x.data(), behind, numbers, columns, sums);
    }
  }
  KOKKOS_INLINE_FUNCTION static void add_face(const double *from, const Offset (&behind)[W],
                                              const int *const (&numbers)[W], Columns &columns,
                                              Sums &sums) {
    CURLEW_UNROLL_SMALL
    for (int j = 0; j < nf; ++j) {
      double value[W];
      for (int lane = 0; lane < W; ++lane)
        value[lane] = from[behind[lane] + numbers[lane][j] * k_pack];
      add_column(value, columns, sums);
    }
  }

  // Reads all numbers of a field before it writes any: compilers keep the order of both.
  KOKKOS_INLINE_FUNCTION void finish(Offset at, Sums &sums) const {
    if constexpr (k_stages) {
      scale(step.dt, sums);
      add(step.a, step.own.data() + at, sums);
      store(sums, step.own.data() + at);
      scale(step.b, sums);
      add(1, step.x.data() + at, sums);
    } else if (step.is_combined) {
      scale(step.factor, sums);
      for (int k = 0; k < step.sum.count; ++k)
        add(step.sum.factor[k], step.sum.field[k].data() + at, sums);
    }
    store(sums, step.x_out.data() + at);
  }

  KOKKOS_INLINE_FUNCTION void step_double(Offset at, const double *first) const {
    Columns columns(first);
    Sums next[k_tiles];
    CURLEW_UNROLL_SMALL
    for (int tile = 0; tile < k_tiles; ++tile) {
      Sums sums = {};
      add_columns(step.own.data() + at, columns, sums);
      CURLEW_UNROLL_SMALL
      for (int j = 0; j < n; ++j) {
        double before[W], value[W];
        load(step.x.data() + at + j * k_pack, before);
        load(step.x_out.data() + at + j * k_pack, value);
        CURLEW_LANES
        for (int lane = 0; lane < W; ++lane)
          value[lane] += before[lane];
        add_column(value, columns, sums);
      }
      CURLEW_UNROLL
      for (int i = 0; i < k_tile; ++i)
        load(sums[i], next[tile][i]);
    }
    CURLEW_UNROLL_SMALL
    for (int tile = 0; tile < k_tiles; ++tile)
      store(next[tile], step.own.data() + at + tile * k_tile * k_pack);
  }

  KOKKOS_INLINE_FUNCTION static void scale(double factor, Sums &sums) {
    CURLEW_UNROLL
    for (int i = 0; i < k_tile; ++i) {
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane)
        sums[i][lane] *= factor;
    }
  }
  KOKKOS_INLINE_FUNCTION static void add(double factor, const double *from, Sums &sums) {
    CURLEW_UNROLL
    for (int i = 0; i < k_tile; ++i) {
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane)
        sums[i][lane] += factor * from[i * k_pack + lane];
    }
  }
  KOKKOS_INLINE_FUNCTION static void store(const Sums &sums, double *to) {
    CURLEW_UNROLL
    for (int i = 0; i < k_tile; ++i) {
      CURLEW_LANES
      for (int lane = 0; lane < W; ++lane)
        to[i * k_pack + lane] = sums[i][lane];
    }
  }
};

template <class Space, int Blocks>
void launch_stored_of(const Space &space, const char *label, const SlotRange &range,
                      const StoredTables<Space> &tables, const StoredStep<Space> &step) {
  constexpr int k_lanes = Packs<Space>::k_lanes;
  const RangePolicy<Space> items(space, range.begin / k_lanes, range.end / k_lanes);
  if (step.is_stage)
    Kokkos::parallel_for(label, items, StoredKernel<Space, Blocks, true, false>{tables, step});
  else if (tables.row.has_double)
    Kokkos::parallel_for(label, items, StoredKernel<Space, Blocks, false, true>{tables, step});
  else
    Kokkos::parallel_for(label, items, StoredKernel<Space, Blocks, false, false>{tables, step});
}

} // namespace curlew::dgtd

// Instantiates it on a backend.
#define CURLEW_INSTANTIATE_STORED(Space, blocks)                                                   \
  template void launch_stored_of<Space, blocks>(const Space &, const char *, const SlotRange &,    \
                                                const StoredTables<Space> &,                       \
                                                const StoredStep<Space> &);
