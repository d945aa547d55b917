#include <curlew/io/case/sections/excitations/excitations.hpp>

#include <curlew/core/overloaded.hpp>
#include <curlew/io/case/sections/excitations/waveform_section.hpp>

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

} // namespace

std::string waveform_file(const Excitation &excitation) {
  const auto *current = std::get_if<CurrentSource>(&excitation.source);
  return current != nullptr && current->waveform ? current->waveform->file : std::string();
}

std::vector<Excitation> read_excitations(const ordered_json &node, const ReadContext &context) {
  std::vector<Excitation> excitations;
  for (const ordered_json &one : node) {
    Excitation excitation;
    excitation.name = one["name"].get<std::string>();
    if (one["type"] == "plane-wave")
      excitation.source = read_plane_wave(one);
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
    if (const auto *current = std::get_if<CurrentSource>(&excitation.source);
        current != nullptr && current->waveform)
      highest_hz = std::max(highest_hz, current->waveform->highest_frequency_hz());
  return highest_hz;
}

} // namespace curlew
