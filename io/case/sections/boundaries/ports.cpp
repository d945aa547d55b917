#include <curlew/io/case/sections/boundaries/ports.hpp>

#include <curlew/core/overloaded.hpp>
#include <curlew/io/case/sections/boundaries/boundary_parts.hpp>
#include <curlew/io/case/sections/put_optional.hpp>

#include <fmt/format.h>

#include <array>
#include <stdexcept>

namespace curlew {
namespace {

using nlohmann::ordered_json;

// Calls visit() with a port of each kind, without values.
template <class Visit, std::size_t... I>
void for_each_form(const Visit &visit, std::index_sequence<I...>) {
  (visit(std::variant_alternative_t<I, PortForm>()), ...);
}
template <class Visit> void for_each_form(const Visit &visit) {
  for_each_form(visit, std::make_index_sequence<std::variant_size_v<PortForm>>());
}

PortForm form_of(PortKind kind) {
  PortForm form;
  for_each_form([&](auto one) {
    if (one.k_kind == kind)
      form = one;
  });
  return form;
}

std::optional<GuideMode> read_mode(const ordered_json &node) {
  if (!node.contains("mode"))
    return std::nullopt;
  return parse_guide_mode(node["mode"].get<std::string>()).value();
}

std::optional<VoltageLine> read_voltage_line(const ordered_json &node) {
  if (!node.contains("voltage_line"))
    return std::nullopt;
  const ordered_json &line = node["voltage_line"];
  return VoltageLine{line["start"].get<Vector3>(), line["stop"].get<Vector3>()};
}

std::optional<LumpedSpec> read_source(const ordered_json &node) {
  const LumpedSpec source = read_lumped(node);
  const bool is_given = source.resistance_ohm || source.inductance_h || source.capacitance_f;
  return is_given ? std::optional(source) : std::nullopt;
}

} // namespace

std::string GuideMode::name() const {
  return fmt::format("{}{}{}", is_magnetic() ? "TM" : "TE", m, n);
}

std::optional<GuideMode> parse_guide_mode(std::string_view name) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::string_view family = name.substr(0, 2);
  if (name.size() != 4 || (family != "TE" && family != "TM") || !is_digit(name[2]) ||
      !is_digit(name[3]))
    return std::nullopt;
  return GuideMode{family == "TM" ? ModeFamily::tm : ModeFamily::te, name[2] - '0', name[3] - '0'};
}

std::string_view word_of(PortKind kind) {
  switch (kind) {
  case PortKind::coaxial:
    return "coaxial";
  case PortKind::tem:
    return "tem";
  case PortKind::parallel_plate:
    return "parallel-plate";
  case PortKind::rectangular:
    return "rectangular";
  case PortKind::circular:
    return "circular";
  case PortKind::modal:
    return "modal";
  case PortKind::lumped:
    return "lumped";
  case PortKind::gap:
    return "gap";
  }
  throw std::logic_error("a port of no kind");
}

std::optional<PortKind> parse_port_kind(std::string_view word) {
  std::optional<PortKind> kind;
  for_each_form([&](auto one) {
    if (word_of(one.k_kind) == word)
      kind = one.k_kind;
  });
  return kind;
}

PortKind PortSpec::kind() const {
  return std::visit([](const auto &one) { return one.k_kind; }, form);
}

int PortSpec::mode_count() const {
  const auto *modal = std::get_if<ModalPort>(&form);
  return modal == nullptr ? 1 : modal->modes;
}

const LumpedSpec *PortSpec::source() const {
  const auto given = [](const std::optional<LumpedSpec> &source) {
    return source ? &*source : nullptr;
  };
  const auto none = []() -> const LumpedSpec * { return nullptr; };
  return std::visit(Overloaded{[&](const CoaxialPort &) { return none(); },
                               [&](const TemPort &) { return none(); },
                               [&](const ParallelPlatePort &) { return none(); },
                               [&](const RectangularPort &) { return none(); },
                               [&](const CircularPort &) { return none(); },
                               [&](const ModalPort &) { return none(); },
                               [&](const LumpedPort &port) { return given(port.source); },
                               [&](const GapPort &port) { return given(port.source); }},
                    form);
}

