#pragma once

#include <curlew/io/tables/orders_table.hpp>
#include <curlew/methods/fem/outputs/diffraction.hpp>
#include <curlew/methods/fem/outputs/loss_errors.hpp>
#include <curlew/methods/fem/outputs/participation.hpp>
#include <curlew/methods/fem/outputs/probes.hpp>
#include <curlew/methods/fem/solve/system.hpp>
#include <curlew/methods/shared/frequency/antenna_writer.hpp>
#include <curlew/methods/shared/frequency/frequency_driver.hpp>

#include <optional>

namespace curlew::fem {

// A solution and the solve that it belongs to.
struct Solution {
  const SourceSolve &solve;
  const PhasorField &x;                                 // [dof of the whole mesh]
  const Load &load;                                     // right-hand side, [unknown]
  const std::vector<std::complex<double>> &admittances; // [face of Model::terms]
  std::optional<PortPowers> port; // powers of the excited port, if there is one
  // Power absorbed by modal ports except the excited one, beyond absorbed_on_faces()
  // (face_powers.hpp).
  double absorbed_by_modes_w = 0;
};

// Writes the outputs that a case asks for, for each solution: probes and fields, cross sections,
// far fields, powers.
class ResultWriter {
public:
  ResultWriter(const Case &input, const Problem &problem, const CurvedLocator &locator,
               FrequencyDriver &driver, Backend backend);

  // Returns the entry of the solve in summary.json.
  nlohmann::ordered_json add(const Solution &solution, const Media &media);
  // Reports what all solves together show, and closes the tables. Throws OutputError.
  void close();

private:
  nlohmann::ordered_json add_wave(const Solution &solution, const Media &media,
                                  const Fields &fields, const IncidentWave &incident);
  // Writes the powers that a wave gives a body, for a field that is the scattered one on all sides.
  nlohmann::ordered_json add_scattered(const SourceSolve &solve, const Fields &fields,
                                       const SurfaceCurrents &currents, double absorbed);
  // Returns warnings of orders that graze the layers, and of orders near their cutoff.
  std::vector<std::string> warnings_of_grazing(const SourceSolve &solve,
                                               const Diffraction &result) const;
  nlohmann::ordered_json add_orders(const SourceSolve &solve, const Media &media,
                                    const Fields &fields, double absorbed);
  nlohmann::ordered_json add_current(const Solution &solution, const Media &media,
                                     const Fields &fields);
  nlohmann::ordered_json add_port(const Solution &solution, const Media &media,
                                  const Fields &fields);

  const Case &input_;
  const Problem &problem_;
  FrequencyDriver &driver_;
  Backend backend_;
  std::vector<RadiatingFace> faces_;
  std::optional<OrderPlanes> planes_; // of outputs.diffraction
  OrdersTable orders_;
  FieldWriter fields_;
  AntennaWriter antenna_;
  ParticipationTable participation_;
  LossErrors loss_errors_;
};

} // namespace curlew::fem
