#include <curlew/io/case/sections/boundaries/boundaries.hpp>

#include <curlew/io/case/sections/boundaries/boundary_names.hpp>
#include <curlew/io/case/sections/boundaries/boundary_parts.hpp>

namespace curlew {
namespace {

using nlohmann::ordered_json;

constexpr std::array k_faces = {"x-", "x+", "y-", "y+", "z-", "z+"};

// Returns nothing where no element is given.
std::optional<LumpedSpec> read_lumped(const ordered_json &node) {
  LumpedSpec lumped{get_optional<double>(node, "R"), get_optional<double>(node, "L"),
                    get_optional<double>(node, "C"),
                    node.value("topology", "series") == "parallel"};
  if (!lumped.resistance_ohm && !lumped.inductance_h && !lumped.capacitance_f)
    return std::nullopt;
  return lumped;
}

PortSpec read_port(const ordered_json &node) {
  PortSpec port;
  port.kind = node["kind"].get<std::string>();
  port.index = node["index"].get<int>();
  port.impedance_ohm = get_optional<double>(node, "impedance");
  port.excited = node["excited"].get<bool>();
  port.direction = get_optional<Vector3>(node, "direction");
  port.source = read_lumped(node);
  read_wave_port(node, port);
  return port;
}

void write(const std::optional<LumpedSpec> &lumped, ordered_json &node) {
  if (!lumped)
    return;
  if (lumped->resistance_ohm)
    node["R"] = *lumped->resistance_ohm;
  if (lumped->inductance_h)
    node["L"] = *lumped->inductance_h;
  if (lumped->capacitance_f)
    node["C"] = *lumped->capacitance_f;
  node["topology"] = lumped->is_parallel ? "parallel" : "series";
}

ordered_json to_json(const Boundary &boundary) {
  ordered_json node = {{"type", name_of(k_boundary_types, boundary.type)}};
  if (boundary.impedance)
    write_impedance(*boundary.impedance, node);
  if (boundary.type == Boundary::Type::symmetry)
    node["wall"] = boundary.is_magnetic ? "pmc" : "pec";
  write(boundary.lumped, node);
  if (boundary.pml)
    write_pml(*boundary.pml, node);
  if (boundary.periodic)
    write_periodic(*boundary.periodic, node);
  if (boundary.imposed)
    write_imposed_field(*boundary.imposed, node);
  if (boundary.lumped_direction)
    node["direction"] = *boundary.lumped_direction;
  if (!boundary.port)
    return node;
  const PortSpec &port = *boundary.port;
  node["kind"] = port.kind;
  node["index"] = port.index;
  if (port.impedance_ohm)
    node["impedance"] = *port.impedance_ohm;
  node["excited"] = port.excited;
  if (port.direction)
    node["direction"] = *port.direction;
  write(port.source, node);
  write_wave_port(port, node);
  return node;
}

Boundary read_boundary(const std::string &group, const ordered_json &node) {
  Boundary boundary;
  boundary.group = group;
  boundary.type = value_of(k_boundary_types, node["type"].get<std::string>());
  if (boundary.type == Boundary::Type::impedance)
    boundary.impedance = read_impedance(node);
  boundary.is_magnetic = node.value("wall", "") == "pmc";
  const bool has_direction = node.contains("direction");
  if (boundary.type == Boundary::Type::lumped) {
    boundary.lumped = read_lumped(node);
    if (has_direction)
      boundary.lumped_direction = node["direction"].get<Vector3>();
  }
  if (boundary.type == Boundary::Type::port)
    boundary.port = read_port(node);
  // Without these keys the types have no values of their own, as on a grid.
  if (boundary.type == Boundary::Type::pml && node.contains("order"))
    boundary.pml = read_pml(node);
  if (boundary.type == Boundary::Type::periodic && node.contains("with"))
    boundary.periodic = read_periodic(node);
  return boundary;
}

} // namespace

std::vector<Boundary> read_boundaries(const ordered_json &node, const ReadContext &context) {
  std::vector<Boundary> boundaries;
  for (const auto &[group, boundary] : node.items()) {
    boundaries.push_back(read_boundary(group, boundary));
    if (boundaries.back().type == Boundary::Type::imposed_field)
      boundaries.back().imposed = read_imposed_field(boundary, context);
  }
  return boundaries;
}

std::vector<Boundary> read_grid_boundaries(const ordered_json &node) {
  std::vector<Boundary> boundaries;
  for (const char *face : k_faces)
    boundaries.push_back(read_boundary(face, node.contains(face) ? node[face] : node["default"]));
  return boundaries;
}

ordered_json to_json(const std::vector<Boundary> &boundaries) {
  ordered_json node = ordered_json::object();
  for (const Boundary &boundary : boundaries)
    node[boundary.group] = to_json(boundary);
  return node;
}

} // namespace curlew
