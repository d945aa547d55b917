#include <curlew/io/case/build_rooms.hpp>

#include <curlew/io/case/sweeps.hpp>

#include <algorithm>

namespace curlew {
namespace {

using nlohmann::ordered_json;

Vector3 difference(const Vector3 &a, const Vector3 &b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

ProbeSpec build_probe(const ordered_json &node) {
  ProbeSpec probe;
  probe.name = node["name"].get<std::string>();
  probe.field = build_field(node["field"]);
  if (node.contains("point")) {
    probe.point_m = node["point"].get<Vector3>();
  } else if (node.contains("line")) {
    const ordered_json &line = node["line"];
    probe.kind = ProbeSpec::Kind::line;
    probe.point_m = line["start"].get<Vector3>();
    probe.u_m = difference(line["stop"].get<Vector3>(), probe.point_m);
    probe.counts = {line["count"].get<Index>(), 1};
  } else {
    const ordered_json &plane = node["plane"];
    probe.kind = ProbeSpec::Kind::plane;
    probe.point_m = plane["corner"].get<Vector3>();
    probe.u_m = plane["u"].get<Vector3>();
    probe.v_m = plane["v"].get<Vector3>();
    probe.counts = plane["counts"].get<std::array<Index, 2>>();
  }
  return probe;
}

SpectrumSpec build_spectrum(ordered_json &node, const std::vector<Excitation> &excitations) {
  SpectrumSpec spectrum;
  if (!node.contains("band")) {
    double highest = 0;
    for (const Excitation &excitation : excitations)
      highest = std::max(highest, excitation.waveform.highest_frequency_hz());
    node["band"] = {0.0, highest};
  }
  spectrum.probe = node["probe"].get<std::string>();
  spectrum.window = node["window"].get<std::string>();
  spectrum.band_hz = node["band"].get<std::array<double, 2>>();
  spectrum.peaks = node["peaks"].get<bool>();
  spectrum.expected_hz = node["expected"].get<std::vector<double>>();
  spectrum.expected_tolerance = node["expected_tolerance"].get<double>();
  return spectrum;
}

Schedule build_schedule(const ordered_json &every) {
  if (every.is_number())
    return {every.get<double>(), std::nullopt};
  return {std::nullopt, std::stoll(every.get<std::string>())}; // "100 steps"
}

std::vector<Field> build_quantities(const ordered_json &node) {
  std::vector<Field> quantities;
  for (const ordered_json &quantity : node)
    quantities.push_back(build_field(quantity));
  return quantities;
}

SliceSpec build_slice(const ordered_json &node) {
  return {node["axis"].get<std::string>()[0] - 'x', node["at"].get<double>()};
}

PhasorFieldsSpec build_phasor_fields(const ordered_json &node) {
  PhasorFieldsSpec fields;
  fields.quantities = build_quantities(node["quantities"]);
  fields.total = node["total"].get<bool>();
  if (!node.contains("slice"))
    return fields;
  const ordered_json &slice = node["slice"];
  if (slice.is_object())
    fields.slices = {build_slice(slice)};
  else
    for (const ordered_json &one : slice)
      fields.slices.push_back(build_slice(one));
  return fields;
}

} // namespace

Field build_field(const ordered_json &node) {
  return node.get<std::string>() == "H" ? Field::H : Field::E;
}

void build_time_outputs(ordered_json &node, const std::vector<Excitation> &excitations,
                        OutputSpec &outputs) {
  for (const ordered_json &probe : node["probes"])
    outputs.probes.push_back(build_probe(probe));
  for (ordered_json &spectrum : node["spectra"])
    outputs.spectra.push_back(build_spectrum(spectrum, excitations));
  if (node.contains("fields")) {
    const ordered_json &fields = node["fields"];
    const Schedule schedule = build_schedule(fields["every"]);
    FieldsSpec spec;
    spec.every_s = schedule.every_s;
    spec.every_steps = schedule.every_steps;
    spec.quantities = build_quantities(fields["quantities"]);
    spec.region = fields.value("region", "");
    outputs.fields = spec;
  }
  if (node.contains("energy"))
    outputs.energy = build_schedule(node["energy"]["every"]);
  if (node.contains("checkpoint"))
    outputs.checkpoint = {build_schedule(node["checkpoint"]["every"]),
                          node["checkpoint"]["keep"].get<int>()};
}

void build_phasor_outputs(const ordered_json &node, OutputSpec &outputs) {
  if (node.contains("rcs")) {
    const ordered_json &rcs = node["rcs"];
    outputs.rcs.emplace();
    outputs.rcs->monostatic = rcs["monostatic"].get<bool>();
    if (rcs.contains("bistatic"))
      outputs.rcs->bistatic = {sweep_values(rcs["bistatic"]["theta"]),
                               sweep_values(rcs["bistatic"]["phi"])};
  }
  if (node.contains("fields"))
    outputs.phasors = build_phasor_fields(node["fields"]);
  outputs.sar = node["sar"].get<bool>();
}

} // namespace curlew
