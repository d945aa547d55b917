#include <curlew/methods/shared/time/time_scheme.hpp>

namespace curlew {

bool TimeScheme::sample() {
  bool is_full = false;
  for (Recorder *recorder : recorders_)
    is_full = recorder->record(steps_done_) || is_full;
  return is_full;
}

FieldState TimeScheme::save() const {
  FieldState state = save_unknowns();
  for (Recorder *recorder : recorders_)
    recorder->save(state);
  return state;
}

void TimeScheme::load(const FieldState &state) {
  load_unknowns(state);
  for (Recorder *recorder : recorders_)
    recorder->load(state);
}

const Energy &Observation::energy() {
  if (!energy_) {
    const Energy mine = scheme_.energy();
    energy_ = Energy{ranks_.sum(mine.electric), ranks_.sum(mine.magnetic)};
  }
  return *energy_;
}

const CellFields &Observation::fields() {
  if (!fields_)
    fields_ = scheme_.fields();
  return *fields_;
}

} // namespace curlew
