#include <curlew/io/case/sections/outputs/outputs_parts.hpp>
#include <curlew/io/case/sections/put_optional.hpp>
#include <curlew/io/case/sections/sweep.hpp>

namespace curlew {
namespace {

using nlohmann::ordered_json;

SliceSpec read_slice(const ordered_json &node) {
  return {node["axis"].get<std::string>()[0] - 'x', node["at"].get<double>()};
}

ordered_json to_json(const SliceSpec &slice) {
  return {{"axis", std::string(1, "xyz"[slice.axis])}, {"at", slice.at_m}};
}

PhasorFieldsSpec read_phasor_fields(const ordered_json &node) {
  PhasorFieldsSpec fields;
  fields.quantities = read_quantities(node["quantities"]);
  fields.total = node.value("total", true);
  fields.region = node.value("region", "");
  if (!node.contains("slice"))
    return fields;
  const ordered_json &slice = node["slice"];
  if (slice.is_object())
    fields.slices = {read_slice(slice)};
  else
    for (const ordered_json &one : slice)
      fields.slices.push_back(read_slice(one));
  return fields;
}

ordered_json to_json(const PhasorFieldsSpec &fields) {
  ordered_json node = {{"quantities", quantities_to_json(fields.quantities)},
                       {"total", fields.total}};
  if (!fields.region.empty())
    node["region"] = fields.region;
  for (const SliceSpec &slice : fields.slices)
    node["slice"].push_back(to_json(slice));
  return node;
}

RcsSpec read_rcs(const ordered_json &node) {
  RcsSpec rcs;
  rcs.monostatic = node["monostatic"].get<bool>();
  if (node.contains("bistatic"))
    rcs.bistatic = {sweep_values(node["bistatic"]["theta"]), sweep_values(node["bistatic"]["phi"])};
  return rcs;
}

ordered_json to_json(const RcsSpec &rcs) {
  ordered_json node;
  if (rcs.bistatic)
    node["bistatic"] = {{"theta", sweep_to_json(rcs.bistatic->theta_deg, SweepBy::step)},
                        {"phi", sweep_to_json(rcs.bistatic->phi_deg, SweepBy::step)}};
  node["monostatic"] = rcs.monostatic;
  return node;
}

DiffractionSpec read_diffraction(const ordered_json &node) {
  DiffractionSpec diffraction;
  if (node["orders"].is_array())
    diffraction.most = node["orders"].get<std::array<int, 2>>();
  diffraction.above_m = get_optional<double>(node, "above");
  diffraction.below_m = get_optional<double>(node, "below");
  return diffraction;
}

ordered_json to_json(const DiffractionSpec &diffraction) {
  ordered_json node = {{"orders", "all"}};
  put_optional(node, "orders", diffraction.most);
  put_optional(node, "above", diffraction.above_m);
  put_optional(node, "below", diffraction.below_m);
  return node;
}

ScatteringSpec read_scattering(const ordered_json &node) {
  ScatteringSpec scattering;
  if (node.is_boolean())
    return scattering;
  scattering.touchstone = node["touchstone"].get<bool>();
  scattering.reference_ohm = get_optional<double>(node, "reference");
  scattering.passive = node["passive"].get<bool>();
  scattering.is_travelling = node["waves"] == "travelling";
  return scattering;
}

ordered_json to_json(const ScatteringSpec &scattering) {
  if (scattering.touchstone && !scattering.reference_ohm && !scattering.passive &&
      !scattering.is_travelling)
    return true;
  ordered_json node = {{"touchstone", scattering.touchstone}};
  put_optional(node, "reference", scattering.reference_ohm);
  if (scattering.passive)
    node["passive"] = true;
  if (scattering.is_travelling)
    node["waves"] = "travelling";
  return node;
}

} // namespace

void read_phasor_outputs(const ordered_json &node, OutputSpec &outputs) {
  if (node.contains("rcs"))
    outputs.rcs = read_rcs(node["rcs"]);
  if (node.contains("diffraction"))
    outputs.diffraction = read_diffraction(node["diffraction"]);
  if (node.contains("fields") && !node["fields"].contains("every"))
    outputs.phasors = read_phasor_fields(node["fields"]);
  outputs.sar = node.value("sar", false);
  outputs.powers = node.value("powers", true);
  outputs.ports = node.value("ports", true);
  outputs.currents = node.value("currents", false);
  if (node.contains("s_parameters") && node["s_parameters"] != false)
    outputs.s_parameters = read_scattering(node["s_parameters"]);
}

void write_phasor_outputs(const OutputSpec &outputs, ordered_json &node) {
  if (outputs.rcs)
    node["rcs"] = to_json(*outputs.rcs);
  if (outputs.diffraction)
    node["diffraction"] = to_json(*outputs.diffraction);
  if (outputs.phasors)
    node["fields"] = to_json(*outputs.phasors);
  if (outputs.sar)
    node["sar"] = true;
  if (!outputs.powers)
    node["powers"] = false;
  if (!outputs.ports)
    node["ports"] = false;
  if (outputs.currents)
    node["currents"] = true;
  if (outputs.s_parameters)
    node["s_parameters"] = to_json(*outputs.s_parameters);
}

} // namespace curlew