std::optional<Vector3> read_direction(const ordered_json &node) {
  return is_radial(node) ? std::nullopt : get_optional<Vector3>(node, "direction");
}

bool is_radial(const ordered_json &node) {
  return node.contains("direction") && node["direction"] == "radial";
}

void write_direction(const std::optional<Vector3> &direction, bool is_radial, ordered_json &node) {
  if (is_radial)
    node["direction"] = "radial";
  else
    put_optional(node, "direction", direction);
}

LumpedSpec read_lumped(const ordered_json &node) {
  return {get_optional<double>(node, "R"), get_optional<double>(node, "L"),
          get_optional<double>(node, "C"), node.value("topology", "series") == "parallel"};
}

void write_lumped(const LumpedSpec &lumped, ordered_json &node) {
  put_optional(node, "R", lumped.resistance_ohm);
  put_optional(node, "L", lumped.inductance_h);
  put_optional(node, "C", lumped.capacitance_f);
  node["topology"] = lumped.is_parallel ? "parallel" : "series";
}

PortSpec read_port(const ordered_json &node) {
  PortSpec port;
  port.form = form_of(parse_port_kind(node["kind"].get<std::string>()).value());
  port.index = node["index"].get<int>();
  port.impedance_ohm = get_optional<double>(node, "impedance");
  port.excited = node["excited"].get<bool>();
  port.direction = read_direction(node);
  port.deembed_m = node.value("deembed", 0.0);
  std::visit(Overloaded{[](CoaxialPort &) {}, [](TemPort &) {}, [](ParallelPlatePort &) {},
                        [&](RectangularPort &one) { one.mode = read_mode(node); },
                        [&](CircularPort &one) { one.mode = read_mode(node); },
                        [&](ModalPort &one) {
                          one = {node.value("modes", 1), node.value("definition", ""),
                                 node.value("signal", ""), read_voltage_line(node)};
                        },
                        [&](LumpedPort &one) {
                          one = {read_source(node), is_radial(node)};
                        },
                        [&](GapPort &one) { one.source = read_source(node); }},
             port.form);
  return port;
}

void write_port(const PortSpec &port, ordered_json &node) {
  node["kind"] = word_of(port.kind());
  node["index"] = port.index;
  put_optional(node, "impedance", port.impedance_ohm);
  node["excited"] = port.excited;
  const auto *lumped = std::get_if<LumpedPort>(&port.form);
  write_direction(port.direction, lumped != nullptr && lumped->is_radial, node);
  const auto write_mode = [&](const std::optional<GuideMode> &mode) {
    if (mode)
      node["mode"] = mode->name();
  };
  const auto write_source = [&](const std::optional<LumpedSpec> &source) {
    if (source)
      write_lumped(*source, node);
  };
  std::visit(Overloaded{[](const CoaxialPort &) {}, [](const TemPort &) {},
                        [](const ParallelPlatePort &) {},
                        [&](const RectangularPort &one) { write_mode(one.mode); },
                        [&](const CircularPort &one) { write_mode(one.mode); },
                        [&](const ModalPort &one) {
                          if (one.modes != 1)
                            node["modes"] = one.modes;
                          if (!one.definition.empty())
                            node["definition"] = one.definition;
                          if (!one.signal.empty())
                            node["signal"] = one.signal;
                          if (one.voltage_line)
                            node["voltage_line"] = {{"start", one.voltage_line->start_m},
                                                    {"stop", one.voltage_line->stop_m}};
                        },
                        [&](const LumpedPort &one) { write_source(one.source); },
                        [&](const GapPort &one) { write_source(one.source); }},
             port.form);
  if (port.deembed_m != 0)
    node["deembed"] = port.deembed_m;
}

} // namespace curlew
