#pragma once

#include <curlew/methods/dgtd/combination.hpp>
#include <curlew/methods/dgtd/layout.hpp>
#include <curlew/methods/dgtd/ranks/trace_halo.hpp>
#include <curlew/methods/dgtd/update_options.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace curlew::dgtd {

// Numbers that a source adds to a tet's unknowns and to its double.
struct Response {
  std::vector<double> unknowns, own;
};

// Variant on one backend: advances the unknowns of all tets. The fields of neighbours on other
// ranks are fetched while inner tets are computed.
template <class Space> class Updater {
public:
  using Values = Kokkos::View<double *, Space>;

  // Collective, as are all functions that exchange: advance(), combine() and stage().
  Updater(const Problem &problem, const Slots &slots) : slots_(slots), halo_(problem, slots) {}
  virtual ~Updater() = default;

  // Leapfrog: advances the fields of one side by a step.
  void advance(const Space &space, Side side, Fields<Space> &fields) {
    const bool electric = side == Side::electric;
    const auto &x = electric ? fields.e : fields.h, &y = electric ? fields.h : fields.e;
    halo_.start(space, 0, y);
    if (has_jumps())
      halo_.start(space, 1, x);
    launch(space, side, slots_.all(), Part::inner, fields, 0, 0);
    halo_.finish(space, 0, y);
    if (has_jumps())
      halo_.finish(space, 1, x);
    launch(space, side, slots_.all(), Part::outer, fields, 0, 0);
    if (writes_next())
      swap_next(side, fields);
  }

  // Advances some shells alike, where fields advance in place; `halo` brings what these read.
  void advance(const Space &space, Side side, Shells shells, const Fields<Space> &fields,
               TraceHalo<Space> &halo) const {
    const Values &y = side == Side::electric ? fields.h : fields.e;
    halo.start(space, 0, y);
    launch(space, side, shells, Part::inner, fields, 0, 0);
    halo.finish(space, 0, y);
    launch(space, side, shells, Part::outer, fields, 0, 0);
  }

  // Computes out := sum + scale g in some shells, g the change that a leapfrog step without losses
  // and jumps adds to a side whose other field is y; `halo` brings the ghosts of y that these read.
  void combine(const Space &space, Side side, Shells shells, const Values &out,
               const Combination<Space> &sum, double scale, const Values &y,
               TraceHalo<Space> &halo) const {
    halo.start(space, 0, y);
    launch_combined(space, side, shells, Part::inner, out, sum, scale, y);
    halo.finish(space, 0, y);
    launch_combined(space, side, shells, Part::outer, out, sum, scale, y);
  }

  // Advances both sides through a stage: increments := a increments + dt rates; fields += b
  // increments.
  void stage(const Space &space, double a, double b, Fields<Space> &fields) {
    halo_.start(space, 0, fields.e);
    halo_.start(space, 1, fields.h);
    for (const Side side : {Side::electric, Side::magnetic})
      launch(space, side, slots_.all(), Part::inner, fields, a, b);
    halo_.finish(space, 0, fields.e);
    halo_.finish(space, 1, fields.h);
    for (const Side side : {Side::electric, Side::magnetic})
      launch(space, side, slots_.all(), Part::outer, fields, a, b);
    for (const Side side : {Side::electric, Side::magnetic})
      swap_next(side, fields);
  }

  // Returns how many numbers a tet keeps beside the unknowns of a side (Fields::electric_own).
  virtual int own_size() const = 0;
  // Returns what a current of unit amplitude in a tet adds to a side in one step (stages: to its
  // rates). On the magnetic side it acts on the doubles of dfdd only, which are an E.
  virtual Response respond(Index tet, Side side, const TetCurrent &current) const = 0;
  // Returns what displacement currents in a tet, given by their numbers in the field's and the
  // double's own terms, add to both in one step (stages: to the rates): a matrix of as many rows
  // and columns as the tet has numbers, unknowns first.
  virtual std::vector<double> respond_to_displacement(Index tet, Side side) const = 0;
  // Returns what the losses of a tet's other field add to both in one step where doubles have no
  // losses of their own (dfdd): a row for each number, unknowns first; a column for each number of
  // the other field.
  virtual std::vector<double> respond_to_losses(Index tet, Side side) const = 0;
  // Returns the same response to a load: to the integrals of N_i . f, f the right side of the
  // side's equation, A/m^2 or V/m^2.
  virtual Response respond(Index tet, Side side, const std::vector<double> &load) const = 0;
  // Returns a side's double (dfdd), of one degree less, that equals the other field of its tet;
  // `other` holds that field's unknowns.
  virtual std::vector<double> double_of(Index tet, Side side,
                                        const std::vector<double> &other) const = 0;
  virtual double minimum_bytes() const = 0; // least bytes of a side of a step or stage

  // Updates one side of the tets of some shells from the ghosts as they are; a and b belong to a
  // stage.
  virtual void launch(const Space &space, Side side, Shells shells, Part part,
                      const Fields<Space> &fields, double a, double b) const = 0;
  // Computes combine() for one part of the tets. Not every form and variant has it.
  virtual void launch_combined(const Space &space, Side side, Shells shells, Part part,
                               const Values &out, const Combination<Space> &sum, double scale,
                               const Values &y) const = 0;
  virtual bool writes_next() const = 0; // leapfrog writes e_next, h_next, swapped then
  const Slots &slots() const { return slots_; }

protected:
  virtual bool has_jumps() const = 0; // jumps of the side's own field enter

private:
  static void swap_next(Side side, Fields<Space> &fields) {
    if (side == Side::electric)
      std::swap(fields.e, fields.e_next);
    else
      std::swap(fields.h, fields.h_next);
  }

  const Slots &slots_;
  TraceHalo<Space> halo_;
};

template <class Space>
std::unique_ptr<Updater<Space>> make_packed(const Problem &problem, const Slots &slots,
                                            const UpdateOptions &options);
// Makes the variant nodal, for full spaces without dfdd.
template <class Space>
std::unique_ptr<Updater<Space>> make_nodal(const Problem &problem, const Slots &slots,
                                           const UpdateOptions &options);
template <class Space>
std::unique_ptr<Updater<Space>> make_stored(const Problem &problem, const Slots &slots,
                                            const UpdateOptions &options);

} // namespace curlew::dgtd
