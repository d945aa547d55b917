#include <curlew/io/case/sections/boundaries/boundaries.hpp>

#include <curlew/io/case/sections/boundaries/boundary_names.hpp>
#include <curlew/io/case/sections/boundaries/boundary_parts.hpp>

namespace curlew {
namespace {

using nlohmann::ordered_json;

constexpr std::array k_faces = {"x-", "x+", "y-", "y+", "z-", "z+"};

Boundary read_boundary(const std::string &group, const ordered_json &node) {
  Boundary boundary;
  boundary.group = group;
  boundary.type = value_of(k_boundary_types, node["type"].get<std::string>());
  if (boundary.type == Boundary::Type::impedance)
    boundary.impedance = read_impedance(node);
  boundary.is_magnetic = node.value("wall", "") == "pmc";
  return boundary;
}

} // namespace

std::vector<Boundary> read_boundaries(const ordered_json &node) {
  std::vector<Boundary> boundaries;
  for (const auto &[group, boundary] : node.items())
    boundaries.push_back(read_boundary(group, boundary));
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
  for (const Boundary &boundary : boundaries) {
    ordered_json &one = node[boundary.group];
    one["type"] = name_of(k_boundary_types, boundary.type);
    if (boundary.impedance)
      write_impedance(*boundary.impedance, one);
    if (boundary.type == Boundary::Type::symmetry)
      one["wall"] = boundary.is_magnetic ? "pmc" : "pec";
  }
  return node;
}

} // namespace curlew
