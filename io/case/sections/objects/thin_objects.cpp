#include <curlew/core/constants.hpp>
#include <curlew/io/case/sections/objects/objects_parts.hpp>

#include <cmath>

namespace curlew {
namespace {

using nlohmann::ordered_json;

SurfaceSpec read_surface(const ordered_json &node) {
  SurfaceSpec surface;
  if (node.contains("surface_impedance"))
    surface.impedance_ohm = read_complex(node["surface_impedance"]);
  surface.sigma = get_optional<double>(node, "sigma");
  surface.mu_r = node.value("mu_r", 1.0);
  return surface;
}

void add_surface(const std::string &material, const SurfaceSpec &surface, ordered_json &node) {
  if (!material.empty())
    node["material"] = material;
  if (surface.impedance_ohm)
    node["surface_impedance"] = {surface.impedance_ohm->real(), surface.impedance_ohm->imag()};
  if (surface.sigma) {
    node["sigma"] = *surface.sigma;
    node["mu_r"] = surface.mu_r;
  }
}

} // namespace

std::complex<double> SurfaceSpec::at(double frequency_hz) const {
  if (impedance_ohm)
    return *impedance_ohm;
  return std::complex<double>(1, 1) * std::sqrt(k_pi * frequency_hz * k_mu0 * mu_r / sigma.value());
}

SheetObject read_sheet(const ordered_json &node) {
  return {node["min"].get<Vector3>(), node["max"].get<Vector3>(),
          node.value("material", std::string()), read_surface(node)};
}

WireObject read_wire(const ordered_json &node) {
  return {node["points"].get<std::vector<Vector3>>(), node["radius"].get<double>(),
          node.value("material", std::string()), read_surface(node)};
}

ordered_json object_to_json(const SheetObject &sheet) {
  ordered_json node = {{"shape", "sheet"}, {"min", sheet.min_m}, {"max", sheet.max_m}};
  add_surface(sheet.material, sheet.surface, node);
  return node;
}

ordered_json object_to_json(const WireObject &wire) {
  ordered_json node = {{"shape", "wire"}, {"points", wire.points_m}, {"radius", wire.radius_m}};
  add_surface(wire.material, wire.surface, node);
  return node;
}

} // namespace curlew
