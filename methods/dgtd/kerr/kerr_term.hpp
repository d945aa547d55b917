#pragma once

#include <curlew/methods/dgtd/kerr/kerr_counts.hpp>
#include <curlew/methods/dgtd/kerr/kerr_tables.hpp>
#include <curlew/methods/dgtd/terms/term.hpp>

#include <memory>

namespace curlew::dgtd {

// Term of media with a third-order susceptibility: replaces the E of their tets after the linear
// update and all other terms. Throws Unstable for a tet that has no solution or does not converge,
// and for a step that is too long for a field that lowers the permittivity.
template <class Space> class KerrTerm : public Term<Space> {
public:
  virtual KerrCounts counts() const = 0;
  // Returns 3/4 eps0 chi3 integral of |E|^4, J: the part of the electric energy from the
  // nonlinearity.
  virtual double quartic_energy(const Space &space, const Fields<Space> &fields) const = 0;
};

// Makes the term; none where no tet has such a medium. `dt_limit_s` is the limit of the linear
// media; `is_stored`: with constituent matrices where such exist.
template <class Space>
std::unique_ptr<KerrTerm<Space>> make_kerr_term(const Problem &problem, const Slots &slots,
                                                double dt_s, double dt_limit_s, bool is_stored);

} // namespace curlew::dgtd
