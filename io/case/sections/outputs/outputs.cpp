#include <curlew/io/case/sections/outputs/outputs_parts.hpp>

namespace curlew {

using nlohmann::ordered_json;

Field read_field(const ordered_json &node) {
  return node.get<std::string>() == "H" ? Field::H : Field::E;
}

const char *field_name(Field field) {
  return field == Field::H ? "H" : "E";
}

std::vector<Field> read_quantities(const ordered_json &node) {
  std::vector<Field> quantities;
  for (const ordered_json &quantity : node)
    quantities.push_back(read_field(quantity));
  return quantities;
}

ordered_json quantities_to_json(const std::vector<Field> &quantities) {
  ordered_json list = ordered_json::array();
  for (const Field quantity : quantities)
    list.push_back(field_name(quantity));
  return list;
}

OutputSpec read_outputs(const ordered_json &node, const ReadContext &context,
                        const std::vector<Excitation> &excitations) {
  OutputSpec outputs;
  outputs.directory =
      absolute_path(context.base_dir, node.value("directory", outputs.directory.string()));
  for (const ordered_json &flux : node.value("flux", ordered_json::array()))
    outputs.fluxes.push_back(read_flux(flux));
  read_time_outputs(node, excitations, outputs);
  read_phasor_outputs(node, outputs);
  return outputs;
}

ordered_json to_json(const OutputSpec &outputs) {
  ordered_json node = {{"directory", outputs.directory.string()}};
  for (const FluxSpec &flux : outputs.fluxes)
    node["flux"].push_back(to_json(flux));
  write_time_outputs(outputs, node);
  write_phasor_outputs(outputs, node);
  return node;
}

} // namespace curlew
