#include <curlew/io/case/sections/boundaries/boundaries.hpp>

#include <curlew/core/overloaded.hpp>
#include <curlew/io/case/sections/boundaries/boundary_parts.hpp>

namespace curlew {
namespace {

using nlohmann::ordered_json;

constexpr std::array k_faces = {"x-", "x+", "y-", "y+", "z-", "z+"};

ordered_json to_json(const Boundary &boundary) {
  ordered_json node = {{"type", type_of(boundary)}};
  std::visit(
      Overloaded{[](const Pec &) {}, [](const Pmc &) {}, [](const Abc &) {},
                 [&](const PmlSpec &pml) {
                   if (!pml.is_of_grid)
                     write_pml(pml, node);
                 },
                 [&](const PeriodicSpec &periodic) {
                   if (!periodic.with.empty())
                     write_periodic(periodic, node);
                 },
                 [&](const SurfaceImpedanceSpec &impedance) { write_impedance(impedance, node); },
                 [&](const SymmetrySpec &symmetry) {
                   node["wall"] = symmetry.is_magnetic ? "pmc" : "pec";
                   node["mirror"] = symmetry.is_mirror;
                 },
                 [&](const LumpedBoundarySpec &lumped) {
                   write_lumped(lumped.element, node);
                   write_direction(lumped.direction, lumped.is_radial, node);
                 },
                 [&](const PortSpec &port) { write_port(port, node); },
                 [&](const ImposedFieldSpec &imposed) { write_imposed_field(imposed, node); }},
      boundary.condition);
  return node;
}

// Returns the condition with this word of "type", without values.
template <std::size_t... I>
BoundaryCondition condition_of_type(std::string_view word, std::index_sequence<I...>) {
  BoundaryCondition condition;
  const auto set = [&](auto kind) {
    if (decltype(kind)::k_type == word)
      condition = kind;
  };
  (set(std::variant_alternative_t<I, BoundaryCondition>()), ...);
  return condition;
}

// Reads a boundary. `context`: none on a grid.
Boundary read_boundary(const std::string &group, const ordered_json &node,
                       const ReadContext *context) {
  Boundary boundary{
      group, condition_of_type(node["type"].get<std::string>(),
                               std::make_index_sequence<std::variant_size_v<BoundaryCondition>>())};
  std::visit(
      Overloaded{
          [](Pec &) {}, [](Pmc &) {}, [](Abc &) {},
          // Without these keys, as on a grid, layers and periods have no values of their own.
          [&](PmlSpec &pml) {
            if (node.contains("order"))
              pml = read_pml(node);
            else
              pml.is_of_grid = true;
          },
          [&](PeriodicSpec &periodic) {
            if (node.contains("with"))
              periodic = read_periodic(node);
          },
          [&](SurfaceImpedanceSpec &impedance) { impedance = read_impedance(node); },
          [&](SymmetrySpec &symmetry) {
            symmetry.is_magnetic = node.value("wall", "") == "pmc";
            symmetry.is_mirror = node.value("mirror", symmetry.is_magnetic);
          },
          [&](LumpedBoundarySpec &lumped) {
            lumped = {read_lumped(node), read_direction(node), is_radial(node)};
          },
          [&](PortSpec &port) { port = read_port(node); },
          [&](ImposedFieldSpec &imposed) {
            if (context != nullptr)
              imposed = read_imposed_field(node, *context);
          }},
      boundary.condition);
  return boundary;
}

} // namespace

std::string_view type_of(const Boundary &boundary) {
  return std::visit([](const auto &kind) { return kind.k_type; }, boundary.condition);
}

std::vector<Boundary> read_boundaries(const ordered_json &node, const ReadContext &context) {
  std::vector<Boundary> boundaries;
  for (const auto &[group, boundary] : node.items())
    if (group != k_unnamed_groups)
      boundaries.push_back(read_boundary(group, boundary, &context));
  return boundaries;
}

std::vector<Boundary> read_grid_boundaries(const ordered_json &node) {
  std::vector<Boundary> boundaries;
  for (const char *face : k_faces)
    boundaries.push_back(
        read_boundary(face, node.contains(face) ? node[face] : node["default"], nullptr));
  return boundaries;
}

ordered_json to_json(const std::vector<Boundary> &boundaries) {
  ordered_json node = ordered_json::object();
  for (const Boundary &boundary : boundaries)
    node[boundary.group] = to_json(boundary);
  return node;
}

} // namespace curlew
