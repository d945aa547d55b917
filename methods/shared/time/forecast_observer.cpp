#include <curlew/methods/shared/time/forecast_observer.hpp>

#include <curlew/methods/shared/forecast/time_forecast.hpp>

#include <spdlog/spdlog.h>

namespace curlew {

void ForecastObserver::advanced(std::int64_t step) {
  constexpr double k_timed_s = 0.2;
  constexpr std::int64_t k_device_steps = 64; // the host runs ahead of a device for fewer
  others_.advanced(step);
  if (seconds_)
    return;
  if (!wall_) { // the first step warms up
    first_ = step;
    wall_.emplace();
    free_.emplace();
    return;
  }
  const std::int64_t steps = step - first_;
  if (wall_->seconds() < k_timed_s ||
      (is_device_backend(execution_.backend) && steps < k_device_steps))
    return;
  TimeForecast forecast;
  forecast.setup_s = setup_s_;
  forecast.work = {{"step", steps_, free_->seconds() / static_cast<double>(steps)}};
  seconds_ = forecast.seconds();
  spdlog::info("time: {}", to_text(forecast, execution_.backend, execution_.threads));
}

} // namespace curlew
