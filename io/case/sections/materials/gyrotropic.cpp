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

ordered_json to_json(const Ferrite &ferrite) {
  ordered_json node = {{"saturation", ferrite.saturation_A_m}, {"bias", ferrite.bias_A_m}};
  if (ferrite.linewidth_A_m != 0)
    node["linewidth"] = ferrite.linewidth_A_m;
  if (ferrite.alpha != 0)
    node["alpha"] = ferrite.alpha;
  node["lande_g"] = ferrite.lande_g;
  return node;
}

ordered_json to_json(const GyrotropicDrudePole &pole) {
  return {{"f_p", pole.f_p_hz},
          {"gamma", pole.gamma_hz},
          {"bias", pole.bias_T},
          {"mass", pole.mass},
          {"charge", pole.charge}};
}

GyrotropicMedium read_medium(const ordered_json &node) {
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

constexpr std::array<double, 3> k_no_gyration{0, 0, 0};

} // namespace

GyrotropicMedia read_gyrotropic(const ordered_json &materials) {
  GyrotropicMedia media;
  for (const auto &[name, node] : materials.items()) {
    const auto is_given = [&keys = node](const char *key) {
      return keys.contains(key) && !keys[key].empty();
    };
    if (std::any_of(k_gyrotropic_keys.begin(), k_gyrotropic_keys.end(), is_given))
      media.emplace(name, read_medium(node));
  }
  return media;
}

ordered_json to_json(const GyrotropicMedium &medium) {
  ordered_json node = ordered_json::object();
  if (medium.ferrite)
    node["ferrite"] = to_json(*medium.ferrite);
  for (const GyrotropicDrudePole &pole : medium.drude)
    node["gyrotropic_drude"].push_back(to_json(pole));
  if (medium.eps_gyration != k_no_gyration)
    node["gyration"] = medium.eps_gyration;
  if (medium.mu_gyration != k_no_gyration)
    node["mu_gyration"] = medium.mu_gyration;
  return node;
}

const GyrotropicMedium *gyrotropic_of(const Case &input, const std::string &material) {
  const auto at = input.gyrotropic.find(material);
  return at == input.gyrotropic.end() ? nullptr : &at->second;
}

} // namespace curlew
