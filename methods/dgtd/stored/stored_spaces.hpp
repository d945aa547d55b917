#pragma once

#include <curlew/methods/dgtd/array/shared_packs.hpp>
#include <curlew/methods/dgtd/combination.hpp>
#include <curlew/methods/dgtd/stored/stored_row.hpp>

#include <cstdint>

namespace curlew::dgtd {

// Tables of one side that the kernel reads, on the device.
template <class Space> struct StoredTables {
  StoredRow row;
  // Pack of slots -> first stored slot of its matrices; empty: each slot has its own.
  Kokkos::View<const Index *, Space> shared;
  Kokkos::View<const double *, Space> matrices;   // Packs::at(stored slot, StoredRow, row.size())
  Kokkos::View<const Index *, Space> neighbours;  // Packs::at(slot, face, 4)
  Kokkos::View<const std::int8_t *, Space> local; // the same: index of the face in the neighbour
  // [face][trace] numbers of the functions with a trace there
  Kokkos::View<const int *, Space> numbers;
};

// Step, or stage, of one side: x is its field, y the other one.
template <class Space> struct StoredStep {
  using Values = Kokkos::View<double *, Space>;
  bool is_stage = false;
  Values x, y, x_out, own;
  double a = 0, b = 0, dt = 0; // coefficients and time step of a stage
  bool is_combined = false;    // without losses
  Combination<Space> sum = {}; // x_out may be one of its fields
  double factor = 0;
};

// Launches the variant `stored` in one space of functions, of so many functions per tet and face: a
// source file each, because their loops over functions are unrolled.
template <class Space, int Blocks>
void launch_stored_of(const Space &space, const char *label, const SlotRange &range,
                      const StoredTables<Space> &tables, const StoredStep<Space> &step);

} // namespace curlew::dgtd
