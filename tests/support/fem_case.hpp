#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/io/case/loader.hpp>
#include <curlew/methods/fem/case/check_case.hpp>
#include <curlew/methods/fem/faces/face_admittance.hpp>
#include <curlew/methods/fem/make_model.hpp>
#include <curlew/methods/fem/ports/port_network.hpp>
#include <curlew/methods/fem/prepare.hpp>
#include <curlew/methods/fem/solve/system.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

// Cases of method fem in memory, solved without the program.
namespace curlew::fem::test {

inline Case make_case(nlohmann::ordered_json json) {
  json["method"] = "fem";
  return parse_case(json.dump(), "case.json", std::filesystem::current_path(),
                    make_case_format({case_method()}));
}

// A box of one material, "air"; all walls by default.
inline nlohmann::ordered_json box_case(std::array<double, 3> size, std::array<int, 3> cells,
                                       const std::string &wall = "pec") {
  return {{"mesh", {{"box", {{"size", size}, {"cells", cells}}}}},
          {"materials", {{"air", {{"eps_r", 1}}}}},
          {"regions", {{"volume", "air"}}},
          {"boundaries", {{"default", {{"type", wall}}}}},
          {"frequency", 3e8}};
}

// A case with its matrix at a frequency.
class Solver {
public:
  explicit Solver(const nlohmann::ordered_json &json, Backend backend = Backend::serial)
      : Solver(
            json, [](const Case &input) { return make_model(input, 1); }, backend) {}
  // Solves on a mesh that the caller makes.
  Solver(const nlohmann::ordered_json &json, const std::function<Model(const Case &)> &model,
         Backend backend = Backend::serial)
      : input(make_case(json)), prepared(prepare_case(input, model(input), 1)),
        ports(prepared.ports),
        problem(make_problem(input, std::move(prepared.model), std::move(prepared.layers), 1)),
        network(input, problem, ports), system(make_system(backend, problem, prepared.choice)) {
    set(input.frequencies_hz.front());
  }

  void set(double frequency_hz) {
    const double k0 = wavenumber(frequency_hz);
    media = media_at(input, problem.model, problem.layers, frequency_hz);
    admittances = face_admittances(input, problem.model, ports, frequency_hz);
    coefficients.media = &media;
    coefficients.mass = -k0 * k0;
    coefficients.faces.clear();
    for (const auto &y : admittances)
      coefficients.faces.push_back(std::complex<double>(0, k0) * y);
    system->set(coefficients);
    network.set(frequency_hz);
  }

  Load solve(const Load &load) {
    Load x;
    SolveOptions options;
    options.tolerance = input.solver.tolerance;
    network.solve(*system, load, x, options, report);
    return x;
  }

  // S of all ports.
  ScatteringMatrix scattering() {
    for (const auto &[port, mode] : network.missing_columns())
      network.add(port, solve(network.load_of(port, mode)), mode);
    return network.scattering();
  }

  static double wavenumber(double frequency_hz) {
    return 2 * 3.14159265358979323846 * frequency_hz / 299792458.0;
  }

  Case input;
  Prepared prepared;
  std::vector<Port> ports;
  Problem problem;
  PortNetwork network;
  std::unique_ptr<EquationSystem> system;
  Media media;
  std::vector<std::complex<double>> admittances;
  Coefficients coefficients;
  SolveReport report;
};

} // namespace curlew::fem::test
