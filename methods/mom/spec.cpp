#include <curlew/methods/mom/spec.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/mom/ports/gaps.hpp>

#include <fmt/format.h>

namespace curlew::mom {
namespace {

// Where an edge with one face only lies, for messages.
std::string boundary_edge_text(const Surface &surface) {
  const SurfaceTopology &topology = surface.topology;
  for (std::size_t e = 0; e < topology.edges.size(); ++e)
    if (topology.edge_offset[e + 1] - topology.edge_offset[e] != 2) {
      const Point &a = surface.mesh.points[topology.edges[e][0]];
      const Point &b = surface.mesh.points[topology.edges[e][1]];
      return fmt::format("the edge from ({:.6g}, {:.6g}, {:.6g}) to ({:.6g}, {:.6g}, {:.6g}) m "
                         "belongs to {} triangles",
                         a[0], a[1], a[2], b[0], b[1], b[2],
                         topology.edge_offset[e + 1] - topology.edge_offset[e]);
    }
  return "";
}

Formulation formulation_of(const std::string &name, bool is_closed) {
  if (name == "auto")
    return is_closed ? Formulation::cfie : Formulation::efie;
  return name == "efie"   ? Formulation::efie
         : name == "mfie" ? Formulation::mfie
                          : Formulation::cfie;
}

} // namespace

std::string to_string(Formulation formulation) {
  return formulation == Formulation::efie   ? "efie"
         : formulation == Formulation::mfie ? "mfie"
                                            : "cfie";
}

Spec make_spec(const Case &input, const Surface &surface) {
  const nlohmann::ordered_json &given = input.discretization;
  Spec spec;
  spec.quadrature.testing = given["testing"] == "centroid" ? Testing::centroid : Testing::galerkin;
  spec.quadrature.near = given["quadrature"].get<int>();
  spec.alpha = given["alpha"].get<double>();
  spec.variant = given["variant"] == "edge" ? FillVariant::edge : FillVariant::face;
  // Centroid testing is of the electric equation.
  // A gap is an electric field: its magnetic field, which the others would need, is not that of a
  // voltage alone.
  const bool may_combine =
      surface.is_closed && spec.quadrature.testing == Testing::galerkin && !has_gaps(input);
  spec.formulation = formulation_of(given["formulation"].get<std::string>(), may_combine);
  if (spec.formulation != Formulation::efie && !surface.is_closed)
    throw InputError(fmt::format(
        "{}: \"{}\" is for closed bodies, and the surface is open: {}. Take \"efie\", or close the "
        "surface",
        input.where("/discretization/formulation"), to_string(spec.formulation),
        boundary_edge_text(surface)));
  if (spec.formulation != Formulation::efie && has_gaps(input))
    throw InputError(fmt::format("{}: ports and elements are of the electric equation, and "
                                 "\"{}\" has another; take \"efie\"",
                                 input.where("/discretization/formulation"),
                                 to_string(spec.formulation)));
  return spec;
}

} // namespace curlew::mom
