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
      solve.place = input.where(fmt::format("/excitations/{}", x));
      const std::string name = fmt::format("{:.6g} Hz, {}", frequency_hz, excitation.name);
      if (excitation.type != Excitation::Type::plane_wave) {
        solve.source = source++;
        solve.name = name;
        plan.push_back(solve);
        continue;
      }
      has_wave = true;
      for (const PlaneWave &wave : excitation.waves) {
        solve.source = source++;
        solve.wave = &wave;
        solve.name = name + wave_text(wave, excitation.waves.size());
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

RightHandSide side_of(const Case &input, const Problem &problem, const Solve &solve, int threads) {
  return solve.wave != nullptr ? plane_wave_side(input, problem, *solve.wave, solve.place, threads)
                               : current_side(problem, *solve.excitation, solve.place);
}

} // namespace curlew::fdfd
