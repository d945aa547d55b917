#pragma once

#include <curlew/methods/dgtd/layout.hpp>
#include <curlew/methods/dgtd/mass_product.hpp>
#include <curlew/methods/shared/time/time_values.hpp>

namespace curlew::dgtd {

// Stage of the Runge-Kutta method: increments := a increments + dt rates, fields += b increments.
// The increments of E and H are Fields::electric_own and magnetic_own.
struct Stage {
  double a = 0, b = 0;
  double t_s = 0, dt_s = 0; // time of the stage; whole step
  int number = 0;           // from 0
};

// Term that acts on the fields of some tets beside the curls, fluxes and losses of all: a source, a
// material with a memory. A scheme calls its terms in their order.
//
// On several ranks each has a term of its own. It works on the tets that its rank owns, those below
// Problem::tet_count(). Arrays have ghosts behind Slots::owned, and hold of their tets only the
// unknowns that the updater fetched: those with a trace on a shared face, as they were before the
// updater's last step of the other side. In begin() of leapfrog schemes these are the present ones,
// because nothing changed that side since (after a restart the scheme fetches them). Elsewhere a
// term does not read neighbours' fields, and it never writes ghosts. Numbers that all ranks need (a
// port's voltage) a term sums with Problem::ownership.ranks, in every call on every rank alike. A
// state has rows for the owned tets in their order, the same number of entries to each, or a list
// beside it, or is common to all ranks (ranks/whole_state.hpp).
template <class Space> class Term {
public:
  virtual ~Term() = default;

  // Leapfrog: called before and after the updater takes a side through a step, whose middle is t_s.
  virtual void begin(const Space &, Side, double /*t_s*/, Fields<Space> &) {}
  virtual void end(const Space &, Side, double /*t_s*/, Fields<Space> &) {}
  // Called before and after a stage, which takes both sides.
  virtual void begin_stage(const Space &, const Stage &, Fields<Space> &) {}
  virtual void end_stage(const Space &, const Stage &, Fields<Space> &) {}

  // Returns the energy that the term stores, at the times of the fields.
  virtual Energy energy(const Space &, const MassTables<Space> &) const { return {}; }

  // Save and load what a checkpoint needs beside the fields, in the order of the mesh, under names
  // of the term's own.
  virtual void save(const Space &, FieldState &) const {}
  virtual void load(const Space &, const FieldState &) {}
};

} // namespace curlew::dgtd
