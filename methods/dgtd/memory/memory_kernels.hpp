#pragma once

#include <curlew/methods/dgtd/memory/memory_tables.hpp>

namespace curlew::dgtd {

// Subtracts the change of a tet's memory from its fields in a step, after the updater.
//
//   x1 -= A0^-1 M (P1 - P0 - gain (x1 - x0)) / dt,  the gain being part of A0
template <class Space, bool k_dense> struct AdvanceMemory {
  using Layout = Packs<Space>;
  MemoryTables<Space> tables;
  Kokkos::View<double *, Space> x, own;
  bool with_states; // false: AdvanceStates advances the states later

  KOKKOS_INLINE_FUNCTION void operator()(const Index item) const {
    const Index slot = tables.slots(item);
    if (slot < 0)
      return;
    const int count = tables.numbers();
    double drive[k_dense ? k_most_numbers : 1];
    if constexpr (k_dense)
      for (int i = 0; i < count; ++i)
        drive[i] = tables.displacement(item, i, before(item, i));
    for (int i = 0; i < count; ++i) {
      const double x0 = before(item, i);
      double &x1 = tables.at(x, own, slot, i);
      if constexpr (k_dense)
        for (int j = 0; j < count; ++j)
          x1 += tables.answer(item, i, j) * drive[j];
      else
        x1 += tables.factor * tables.displacement(item, i, x0);
      if (with_states)
        tables.advance(item, i, x0, x1 - x0);
    }
  }

private:
  KOKKOS_INLINE_FUNCTION double before(Index item, int number) const {
    return tables.before(Layout::at(item, number, tables.numbers()));
  }
};

// Advances the states after a step, in media whose field is known later than AdvanceMemory.
template <class Space> struct AdvanceStates {
  using Layout = Packs<Space>;
  MemoryTables<Space> tables;
  Kokkos::View<double *, Space> x, own;

  KOKKOS_INLINE_FUNCTION void operator()(const Index item) const {
    const Index slot = tables.slots(item);
    if (slot < 0)
      return;
    for (int i = 0; i < tables.numbers(); ++i) {
      const double x0 = tables.before(Layout::at(item, i, tables.numbers()));
      tables.advance(item, i, x0, tables.at(x, own, slot, i) - x0);
    }
  }
};

template <class Space> struct KeepFields {
  MemoryTables<Space> tables;
  Kokkos::View<double *, Space> x, own;

  KOKKOS_INLINE_FUNCTION void operator()(const Index item) const {
    if (const Index slot = tables.slots(item); slot >= 0)
      for (int i = 0; i < tables.numbers(); ++i)
        tables.before(Packs<Space>::at(item, i, tables.numbers())) = tables.at(x, own, slot, i);
  }
};

// Advances a stage of the Runge-Kutta method, after the updater: the states are unknowns like the
// fields, or convolutions with the field's values at the stages.
template <class Space, bool k_dense> struct StageMemory {
  using Layout = Packs<Space>;
  MemoryTables<Space> tables;
  Kokkos::View<double *, Space> old, x, increments; // the field before and after the stage
  double a, b, dt;
  int convolution = -1; // the stage's number; -1: none

  KOKKOS_INLINE_FUNCTION void operator()(const Index item) const {
    const Index slot = tables.slots(item);
    if (slot < 0)
      return;
    double drive[k_dense ? k_most_numbers : 1];
    if constexpr (k_dense)
      for (int i = 0; i < tables.n; ++i)
        drive[i] = tables.displacement(item, i, before(slot, i));
    for (int i = 0; i < tables.n; ++i) {
      double rate = 0;
      if constexpr (k_dense)
        for (int j = 0; j < tables.n; ++j)
          rate += tables.answer(item, i, j) * drive[j];
      else
        rate = tables.factor * tables.displacement(item, i, before(slot, i));
      const Offset at = Layout::at(slot, i, tables.n);
      increments(at) += dt * rate;
      x(at) += b * dt * rate;
      if (convolution < 0)
        advance(item, i, before(slot, i));
      else
        tables.advance(item, i, 0, x(at) - before(slot, i), convolution);
    }
  }

private:
  KOKKOS_INLINE_FUNCTION double before(Index slot, int number) const {
    return old(Layout::at(slot, number, tables.n));
  }
  KOKKOS_INLINE_FUNCTION void advance(Index item, int number, double value) const {
    int k = tables.first_state(number);
    for (int p = tables.first_pole(number); p < tables.end_pole(number); ++p) {
      const PoleStep &step = tables.steps(p);
      double rate[2];
      for (int s = 0; s < step.states; ++s) {
        rate[s] = step.state_of_field[s] * value;
        for (int r = 0; r < step.states; ++r)
          rate[s] += step.state_of_state[s][r] * tables.state(item, k + r);
      }
      for (int s = 0; s < step.states; ++s) {
        double &increment = tables.increments(Layout::at(item, k + s, tables.states));
        increment = a * increment + dt * rate[s];
        tables.state(item, k + s) += b * increment;
      }
      k += step.states;
    }
  }
};

// Computes twice the energy that the memory of a tet stores: the sum over poles of vacuum energy_s
// q_s M q_s.
template <class Space> struct StoredByMemory {
  using Layout = Packs<Space>;
  MemoryTables<Space> tables;
  MassTables<Space> mass;
  bool polynomials; // the double is a vector of orthonormal polynomials, not of functions

  KOKKOS_INLINE_FUNCTION double operator()(const Offset index) const {
    const auto item = static_cast<Index>(index);
    const Index slot = tables.slots(item);
    if (slot < 0)
      return 0;
    Tensor<double> unit{};
    for (int d = 0; d < 3; ++d)
      unit.entries[d][d] = 1;
    const Metric<double> metric = mass_metric(mass.frame(slot), unit);
    double sum = 0;
    for (int i = 0; i < tables.numbers(); ++i) {
      const bool is_field = i < tables.n, of_functions = is_field || !polynomials;
      const int first = is_field ? 0 : of_functions ? tables.n : tables.n + (i - tables.n) / 3 * 3;
      const int end = is_field ? tables.n : of_functions ? tables.numbers() : first + 3;
      for (int j = first; j < end; ++j) {
        const double entry =
            of_functions
                ? ReferenceMatrices<Space>::symmetric_entry(mass.mass, metric, i - first, j - first)
                : metric_entry(metric, i - first, j - first);
        sum += tables.vacuum(i) * entry * product(item, i, j);
      }
    }
    return sum;
  }

private:
  KOKKOS_INLINE_FUNCTION static double metric_entry(const Metric<double> &metric, int row,
                                                    int column) {
    return metric.symmetric[row == column ? row : row + column + 2];
  }
  KOKKOS_INLINE_FUNCTION double product(Index item, int i, int j) const {
    double sum = 0;
    int k = tables.first_state(i), l = tables.first_state(j);
    for (int p = tables.first_pole(i); p < tables.end_pole(i); ++p) {
      const PoleStep &step = tables.steps(p);
      for (int s = 0; s < step.states; ++s)
        sum += step.energy[s] * tables.state(item, k + s) * tables.state(item, l + s);
      k += step.states;
      l += step.states;
    }
    return sum;
  }
};

} // namespace curlew::dgtd
