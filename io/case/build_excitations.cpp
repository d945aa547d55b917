#include <curlew/io/case/build_rooms.hpp>

#include <curlew/io/case/checks.hpp>
#include <curlew/io/case/waveform_file.hpp>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

using nlohmann::ordered_json;
using Path = std::filesystem::path;

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

void build_current(ordered_json &node, const Path &base_dir, Excitation &excitation) {
  if (node.contains("point")) {
    excitation.point_m = node["point"].get<Vector3>();
  } else {
    excitation.type = Excitation::Type::region_current;
    const ordered_json &region = node["region"];
    if (region.is_object()) {
      excitation.min_m = region["min"].get<Vector3>();
      excitation.max_m = region["max"].get<Vector3>();
    } else {
      excitation.region = region.get<std::string>();
    }
  }
  excitation.direction = normalised(node["direction"].get<Vector3>());
  if (node.contains("waveform"))
    excitation.waveform = build_waveform(node["waveform"], base_dir);
}

} // namespace

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
  excitation.amplitude = node["amplitude"].get<double>();
  if (node["type"] == "plane-wave") {
    excitation.type = Excitation::Type::plane_wave;
    excitation.waves = build_waves(node);
  } else {
    build_current(node, base_dir, excitation);
  }
  return excitation;
}

} // namespace curlew
