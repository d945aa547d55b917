#include <curlew/methods/fem/ports/port_rims.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <cmath>

namespace curlew::fem {
namespace {

constexpr double k_right_angle = 1e-6; // cosine between a direction and a mode's field

void require_two_conductors(const Case &input, const Model &model, const Port &port) {
  const std::size_t count = conductors_of(face_of(model, port)).size();
  if (count != 2)
    throw InputError(fmt::format(
        "{}: {} between two conductors, and {} touch its face; they are the faces with \"pec\" "
        "(and perfectly conducting volumes) at its edges",
        where(input, *port.boundary),
        port.is_tem() ? "a " + port.spec().kind + " port lies"
                      : "\"definition\": \"" + port.spec().definition +
                            "\" is of the voltage and the current",
        count == 0 ? "none" : std::to_string(count)));
}

// Throws InputError for a rim edge that lies on no conductor; lossy metals count as conductors.
void require_conducting_rim(const Case &input, const Model &model, const Port &port) {
  std::vector<char> is_metal = model.edge_is_pec;
  for (const FaceTerm &term : model.terms)
    if (term.law->is_metal())
      for (int k = 0; k < 3; ++k) {
        const auto &n = model.topology.faces[term.face];
        is_metal[find_edge(model.topology, n[k], n[(k + 1) % 3])] = 1;
      }
  const PortFace face = face_of(model, port);
  for (const Index edge : rim_edges(face))
    if (!is_metal[edge])
      throw InputError(fmt::format(
          "{}: a {} port has conducting walls all around, and its rim from {} lies on none; give "
          "that wall \"pec\" or an \"impedance\", or take another \"kind\"",
          where(input, *port.boundary), port.spec().kind, describe_edge(face, edge)));
}

void check_direction(const Case &input, const Port &port) {
  const auto &given = port.spec().direction;
  if (!given || port.spec().kind == "lumped")
    return;
  const std::string location = where(input, *port.boundary);
  if (port.spec().kind == "coaxial")
    throw InputError(location + ": the field of a coaxial port points from its inner conductor to "
                                "the outer one; take \"direction\" out");
  const Point direction = (1 / norm(*given)) * *given;
  const Point in_face = direction - dot(direction, port.normal) * port.normal;
  const bool is_uniform =
      port.spec().kind == "rectangular" && !port.is_magnetic && (port.m == 0 || port.n == 0);
  const double part =
      is_uniform ? std::abs(dot(direction, port.n == 0 ? port.across : port.along)) : norm(in_face);
  if (part < k_right_angle)
    throw InputError(fmt::format("{}: the direction ({:g}, {:g}, {:g}) is at right angles to the "
                                 "field of the port's mode, whose sign it is to give",
                                 location, (*given)[0], (*given)[1], (*given)[2]));
}

} // namespace

PortFace face_of(const Model &model, const Port &port, const std::string &location) {
  PortFace face{model.mesh, model.topology, model.edge_is_pec, {}, location};
  for (const std::size_t k : port.terms)
    face.faces.push_back(model.terms[k].face);
  return face;
}

void check_rim(const Case &input, const Model &model, const Port &port) {
  if (port.is_tem() || !port.spec().definition.empty())
    require_two_conductors(input, model, port);
  if (port.is_guide())
    require_conducting_rim(input, model, port);
  check_direction(input, port);
}

} // namespace curlew::fem
