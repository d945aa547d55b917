#pragma once

#include <curlew/methods/fdfd/background/choice.hpp>
#include <curlew/methods/fdfd/background/sparse_rows.hpp>
#include <curlew/methods/fdfd/krylov/stepper.hpp>

namespace curlew::fdfd {

// Returns the product with A of a variant (without `apply`: the fused kernel) where eps has entries
// off the diagonal, which no variant contains; `apply` itself where it has none.
template <class Space>
ApplyFunction<Space> with_couplings(const Problem &problem, const System<Space> &system,
                                    const ApplyFunction<Space> &apply) {
  if (problem.couplings.empty())
    return apply;
  return [inner = apply ? apply : fused_apply(system), couplings = coupling_rows<Space>(problem)](
             const Space &space, const Vector<Space> &x, const Vector<Space> &y) {
    inner(space, x, y);
    couplings.add(space, -1, x, y);
  };
}

// Return A for a background's solver and what A then lacks of k^2 eps: on the whole grid A has the
// couplings, on the scatterers the solver has them.
template <class Space>
ApplyFunction<Space> apply_of(const Problem &problem, const System<Space> &system,
                              const ApplyFunction<Space> &apply, const BackgroundChoice &choice) {
  return choice.form == BackgroundOptions::Form::shifted ? with_couplings(problem, system, apply)
                                                         : apply;
}
template <class Space>
SparseRows<Space> couplings_of(const Problem &problem, const BackgroundChoice &choice) {
  return choice.form == BackgroundOptions::Form::shifted ? SparseRows<Space>()
                                                         : coupling_rows<Space>(problem);
}

} // namespace curlew::fdfd
