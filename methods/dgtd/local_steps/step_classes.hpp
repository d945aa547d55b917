#pragma once

#include <curlew/methods/dgtd/problem.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace curlew::dgtd {

// Tets by their steps: class k takes ratios[0] ... ratios[k - 1] steps to one of the coarse class.
//
// The filter of class k acts on H in a set of tets and on E in these and their neighbours: H of the
// class and of finer ones with their face neighbours, and of all tets in which the filter of the
// next class acts. Shells are these sets without those inside of them, from the inside out: H of
// the finest filter, its E, H of the next, its E, ..., all other tets.
//
// The published steps have no filters: a shell is a class, the finest first.
struct StepClasses {
  std::vector<int> ratios;  // steps of class k + 1 to one of class k
  std::vector<int> degrees; // degrees of the polynomials of the filters of these classes
  bool published = false;
  std::vector<std::int64_t> tets;  // tets of each class, the coarse one first
  std::vector<std::uint8_t> shell; // shell of each tet, on several ranks owned ones, then ghosts
  int filters() const { return static_cast<int>(tets.size()) - 1; }
  double steps_of(int k) const; // steps of class k to one of the coarse class
  // Return the number of shells in which the filter of class k (1 is the coarsest filter) has H,
  // and E.
  int magnetic_shells(int k) const { return 2 * (filters() - k) + 1; }
  int electric_shells(int k) const { return magnetic_shells(k) + 1; }
  int shells() const { return published ? filters() + 1 : 2 * filters() + 1; }

  // Returns the updates of all tets in the finest step over those of the classes: the possible
  // gain.
  double ideal_gain() const;
  // Return how many steps' worth of E and H a coarse step updates in a tet of a shell, and in the
  // mean of all.
  double work_of(int shell) const;
  double work() const;
  std::string histogram() const;        // "80 tets in steps of dt, 20 in dt/3"
  std::vector<std::int64_t> shell_tets; // tets of each shell of the whole mesh, as `tets`
};

// Returns the radius of the sphere inside a tet over the speed of light in it, which is 1 in
// vacuum: the time step is proportional to it.
double step_radius_m(const Problem &problem, Index tet);

// Finds the classes with the least work() for a span of time: of filtered steps by tet_rates(), of
// the published ones by step_radius_m(). `problem`: the whole problem.
StepClasses find_step_classes(const Problem &problem, const LocalSteps &choice);

} // namespace curlew::dgtd
