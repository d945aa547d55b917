#pragma once

#include <curlew/methods/dgtd/problem.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace curlew::dgtd {

// "local_time_stepping" of a case.
struct LocalSteps {
  bool active = false;
  int classes = 3, ratio = 3;
  bool published = false; // else filtered
};
LocalSteps local_steps_of(const Case &input);

// Tets by the steps that they take: class k has steps of the coarse one over ratio^k.
//
// The filter of class k acts on H in a set of tets and on E in these and their neighbours: H of the
// class and of finer ones with their face neighbours, and of all tets in which the filter of the
// next class acts. Layers are these sets without those inside of them, from the inside out: H of
// the finest filter, its E, H of the next, its E, ..., all other tets.
//
// The published steps have no filters: a layer is a class, the finest first.
struct StepClasses {
  int ratio = 3;
  bool published = false;
  std::vector<std::int64_t> tets;  // of each class, the coarse one first
  std::vector<std::uint8_t> layer; // of each tet, on several ranks owned ones, then ghosts
  int filters() const { return static_cast<int>(tets.size()) - 1; }
  // Layers in which the filter of class k (1 is the coarsest that there is) has H, and E.
  int magnetic_layers(int k) const { return 2 * (filters() - k) + 1; }
  int electric_layers(int k) const { return magnetic_layers(k) + 1; }
  int layers() const { return published ? filters() + 1 : 2 * filters() + 1; }

  // Updates of all tets in the finest step over those of the classes: what could be saved.
  double ideal_gain() const;
  // Steps' worth of E and H that a coarse step updates in a tet of a layer, and in the mean of all.
  double work_of(int layer) const;
  double work() const;
  std::string histogram() const;        // "80 tets in steps of dt, 20 in dt/3"
  std::vector<std::int64_t> layer_tets; // of the whole mesh, as `tets`
};

// The radius of the sphere inside a tet over the speed of light in it, which is 1 in vacuum: with
// it goes the time step.
double step_radius_m(const Problem &problem, Index tet);

// The classes with the least work() for a span of time, by the radii of the spheres inside of the
// tets and the speed of light there. `problem`: the whole one.
StepClasses find_step_classes(const Problem &problem, const LocalSteps &choice);

} // namespace curlew::dgtd
