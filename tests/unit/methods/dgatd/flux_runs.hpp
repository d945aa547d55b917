#pragma once

#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/methods/dgatd/outputs/flux_points.hpp>
#include <curlew/tests/unit/methods/dgatd/fixtures.hpp>

#include <complex>
#include <string>
#include <vector>

// Runs that count power through surfaces.
namespace curlew::dgatd::testing {

inline FluxSpec box_flux(const std::string &name, const Vector3 &min_m, const Vector3 &max_m) {
  return {name, FluxBox{min_m, max_m}};
}
inline FluxSpec plane_flux(const std::string &name, int axis, double at_m) {
  return {name, FluxPlane{axis, at_m, {}, {}}};
}
inline FluxSpec group_flux(const std::string &name, const std::string &group) {
  return {name, FluxGroup{group}};
}

struct FluxRun : RunRecord {
  std::vector<double> sums; // [surface][frequency], W s^2
  double dt_s = 0;
  std::size_t surfaces = 0;

  std::vector<double> of(std::size_t surface) const {
    std::vector<double> one;
    for (std::size_t i = surface; i < powers.size(); i += surfaces)
      one.push_back(powers[i]);
    return one;
  }
  double energy_j(std::size_t surface) const {
    double sum = 0;
    for (const double power : of(surface))
      sum += dt_s * power;
    return sum;
  }
};

inline FluxRun run_flux(const Simulation &simulation, const FluxPoints &points,
                        const std::string &variant = "fused", Backend backend = Backend::serial) {
  FluxRun result;
  result.surfaces = points.surfaces();
  result.dt_s = simulation.plan.dt_s;
  SchemeInput input{
      simulation.problem,      simulation.sources, simulation.probes, simulation.plan, true,
      needs_halves(simulation)};
  input.flux = &points;
  input.frequencies_hz = simulation.input.frequencies_hz;
  const auto scheme = find_variant(variant).make(backend, input);
  run(simulation, *scheme, result);
  result.sums = scheme->flux()->spectra();
  return result;
}

inline FluxRun run_flux(const Case &input, const TetMesh &mesh,
                        const std::string &variant = "fused", Backend backend = Backend::serial) {
  const Simulation simulation = prepare(input, mesh);
  return run_flux(simulation, find_flux_points(input, simulation.problem), variant, backend);
}

// Adds the faces between tets with their barycentre in a box and others as a group.
inline void add_inner_group(TetMesh &mesh, const std::string &name, const Vector3 &min_m,
                            const Vector3 &max_m) {
  const TetTopology topology = make_topology(mesh);
  const auto is_inside = [&](Index tet) {
    for (int d = 0; d < 3; ++d) {
      double middle = 0;
      for (const Index node : mesh.tets[tet])
        middle += mesh.points[node][d] / 4;
      if (middle < min_m[d] || middle > max_m[d])
        return false;
    }
    return true;
  };
  const auto group = static_cast<Index>(mesh.groups.size());
  mesh.groups.push_back({2, 77, name});
  for (std::size_t f = 0; f < topology.faces.size(); ++f) {
    const auto [a, b] = topology.face_tets[f];
    if (b < 0 || is_inside(a) == is_inside(b))
      continue;
    mesh.triangles.push_back(topology.faces[f]);
    mesh.triangle_group.push_back(group);
  }
}

} // namespace curlew::dgatd::testing
