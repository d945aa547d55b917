#include <curlew/methods/fdfd/plan.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

namespace curlew::fdfd {
namespace {

std::string wave_text(const PlaneWave &wave, std::size_t waves) {
  return waves == 1 ? std::string()
                    : fmt::format(" from theta {:.6g}, phi {:.6g}, pol {}", wave.theta_deg,
                                  wave.phi_deg, wave.pol);
}

} // namespace

std::vector<Solve> make_plan(const Case &input) {
  std::vector<Solve> plan;
  bool has_wave = false;
  for (const double frequency_hz : input.frequencies_hz) {
    std::size_t source = 0;
    for (std::size_t x = 0; x < input.excitations.size(); ++x) {
      const Excitation &excitation = input.excitations[x];
      Solve solve;
      solve.frequency_hz = frequency_hz;
      solve.excitation = &excitation;
      solve.excitation_name = excitation.name;
      solve.case_location = input.where(fmt::format("/excitations/{}", x));
      const std::string name = fmt::format("{:.6g} Hz, {}", frequency_hz, excitation.name);
      const auto *waves = std::get_if<PlaneWaveSource>(&excitation.source);
      if (waves == nullptr) {
        solve.source = source++;
        solve.name = name;
        plan.push_back(solve);
        continue;
      }
      has_wave = true;
      for (const PlaneWave &wave : waves->waves) {
        solve.source = source++;
        solve.wave = &wave;
        solve.name = name + wave_text(wave, waves->waves.size());
        plan.push_back(solve);
      }
    }
  }
  if (input.outputs.rcs && !has_wave)
    throw InputError(input.where("/outputs/rcs") +
                     ": a radar cross section is that of a plane wave; the case has none among its "
                     "excitations");
  return plan;
}

RightHandSide make_rhs(const Case &input, const Problem &problem, const Solve &solve, int threads) {
  return solve.wave != nullptr
             ? make_plane_wave_rhs(input, problem, *solve.wave, solve.case_location, threads)
             : make_current_rhs(problem, std::get<CurrentSource>(solve.excitation->source),
                                solve.case_location);
}

} // namespace curlew::fdfd
