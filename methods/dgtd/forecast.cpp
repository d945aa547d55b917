#include <curlew/methods/dgtd/forecast.hpp>

#include <curlew/methods/dgtd/ports/network_ports.hpp>
#include <curlew/methods/shared/time/port_networks.hpp>
#include <curlew/methods/shared/time/step_forecast.hpp>

#include <fmt/format.h>

namespace curlew::dgtd {

TimeForecast forecast_run(const Case &input, Backend backend, SchemeInput scheme, double bytes,
                          const FreeStopwatch &started) {
  if (const std::string why = why_no_scheme(scheme.problem.tet_count(), "tets", bytes, backend);
      !why.empty())
    return {0, {}, "", why};
  const PortNetworks networks(input, network_ports(scheme.problem));
  scheme.drives = networks.drives(0);
  scheme.frequencies_hz = input.frequencies_hz;
  scheme.port_rows = input.outputs.ports;
  return with_threads_of(backend, [&] {
    const auto made = make_scheme(backend, scheme);
    TimeForecast forecast =
        forecast_steps(*made, scheme.plan, networks.run_count(), started.seconds());
    name_what_is_left_out(input, forecast);
    return forecast;
  });
}

} // namespace curlew::dgtd
