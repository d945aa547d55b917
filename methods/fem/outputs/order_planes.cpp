#include <curlew/methods/fem/outputs/order_planes.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/quality.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/io/case/sections/materials/gyrotropic.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace curlew::fem {
namespace {

constexpr double k_order_rounding = 1e-6;

[[noreturn]] void refuse(const Case &input, const std::string &text) {
  throw InputError(input.where("/outputs/diffraction") + ": " + text);
}

double height_of_plane(const Case &input, const HalfSpace &space, std::optional<double> given_m,
                       bool is_above) {
  const double sign = is_above ? 1 : -1;
  if (sign * space.layer_m <= sign * space.free_m)
    refuse(input, fmt::format("the structure reaches the absorbing layer {} it, at z = {:.6g} m: "
                              "leave a medium between them, on which a plane of the orders lies",
                              side_name(is_above), space.layer_m));
  const double z_m = given_m.value_or(space.layer_m);
  if (sign * z_m > sign * space.layer_m + k_order_rounding * space.thickness_m())
    refuse(input, fmt::format("the plane {} at z = {:.6g} m lies in the absorbing layer, whose "
                              "tets begin at {:.6g} m; move it, or leave it out",
                              side_name(is_above), z_m, space.layer_m));
  if (sign * z_m < sign * space.free_m - k_order_rounding * space.thickness_m())
    refuse(input, fmt::format("the plane {} at z = {:.6g} m goes through the structure, which "
                              "reaches to {:.6g} m; move it, or leave it out",
                              side_name(is_above), z_m, space.free_m));
  return z_m;
}

void require_medium(const Case &input, const Material &material, bool is_above) {
  const auto is_isotropic = [](const ComplexTensor &t) {
    return t[0] == t[1] && t[1] == t[2] && t[3] == 0.0 && t[4] == 0.0 && t[5] == 0.0;
  };
  for (const double frequency_hz : input.frequencies_hz)
    if (gyrotropic_of(input, material.name) ||
        !is_isotropic(permittivity(material, frequency_hz)) ||
        !is_isotropic(permeability(material, frequency_hz)))
      refuse(input, fmt::format("orders are plane waves of an isotropic medium, and \"{}\" {} the "
                                "structure is none",
                                material.name, side_name(is_above)));
}

// Returns the area of the outer faces of the layer on a side.
double area_of_layer(const Model &model, bool is_above) {
  const Extents extents = extents_of(model);
  const double middle = 0.5 * (extents.low_m[2] + extents.high_m[2]);
  double area_m2 = 0;
  for (const FaceTerm &term : model.layers) {
    const auto &n = model.topology.faces[term.face];
    const Point &a = model.mesh.points[n[0]];
    if ((a[2] > middle) == is_above)
      area_m2 += 0.5 * norm(cross(model.mesh.points[n[1]] - a, model.mesh.points[n[2]] - a));
  }
  return area_m2;
}

std::vector<Index> tets_between(const Model &model, const AbsorbingLayers &layers, double low_m,
                                double high_m) {
  std::vector<Index> tets;
  for (std::size_t t = 0; t < model.solved.size(); ++t) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Index node : model.mesh.tets[t]) {
      low = std::min(low, model.mesh.points[node][2]);
      high = std::max(high, model.mesh.points[node][2]);
    }
    const auto tet = static_cast<Index>(t);
    if (model.solved[t] && high > low_m && low < high_m &&
        !layers.contains(centroid_of(model.mesh, tet)))
      tets.push_back(tet);
  }
  return tets;
}

