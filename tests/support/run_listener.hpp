#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/methods/shared/time/time_plan.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

namespace curlew::test {

// Recorder that hands the outputs of a run on to `record`, in memory: probes(first_step, values) of
// the root, energy(step, energy) and snapshot(step, fields). It is in the list of `scheme` as long
// as it lives.
template <class Scheme, class Record> class RunListener : public Recorder {
public:
  RunListener(Scheme &scheme, const TimePlan &plan, const Communicator &ranks, Record &record)
      : scheme_(scheme), plan_(plan), ranks_(ranks), record_(record) {
    scheme.recorders().push_back(this);
  }
  ~RunListener() override { scheme_.recorders().pop_back(); }

  void flush(std::int64_t first_step) override {
    ProbeRows values = scheme_.probes().read();
    ranks_.sum_at_root(values.electric);
    ranks_.sum_at_root(values.magnetic);
    record_.probes(first_step, values);
  }
  bool observes(std::int64_t step) const override {
    return is_due(step, plan_.energy_every) || is_due(step, plan_.snapshot_every);
  }
  void observe(std::int64_t step, Observation &seen) override {
    if (is_due(step, plan_.energy_every))
      record_.energy(step, seen.energy());
    if (is_due(step, plan_.snapshot_every))
      record_.snapshot(step, seen.fields());
  }

protected:
  Scheme &scheme_;
  const TimePlan &plan_;
  const Communicator &ranks_;
  Record &record_;
};

} // namespace curlew::test
