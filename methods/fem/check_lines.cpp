#include <curlew/methods/fem/check_lines.hpp>

#include <curlew/methods/fem/warnings.hpp>

#include <fmt/format.h>

namespace curlew::fem {

std::string port_line(const Port &port) {
  return fmt::format("  port {} \"{}\", {}, {:.4g} m^2\n", port.spec().index, port.boundary->group,
                     word_of(port.spec().kind()), port.area_m2);
}

std::string resolution_lines(const Case &input, const Model &model, double frequency_hz) {
  std::string text;
  for (const MaterialResolution &one : resolutions(input, model, frequency_hz))
    text += fmt::format("  {:.6g} Hz: {:.3g} edges per {} ({:.4g} m) in \"{}\"\n", frequency_hz,
                        one.edges, one.is_metal ? "skin depth" : "wavelength", one.length_m,
                        one.material);
  return text;
}

} // namespace curlew::fem
