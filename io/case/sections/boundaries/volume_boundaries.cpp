#include <curlew/io/case/sections/boundaries/boundary_parts.hpp>
#include <curlew/io/case/sections/excitations/waveform_section.hpp>
#include <curlew/io/case/sections/put_optional.hpp>
#include <curlew/io/case/sections/reading.hpp>

// Boundaries of a mesh of tetrahedra that surfaces do not have: absorbing layers, periods, imposed
// fields.
namespace curlew {

using nlohmann::ordered_json;

PmlSpec read_pml(const ordered_json &node) {
  PmlSpec pml;
  pml.thickness_m = get_optional<double>(node, "thickness");
  pml.order = node["order"].get<double>();
  pml.reflection = get_optional<double>(node, "reflection");
  pml.sigma_max = get_optional<double>(node, "sigma_max");
  pml.kappa = node["kappa"].get<double>();
  pml.alpha = node["alpha"].get<double>();
  pml.is_sphere = node["shape"] == "sphere";
  pml.center_m = get_optional<Vector3>(node, "center");
  return pml;
}

void write_pml(const PmlSpec &pml, ordered_json &node) {
  put_optional(node, "thickness", pml.thickness_m);
  node["order"] = pml.order;
  put_optional(node, "reflection", pml.reflection);
  put_optional(node, "sigma_max", pml.sigma_max);
  node["kappa"] = pml.kappa;
  node["alpha"] = pml.alpha;
  node["shape"] = pml.is_sphere ? "sphere" : "flat";
  put_optional(node, "center", pml.center_m);
}

PeriodicSpec read_periodic(const ordered_json &node) {
  PeriodicSpec periodic;
  periodic.with = node["with"].get<std::string>();
  if (node["phase"].is_number())
    periodic.phase_deg = node["phase"].get<double>();
  return periodic;
}

void write_periodic(const PeriodicSpec &periodic, ordered_json &node) {
  node["with"] = periodic.with;
  if (periodic.phase_deg)
    node["phase"] = *periodic.phase_deg;
  else
    node["phase"] = "from_wave";
}

ImposedFieldSpec read_imposed_field(const ordered_json &node, const ReadContext &context) {
  ImposedFieldSpec imposed;
  imposed.profile = node["profile"].get<std::string>();
  imposed.direction = get_optional<Vector3>(node, "direction");
  imposed.amplitude = node["amplitude"].get<double>();
  imposed.waveform = read_waveform(node["waveform"], context);
  return imposed;
}

void write_imposed_field(const ImposedFieldSpec &imposed, ordered_json &node) {
  node["profile"] = imposed.profile;
  put_optional(node, "direction", imposed.direction);
  node["amplitude"] = imposed.amplitude;
  node["waveform"] = to_json(imposed.waveform);
}

} // namespace curlew
