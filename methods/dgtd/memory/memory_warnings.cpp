#include <curlew/methods/dgtd/memory/memory_warnings.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/passivity.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/memory/pole_steps.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::dgtd {
namespace {

// Resolved rate times time step: the rule of Crank and Nicolson, and the convolution much the same,
// moves a rate r to (2 / dt) tan(r dt / 2): by 1 % here.
constexpr double k_resolved = 0.35;

struct NamedPole {
  std::string pointer, rate_name;
  double rate; // 1/s
  Poles alone;
};

std::vector<NamedPole> poles_of_case(const Material &material, Side side) {
  const Poles &poles = poles_of(material, side);
  const std::string list = "/materials/" + material.name + (side == Side::electric ? "/" : "/mu_");
  std::vector<NamedPole> named;
  for (std::size_t k = 0; k < poles.debye.size(); ++k)
    named.push_back({fmt::format("{}debye/{}", list, k),
                     "1 / tau",
                     1 / poles.debye[k].tau_s,
                     {{poles.debye[k]}, {}, {}}});
  for (std::size_t k = 0; k < poles.lorentz.size(); ++k)
    named.push_back({fmt::format("{}lorentz/{}", list, k),
                     "2 pi f0",
                     2 * k_pi * poles.lorentz[k].f0_hz,
                     {{}, {poles.lorentz[k]}, {}}});
  for (std::size_t k = 0; k < poles.drude.size(); ++k)
    named.push_back({fmt::format("{}drude/{}", list, k),
                     "2 pi f_p",
                     2 * k_pi * poles.drude[k].f_p_hz,
                     {{}, {}, {poles.drude[k]}}});
  return named;
}

// True where a tet on any rank has the medium; layers continue a medium too.
bool is_in_mesh(const Problem &problem, std::size_t material) {
  const std::vector<std::uint16_t> &media = problem.material.table;
  const auto end = media.begin() + problem.tables().tet_count();
  return problem.ownership.ranks.any(
      std::find(media.begin(), end, material) != end ||
      std::any_of(problem.layers.tets.begin(), problem.layers.tets.end(), [&](Index tet) {
        return problem.layers.continued(problem.material[tet]) == material;
      }));
}

bool touches_absorbing_wall(const Problem &problem, std::size_t material) {
  bool here = false;
  for (Index t = 0; t < problem.tables().tet_count(); ++t)
    if (problem.material.table[t] == material)
      for (const TetFace &face : problem.faces.table[t])
        here = here || face.kind == FaceKind::absorbing;
  return problem.ownership.ranks.any(here);
}

} // namespace

std::vector<std::string> memory_warnings(const Case &input, const Problem &problem, double dt_s) {
  std::vector<std::string> warnings;
  UpdateOptions options;
  options.dt_s = dt_s;
  options.form = problem.choices.scheme == SchemeKind::upwind ? Form::stages : Form::mean;
  options.dispersion = problem.choices.dispersion;
  for (std::size_t m = 0; m < problem.materials.size(); ++m) {
    const Material &material = problem.materials[m];
    if (!material.is_dispersive() || !is_in_mesh(problem, m))
      continue;
    for (const Side side : {Side::electric, Side::magnetic})
      for (const NamedPole &pole : poles_of_case(material, side)) {
        // The check of the case looks at the sum where poles are negative.
        const bool active = options.form != Form::stages &&
                            !has_negative_strength(poles_of(material, side)) &&
                            is_active(pole_steps(pole.alone, options).front());
        if (active)
          warnings.push_back(fmt::format(
              "{}: this pole of \"{}\" gives energy to the field: {} times the step is {:.3g}, and "
              "the recursive convolution is passive below about 3; take \"dispersion\": \"ode\" or "
              "a shorter step",
              input.where(pole.pointer), material.name, pole.rate_name, pole.rate * dt_s));
        else if (pole.rate * dt_s > k_resolved)
          warnings.push_back(fmt::format(
              "{}: the step does not resolve this pole of \"{}\": {} times the step is {:.3g}, and "
              "above {} it is more than 1 % off; take a step of {:.3g} s",
              input.where(pole.pointer), material.name, pole.rate_name, pole.rate * dt_s,
              k_resolved, k_resolved / pole.rate));
      }
    if (touches_absorbing_wall(problem, m))
      warnings.push_back(fmt::format(
          "{}: \"{}\" touches an absorbing wall, which is matched to it above its poles only; end "
          "it before the wall",
          input.where("/materials/" + material.name), material.name));
  }
  return warnings;
}

} // namespace curlew::dgtd
