#include <curlew/methods/fem/time/branches.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>

#include <map>

namespace curlew::fem {

// Debye  j w d / (1 + j w tau)                  = 1 / (tau / d + 1 / (j w d))
// Lorentz  j w d w0^2 / (w0^2 + j w g - w^2)    = 1 / (g / (d w0^2) + j w / (d w0^2) + 1 / (j w d))
// Drude  -j w wp^2 / (w^2 - j w g)              = 1 / (g / wp^2 + j w / wp^2)
std::vector<Branch> branches_of(const Poles &poles) {
  constexpr double k_scale = 1 / k_speed_of_light, k_turn = 2 * k_pi;
  std::vector<Branch> branches;
  for (const DebyePole &pole : poles.debye)
    branches.push_back({k_scale, pole.tau_s / pole.delta, 0, 1 / pole.delta});
  for (const LorentzPole &pole : poles.lorentz) {
    const double strength = pole.delta * k_turn * k_turn * pole.f0_hz * pole.f0_hz;
    branches.push_back({k_scale, k_turn * pole.gamma_hz / strength, 1 / strength, 1 / pole.delta});
  }
  for (const DrudePole &pole : poles.drude) {
    const double strength = k_turn * k_turn * pole.f_p_hz * pole.f_p_hz;
    branches.push_back({k_scale, k_turn * pole.gamma_hz / strength, 1 / strength, 0});
  }
  return branches;
}

std::vector<std::vector<Branch>> face_branches(const Case &input, const Model &model,
                                               const std::vector<Port> &ports) {
  const FaceScene scene{input, model, ports};
  std::map<const FaceLaw *, std::vector<Branch>> of_law;
  const auto branches_of_term = [&](const FaceTerm &term) {
    if (term.law->depends_on_medium())
      return term.law->branches(scene, term);
    if (of_law.count(term.law) == 0)
      of_law[term.law] = term.law->branches(scene, term);
    return of_law[term.law];
  };
  for (const Port &port : ports) // their errors come first
    branches_of_term(model.terms[port.terms[0]]);
  std::vector<std::vector<Branch>> result;
  for (const FaceTerm &term : model.terms)
    result.push_back(branches_of_term(term));
  return result;
}

} // namespace curlew::fem
