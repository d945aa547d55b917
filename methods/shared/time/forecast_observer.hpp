#pragma once

#include <curlew/core/stopwatch.hpp>
#include <curlew/methods/shared/forecast/free_stopwatch.hpp>
#include <curlew/methods/shared/run/records.hpp>
#include <curlew/methods/shared/time/time_observer.hpp>

#include <optional>

namespace curlew {

// Forecasts a run from its own set-up and first steps, and prints it; passes everything on to
// another observer.
class ForecastObserver final : public TimeObserver {
public:
  // `steps`: those of all runs; `setup_s`: time before the first one.
  ForecastObserver(TimeObserver &others, double steps, const Execution &execution, double setup_s)
      : others_(others), steps_(steps), execution_(execution), setup_s_(setup_s) {}

  void checkpoint(const RunPosition &position, const FieldState &state) override {
    others_.checkpoint(position, state);
  }
  void advanced(std::int64_t step) override;
  bool stop_requested() override { return others_.stop_requested(); }

  // Seconds of the whole run; none for a run that ended before it could be forecast.
  const std::optional<double> &seconds() const { return seconds_; }

private:
  TimeObserver &others_;
  double steps_;
  Execution execution_;
  double setup_s_;
  std::int64_t first_ = -1; // step from which the time counts
  std::optional<Stopwatch> wall_;
  std::optional<FreeStopwatch> free_;
  std::optional<double> seconds_;
};

} // namespace curlew
