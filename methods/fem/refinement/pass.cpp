#include <curlew/methods/fem/refinement/pass.hpp>

#include <curlew/core/wave.hpp>
#include <curlew/methods/fem/faces/face_admittance.hpp>
#include <curlew/methods/fem/ports/port_network.hpp>
#include <curlew/methods/fem/refinement/error_estimate.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

class PassSolver {
public:
  PassSolver(const Case &input, Backend backend, const Problem &problem,
             const std::vector<Port> &ports, EquationSolver &system, double frequency_hz,
             const std::function<void(int, double)> &watch)
      : input_(input), backend_(backend), problem_(problem),
        frequency_hz_(frequency_hz), options_{input.solver.tolerance, input.solver.max_iterations,
                                              watch},
        media_(media_at(input, problem.model, problem.layers, frequency_hz)),
        admittances_(face_admittances(input, problem.model, ports, frequency_hz)),
        coefficients_(coefficients_of(media_, admittances_, wavenumber_of(frequency_hz))),
        network_(input, problem, ports), system_(system) {
    system_.set(coefficients_);
    network_.set(frequency_hz);
    pass_.squared_error.assign(problem.model.mesh.tets.size(), 0);
  }

  Pass scattering() && {
    for (const auto &[port, mode] : network_.missing_columns()) {
      const Load x = solve(network_.load_of(port, mode));
      network_.add(port, x, mode);
      add_error(with_fixed(problem_, x), nullptr);
    }
    pass_.values = network_.scattering();
    return finished();
  }

  Pass cross_sections() && {
    const auto faces = radiating_faces(input_, problem_.model, problem_.layers);
    for (const SourceSolve &source : plan_at(input_, frequency_hz_)) {
      if (source.wave == nullptr)
        continue;
      const double k0 = wavenumber_of(frequency_hz_);
      const IncidentWave incident = make_incident(*source.wave, k0);
      WaveLoad wave = wave_load(problem_, media_, admittances_, incident, k0);
      network_.faces().add_given(wave_on_ports(problem_, incident), wave.load);
      const Load given = product_with_fixed(problem_, coefficients_, wave.fixed, wave.total);
      for (std::size_t i = 0; i < given.size(); ++i)
        wave.load[i] -= given[i];
      PhasorField x = with_fixed(problem_, solve(wave.load));
      for (std::size_t d = 0; d < x.size(); ++d)
        if (problem_.unknowns.number[d] < 0)
          x[d] = wave.fixed[d];
      const Fields fields(problem_, media_, x, frequency_hz_, &incident);
      const auto directions = rcs_directions(*input_.outputs.rcs, incident);
      for (const FarField &field : far_field(backend_, surface_currents(fields, faces), directions,
                                             problem_.model.images)) {
        const CrossSection section = cross_section(field, amplitude(incident));
        pass_.values.push_back(section.theta_m2);
        pass_.values.push_back(section.phi_m2);
      }
      add_error(x, &incident);
    }
    return finished();
  }

private:
  Load solve(const Load &load) {
    if (std::all_of(load.begin(), load.end(), [](const complex &b) { return b == 0.0; }))
      return Load(load.size(), 0); // no source: the field is 0
    Load x;
    SolveReport report;
    network_.solve(system_, load, x, options_, report);
    pass_.iterations += report.iterations;
    return x;
  }

  void add_error(const PhasorField &x, const IncidentWave *incident) {
    const ErrorEstimate estimate =
        estimate_error(Fields(problem_, media_, x, frequency_hz_, incident), media_);
    for (std::size_t t = 0; t < estimate.squared.size(); ++t)
      pass_.squared_error[t] += estimate.squared[t];
    pass_.relative_error += estimate.relative * estimate.relative;
    ++sources_;
  }

  Pass finished() {
    pass_.relative_error = std::sqrt(pass_.relative_error / std::max(1, sources_));
    return std::move(pass_);
  }

  const Case &input_;
  Backend backend_;
  const Problem &problem_;
  double frequency_hz_;
  SolveOptions options_;
  Media media_;
  std::vector<complex> admittances_;
  Coefficients coefficients_;
  PortNetwork network_;
  EquationSolver &system_;
  int sources_ = 0;
  Pass pass_;
};

} // namespace

Pass solve_pass(const Case &input, Backend backend, const Problem &problem,
                const std::vector<Port> &ports, EquationSolver &system, double frequency_hz,
                bool of_cross_sections, const std::function<void(int, double)> &watch) {
  PassSolver solver(input, backend, problem, ports, system, frequency_hz, watch);
  return of_cross_sections ? std::move(solver).cross_sections() : std::move(solver).scattering();
}

} // namespace curlew::fem
