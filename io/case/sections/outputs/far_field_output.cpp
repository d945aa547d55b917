#include <curlew/io/case/sections/outputs/outputs_parts.hpp>
#include <curlew/io/case/sections/sweep.hpp>

namespace curlew {

using nlohmann::ordered_json;

FarFieldSpec read_far_field(const ordered_json &node) {
  FarFieldSpec far_field;
  far_field.angles = {sweep_values(node["theta"]), sweep_values(node["phi"])};
  for (const ordered_json &plane : node.value("images", ordered_json::array())) {
    const bool is_magnetic = plane["type"] == "pmc";
    far_field.images.push_back({plane["axis"].get<std::string>()[0] - 'x',
                                plane["at"].get<double>(), is_magnetic,
                                plane.value("mirror", is_magnetic)});
  }
  far_field.surface = node.value("surface", "");
  return far_field;
}

ordered_json to_json(const FarFieldSpec &far_field) {
  ordered_json node = {{"theta", sweep_to_json(far_field.angles.theta_deg, SweepBy::step)},
                       {"phi", sweep_to_json(far_field.angles.phi_deg, SweepBy::step)}};
  for (const ImageSpec &plane : far_field.images)
    node["images"].push_back({{"axis", std::string(1, "xyz"[plane.axis])},
                              {"at", plane.at_m},
                              {"type", plane.is_magnetic ? "pmc" : "pec"},
                              {"mirror", plane.is_mirror}});
  if (!far_field.surface.empty())
    node["surface"] = far_field.surface;
  return node;
}

} // namespace curlew
