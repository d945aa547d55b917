#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/io/tables/flux_table.hpp>
#include <curlew/io/tables/orders_table.hpp>
#include <curlew/methods/fdfd/outputs/field_output.hpp>
#include <curlew/methods/fdfd/outputs/flux.hpp>
#include <curlew/methods/fdfd/outputs/huygens_box.hpp>
#include <curlew/methods/fdfd/solve/plan.hpp>
#include <curlew/methods/shared/frequency/frequency_driver.hpp>

#include <optional>
#include <vector>

namespace curlew::fdfd {

// Throws InputError where the cross sections that a case requests for a wave cannot be computed: no
// room around the scatterer, directions into a medium with losses.
void check_far_field(const Case &input, const Problem &problem, const PlaneWave &wave);

// Writes the results of this method beyond those of every run in the frequency domain: cross
// sections, powers, fields, local SAR.
class ResultWriter {
public:
  // `input` and `driver` must outlive the writer.
  ResultWriter(const Case &input, FrequencyDriver &driver, int threads);

  // Throws InputError, before the solve, for outputs that the grid has no room for.
  void check(const Solve &solve, const Problem &problem);

  // Adds the results of a converged solve. `electric` is the scattered E, on conductors too.
  // Returns the solve's entries of summary.json.
  nlohmann::ordered_json add(const Solve &solve, const Problem &problem,
                             const std::vector<complex> &electric);

  void close(); // ends the tables; throws OutputError

private:
  // Returns the powers that are known without a box around the scatterer. Adds "powers_note", the
  // reason for those of a current that are left out, to the solve's entries.
  PowersRow powers_of(const Solve &solve, const YeeFields &fields,
                      nlohmann::ordered_json &one) const;
  // Adds powers and cross sections, computed from the fields on a box around the scatterer.
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
  std::vector<FluxSurface> flux_surfaces_; // set from the first problem
  int threads_;
  Backend backend_; // backend of the far-field transform
  FieldOutput fields_;
};

} // namespace curlew::fdfd
