#pragma once

#include <curlew/methods/fdfd/problem.hpp>
#include <curlew/methods/fdfd/scene.hpp>

namespace curlew::fdfd {

// The relative constant, at one frequency, of every material and direction; a conductor's is not
// asked for.
struct ConstantTable {
  std::vector<std::array<complex, 3>> of_material;
  std::vector<bool> conducts;
  std::array<complex, 3> at(int material) const {
    return material == Scene::k_vacuum ? std::array<complex, 3>{1, 1, 1} : of_material[material];
  }
  bool is_conductor(int material) const { return material >= 0 && conducts[material]; }
};

// none: an entry has the constant of the material at its position. diagonal, tensor: of what fills
// the brick of a cell around it.
enum class Smoothing { none, diagonal, tensor };

// Ids of the entries of a field (E on edges: `is_electric`; else H on faces) and the constants they
// stand for, [0] unused. What no object touches is the problem's background. Smoothed, what fills
// the brick around an entry counts, by fractions and the interface's normal n:
//   c = n_c^2 / <1/c> + (1 - n_c^2) <c>,
// the diagonal of the tensor of @cite kottke2008. With `tensor` it is that of the whole brick, to
// which Couplings hold what is off the diagonal; with `diagonal` of the whole brick for interfaces
// along the grid and of less of it for others (brick_average.cpp). Where real parts of both signs
// meet (metals at optical frequencies) averages would be resonant on their own: there it is the
// material at the position after all. An edge of which half lies in a conductor is fixed; a
// conductor's share of a brick does not count.
struct EntryMaterials {
  std::array<std::vector<std::uint16_t>, 3> id;
  std::vector<complex> constants;
  bool has_conductors = false;
};

// Throws ResourceError when more constants than 65,535 differ.
EntryMaterials entry_materials(const Problem &problem, const Scene &scene,
                               const ConstantTable &table, bool is_electric, Smoothing smoothing,
                               int threads);

} // namespace curlew::fdfd