OrderSide side_at(const Case &input, const Model &model, const AbsorbingLayers &layers,
                  const HalfSpace &space, bool is_above, double cell_m2) {
  const DiffractionSpec &spec = *input.outputs.diffraction;
  if (space.material < 0)
    refuse(input, fmt::format("several media reach into the absorbing layer {} the structure; "
                              "orders need one",
                              side_name(is_above)));
  require_medium(input, input.materials[space.material], is_above);
  OrderSide side;
  side.space = space;
  side.plane_m = height_of_plane(input, space, is_above ? spec.above_m : spec.below_m, is_above);
  side.tets = tets_between(model, layers, side.low_m(), side.high_m());
  const double area_m2 = area_of_layer(model, is_above);
  if (std::abs(area_m2 - cell_m2) > k_order_rounding * cell_m2)
    refuse(input, fmt::format("the absorbing layer {} ends on {:.6g} m^2, and a cell between its "
                              "periodic faces has {:.6g} m^2: the mesh must be one cell of two "
                              "periods",
                              side_name(is_above), area_m2, cell_m2));
  // The tets must resolve the weight.
  constexpr double k_least_share = 0.05;
  const SimplexRule<4> rule = tet_rule(order_rule_degree(choices_of(input).space));
  double volume_m3 = 0;
  for (const Index tet : side.tets)
    for (std::size_t q = 0; q < rule.weights.size(); ++q) {
      Point p{0, 0, 0};
      for (int i = 0; i < 4; ++i)
        p = p + rule.points[q][i] * model.mesh.points[model.mesh.tets[tet][i]];
      volume_m3 += rule.weights[q] * std::abs(tet_volume(model.mesh, tet)) * side.weight(p[2]);
    }
  if (std::abs(volume_m3 / (cell_m2 * space.thickness_m()) - 1) > k_least_share)
    refuse(input, fmt::format("between the structure and the absorbing layer {} it are {:.4g} m, "
                              "less than the tets there need: take smaller ones, or leave room for "
                              "two of them",
                              side_name(is_above), space.thickness_m()));
  return side;
}

} // namespace

int order_rule_degree(const ElementSpace &space) {
  constexpr int k_of_wave_and_weight = 4;
  return space.degree() + k_of_wave_and_weight;
}

const char *side_name(bool is_above) {
  return is_above ? "above" : "below";
}

double OrderSide::weight(double z_m) const {
  const double t = (z_m - low_m()) / (high_m() - low_m());
  return t <= 0 || t >= 1 ? 0 : 30 * t * t * (1 - t) * (1 - t);
}

double OrderPlanes::cell_m2() const {
  const auto &[a, b] = periods_m;
  return std::abs(a[0] * b[1] - a[1] * b[0]);
}

OrderPlanes order_planes(const Case &input, const Model &model, const AbsorbingLayers &layers) {
  const DiffractionSpec &spec = *input.outputs.diffraction;
  const auto &cell = model.cell;
  if (!cell || (!cell->below && !cell->above))
    refuse(input,
           "orders are of a cell with two pairs of \"periodic\" faces that lie along x and y "
           "from each other, and with \"pml\" across z below or above it or on both sides");
  for (const FaceTerm &term : model.terms)
    if (term.law->is_absorbing())
      refuse(input,
             fmt::format("orders leave through layers, and \"{}\" is another absorbing face; "
                         "take \"pml\"",
                         term.boundary->group));
  OrderPlanes planes;
  planes.periods_m = cell->periods_m;
  for (const bool is_above : {false, true}) {
    const auto &space = cell->at(is_above);
    if (space)
      (is_above ? planes.above : planes.below) =
          side_at(input, model, layers, *space, is_above, planes.cell_m2());
    else if (is_above ? spec.above_m : spec.below_m)
      refuse(input,
             fmt::format("\"{0}\" is a plane through which orders leave, and no layer is {0} "
                         "the structure; take it out",
                         side_name(is_above)));
  }
  if (planes.below && planes.above && planes.below->plane_m >= planes.above->plane_m)
    refuse(input, fmt::format("the plane below, z = {:.6g} m, is not below the one above, {:.6g} m",
                              planes.below->plane_m, planes.above->plane_m));
  return planes;
}

void require_power(const Case &input, const SourceSolve &solve, const OrderPlanes &planes) {
  constexpr double k_least_cosine = 1e-3;
  const double along_z = solve.wave->direction[2];
  if (std::abs(along_z) < k_least_cosine)
    refuse(input, fmt::format("the wave at {} goes along the structure and brings it no power; "
                              "turn it",
                              solve.case_location));
  if (!planes.at(along_z < 0))
    refuse(input, fmt::format("the wave at {} comes from {}, where no absorbing layer is; turn it, "
                              "or give that end \"pml\"",
                              solve.case_location, side_name(along_z < 0)));
}

} // namespace curlew::fem
