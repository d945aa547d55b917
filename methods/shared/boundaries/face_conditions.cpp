#include <curlew/methods/shared/boundaries/face_conditions.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/overloaded.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

namespace curlew {
namespace {

FaceRole role_of(PortKind kind) {
  switch (kind) {
  case PortKind::coaxial:
  case PortKind::tem:
  case PortKind::parallel_plate:
  case PortKind::rectangular:
  case PortKind::circular:
  case PortKind::modal:
    return FaceRole::wave_port;
  case PortKind::lumped:
  case PortKind::gap:
    break;
  }
  return FaceRole::lumped;
}

// True for a condition that is allowed between solved tets.
bool is_allowed(const Boundary &boundary, InnerConditions inner) {
  if (holds<Pec>(boundary))
    return true;
  const auto *impedance = spec_of<SurfaceImpedanceSpec>(boundary);
  return inner == InnerConditions::sheets &&
         (role_of(boundary) == FaceRole::lumped || (impedance != nullptr && impedance->ohm));
}

} // namespace

FaceRole role_of(const Boundary &boundary) {
  return std::visit(Overloaded{[](const Pec &) { return FaceRole::electric_wall; },
                               [](const Pmc &) { return FaceRole::magnetic_wall; },
                               [](const Abc &) { return FaceRole::absorbing; },
                               [](const PmlSpec &) { return FaceRole::layer_end; },
                               [](const PeriodicSpec &) { return FaceRole::periodic; },
                               [](const SurfaceImpedanceSpec &) { return FaceRole::impedance; },
                               [](const SymmetrySpec &symmetry) {
                                 return symmetry.is_magnetic ? FaceRole::magnetic_wall
                                                             : FaceRole::electric_wall;
                               },
                               [](const LumpedBoundarySpec &) { return FaceRole::lumped; },
                               [](const PortSpec &port) { return role_of(port.kind()); },
                               [](const ImposedFieldSpec &) { return FaceRole::imposed; }},
                    boundary.condition);
}

FaceCondition FaceConditions::of(Index face) const {
  const auto [first, second] = topology.face_tets[face];
  const bool first_solved = solved[first] != 0, second_solved = second >= 0 && solved[second] != 0;
  if (!first_solved && !second_solved)
    return {};
  if (second >= 0)
    return between(face, first_solved && second_solved);
  const Boundary *boundary = of_face[face] != nullptr ? of_face[face] : rest;
  if (boundary == nullptr)
    refuse_without_condition(input, mesh, topology.faces[face]);
  return {role_of(*boundary), boundary};
}

FaceCondition FaceConditions::between(Index face, bool is_inside) const {
  const Boundary *boundary = of_face[face];
  if (boundary == nullptr)
    return {is_inside ? FaceRole::inner : FaceRole::electric_wall, nullptr};
  const auto text = [&] { return describe_face(mesh, topology.faces[face]); };
  const bool has_sheets = inner == InnerConditions::sheets;
  if (!is_inside) {
    if (holds<Pec>(*boundary) || (has_sheets && holds<SurfaceImpedanceSpec>(*boundary)))
      return {role_of(*boundary), boundary};
    throw InputError(fmt::format("{}: the face {} lies on a perfect conductor, where only \"pec\" "
                                 "can stand{}",
                                 where(input, *boundary), text(),
                                 has_sheets ? ", or an \"impedance\"" : ""));
  }
  if (has_sheets && holds<SurfaceImpedanceSpec>(*boundary) && !is_allowed(*boundary, inner))
    throw InputError(fmt::format(
        "{}: the face {} lies inside of the mesh, and \"sigma\" is of a metal thicker than its "
        "skin, whose two sides have fields of their own: make the metal a volume of a material "
        "with \"pec\", or leave it out of the mesh, and give its surface this impedance; a film "
        "thinner than its skin has the \"surface_impedance\" 1 / (sigma thickness)",
        where(input, *boundary), text()));
  if (!is_allowed(*boundary, inner) && has_sheets)
    throw InputError(fmt::format(
        "{}: the face {} lies inside of the mesh, where only \"pec\", an \"impedance\" given by "
        "\"surface_impedance\", \"lumped\" elements and lumped ports can stand",
        where(input, *boundary), text()));
  if (!is_allowed(*boundary, inner))
    throw InputError(fmt::format("{}: only \"pec\" can stand on a surface inside the mesh; the "
                                 "face {} has a tet on either side",
                                 where(input, *boundary), text()));
  return {role_of(*boundary), boundary};
}

void FaceConditions::refuse(const Boundary &boundary) const {
  throw InputError(fmt::format("{}: this method has no boundaries of type \"{}\"",
                               where(input, boundary), type_of(boundary)));
}

} // namespace curlew
