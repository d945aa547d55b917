#include <curlew/io/case/sections/outputs/outputs_parts.hpp>
#include <curlew/io/case/sections/put_optional.hpp>

namespace curlew {
namespace {

using nlohmann::ordered_json;

FluxPlane read_plane(const ordered_json &node) {
  return {node["axis"].get<std::string>()[0] - 'x', node["at"].get<double>(),
          get_optional<std::array<double, 2>>(node, "min"),
          get_optional<std::array<double, 2>>(node, "max")};
}

ordered_json to_json(const FluxPlane &plane) {
  ordered_json node = {{"axis", std::string(1, "xyz"[plane.axis])}, {"at", plane.at_m}};
  put_optional(node, "min", plane.min_m);
  put_optional(node, "max", plane.max_m);
  return node;
}

} // namespace

FluxSpec read_flux(const ordered_json &node) {
  FluxSpec flux{node["name"].get<std::string>(), {}};
  if (node.contains("plane"))
    flux.shape = read_plane(node["plane"]);
  else if (node.contains("box"))
    flux.shape = FluxBox{node["box"]["min"].get<Vector3>(), node["box"]["max"].get<Vector3>()};
  else
    flux.shape = FluxGroup{node["surface"].get<std::string>()};
  return flux;
}

ordered_json to_json(const FluxSpec &flux) {
  ordered_json node = {{"name", flux.name}};
  if (const auto *plane = std::get_if<FluxPlane>(&flux.shape))
    node["plane"] = to_json(*plane);
  else if (const auto *box = std::get_if<FluxBox>(&flux.shape))
    node["box"] = {{"min", box->min_m}, {"max", box->max_m}};
  else
    node["surface"] = std::get<FluxGroup>(flux.shape).name;
  return node;
}

} // namespace curlew
