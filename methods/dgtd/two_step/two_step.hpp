#pragma once

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/terms/currents.hpp>
#include <curlew/methods/dgtd/updater.hpp>

namespace curlew::dgtd {

// Makes dfdd as published: each field has its own recursion over two steps, without doubles.
// Between two steps Fields::e_next and h_next hold the fields of the step before: they are part of
// a checkpoint, and neighbours read them too. Only media without losses. Baseline and oracle of the
// summed form.
template <class Space>
std::unique_ptr<Updater<Space>> make_two_step(const Problem &problem, const Slots &slots,
                                              double dt_s);

// Impressed currents of that form: the changes of their waveforms, which are zero before the first
// step.
template <class Space> class TwoStepCurrents final : public Term<Space> {
public:
  TwoStepCurrents(const std::vector<Source> &sources, double dt_s, const Slots &slots, int n,
                  const Updater<Space> &updater)
      : sources_(sources), dt_s_(dt_s) {
    for (const Source &source : sources)
      for (const Side side : {Side::electric, Side::magnetic})
        entries_[static_cast<int>(side)].push_back(
            make_side_source<Space>(source.tets, slots, n, 0, [&](std::size_t k) {
              return updater.respond(source.tets[k], side, source.currents[k]);
            }));
  }

  void end(const Space &space, Side side, double t_s, Fields<Space> &fields) override {
    const bool electric = side == Side::electric;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const double now = sources_[i].waveform(t_s);
      const double before = t_s - dt_s_ < -dt_s_ / 4 ? 0.0 : sources_[i].waveform(t_s - dt_s_);
      entries_[static_cast<int>(side)][i].unknowns.add(
          space, electric ? now - before : now + before, electric ? fields.e : fields.h);
    }
  }

private:
  const std::vector<Source> &sources_;
  double dt_s_;
  std::vector<SideSource<Space>> entries_[2];
};

} // namespace curlew::dgtd
