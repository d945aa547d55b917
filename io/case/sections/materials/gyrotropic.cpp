#include <curlew/io/case/sections/materials/gyrotropic.hpp>

#include <curlew/io/case/case.hpp>

#include <algorithm>

namespace curlew {
namespace {

using nlohmann::ordered_json;

std::array<double, 3> read_vector(const ordered_json &node) {
  return {node[0].get<double>(), node[1].get<double>(), node[2].get<double>()};
}

Ferrite read_ferrite(const ordered_json &node) {
  Ferrite ferrite;
  ferrite.saturation_A_m = node["saturation"].get<double>();
  ferrite.bias_A_m = read_vector(node["bias"]);
  ferrite.linewidth_A_m = node.value("linewidth", 0.0);
  ferrite.alpha = node.value("alpha", 0.0);
  ferrite.lande_g = node["lande_g"].get<double>();
  return ferrite;
}

GyrotropicDrudePole read_pole(const ordered_json &node) {
  GyrotropicDrudePole pole;
  pole.f_p_hz = node["f_p"].get<double>();
  pole.gamma_hz = node["gamma"].get<double>();
  pole.bias_T = read_vector(node["bias"]);
  pole.mass = node["mass"].get<double>();
  pole.charge = node["charge"].get<int>();
  return pole;
}

} // namespace

std::optional<GyrotropicMedium> gyrotropic_of(const Case &input, const std::string &material) {
  if (!input.resolved.is_object() || !input.resolved.contains("materials") ||
      !input.resolved["materials"].contains(material))
    return std::nullopt;
  const ordered_json &node = input.resolved["materials"][material];
  const auto is_given = [&](const char *key) { return node.contains(key) && !node[key].empty(); };
  if (std::none_of(k_gyrotropic_keys.begin(), k_gyrotropic_keys.end(), is_given))
    return std::nullopt;
  GyrotropicMedium medium;
  if (node.contains("ferrite"))
    medium.ferrite = read_ferrite(node["ferrite"]);
  for (const ordered_json &pole : node.value("gyrotropic_drude", ordered_json::array()))
    medium.drude.push_back(read_pole(pole));
  if (node.contains("gyration"))
    medium.eps_gyration = read_vector(node["gyration"]);
  if (node.contains("mu_gyration"))
    medium.mu_gyration = read_vector(node["mu_gyration"]);
  return medium;
}

bool has_gyrotropic_material(const Case &input) {
  return std::any_of(input.materials.begin(), input.materials.end(), [&](const Material &material) {
    return gyrotropic_of(input, material.name).has_value();
  });
}

ordered_json gyrotropic_keys(const ordered_json &materials) {
  ordered_json result = ordered_json::object();
  for (const auto &[name, material] : materials.items())
    for (const char *key : k_gyrotropic_keys)
      if (material.contains(key) && !material[key].empty())
        result[name][key] = material[key];
  return result;
}

} // namespace curlew
