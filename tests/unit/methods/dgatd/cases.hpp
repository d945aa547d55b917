#pragma once

#include "fixtures.hpp"
#include "meshes.hpp"

// Cases with everything that a variant may support, for comparisons between variants and backends.
namespace curlew::dgatd::testing {

// Steps in which rounding may add up.
constexpr std::int64_t k_many_steps = 1000;

// Refined by 2 it has 2,880 tets: several of the clusters that `fused` sums in.
inline TetMesh room_with_crystal(int refinement = 1) {
  TetMesh mesh = room(refinement);
  mark_volume(mesh, "core", [](const Point &p) { return p[0] > 0.5 && p[2] < 0.4; });
  return mesh;
}

// Returns a case of two materials, one of them with tensors off the axes, with a point and a volume
// source. The sources last so long that no field has died out when it is compared.
inline Case crystal_case() {
  Case input = vacuum_case(k_many_steps);
  Material crystal = medium("crystal");
  crystal.eps_r = {{2.0, 3.0, 4.0, 0.3, -0.2, 0.5}};
  crystal.mu_r = {{1.5, 1.2, 2.0, -0.1, 0.2, 0.15}};
  input.materials.push_back(crystal);
  input.regions["core"] = "crystal";
  input.excitations = {point_current({0.21, 0.33, 0.28}, {0.48, 0.6, 0.64}, sine(270e6)),
                       region_current("core", {0.8, 0, 0.6}, gaussian_derivative(400e6))};
  return input;
}

inline Case lossy_case() {
  Case input = crystal_case();
  input.materials[0].sigma = SymmetricTensor::isotropic(1e-4);
  input.materials[1].sigma = {{2e-3, 1e-3, 3e-3, 4e-4, 0, -3e-4}};
  input.boundaries.push_back({"x-", Abc{}});
  input.boundaries.push_back({"y+", Pmc{}});
  return input;
}

// Marks a volume "core" of about half of a mesh around (0.5, 0.4, 0.3).
inline TetMesh half_marked(TetMesh mesh) {
  mark_volume(mesh, "core", [](const Point &p) { return p[0] + 0.3 * p[1] > 0.6; });
  return mesh;
}

// Currents in that part, natural walls around.
inline Case half_driven_case() {
  Case input = vacuum_case(k_many_steps);
  input.materials.push_back(medium("glass", 2));
  input.regions["core"] = "glass";
  input.boundaries = {{"default", Pmc{}}};
  input.excitations = {region_current("core", {0.48, 0.6, 0.64}, sine(400e6)),
                       region_current("core", {0.6, 0, 0.8}, sine(300e6))};
  return input;
}

} // namespace curlew::dgatd::testing
