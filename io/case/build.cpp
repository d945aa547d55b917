#include <curlew/io/case/build.hpp>

#include <curlew/io/case/checks.hpp>
#include <curlew/io/case/waveform_file.hpp>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

using nlohmann::ordered_json;
using Path = std::filesystem::path;

template <class T> std::optional<T> optional(const ordered_json &node, const char *key) {
  return node.contains(key) ? std::optional<T>(node[key].get<T>()) : std::nullopt;
}

MeshSpec build_mesh(ordered_json &node, const Path &base_dir) {
  MeshSpec mesh;
  if (node.contains("file")) {
    mesh.file = absolute_path(base_dir, node["file"].get<std::string>());
    node["file"] = mesh.file.string();
    mesh.length_unit_m = node["length_unit"].get<double>();
  } else {
    const ordered_json &box = node["box"];
    mesh.box = {box["size"].get<Vector3>(), box["cells"].get<std::array<Index, 3>>(),
                box["origin"].get<Vector3>(), box["jitter"].get<double>(),
                box["seed"].get<std::uint64_t>()};
  }
  mesh.refine = node["refine"].get<int>();
  const auto order = node["reorder"].get<std::string>();
  mesh.reorder = order == "none"    ? MeshOrder::none
                 : order == "rcm"   ? MeshOrder::rcm
                 : order == "metis" ? MeshOrder::metis
                                    : MeshOrder::spatial;
  return mesh;
}

Material build_material(const std::string &name, const ordered_json &node) {
  Material material;
  material.name = name;
  material.pec = node.contains("pec");
  if (!material.pec) {
    material.eps_r = to_tensor(node["eps_r"]);
    material.mu_r = to_tensor(node["mu_r"]);
    material.sigma = to_tensor(node["sigma"]);
  }
  return material;
}

Waveform build_waveform(ordered_json &node, const Path &base_dir) {
  Waveform w;
  const auto type = node["type"].get<std::string>();
  if (type == "file") {
    w.type = Waveform::Type::file;
    w.file = absolute_path(base_dir, node["file"].get<std::string>()).string();
    node["file"] = w.file;
    WaveformSamples samples = read_waveform_file(w.file);
    w.times_s = std::move(samples.times_s);
    w.values = std::move(samples.values);
    return w;
  }
  w.type = type == "sine"                  ? Waveform::Type::sine
           : type == "modulated-gaussian"  ? Waveform::Type::modulated_gaussian
           : type == "gaussian-derivative" ? Waveform::Type::gaussian_derivative
                                           : Waveform::Type::gaussian;
  w.f_max_hz = node.value("f_max", 0.0);
  w.f0_hz = node.value("f0", 0.0);
  w.bandwidth_hz = node.value("bandwidth", 0.0);
  w.ramp_periods = node.value("ramp", 0.0);
  if (w.type != Waveform::Type::sine) {
    w.delay_s = node.value("delay", w.default_delay_s());
    node["delay"] = w.delay_s;
  }
  return w;
}

// Divided by the largest component first, so that no square overflows.
Vector3 normalised(Vector3 v) {
  const double largest = std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])});
  for (double &x : v)
    x /= largest;
  const double length = std::hypot(v[0], v[1], v[2]);
  return {v[0] / length, v[1] / length, v[2] / length};
}

Excitation build_excitation(ordered_json &node, const Path &base_dir) {
  Excitation excitation;
  excitation.name = node["name"].get<std::string>();
  if (node.contains("point")) {
    excitation.point_m = node["point"].get<Vector3>();
  } else {
    excitation.type = Excitation::Type::region_current;
    excitation.region = node["region"].get<std::string>();
  }
  excitation.direction = normalised(node["direction"].get<Vector3>());
  excitation.amplitude = node["amplitude"].get<double>();
  excitation.waveform = build_waveform(node["waveform"], base_dir);
  return excitation;
}

TimeSpec build_time(const ordered_json &node) {
  TimeSpec time;
  time.duration_s = optional<double>(node, "duration");
  time.steps = optional<std::int64_t>(node, "steps");
  time.dt_s = optional<double>(node, "dt");
  time.courant = node.value("courant", time.courant);
  time.allow_unstable = node["allow_unstable"].get<bool>();
  time.stop_at_energy_db = optional<double>(node, "stop_at_energy");
  return time;
}

Field build_field(const ordered_json &node) {
  return node.get<std::string>() == "H" ? Field::H : Field::E;
}

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

OutputSpec build_outputs(ordered_json &node, const Path &base_dir,
                         const std::vector<Excitation> &excitations) {
  OutputSpec outputs;
  outputs.directory = absolute_path(base_dir, node["directory"].get<std::string>());
  node["directory"] = outputs.directory.string();
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
    spec.quantities.clear();
    for (const ordered_json &quantity : fields["quantities"])
      spec.quantities.push_back(build_field(quantity));
    spec.region = fields.value("region", "");
    outputs.fields = spec;
  }
  if (node.contains("energy"))
    outputs.energy = build_schedule(node["energy"]["every"]);
  if (node.contains("checkpoint"))
    outputs.checkpoint = {build_schedule(node["checkpoint"]["every"]),
                          node["checkpoint"]["keep"].get<int>()};
  return outputs;
}

Boundary build_boundary(const std::string &group, const ordered_json &node) {
  const auto type = node["type"].get<std::string>();
  return {group, type == "pmc"   ? Boundary::Type::pmc
                 : type == "abc" ? Boundary::Type::abc
                                 : Boundary::Type::pec};
}

} // namespace

void build_case(const Path &base_dir, Case &result) {
  ordered_json &root = result.resolved;
  result.title = root["title"].get<std::string>();
  result.method = root["method"].get<std::string>();
  result.mesh = build_mesh(root["mesh"], base_dir);
  for (const auto &[name, node] : root["materials"].items())
    result.materials.push_back(build_material(name, node));
  result.regions = root["regions"].get<std::map<std::string, std::string>>();
  for (const auto &[group, node] : root["boundaries"].items())
    result.boundaries.push_back(build_boundary(group, node));
  for (ordered_json &node : root["excitations"])
    result.excitations.push_back(build_excitation(node, base_dir));
  result.time = build_time(root["time"]);
  result.discretization = root["discretization"];
  result.outputs = build_outputs(root["outputs"], base_dir, result.excitations);
  result.run.backend = root["run"]["backend"].get<std::string>();
  result.run.threads = root["run"]["threads"].get<int>();
  result.run.partition = root["run"]["partition"].get<std::string>();
  if (result.excitations.empty())
    result.warnings.push_back(result.where("") + ": no excitation: the fields stay zero");
}

} // namespace curlew
