#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/io/fields/field_writer.hpp>
#include <curlew/methods/fdfd/outputs/yee_fields.hpp>

#include <string>
#include <vector>

namespace curlew::fdfd {

class Scene;

// Cells of the grid: from `first` to before `last` of every axis.
struct CellBlock {
  Place first{0, 0, 0}, last{0, 0, 0};
  Index count(int axis) const { return last[axis] - first[axis]; }
  Offset size() const { return Offset(count(0)) * count(1) * count(2); }
};
CellBlock all_cells(const Problem &problem);
// Returns the plane of cells that contains the slice; the upper one for a slice between two. Throws
// InputError, which begins with `where`, for a slice outside of the grid.
CellBlock cells_of(const Problem &problem, const SliceSpec &slice, const std::string &where);

// Returns E or H at the centres of cells, phasors in V/m or A/m: the mean of the 4 edges, or of the
// 2 faces, of a cell that hold a component. Two arrays, "E_real" and "E_imag", of three components
// a cell, x fastest. In absorbing layers the numbers are those of the layer, not of a wave.
std::vector<CellArray> cell_phasors(const YeeFields &fields, Field field, bool total,
                                    const CellBlock &block, int threads = 0);

// Returns the material at the centre of every cell of the grid: index into material_names, 0 for
// vacuum.
std::vector<std::int32_t> cell_materials(const Problem &problem, const Scene &scene,
                                         int threads = 0);
std::vector<std::string> material_names(const Case &input);

// Returns the values of a block's cells, from one value of every cell of the grid.
template <class Value>
std::vector<Value> in_block(const Problem &problem, const CellBlock &block,
                            const std::vector<Value> &of_grid) {
  std::vector<Value> values;
  values.reserve(static_cast<std::size_t>(block.size()));
  for (Index k = block.first[2]; k < block.last[2]; ++k)
    for (Index j = block.first[1]; j < block.last[1]; ++j) {
      const auto row =
          of_grid.begin() + (Offset(k) * problem.axes[1].cells + j) * problem.axes[0].cells;
      values.insert(values.end(), row + block.first[0], row + block.last[0]);
    }
  return values;
}

// Local specific absorption rate, in W/kg, of the total field at the centres of cells,
//   SAR = sum_c sigma_c |E_c|^2 / (2 rho),   sigma_c = omega eps0 eps_c''  (losses of all kinds),
// where the material has a density; 0 elsewhere and in absorbing layers.
struct SpecificAbsorption {
  std::vector<double> w_per_kg; // for every cell of the grid
  double mass_kg = 0, power_w = 0;
  double average_w_per_kg = 0; // over that mass
  double largest_w_per_kg = 0;
  std::array<double, 3> largest_at_m{0, 0, 0};
};
// Throws InputError, which begins with `where`, if no cell outside of the absorbing layers has a
// density.
void require_density(const Problem &problem, const std::vector<std::int32_t> &of_cell,
                     const std::vector<Material> &materials, const std::string &where);
// Computes the SAR. `of_cell` is the result of cell_materials(). Throws the errors of
// require_density().
SpecificAbsorption specific_absorption(const YeeFields &fields,
                                       const std::vector<std::int32_t> &of_cell,
                                       const std::vector<Material> &materials,
                                       const std::string &where, int threads = 0);

} // namespace curlew::fdfd
