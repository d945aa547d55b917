#include <curlew/io/case/sections/boundaries/check_ports.hpp>

#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>

#include <fmt/format.h>

#include <map>

namespace curlew {
namespace {

using nlohmann::ordered_json;

void check_elements(CheckContext &context, const std::string &pointer, const ordered_json &value) {
  const bool has_element = value.contains("R") || value.contains("L") || value.contains("C");
  if (!has_element && has_type(value, "lumped"))
    context.error(pointer, in_quotes(dotted(pointer)) +
                               " has none of \"R\", \"L\", \"C\"; give at least one");
  if (!has_element && has_type(value, "port") && value.contains("topology"))
    context.error_at_key(pointer + "/topology",
                         "\"topology\" is that of \"R\", \"L\" and \"C\", none of which is given");
  if (const ordered_json *direction = context.find(pointer + "/direction"))
    if (*direction == ordered_json::array({0, 0, 0}))
      context.error(pointer + "/direction",
                    "the direction is zero: give a vector along it, such as [0, 0, 1]");
}

void check_indices(CheckContext &context) {
  std::map<std::int64_t, std::string> ports;
  context.for_each("/boundaries", [&](const std::string &pointer, const ordered_json &value) {
    const ordered_json *index = context.find(pointer + "/index");
    if (!has_type(value, "port") || index == nullptr)
      return;
    const auto [other, is_new] = ports.emplace(index->get<std::int64_t>(), pointer);
    if (!is_new)
      context.error(pointer + "/index",
                    fmt::format("the index {} is that of {} already", index->get<std::int64_t>(),
                                in_quotes(dotted(other->second))));
  });
  std::int64_t expected = 1;
  for (const auto &[index, pointer] : ports) {
    if (index != expected)
      context.error(pointer + "/index",
                    fmt::format("the index is {}, and no port has {}: {} ports count from 1 to {}",
                                index, expected, ports.size(), ports.size()));
    if (index != expected)
      return;
    ++expected;
  }
}

void check_s_parameters(CheckContext &context) {
  const ordered_json *wanted = context.find("/outputs/s_parameters");
  if (wanted == nullptr || *wanted == false)
    return;
  bool has_ports = false;
  context.for_each("/boundaries", [&](const std::string &, const ordered_json &value) {
    has_ports = has_ports || has_type(value, "port");
  });
  if (!has_ports)
    context.error("/outputs/s_parameters", "\"outputs.s_parameters\" is of ports, and the case has "
                                           "none among \"boundaries\"");
  else if (!has_excited_port(context))
    context.error("/outputs/s_parameters",
                  "\"outputs.s_parameters\" has a column to each excited port, and none is: give a "
                  "port \"excited\": true");
}

// Travelling waves are those of the line that a port continues, and refer to its own impedance.
void check_travelling_waves(CheckContext &context) {
  const std::string pointer = "/outputs/s_parameters";
  const ordered_json *waves = context.find(pointer + "/waves");
  if (waves == nullptr || *waves != "travelling")
    return;
  if (context.is_given(pointer + "/reference"))
    context.error(pointer + "/reference",
                  "\"travelling\" waves refer to the impedance of each port's own line; take "
                  "\"reference\" out, or \"waves\": \"power\"");
  context.for_each("/boundaries", [&](const std::string &port, const ordered_json &value) {
    const std::optional<PortKind> kind = port_kind_of(value);
    if (kind == PortKind::lumped || kind == PortKind::gap)
      context.error(port + "/kind", fmt::format("no wave travels at a port of kind {}, which has "
                                                "no line; take \"waves\": \"power\"",
                                                in_quotes(value["kind"].get<std::string>())));
    else if (kind && context.is_given(port + "/impedance"))
      context.error(port + "/impedance",
                    "\"travelling\" waves refer to the impedance of the port's own line, with "
                    "this one they are power waves; take it out, or \"waves\": \"power\"");
  });
}

} // namespace

std::optional<PortKind> port_kind_of(const ordered_json &boundary) {
  const ordered_json kind =
      has_type(boundary, "port") ? boundary.value("kind", ordered_json()) : ordered_json();
  return kind.is_string() ? parse_port_kind(kind.get<std::string>()) : std::nullopt;
}

bool has_excited_port(const CheckContext &context) {
  bool found = false;
  context.for_each("/boundaries", [&](const std::string &, const ordered_json &value) {
    found = found || (has_type(value, "port") && value.value("excited", ordered_json()) == true);
  });
  return found;
}

void check_ports(CheckContext &context) {
  context.for_each("/boundaries", [&](const std::string &pointer, const ordered_json &value) {
    if (!has_type(value, "port") && !has_type(value, "lumped"))
      return;
    if (last_part(pointer) == "default")
      context.error_at_key(pointer, "\"default\" is for the groups that are not listed; a port "
                                    "or an element is on a group of its own, by its name");
    check_elements(context, pointer, value);
  });
  check_indices(context);
  check_s_parameters(context);
  check_travelling_waves(context);
}

} // namespace curlew
