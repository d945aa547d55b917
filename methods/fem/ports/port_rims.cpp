#include <curlew/methods/fem/ports/port_rims.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/overloaded.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <cmath>

namespace curlew::fem {
namespace {

constexpr double k_right_angle = 1e-6; // cosine between a direction and a mode's field

// `what`: what lies or is between both, for the message.
void require_two_conductors(const Case &input, const Model &model, const Port &port,
                            const std::string &what) {
  const std::size_t count = conductors_of(face_of(model, port)).size();
  if (count != 2)
    throw InputError(fmt::format(
        "{}: {} between two conductors, and {} touch its face; they are the faces with \"pec\" "
        "or an \"impedance\" (and perfectly conducting volumes) at its edges",
        where(input, *port.boundary), what, count == 0 ? "none" : std::to_string(count)));
}

// Throws InputError for a rim edge that lies on no conductor.
void require_conducting_rim(const Case &input, const Model &model, const Port &port) {
  const PortFace face = face_of(model, port);
  for (const Index edge : rim_edges(face))
    if (!face.conducts(edge))
      throw InputError(fmt::format(
          "{}: a {} port has conducting walls all around, and its rim from {} lies on none; give "
          "that wall \"pec\" or an \"impedance\", or take another \"kind\"",
          where(input, *port.boundary), word_of(port.spec().kind()), describe_edge(face, edge)));
}

void check_direction(const Case &input, const Port &port) {
  const auto &given = port.spec().direction;
  if (!given || port.lumped() != nullptr)
    return;
  const std::string location = where(input, *port.boundary);
  if (const auto *line = std::get_if<TemLine>(&port.shape); line != nullptr && line->ring)
    throw InputError(location + ": the field of a coaxial port points from its inner conductor to "
                                "the outer one; take \"direction\" out");
  const Point direction = (1 / norm(*given)) * *given;
  double part = norm(direction - dot(direction, port.normal) * port.normal);
  if (const auto *guide = std::get_if<RectangularMode>(&port.shape)) {
    const auto &[rectangle, mode] = *guide;
    if (!mode.is_magnetic() && (mode.m == 0 || mode.n == 0)) // uniform along one side
      part = std::abs(dot(direction, mode.n == 0 ? rectangle.across : rectangle.along));
  }
  if (part < k_right_angle)
    throw InputError(fmt::format("{}: the direction ({:g}, {:g}, {:g}) is at right angles to the "
                                 "field of the port's mode, whose sign it is to give",
                                 location, (*given)[0], (*given)[1], (*given)[2]));
}

} // namespace

PortFace face_of(const Model &model, const Port &port, const std::string &location) {
  return face_of(model, *port.boundary, location);
}

PortFace face_of(const Model &model, const Boundary &boundary, const std::string &location) {
  PortFace face{model.mesh, model.topology, model.edge_is_pec, {}, location, {}};
  std::vector<Index> metals;
  for (const FaceTerm &term : model.terms) {
    if (term.boundary == &boundary)
      face.faces.push_back(term.face);
    if (term.law->is_metal())
      metals.push_back(term.face);
  }
  add_lossy_faces(metals, face);
  return face;
}

void check_rim(const Case &input, const Model &model, const Port &port) {
  std::visit(
      Overloaded{[&](const TemLine &) {
                   require_two_conductors(
                       input, model, port,
                       fmt::format("a {} port lies", word_of(port.spec().kind())));
                 },
                 [&](const RectangularMode &) { require_conducting_rim(input, model, port); },
                 [&](const CircularGuide &) { require_conducting_rim(input, model, port); },
                 [](const ModalSection &) {}, // PortSection counts its conductors
                 [](const LumpedFaces &) {}},
      port.shape);
  check_direction(input, port);
}

} // namespace curlew::fem
