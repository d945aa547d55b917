#pragma once

#include <curlew/methods/dgtd/imposed/find_imposed.hpp>
#include <curlew/methods/dgtd/terms/currents.hpp>

namespace curlew::dgtd {

// Tangential E that is imposed on faces. The updater treats these as conductors, behind which
// E+ = -E; this term adds 2 E_imposed to E+: for H in the mean of both sides, for E in the penalty
// on jumps.
template <class Space> class ImposedFields final : public Term<Space> {
public:
  ImposedFields(const Problem &problem, double dt_s, const Slots &slots,
                const Updater<Space> &updater)
      : dt_s_(dt_s) {
    for (const ImposedField &field : problem.imposed) {
      One one{field.waveform, {}, {}};
      const std::vector<ImposedLoad> loads = imposed_loads(problem, field);
      one.magnetic = entries(loads, Side::magnetic, slots, updater);
      if (problem.choices.penalty > 0)
        one.electric = entries(loads, Side::electric, slots, updater);
      fields_.push_back(std::move(one));
    }
  }

  void end(const Space &space, Side side, double t_s, Fields<Space> &fields) override {
    for (const One &one : fields_) {
      if (side == Side::magnetic)
        one.magnetic.add(space, one.waveform(t_s), fields.h);
      else // the jumps of E are those before the step
        one.electric.add(space, one.waveform(t_s - 0.5 * dt_s_), fields.e);
    }
  }

  void end_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    for (const One &one : fields_) {
      const double value = stage.dt_s * one.waveform(stage.t_s);
      one.magnetic.add(space, value, fields.magnetic_own);
      one.magnetic.add(space, stage.b * value, fields.h);
      one.electric.add(space, value, fields.electric_own);
      one.electric.add(space, stage.b * value, fields.e);
    }
  }

private:
  struct One {
    Waveform waveform;
    SourceEntries<Space> magnetic, electric;
  };

  static SourceEntries<Space> entries(const std::vector<ImposedLoad> &loads, Side side,
                                      const Slots &slots, const Updater<Space> &updater) {
    std::vector<Offset> at;
    std::vector<double> weights;
    for (const ImposedLoad &load : loads) {
      const Response response =
          updater.respond(load.tet, side, side == Side::magnetic ? load.magnetic : load.electric);
      const int n = static_cast<int>(response.unknowns.size());
      for (int i = 0; i < n; ++i)
        if (response.unknowns[i] != 0) {
          at.push_back(Packs<Space>::at(slots.of_tet[load.tet], i, n));
          weights.push_back(response.unknowns[i]);
        }
    }
    return {to_view<Space>("curlew::dgtd::imposed_at", at),
            to_view<Space>("curlew::dgtd::imposed_weights", weights)};
  }

  double dt_s_;
  std::vector<One> fields_;
};

} // namespace curlew::dgtd
