#pragma once

#include <curlew/methods/dgtd/local_steps/step_classes.hpp>
#include <curlew/methods/dgtd/updater.hpp>

#include <memory>
#include <vector>

namespace curlew::dgtd {

// Published local time steps @cite meng2015, for an odd ratio r: with the smallest step as the
// unit, class k has steps of m = r^(K-1-k) units. It advances H by a step at the units j = 0 mod m,
// and E at j = (m - 1) / 2 mod m, in the middle of that step of H; the field of a neighbour of
// another class enters as it is then. Neither symmetric nor conserving; the limit is lower than
// that of the coarse class. Verified by DgtdPublishedSteps.*.
template <class Space> class PublishedSteps {
public:
  // `coarse`: updater of the largest class, with its step; its slots have the shells of the
  // classes. All must outlive this. Collective, as begin() and finish().
  PublishedSteps(const Problem &problem, const StepClasses &classes, UpdateOptions options,
                 const Updater<Space> &coarse)
      : classes_(classes), coarse_(coarse) {
    for (int k = 1; k <= classes.filters(); ++k) {
      options.dt_s /= classes.ratios[k - 1];
      finer_.push_back(make_packed<Space>(problem, coarse.slots(), options));
    }
    for (const int ratio : classes.ratios)
      units_ *= ratio;
    for (int shell = 0; shell < classes.shells(); ++shell)
      halos_.emplace_back(
          problem, coarse.slots(), [&](Index tet, Index) { return classes.shell[tet] == shell; },
          1);
  }

  // Advances H in the first unit: all classes have theirs half a step of their own ahead of E
  // afterwards.
  void begin(const Space &space, const Fields<Space> &fields) {
    take(space, Side::magnetic, 0, fields);
  }
  // Advances through the rest of a coarse step; calls after_coarse() when the coarse class has its
  // E.
  template <class F>
  void finish(const Space &space, const Fields<Space> &fields, const F &after_coarse) {
    for (int unit = 0; unit < units_; ++unit) {
      if (unit > 0)
        take(space, Side::magnetic, unit, fields);
      take(space, Side::electric, unit, fields);
      if (unit == (units_ - 1) / 2)
        after_coarse();
    }
  }

private:
  void take(const Space &space, Side side, int unit, const Fields<Space> &fields) {
    int units = units_;
    for (int k = 0; k <= classes_.filters(); ++k) {
      const int due = side == Side::magnetic ? 0 : (units - 1) / 2;
      const int shell = classes_.filters() - k;
      if (unit % units == due)
        (k == 0 ? coarse_ : *finer_[k - 1])
            .advance(space, side, Shells{shell, shell + 1}, fields, halos_[shell]);
      if (k < classes_.filters())
        units /= classes_.ratios[k];
    }
  }

  const StepClasses &classes_;
  const Updater<Space> &coarse_;
  std::vector<std::unique_ptr<Updater<Space>>> finer_;
  std::vector<TraceHalo<Space>> halos_; // halo of each shell: the ghosts that its tets read
  int units_ = 1;                       // units of a coarse step
};

} // namespace curlew::dgtd
