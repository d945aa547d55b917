#include <curlew/io/case/sections/materials/materials.hpp>

#include <curlew/io/case/sections/materials/material_parts.hpp>
#include <curlew/io/case/sections/materials/spectral.hpp>

namespace curlew {
namespace {

using nlohmann::ordered_json;

// The shortest of the three forms.
ordered_json tensor_to_json(const SymmetricTensor &tensor) {
  const auto &[xx, yy, zz, xy, xz, yz] = tensor.v;
  if (tensor.is_isotropic())
    return xx;
  if (xy == 0 && xz == 0 && yz == 0)
    return {xx, yy, zz};
  return {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};
}

Material read_material(const std::string &name, const ordered_json &node,
                       const ReadContext &context) {
  Material material;
  material.name = name;
  material.pec = node.contains("pec");
  if (material.pec)
    return material;
  for (const char *key : {"eps_inf", "eps_r"})
    if (node.contains(key))
      material.eps_r = read_tensor(node[key]);
  read_spectral(node, context, material);
  material.mu_r = read_tensor(node.contains("mu_inf") ? node["mu_inf"] : node["mu_r"]);
  material.sigma = read_tensor(node["sigma"]);
  if (node.contains("sigma_m"))
    material.sigma_m = read_tensor(node["sigma_m"]);
  material.loss_tangent = node.value("loss_tangent", 0.0);
  material.chi3 = node.value("chi3", 0.0);
  material.eps_poles = read_poles(node, k_eps_keys);
  material.mu_poles = read_poles(node, k_mu_keys);
  material.density_kg_m3 = node.value("density", 0.0);
  return material;
}

ordered_json to_json(const Material &material) {
  if (material.pec)
    return {{"pec", true}};
  ordered_json node;
  node[material.eps_poles.empty() ? "eps_r" : "eps_inf"] = tensor_to_json(material.eps_r);
  node[material.mu_poles.empty() ? "mu_r" : "mu_inf"] = tensor_to_json(material.mu_r);
  node["sigma"] = tensor_to_json(material.sigma);
  if (!material.sigma_m.is_zero())
    node["sigma_m"] = tensor_to_json(material.sigma_m);
  if (material.loss_tangent != 0)
    node["loss_tangent"] = material.loss_tangent;
  if (material.chi3 != 0)
    node["chi3"] = material.chi3;
  write_spectral(material, node);
  write_poles(material.eps_poles, k_eps_keys, node);
  write_poles(material.mu_poles, k_mu_keys, node);
  if (material.density_kg_m3 != 0)
    node["density"] = material.density_kg_m3;
  return node;
}

} // namespace

Poles read_poles(const ordered_json &node, const PoleKeys &keys) {
  const auto list = [&](const char *kind) { return node.value(kind, ordered_json::array()); };
  Poles poles;
  for (const ordered_json &pole : list(keys.debye))
    poles.debye.push_back({pole[keys.strength].get<double>(), pole["tau"].get<double>()});
  for (const ordered_json &pole : list(keys.lorentz))
    poles.lorentz.push_back(
        {pole[keys.strength].get<double>(), pole["f0"].get<double>(), pole["gamma"].get<double>()});
  for (const ordered_json &pole : list(keys.drude))
    poles.drude.push_back({pole["f_p"].get<double>(), pole["gamma"].get<double>()});
  return poles;
}

void write_poles(const Poles &poles, const PoleKeys &keys, ordered_json &node) {
  for (const DebyePole &pole : poles.debye)
    node[keys.debye].push_back({{keys.strength, pole.delta}, {"tau", pole.tau_s}});
  for (const LorentzPole &pole : poles.lorentz)
    node[keys.lorentz].push_back(
        {{keys.strength, pole.delta}, {"f0", pole.f0_hz}, {"gamma", pole.gamma_hz}});
  for (const DrudePole &pole : poles.drude)
    node[keys.drude].push_back({{"f_p", pole.f_p_hz}, {"gamma", pole.gamma_hz}});
}

SymmetricTensor read_tensor(const ordered_json &value) {
  if (value.is_number())
    return SymmetricTensor::isotropic(value.get<double>());
  if (is_complex_pair(value))
    return SymmetricTensor::isotropic(value[0].get<double>());
  if (!value[0].is_array())
    return {{value[0].get<double>(), value[1].get<double>(), value[2].get<double>(), 0, 0, 0}};
  const auto mean = [&](int i, int j) {
    return 0.5 * (value[i][j].get<double>() + value[j][i].get<double>());
  };
  return {{mean(0, 0), mean(1, 1), mean(2, 2), mean(0, 1), mean(0, 2), mean(1, 2)}};
}

std::vector<Material> read_materials(const ordered_json &node, const ReadContext &context) {
  std::vector<Material> materials;
  for (const auto &[name, material] : node.items())
    materials.push_back(read_material(name, material, context));
  return materials;
}

ordered_json to_json(const std::vector<Material> &materials) {
  ordered_json node = ordered_json::object();
  for (const Material &material : materials)
    node[material.name] = to_json(material);
  return node;
}

} // namespace curlew
