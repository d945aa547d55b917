#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/fem/time/branches.hpp>

#include <Kokkos_Core.hpp>

// Kernels of a step of method fem in time (newmark_scheme.hpp).
namespace curlew::fem {

// y += h E; stores the mean of y before and after in `middle`, unless that is null.
struct IntegrateField {
  double h;
  const double *electric;
  double *integral, *middle;
  KOKKOS_INLINE_FUNCTION void operator()(const Index i) const {
    const double step = h * electric[i];
    if (middle != nullptr)
      middle[i] = integral[i] + 0.5 * step;
    integral[i] += step;
  }
};

// E += change / h; shifts the changes of the last steps by one.
struct FinishStep {
  double per_h;
  const double *change;
  double *electric, *last, *before, *first;
  KOKKOS_INLINE_FUNCTION void operator()(const Index i) const {
    electric[i] += per_h * change[i];
    first[i] = before[i];
    before[i] = last[i];
    last[i] = change[i];
  }
};

// change := first guess of the next change, by a parabola through the last three changes.
struct GuessChange {
  const double *last, *before, *first;
  double *change;
  KOKKOS_INLINE_FUNCTION void operator()(const Index i) const {
    change[i] = 3 * (last[i] - before[i]) + first[i];
  }
};

// load[unknowns[i]] += factor values[i], each unknown once.
struct AddSource {
  double factor;
  const Index *unknowns;
  const double *values;
  double *load;
  KOKKOS_INLINE_FUNCTION void operator()(const Index i) const {
    load[unknowns[i]] += factor * values[i];
  }
};

// Adds the current of a branch that is expected in the mean of a step, from the field at its
// beginning.
struct ExpectCurrent {
  BranchStep step;
  const Index *unknowns;
  const double *electric, *current, *charge;
  double *expected;
  KOKKOS_INLINE_FUNCTION void operator()(const Index i) const {
    expected[i] += step.gain * electric[unknowns[i]] + step.of_current * current[i] +
                   step.of_charge * charge[i];
  }
};

// Advances the states of a branch by a step; `half`: half of the change of E, over h.
struct AdvanceBranch {
  BranchStep step;
  double half, dt_s;
  const Index *unknowns;
  const double *electric, *change;
  double *current, *charge;
  KOKKOS_INLINE_FUNCTION void operator()(const Index i) const {
    const Index u = unknowns[i];
    const double mean = step.gain * (electric[u] + half * change[u]) +
                        step.of_current * current[i] + step.of_charge * charge[i];
    current[i] = 2 * mean - current[i];
    charge[i] += dt_s * mean;
  }
};

struct SubtractAt {
  const Index *unknowns;
  const double *values;
  double *load;
  KOKKOS_INLINE_FUNCTION void operator()(const Index i) const { load[unknowns[i]] -= values[i]; }
};

// Returns the terms of the sum of weights E over the unknowns of a port.
struct PortTerms {
  const Index *unknowns;
  const double *weights, *electric;
  KOKKOS_INLINE_FUNCTION double operator()(const Offset i) const {
    return weights[i] * electric[unknowns[i]];
  }
};

struct SquareTerms {
  const double *x, *y;
  KOKKOS_INLINE_FUNCTION double operator()(const Offset i) const { return x[i] * y[i]; }
};

// Evaluates FieldStencils, with the interface that ProbeBuffer requires.
template <class Space> struct StencilSampler {
  int per_point;
  Kokkos::View<const Index *, Space> electric_unknowns, magnetic_unknowns;
  Kokkos::View<const double *, Space> electric_weights, magnetic_weights;
  const double *electric_values, *integral_values;

  KOKKOS_INLINE_FUNCTION void electric(const Index p, double (&field)[3]) const {
    sum(electric_unknowns, electric_weights, electric_values, p, field);
  }
  KOKKOS_INLINE_FUNCTION void magnetic(const Index p, double (&field)[3]) const {
    sum(magnetic_unknowns, magnetic_weights, integral_values, p, field);
  }
  KOKKOS_INLINE_FUNCTION void sum(const Kokkos::View<const Index *, Space> &unknowns,
                                  const Kokkos::View<const double *, Space> &weights,
                                  const double *x, const Index p, double (&field)[3]) const {
    for (Offset k = static_cast<Offset>(p) * per_point, i = 0; i < per_point; ++i, ++k)
      if (unknowns(k) >= 0)
        for (int d = 0; d < 3; ++d)
          field[d] += weights(3 * k + d) * x[unknowns(k)];
  }
};

} // namespace curlew::fem
