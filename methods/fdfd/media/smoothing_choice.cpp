#include <curlew/methods/fdfd/media/smoothing_choice.hpp>

#include <curlew/core/words.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/choices.hpp>
#include <curlew/methods/fdfd/grid/objects.hpp>
#include <curlew/methods/fdfd/grid/walls.hpp>

#include <algorithm>
#include <complex>
#include <set>

namespace curlew::fdfd {
namespace {

constexpr WordTable<Smoothing, 4> k_smoothings = {{{Smoothing::automatic, "automatic"},
                                                   {Smoothing::tensor, "tensor"},
                                                   {Smoothing::diagonal, "diagonal"},
                                                   {Smoothing::none, "none"}}};

// Cells of the boxes around all solids up to which the tensor is taken: a sphere of 23 cells in its
// radius. With as many, 200 directions of SupportGcr take 2 GB.
constexpr double k_most_cells = 1e5;

double cells_of_solids(const Case &input) {
  double all = 0;
  for (const ObjectSpec &object : input.objects) {
    if (is_thin(object))
      continue;
    const Extent extent = extent_of(object);
    double cells = 1;
    for (int d = 0; d < 3; ++d)
      cells *= std::clamp((extent.max_m[d] - extent.min_m[d]) / input.grid.cell_m[d], 0.0,
                          double(input.grid.cells[d]));
    all += cells;
  }
  return all;
}

// True for a solid whose tensor has parts off the diagonal: surfaces oblique to the grid, or the
// edges and corners of a box that ends inside the grid along all axes. Bars and films lose little
// without, and voxels have too many.
bool has_tensor(const Case &input, const ObjectSpec &object) {
  if (is_thin(object) || std::holds_alternative<VoxelObject>(object))
    return false;
  if (!std::holds_alternative<BoxObject>(object))
    return true;
  const Extent extent = extent_of(object);
  return !goes_through(input, extent, 0) && !goes_through(input, extent, 1) &&
         !goes_through(input, extent, 2);
}

bool has_mu(const Material &material, double frequency_hz) {
  for (const std::complex<double> &one : permeability(material, frequency_hz))
    if (one != std::complex<double>(1) && one != std::complex<double>(0))
      return true;
  return false;
}

// Modulus of eps from which on a body is a conductor by its losses: Krylov methods do not converge
// with its tensor.
constexpr double k_conductor = 100;

bool is_isotropic_dielectric(const Material &material, double frequency_hz) {
  const ComplexTensor eps = permittivity(material, frequency_hz);
  return eps[0].real() > 0 && eps[1] == eps[0] && eps[2] == eps[0] &&
         std::abs(eps[0]) < k_conductor;
}

// True where far fields are wanted and a solid is less than two cells off a layer: with the tensor
// it reaches a cell further, and the box of the far field needs one more.
bool lacks_room(const Case &input) {
  if (!input.outputs.rcs && !input.outputs.far_field)
    return false;
  constexpr double k_room = 2 - 1e-6;
  const auto walls = walls_of(input);
  const Vector3 low = input.grid.corner_m, high = far_corner(input.grid);
  return std::any_of(input.objects.begin(), input.objects.end(), [&](const ObjectSpec &object) {
    if (is_thin(object))
      return false;
    const Extent extent = extent_of(object);
    for (int d = 0; d < 3; ++d) {
      const double layer = input.grid.layer_cells(d), cell = input.grid.cell_m[d];
      if ((walls[d][0] == Wall::pml && (extent.min_m[d] - low[d]) / cell < layer + k_room) ||
          (walls[d][1] == Wall::pml && (high[d] - extent.max_m[d]) / cell < layer + k_room))
        return true;
    }
    return false;
  });
}

bool is_refused_by_solver(const Case &input) {
  const Choices choices = choices_of(input);
  return choices.method == SolverMethod::cocr &&
         choices.preconditioner.kind != PreconditionerKind::none &&
         !input.solver.preconditioner.eps_b;
}

} // namespace

Smoothing smoothing_of(const Case &input, double frequency_hz) {
  if (input.grid.smoothing != Smoothing::automatic)
    return input.grid.smoothing;
  std::set<std::string> used;
  for (const ObjectSpec &object : input.objects)
    add_materials(object, used);
  const bool is_hindered =
      std::any_of(input.objects.begin(), input.objects.end(), is_thin) ||
      std::any_of(input.materials.begin(), input.materials.end(), [&](const Material &material) {
        return used.count(material.name) != 0 && (material.pec || has_mu(material, frequency_hz) ||
                                                  !is_isotropic_dielectric(material, frequency_hz));
      });
  const bool has_use =
      std::any_of(input.objects.begin(), input.objects.end(),
                  [&](const ObjectSpec &object) { return has_tensor(input, object); });
  return !has_use || is_hindered || is_refused_by_solver(input) || lacks_room(input) ||
                 cells_of_solids(input) > k_most_cells
             ? Smoothing::diagonal
             : Smoothing::tensor;
}

std::string to_string(Smoothing smoothing) {
  return word_of(k_smoothings, smoothing);
}

} // namespace curlew::fdfd
