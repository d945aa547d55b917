#pragma once

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/mass_product.hpp>
#include <curlew/methods/dgtd/memory/pole_steps.hpp>

namespace curlew::dgtd {

// Tables of the tets of one medium whose field and double, together the numbers of a tet, have
// poles on one side; the unknowns come first. On the electric side the poles of eps act on E and
// those of mu on its double, which is an H.
template <class Space> struct MemoryTables {
  using Layout = Packs<Space>;
  using Values = Kokkos::View<double *, Space>;
  template <class T> using Array = Kokkos::View<const T *, Space>;
  int n = 0, own = 0;                      // numbers of field and double
  int field_poles = 0, poles = 0;          // poles of the field come first
  int field_states = 0, states = 0;        // states of a number of the field; of the whole tet
  double field_vacuum = 0, own_vacuum = 0; // eps0 and mu0
  double factor = 0;      // factor where each number responds only to its own displacement
  Index count = 0;        // tets, filled up to whole packs
  Array<Index> slots;     // [item]; -1: padding
  Array<PoleStep> steps;  // [pole]; for convolutions in stages [stage][pole]
  Array<double> response; // otherwise: Packs::at(item, row * (n + own) + column, (n + own)^2)
  Values memory;          // Packs::at(item, state, states)
  Values before;          // numbers before a step, Packs::at(item, number, n + own)
  Values increments;      // increments of the memory, for stages

  KOKKOS_INLINE_FUNCTION int numbers() const { return n + own; }
  // Returns the first state of a number of the tet.
  KOKKOS_INLINE_FUNCTION int first_state(int number) const {
    return number < n ? number * field_states : n * field_states + (number - n) * own_states();
  }
  KOKKOS_INLINE_FUNCTION int own_states() const {
    return own > 0 ? (states - n * field_states) / own : 0;
  }
  KOKKOS_INLINE_FUNCTION int first_pole(int number) const { return number < n ? 0 : field_poles; }
  KOKKOS_INLINE_FUNCTION int end_pole(int number) const { return number < n ? field_poles : poles; }
  KOKKOS_INLINE_FUNCTION double vacuum(int number) const {
    return number < n ? field_vacuum : own_vacuum;
  }
  KOKKOS_INLINE_FUNCTION double &state(Index item, int k) const {
    return memory(Layout::at(item, k, states));
  }
  KOKKOS_INLINE_FUNCTION double &at(const Values &fields, const Values &doubles, Index slot,
                                    int number) const {
    return number < n ? fields(Layout::at(slot, number, n))
                      : doubles(Layout::at(slot, number - n, own));
  }
  // Advances the states of a number through a step in which it changed from x0 by `change`.
  KOKKOS_INLINE_FUNCTION void advance(Index item, int number, double x0, double change,
                                      int stage = 0) const {
    int k = first_state(number);
    for (int p = first_pole(number); p < end_pole(number); ++p) {
      const PoleStep &step = steps(stage * poles + p);
      double next[2];
      for (int s = 0; s < step.states; ++s) {
        next[s] = state(item, k + s) + step.state_gain[s] * change + step.state_of_field[s] * x0;
        for (int r = 0; r < step.states; ++r)
          next[s] += step.state_of_state[s][r] * state(item, k + r);
      }
      for (int s = 0; s < step.states; ++s)
        state(item, k + s) = next[s];
      k += step.states;
    }
  }
  KOKKOS_INLINE_FUNCTION double answer(Index item, int row, int column) const {
    return response(Layout::at(item, row * numbers() + column, numbers() * numbers()));
  }

  // Returns vacuum (of_field x + of_state . q), summed over the poles of a number.
  KOKKOS_INLINE_FUNCTION double displacement(Index item, int number, double x) const {
    double sum = 0;
    int k = first_state(number);
    for (int p = first_pole(number); p < end_pole(number); ++p) {
      const PoleStep &step = steps(p);
      sum += step.of_field * x;
      for (int s = 0; s < step.states; ++s)
        sum += step.of_state[s] * state(item, k + s);
      k += step.states;
    }
    return vacuum(number) * sum;
  }
};

// Most numbers of a tet: full fourth order and a double of as many.
constexpr int k_most_numbers = 210;

} // namespace curlew::dgtd
