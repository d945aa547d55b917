#include <curlew/io/case/sections/excitations/excitations.hpp>

#include <curlew/core/overloaded.hpp>
#include <curlew/io/case/sections/excitations/waveform_section.hpp>
#include <curlew/io/case/sections/put_optional.hpp>

#include <algorithm>

namespace curlew {
namespace {

using nlohmann::ordered_json;

CurrentSource read_current(const ordered_json &node, const ReadContext &context) {
  CurrentSource current;
  if (node.contains("point"))
    current.extent = CurrentPoint{node["point"].get<Vector3>()};
  else if (const ordered_json &region = node["region"]; region.is_object())
    current.extent = CurrentBox{region["min"].get<Vector3>(), region["max"].get<Vector3>()};
  else
    current.extent = CurrentGroup{region.get<std::string>()};
  current.direction = normalised(node["direction"].get<Vector3>());
  current.amplitude = node["amplitude"].get<double>();
  if (node.contains("waveform"))
    current.waveform = read_waveform(node["waveform"], context);
  return current;
}

ordered_json to_json(const CurrentSource &current) {
  ordered_json node = {{"type", "current"}};
  std::visit(Overloaded{[&](const CurrentPoint &point) { node["point"] = point.position_m; },
                        [&](const CurrentGroup &group) { node["region"] = group.name; },
                        [&](const CurrentBox &box) {
                          node["region"] = {{"min", box.min_m}, {"max", box.max_m}};
                        }},
             current.extent);
  node["direction"] = current.direction;
  node["amplitude"] = current.amplitude;
  if (current.waveform)
    node["waveform"] = to_json(*current.waveform);
  return node;
}

// A list, or one value for all.
double value_at(const ordered_json &values, std::size_t i) {
  return values.is_array() ? values.at(i).get<double>() : values.get<double>();
}

// Returns one value for a list of equal values, else the list.
ordered_json one_or_all(const ordered_json &values) {
  for (const ordered_json &value : values)
    if (value != values[0])
      return values;
  return values[0];
}

PortSource read_port_source(const ordered_json &node, const ReadContext &context) {
  PortSource source;
  const ordered_json &ports = node["port"];
  source.is_in_time = !node.contains("phase");
  for (std::size_t i = 0; i < (ports.is_array() ? ports.size() : 1); ++i)
    source.feeds.push_back({ports.is_array() ? ports[i].get<int>() : ports.get<int>(),
                            value_at(node["amplitude"], i),
                            source.is_in_time ? 0 : value_at(node["phase"], i)});
  source.delay_s = node.value("delay", 0.0);
  if (node.contains("element"))
    source.element = node["element"].get<std::array<Index, 2>>();
  if (node.contains("waveform"))
    source.waveform = read_waveform(node["waveform"], context);
  return source;
}

ordered_json to_json(const PortSource &source) {
  ordered_json ports, amplitudes, phases;
  for (const PortFeed &feed : source.feeds) {
    ports.push_back(feed.port);
    amplitudes.push_back(feed.amplitude_v);
    phases.push_back(feed.phase_deg);
  }
  ordered_json node = {{"type", "port"},
                       {"port", ports.size() == 1 ? ports[0] : ports},
                       {"amplitude", one_or_all(amplitudes)}};
  node[source.is_in_time ? "delay" : "phase"] =
      source.is_in_time ? ordered_json(source.delay_s) : one_or_all(phases);
  put_optional(node, "element", source.element);
  if (source.waveform)
    node["waveform"] = to_json(*source.waveform);
  return node;
}

} // namespace

const Waveform *waveform_of(const Excitation &excitation) {
  return std::visit(
      [](const auto &source) { return source.waveform ? &*source.waveform : nullptr; },
      excitation.source);
}

std::string waveform_file(const Excitation &excitation) {
  const Waveform *waveform = waveform_of(excitation);
  return waveform != nullptr ? waveform->file : std::string();
}

std::vector<Excitation> read_excitations(const ordered_json &node, const ReadContext &context) {
  std::vector<Excitation> excitations;
  for (const ordered_json &one : node) {
    Excitation excitation;
    excitation.name = one["name"].get<std::string>();
    if (one["type"] == "plane-wave")
      excitation.source = read_plane_wave(one, context);
    else if (one["type"] == "port")
      excitation.source = read_port_source(one, context);
    else if (one["type"] == "initial-field")
      excitation.source = read_initial_field(one);
    else
      excitation.source = read_current(one, context);
    excitations.push_back(std::move(excitation));
  }
  return excitations;
}

ordered_json to_json(const std::vector<Excitation> &excitations) {
  ordered_json list = ordered_json::array();
  for (const Excitation &excitation : excitations) {
    ordered_json node = {{"name", excitation.name}};
    node.update(std::visit([](const auto &source) { return to_json(source); }, excitation.source));
    list.push_back(std::move(node));
  }
  return list;
}

double highest_frequency_hz(const std::vector<Excitation> &excitations) {
  double highest_hz = 0;
  for (const Excitation &excitation : excitations)
    if (const Waveform *waveform = waveform_of(excitation))
      highest_hz = std::max(highest_hz, waveform->highest_frequency_hz());
  return highest_hz;
}

} // namespace curlew
