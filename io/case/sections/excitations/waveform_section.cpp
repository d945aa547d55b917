#include <curlew/io/case/sections/excitations/waveform_section.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/sections/excitations/waveform_file.hpp>
#include <curlew/io/case/sections/names.hpp>

namespace curlew {
namespace {

using nlohmann::ordered_json;
using Type = Waveform::Type;

constexpr Names<Type, 5> k_types = {{{Type::gaussian, "gaussian"},
                                     {Type::gaussian_derivative, "gaussian-derivative"},
                                     {Type::modulated_gaussian, "modulated-gaussian"},
                                     {Type::sine, "sine"},
                                     {Type::file, "file"}}};

} // namespace

Waveform read_waveform(const ordered_json &node, const ReadContext &context) {
  Waveform w;
  w.type = value_of(k_types, node["type"].get<std::string>());
  if (w.type == Type::file) {
    w.file = absolute_path(context.base_dir, node["file"].get<std::string>()).string();
    WaveformSamples samples = read_waveform_file(w.file);
    w.times_s = std::move(samples.times_s);
    w.values = std::move(samples.values);
    return w;
  }
  w.f_max_hz = node.value("f_max", 0.0);
  w.f0_hz = node.value("f0", 0.0);
  w.bandwidth_hz = node.value("bandwidth", 0.0);
  w.ramp_periods = node.value("ramp", 0.0);
  if (w.type != Type::sine)
    w.delay_s = node.value("delay", w.default_delay_s());
  return w;
}

ordered_json to_json(const Waveform &w) {
  ordered_json node = {{"type", name_of(k_types, w.type)}};
  switch (w.type) {
  case Type::file:
    node["file"] = w.file;
    return node;
  case Type::sine:
    node["f0"] = w.f0_hz;
    node["ramp"] = w.ramp_periods;
    return node;
  case Type::modulated_gaussian:
    node["f0"] = w.f0_hz;
    node["bandwidth"] = w.bandwidth_hz;
    break;
  default:
    node["f_max"] = w.f_max_hz;
  }
  node["delay"] = w.delay_s;
  return node;
}

void check_waveform(CheckContext &context, const std::string &pointer) {
  if (const ordered_json *file = context.find(pointer + "/file")) {
    try {
      read_waveform_file(context.path_of(file->get<std::string>()));
    } catch (const InputError &error) {
      context.error(pointer + "/file", std::string("the waveform file: ") + error.what());
    }
  }
  const ordered_json *f0 = context.find(pointer + "/f0"),
                     *bandwidth = context.find(pointer + "/bandwidth");
  if (f0 != nullptr && bandwidth != nullptr && bandwidth->get<double>() > 2 * f0->get<double>())
    context.warn(pointer + "/bandwidth",
                 "the bandwidth reaches below 0 Hz: a static field may stay behind");
}

} // namespace curlew
