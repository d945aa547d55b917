#include <curlew/io/case/sections/boundaries/check_volume_boundaries.hpp>

#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/angles.hpp>
#include <curlew/io/case/sections/boundaries/boundary_parts.hpp>
#include <curlew/io/case/sections/boundaries/check_ports.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace curlew {
namespace {

using nlohmann::ordered_json;

// Kinds of port that have a key.
struct Owners {
  const char *key;
  std::vector<PortKind> kinds;
};
const Owners k_owners[] = {{"mode", {PortKind::rectangular, PortKind::circular}},
                           {"modes", {PortKind::modal}},
                           {"definition", {PortKind::modal}},
                           {"signal", {PortKind::modal}},
                           {"voltage_line", {PortKind::modal}},
                           {"R", {PortKind::lumped}},
                           {"L", {PortKind::lumped}},
                           {"C", {PortKind::lumped}}};

void check_mode(CheckContext &context, const std::string &pointer, PortKind kind,
                const std::string &name) {
  const bool is_circular = kind == PortKind::circular;
  const std::optional<GuideMode> mode = parse_guide_mode(name);
  if (!mode)
    context.error(pointer,
                  fmt::format("{} is no mode of a {} waveguide; give one such as {}",
                              in_quotes(name), word_of(kind),
                              is_circular ? "\"TE11\" or \"TM01\"" : "\"TE10\" or \"TM11\""));
  else if (is_circular && mode->n == 0)
    context.error(pointer, "there is no mode " + in_quotes(name) +
                               " of a circular waveguide: the second index counts zeros from 1");
  else if (!is_circular &&
           (mode->m + mode->n == 0 || (mode->is_magnetic() && mode->m * mode->n == 0)))
    context.error(pointer,
                  "there is no mode " + in_quotes(name) + ": TE needs one index above 0, TM both");
}

void check_port(CheckContext &context, const std::string &pointer, const ordered_json &port) {
  const std::optional<PortKind> kind = port_kind_of(port);
  if (!kind)
    return;
  const auto quoted = [](PortKind one) { return in_quotes(word_of(one)); };
  for (const auto &[key, owners] : k_owners)
    if (std::find(owners.begin(), owners.end(), *kind) == owners.end() &&
        context.is_given(child_pointer(pointer, key)))
      context.error_at_key(child_pointer(pointer, key),
                           in_quotes(key) + " is of \"kind\": " + quoted(owners.front()) +
                               (owners.size() > 1 ? " or " + quoted(owners.back()) : "") +
                               ", and this port is " + quoted(*kind));
  if (kind == PortKind::lumped && !port.contains("direction"))
    context.error(pointer, "a lumped port needs its \"direction\" along the face, from minus to "
                           "plus");
  if (kind != PortKind::lumped && port.value("direction", ordered_json()) == "radial")
    context.error(pointer + "/direction",
                  "\"radial\" is of \"kind\": \"lumped\", and this port is " + quoted(*kind));
  if (kind == PortKind::lumped && port.contains("deembed"))
    context.error_at_key(pointer + "/deembed", "a lumped port has no line to move its reference "
                                               "plane along");
  if (kind == PortKind::modal && port.contains("voltage_line") &&
      port.value("definition", "pi") == "pi")
    context.error_at_key(pointer + "/voltage_line",
                         "a \"voltage_line\" is of \"definition\": \"pv\" or \"vi\"");
  if (const ordered_json line = port.value("voltage_line", ordered_json::object());
      line.contains("start") && line.contains("stop") && line["start"] == line["stop"])
    context.error_at_key(pointer + "/voltage_line",
                         "a \"voltage_line\" leads from one conductor to another, and this one "
                         "has no length");
  const ordered_json *mode = context.find(pointer + "/mode");
  if (mode != nullptr && (kind == PortKind::rectangular || kind == PortKind::circular))
    check_mode(context, pointer + "/mode", *kind, mode->get<std::string>());
}

void check_layer(CheckContext &context, const std::string &pointer, const ordered_json &layer) {
  if (layer.contains("reflection") && layer.contains("sigma_max"))
    context.error_at_key(pointer + "/sigma_max",
                         "the losses of a layer are given by \"reflection\" or by \"sigma_max\"; "
                         "take one of the two out");
  if (layer.contains("center") && layer.value("shape", ordered_json("flat")) == "flat")
    context.error_at_key(pointer + "/center", "\"center\" is of \"shape\": \"sphere\"");
}

} // namespace

void check_volume_boundaries(CheckContext &context) {
  context.check_groups("/boundaries");
  context.for_each("/boundaries", [&](const std::string &pointer, const ordered_json &boundary) {
    if (!boundary.is_object() || !boundary.value("type", ordered_json()).is_string())
      return;
    check_impedance(context, pointer, boundary);
    if (has_type(boundary, "port"))
      check_port(context, pointer, boundary);
    if (has_type(boundary, "pml"))
      check_layer(context, pointer, boundary);
    if (has_type(boundary, "periodic"))
      warn_of_angles(context, pointer + "/phase");
  });
  check_ports(context);
}

} // namespace curlew
