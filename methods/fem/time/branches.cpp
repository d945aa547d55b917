#include <curlew/methods/fem/time/branches.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/methods/fem/face_admittance.hpp>
#include <curlew/methods/fem/media.hpp>
#include <curlew/methods/shared/run/volume_groups.hpp>

#include <fmt/format.h>

#include <map>

namespace curlew::fem {
namespace {

// Returns eta0 / Z of the lossless medium in front of a face.
double admittance_in_front(const Case &input, const Model &model, const FaceTerm &term) {
  const Material &material = input.materials[model.material[term.tet]];
  if (material.is_dispersive() || !material.sigma.is_zero())
    throw InputError(fmt::format("{}: the medium in front, \"{}\", has an impedance that depends "
                                 "on the frequency, which runs in time do not have there; put a "
                                 "layer without losses in front",
                                 where(input, *term.boundary), material.name));
  constexpr double k_any_hz = 1e9; // any frequency: nothing depends on it
  return wave_admittance(input, model, term, k_any_hz).real();
}

std::vector<Branch> element_branches(const Case &input, const Model &model,
                                     const Boundary &element) {
  const auto &lumped = std::get<LumpedBoundarySpec>(element.condition);
  const auto branches = branches_of(lumped.element, k_eta0 * squares_of(input, model, element));
  for (const Branch &branch : branches)
    if (branch.resistance == 0 && !branch.has_memory())
      throw InputError(where(input, element) + ": the element is a short; take \"pec\"");
  return branches;
}

} // namespace

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
  std::map<const Boundary *, std::vector<Branch>> of_boundary;
  for (const Port &port : ports)
    of_boundary[port.boundary] = {
        {port.spec().kind == "lumped"
             ? k_eta0 * port.length_m / (port.spec().impedance_ohm.value_or(50) * port.width_m)
             : admittance_in_front(input, model, model.terms[port.terms[0]]),
         1, 0, 0}};
  std::vector<std::vector<Branch>> result;
  for (const FaceTerm &term : model.terms) {
    const Boundary &boundary = *term.boundary;
    if (holds<Abc>(boundary)) {
      result.push_back({{admittance_in_front(input, model, term), 1, 0, 0}});
      continue;
    }
    if (of_boundary.count(&boundary) == 0) {
      const auto *impedance = spec_of<SurfaceImpedanceSpec>(boundary);
      of_boundary[&boundary] = impedance != nullptr
                                   ? std::vector<Branch>{{k_eta0, impedance->ohm->real(), 0, 0}}
                                   : element_branches(input, model, boundary);
    }
    result.push_back(of_boundary[&boundary]);
  }
  return result;
}

} // namespace curlew::fem
