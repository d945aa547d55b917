#include <curlew/io/case/sections/excitations/excitations.hpp>
#include <curlew/io/case/sections/outputs/outputs_parts.hpp>

namespace curlew {
namespace {

using nlohmann::ordered_json;

ProbeSpec read_probe(const ordered_json &node) {
  ProbeSpec probe;
  probe.name = node["name"].get<std::string>();
  probe.field = read_field(node["field"]);
  if (node.contains("point")) {
    probe.shape = PointProbe{node["point"].get<Vector3>()};
  } else if (node.contains("line")) {
    const ordered_json &line = node["line"];
    probe.shape = LineProbe{line["start"].get<Vector3>(), line["stop"].get<Vector3>(),
                            line["count"].get<Index>()};
  } else {
    const ordered_json &plane = node["plane"];
    probe.shape =
        PlaneProbe{plane["corner"].get<Vector3>(), plane["u"].get<Vector3>(),
                   plane["v"].get<Vector3>(), plane["counts"].get<std::array<Index, 2>>()};
  }
  return probe;
}

void write(const PointProbe &probe, ordered_json &node) {
  node["point"] = probe.point_m;
}
void write(const LineProbe &probe, ordered_json &node) {
  node["line"] = {{"start", probe.start_m}, {"stop", probe.stop_m}, {"count", probe.count}};
}
void write(const PlaneProbe &probe, ordered_json &node) {
  node["plane"] = {
      {"corner", probe.corner_m}, {"u", probe.u_m}, {"v", probe.v_m}, {"counts", probe.counts}};
}

ordered_json to_json(const ProbeSpec &probe) {
  ordered_json node = {{"name", probe.name}};
  std::visit([&](const auto &shape) { write(shape, node); }, probe.shape);
  node["field"] = field_name(probe.field);
  return node;
}

SpectrumSpec read_spectrum(const ordered_json &node, const std::vector<Excitation> &excitations) {
  SpectrumSpec spectrum;
  spectrum.probe = node["probe"].get<std::string>();
  spectrum.window = node["window"].get<std::string>();
  if (node.contains("band"))
    spectrum.band_hz = node["band"].get<std::array<double, 2>>();
  else
    spectrum.band_hz = {0, highest_frequency_hz(excitations)};
  spectrum.peaks = node["peaks"].get<bool>();
  spectrum.expected_hz = node["expected"].get<std::vector<double>>();
  spectrum.expected_tolerance = node["expected_tolerance"].get<double>();
  if (node.contains("harmonics"))
    spectrum.harmonics =
        HarmonicsSpec{node["harmonics"]["f0"].get<double>(), node["harmonics"]["count"].get<int>()};
  return spectrum;
}

ordered_json to_json(const SpectrumSpec &spectrum) {
  ordered_json node = {
      {"probe", spectrum.probe},          {"window", spectrum.window},
      {"band", spectrum.band_hz},         {"peaks", spectrum.peaks},
      {"expected", spectrum.expected_hz}, {"expected_tolerance", spectrum.expected_tolerance}};
  if (spectrum.harmonics)
    node["harmonics"] = {{"f0", spectrum.harmonics->f0_hz}, {"count", spectrum.harmonics->count}};
  return node;
}

Schedule read_schedule(const ordered_json &every) {
  if (every.is_number())
    return {every.get<double>(), std::nullopt};
  return {std::nullopt, std::stoll(every.get<std::string>())}; // "100 steps"
}

ordered_json to_json(const Schedule &schedule) {
  if (schedule.every_s)
    return *schedule.every_s;
  return std::to_string(*schedule.every_steps) + " steps";
}

FieldsSpec read_fields(const ordered_json &node) {
  return {read_schedule(node["every"]), read_quantities(node["quantities"]),
          node.value("region", "")};
}

ordered_json to_json(const FieldsSpec &fields) {
  ordered_json node = {{"every", to_json(fields.schedule)},
                       {"quantities", quantities_to_json(fields.quantities)}};
  if (!fields.region.empty())
    node["region"] = fields.region;
  return node;
}

} // namespace

void read_time_outputs(const ordered_json &node, const std::vector<Excitation> &excitations,
                       OutputSpec &outputs) {
  for (const ordered_json &probe : node.value("probes", ordered_json::array()))
    outputs.probes.push_back(read_probe(probe));
  for (const ordered_json &spectrum : node.value("spectra", ordered_json::array()))
    outputs.spectra.push_back(read_spectrum(spectrum, excitations));
  if (node.contains("fields") && node["fields"].contains("every"))
    outputs.fields = read_fields(node["fields"]);
  if (node.contains("energy"))
    outputs.energy = read_schedule(node["energy"]["every"]);
  if (node.contains("nonlinear"))
    outputs.nonlinear = read_schedule(node["nonlinear"]["every"]);
  if (node.contains("far_field"))
    outputs.far_field = read_far_field(node["far_field"]);
  if (node.contains("checkpoint"))
    outputs.checkpoint = {read_schedule(node["checkpoint"]["every"]),
                          node["checkpoint"]["keep"].get<int>()};
}

void write_time_outputs(const OutputSpec &outputs, ordered_json &node) {
  for (const ProbeSpec &probe : outputs.probes)
    node["probes"].push_back(to_json(probe));
  for (const SpectrumSpec &spectrum : outputs.spectra)
    node["spectra"].push_back(to_json(spectrum));
  if (outputs.fields)
    node["fields"] = to_json(*outputs.fields);
  if (outputs.energy)
    node["energy"] = {{"every", to_json(*outputs.energy)}};
  if (outputs.nonlinear)
    node["nonlinear"] = {{"every", to_json(*outputs.nonlinear)}};
  if (outputs.far_field)
    node["far_field"] = to_json(*outputs.far_field);
  if (outputs.checkpoint)
    node["checkpoint"] = {{"every", to_json(outputs.checkpoint->schedule)},
                          {"keep", outputs.checkpoint->keep}};
}

} // namespace curlew
