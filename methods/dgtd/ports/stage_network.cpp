#include <curlew/methods/dgtd/ports/stage_network.hpp>

#include <cmath>

namespace curlew::dgtd {

StageNetwork stage_network(const SquareNetwork &network, double line_ohm) {
  StageNetwork result;
  result.is_parallel = network.is_parallel;
  result.z = line_ohm;
  const auto inverse = [](const std::optional<double> &value) { return value ? 1 / *value : 0; };
  if (network.is_parallel) {
    result.conductance = inverse(network.resistance_ohm);
    result.capacitance = network.capacitance_f.value_or(0);
    result.inverse_inductance = inverse(network.inductance_h);
  } else {
    result.resistance = network.resistance_ohm.value_or(0);
    result.inductance = network.inductance_h.value_or(0);
    result.inverse_capacitance = inverse(network.capacitance_f);
  }
  return result;
}

double StageNetwork::fastest() const {
  if (is_parallel && capacitance > 0)
    return (1 / z + conductance) / capacitance + std::sqrt(inverse_inductance / capacitance);
  if (is_parallel)
    return inverse_inductance * z / (1 + z * conductance);
  if (inductance > 0)
    return (z + resistance) / inductance + std::sqrt(inverse_capacitance / inductance);
  return inverse_capacitance / (z + resistance);
}

} // namespace curlew::dgtd
