#include <curlew/io/case/build_rooms.hpp>

#include <curlew/io/case/checks.hpp>

namespace curlew {
namespace {

using nlohmann::ordered_json;

// `prefix` is "" or "mu_", `strength` "delta_eps" or "delta_mu".
Poles build_poles(const ordered_json &node, const std::string &prefix, const char *strength) {
  const auto list = [&](const char *kind) {
    return node.value(prefix + kind, ordered_json::array());
  };
  Poles poles;
  for (const ordered_json &pole : list("debye"))
    poles.debye.push_back({pole[strength].get<double>(), pole["tau"].get<double>()});
  for (const ordered_json &pole : list("lorentz"))
    poles.lorentz.push_back(
        {pole[strength].get<double>(), pole["f0"].get<double>(), pole["gamma"].get<double>()});
  for (const ordered_json &pole : list("drude"))
    poles.drude.push_back({pole["f_p"].get<double>(), pole["gamma"].get<double>()});
  return poles;
}

} // namespace

Material build_material(const std::string &name, const ordered_json &node) {
  Material material;
  material.name = name;
  material.pec = node.contains("pec");
  if (material.pec)
    return material;
  material.eps_r = to_tensor(node.contains("eps_inf") ? node["eps_inf"] : node["eps_r"]);
  material.mu_r = to_tensor(node.contains("mu_inf") ? node["mu_inf"] : node["mu_r"]);
  material.sigma = to_tensor(node["sigma"]);
  if (node.contains("sigma_m"))
    material.sigma_m = to_tensor(node["sigma_m"]);
  material.loss_tangent = node.value("loss_tangent", 0.0);
  material.eps_poles = build_poles(node, "", "delta_eps");
  material.mu_poles = build_poles(node, "mu_", "delta_mu");
  material.density_kg_m3 = node.value("density", 0.0);
  return material;
}

} // namespace curlew
