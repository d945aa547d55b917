#include <curlew/io/case/sections/boundaries/check_ports_in_time.hpp>

#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>

#include <fmt/format.h>

#include <map>
#include <utility>

namespace curlew {
namespace {

using nlohmann::ordered_json;

// Returns the antenna of a finite array that an excitation names; "null": all, or no array.
std::string element_of(CheckContext &context, const std::string &pointer) {
  const std::string at = pointer + "/element";
  const ordered_json *element = context.find(at), *counts = context.find("/mesh/array/counts");
  if (element == nullptr)
    return "null";
  if (context.find_partial("/mesh/array") == nullptr)
    context.error(at, "\"element\" is an antenna of a finite array (\"mesh.array\"), and this mesh "
                      "is none; take it out");
  for (std::size_t axis = 0; counts != nullptr && axis < 2; ++axis)
    if ((*element)[axis] >= (*counts)[axis]) {
      context.error(at, fmt::format("there is no antenna {}: \"counts\" are {}, and antennas count "
                                    "from 0",
                                    element->dump(), counts->dump()));
      break;
    }
  return element->dump();
}

std::int64_t antennas(CheckContext &context) {
  const ordered_json *counts = context.find("/mesh/array/counts");
  return counts == nullptr ? 1
                           : (*counts)[0].get<std::int64_t>() * (*counts)[1].get<std::int64_t>();
}

} // namespace

void check_port_drives(CheckContext &context) {
  const bool has_frequency = context.is_given("/frequency");
  std::map<std::int64_t, bool> excited; // ports, and whether they have a waveform
  std::map<std::int64_t, std::string> pointers;
  context.for_each("/boundaries", [&](const std::string &pointer, const ordered_json &value) {
    const ordered_json *index = context.find(pointer + "/index");
    if (!has_type(value, "port") || index == nullptr)
      return;
    pointers[index->get<std::int64_t>()] = pointer;
    if (value.value("excited", ordered_json()) == true)
      excited[index->get<std::int64_t>()] = has_frequency;
  });
  const bool wants_network = is_requested(context.find_partial("/outputs/s_parameters"));
  std::map<std::pair<std::int64_t, std::string>, std::string> driven; // port and antenna
  context.for_each("/excitations", [&](const std::string &pointer, const ordered_json &value) {
    if (!has_type(value, "port") && wants_network)
      return context.error(pointer, "S-parameters are of waves that come in at ports alone; take "
                                    "the excitation out, or \"s_parameters\"");
    const ordered_json *port = context.find(pointer + "/port");
    if (!has_type(value, "port") || port == nullptr)
      return;
    const auto index = port->get<std::int64_t>();
    if (pointers.count(index) == 0)
      return context.error(pointer + "/port", fmt::format("no port among \"boundaries\" has the "
                                                          "index {}",
                                                          index));
    if (const auto [other, is_new] =
            driven.emplace(std::pair(index, element_of(context, pointer)), pointer);
        !is_new)
      return context.error(pointer + "/port", fmt::format("the port {} has a wave already, by {}",
                                                          index, in_quotes(other->second)));
    if (wants_network && excited.count(index) == 0)
      return context.error(pointer + "/port",
                           fmt::format("S-parameters take one run for each port with \"excited\": "
                                       "true, and port {} has it not",
                                       index));
    if (!value.contains("waveform") && !has_frequency)
      return context.error(pointer, "the wave needs a \"waveform\", or the case the band of its "
                                    "\"frequency\"");
    excited[index] = true;
  });
  for (const auto &[index, has_waveform] : excited)
    if (!has_waveform)
      context.error(pointers[index],
                    fmt::format("port {} is excited and has no waveform: give an excitation of "
                                "type \"port\" with one, or the band as \"frequency\"",
                                index));
}

void check_port_runs(CheckContext &context) {
  const ordered_json *network = context.find_partial("/outputs/s_parameters");
  if (is_requested(network) && !context.is_given("/frequency"))
    context.error("/outputs/s_parameters",
                  "S-parameters are taken at the frequencies of the case; give \"frequency\"");
  std::int64_t excited = 0;
  context.for_each("/boundaries", [&](const std::string &, const ordered_json &value) {
    excited += has_type(value, "port") && value.value("excited", ordered_json()) == true;
  });
  excited *= antennas(context);
  if (excited < 2 || !is_requested(network))
    return;
  for (const char *key : {"probes", "fields", "energy", "flux", "far_field", "checkpoint"})
    if (is_requested(context.find_partial(std::string("/outputs/") + key)))
      context.error_at_key(std::string("/outputs/") + key,
                           fmt::format("{} is of one run, and S-parameters of {} excited ports "
                                       "take as many; excite one, or take it out",
                                       in_quotes(key), excited));
}

} // namespace curlew
