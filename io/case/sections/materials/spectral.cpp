#include <curlew/io/case/sections/materials/spectral.hpp>

#include <curlew/core/spectral_medium.hpp>
#include <curlew/io/case/case_files.hpp>
#include <curlew/io/case/sections/reading.hpp>

#include <complex>
#include <memory>
#include <stdexcept>

namespace curlew {
namespace {

using nlohmann::ordered_json;

DjordjevicSarkar read_djordjevic_sarkar(const ordered_json &node) {
  return {node["eps_r"].get<double>(), node["loss_tangent"].get<double>(), node["f"].get<double>(),
          node["f1"].get<double>(), node["f2"].get<double>()};
}

ordered_json to_json(const DjordjevicSarkar &model) {
  return {{"eps_r", model.eps_r},
          {"loss_tangent", model.loss_tangent},
          {"f", model.f_hz},
          {"f1", model.f1_hz},
          {"f2", model.f2_hz}};
}

std::shared_ptr<const PermittivityTable> table_of(const ordered_json &node,
                                                  const ReadContext &context) {
  const auto found =
      context.files.tables.find(absolute_path(context.base_dir, node.get<std::string>()));
  if (found == context.files.tables.end())
    throw std::logic_error("the check of the materials has not read a table");
  return found->second;
}

} // namespace

bool is_complex_pair(const ordered_json &value) {
  return value.is_array() && value.size() == 2;
}

bool is_tensor(const ordered_json &value) {
  return value.is_array() && value.size() == 3;
}

void read_spectral(const ordered_json &node, const ReadContext &context, Material &material) {
  SpectralMedium medium;
  bool is_spectral = true;
  if (node.contains("table")) {
    medium.table = table_of(node["table"], context);
    material.eps_r = SymmetricTensor::isotropic(0);
  } else if (node.contains("djordjevic_sarkar")) {
    medium.djordjevic_sarkar = read_djordjevic_sarkar(node["djordjevic_sarkar"]);
    material.eps_r = SymmetricTensor::isotropic(0);
  } else if (node.contains("n")) {
    medium.index = std::conj(read_complex(node["n"]));
    const std::complex<double> eps = *medium.index * *medium.index;
    material.eps_r = SymmetricTensor::isotropic(eps.real());
    medium.loss = -eps.imag();
  } else if (node.contains("eps_r") && is_complex_pair(node["eps_r"])) {
    medium.loss = -node["eps_r"][1].get<double>();
  } else {
    is_spectral = false;
  }
  for (const ordered_json &pole : node.value("cole_cole", ordered_json::array())) {
    medium.cole_cole.push_back(
        {pole["delta_eps"].get<double>(), pole["tau"].get<double>(), pole["alpha"].get<double>()});
    is_spectral = true;
  }
  if (is_spectral)
    material.spectral = std::make_shared<const SpectralMedium>(std::move(medium));
}

void write_spectral(const Material &material, ordered_json &node) {
  if (!material.spectral)
    return;
  const SpectralMedium &medium = *material.spectral;
  if (medium.table || medium.djordjevic_sarkar || medium.index)
    node.erase("eps_r");
  if (medium.table)
    node["table"] = medium.table->file().string();
  else if (medium.djordjevic_sarkar)
    node["djordjevic_sarkar"] = to_json(*medium.djordjevic_sarkar);
  else if (medium.index)
    node["n"] = {medium.index->real(), -medium.index->imag()};
  else if (medium.loss != 0)
    node["eps_r"] = {material.eps_r.v[0], -medium.loss};
  for (const ColeColePole &pole : medium.cole_cole)
    node["cole_cole"].push_back(
        {{"delta_eps", pole.delta}, {"tau", pole.tau_s}, {"alpha", pole.alpha}});
}

} // namespace curlew
