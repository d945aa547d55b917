#pragma once

#include <curlew/io/case/sections/grid/grid.hpp>
#include <curlew/methods/fdfd/grid/scene.hpp>
#include <curlew/methods/fdfd/problem.hpp>

namespace curlew::fdfd {

// The relative constant, at one frequency, of every material and direction; a conductor's is never
// read.
struct ConstantTable {
  std::vector<std::array<complex, 3>> of_material;
  std::vector<bool> conducts;
  std::array<complex, 3> at(int material) const {
    return material == Scene::k_vacuum ? std::array<complex, 3>{1, 1, 1} : of_material[material];
  }
  bool is_conductor(int material) const { return material >= 0 && conducts[material]; }
};

// Ids of the entries of a field (E on edges: `is_electric`; else H on faces) and the constants they
// stand for, [0] unused. Entries that no object touches have the problem's background. With
// smoothing, an entry's constant is an average over the brick around it, by fractions and the
// interface's normal n:
//   c = n_c^2 / <1/c> + (1 - n_c^2) <c>,
// the diagonal of the tensor of @cite kottke2008. `tensor` averages over the whole brick, and
// Couplings hold the entries off the diagonal. `diagonal` averages over the whole brick for
// interfaces along the grid and over a smaller part of it for others (brick_average.cpp). Where
// real parts of both signs meet (metals at optical frequencies) at surfaces oblique to the grid an
// average would have a resonance of its own: there the entry takes the constant of one of the two
// materials, and so does one across a surface along the grid; one along it has the mean. An
// edge in a conductor or on its surface is fixed; a conductor's share of a brick does not count.
// With smoothing the shares of FreeShares divide the permittivity of an edge that a conductor cuts,
// and multiply the permeability of such a face.
struct EntryMaterials {
  std::array<std::vector<std::uint16_t>, 3> id;
  std::vector<complex> constants;
  bool has_conductors = false;
  std::vector<std::pair<Offset, double>> cut; // shares below 1, by rising entry of the vector
};

// Throws ResourceError when more constants than 65,535 differ.
EntryMaterials entry_materials(const Problem &problem, const Scene &scene,
                               const ConstantTable &table, bool is_electric, Smoothing smoothing,
                               int threads);

} // namespace curlew::fdfd
