#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/io/tables/flux_table.hpp>
#include <curlew/io/tables/orders_table.hpp>
#include <curlew/methods/fdfd/outputs/field_output.hpp>
#include <curlew/methods/fdfd/outputs/flux.hpp>
#include <curlew/methods/fdfd/outputs/huygens_box.hpp>
#include <curlew/methods/fdfd/plan.hpp>
#include <curlew/methods/shared/frequency/frequency_driver.hpp>

#include <optional>
#include <vector>

namespace curlew::fdfd {

// Throws InputError where the cross sections that a case asks for of a wave cannot be had: no room
// around the scatterer, directions into a medium with losses.
void check_far_field(const Case &input, const Problem &problem, const PlaneWave &wave);

// What a run writes of its solves beyond what every run in the frequency domain does: cross
// sections, where the power went, fields, local SAR.
class ResultWriter {
public:
  // `input` and `driver` must stay.
  ResultWriter(const Case &input, FrequencyDriver &driver, int threads);

  // What the grid leaves no room for is said before the solve. Throws InputError.
  void check(const Solve &solve, const Problem &problem);

  // Of a solve that converged: `electric` is the scattered E, on conductors too. Returns what
  // summary.json says of it.
  nlohmann::ordered_json add(const Solve &solve, const Problem &problem,
                             const std::vector<complex> &electric);

  void close(); // ends the tables; throws OutputError

private:
  // Of what drives the field, without the box: what is known of its powers.
  PowersRow powers_of(const Solve &solve, const YeeFields &fields) const;
  // Powers and cross sections, from what leaves a box around all that scatters.
  void add_far_results(const Solve &solve, const IncidentWave &incident, const YeeFields &fields,
                       const NodeBox &box, PowersRow &row, nlohmann::ordered_json &one);
  nlohmann::ordered_json balance_of(const Solve &solve, const IncidentWave &incident,
                                    const YeeFields &fields, const HuygensSurface &surface,
                                    PowersRow &row);
  nlohmann::ordered_json add_orders(const Solve &solve, const IncidentWave &incident,
                                    const YeeFields &fields);
  nlohmann::ordered_json add_fluxes(const Solve &solve, const YeeFields &fields);
  void add_cross_sections(const Solve &solve, const YeeFields &fields,
                          const HuygensSurface &surface, const IncidentWave &incident);

  const Case &input_;
  Summary &summary_;
  RcsTable &rcs_;
  PowersTable &powers_;
  OrdersTable orders_;
  std::vector<FluxTable> fluxes_;
  std::vector<FluxSurface> flux_surfaces_; // known from the first problem on
  int threads_;
  Backend backend_; // of far fields
  FieldOutput fields_;
};

} // namespace curlew::fdfd
