#include <curlew/methods/fdfd/problem.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/case/document/document.hpp>
#include <curlew/methods/fdfd/edge_materials.hpp>
#include <curlew/methods/fdfd/thin/lay_thin_objects.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::fdfd {

bool Problem::is_bloch() const {
  return std::any_of(axes.begin(), axes.end(), [](const Axis &axis) { return axis.is_bloch(); });
}

bool Problem::is_boundary_fixed(int component, const std::array<Index, 3> &at,
                                bool is_electric) const {
  for (int d = 0; d < 3; ++d) {
    const bool on_half = (d == component) == is_electric;
    if (on_half ? axes[d].half_is_fixed(at[d]) : axes[d].node_is_fixed(at[d]))
      return true;
  }
  return false;
}

double wavenumber_of(double frequency_hz) {
  return 2 * k_pi * frequency_hz / k_speed_of_light;
}

std::array<double, 3> Problem::e_position_m(int component, Index i, Index j, Index k) const {
  const std::array<Index, 3> at{i, j, k};
  std::array<double, 3> position_m;
  for (int d = 0; d < 3; ++d)
    position_m[d] = d == component ? axes[d].half_m(at[d]) : axes[d].node_m(at[d]);
  return position_m;
}

std::array<double, 3> Problem::h_position_m(int component, Index i, Index j, Index k) const {
  const std::array<Index, 3> at{i, j, k};
  std::array<double, 3> position_m;
  for (int d = 0; d < 3; ++d)
    position_m[d] = d == component ? axes[d].node_m(at[d]) : axes[d].half_m(at[d]);
  return position_m;
}

complex Problem::weight(int component, Index i, Index j, Index k) const {
  const std::array<Index, 3> at{i, j, k};
  complex product = 1;
  for (int d = 0; d < 3; ++d)
    product *= d == component ? axes[d].half_length[at[d]] : axes[d].node_length[at[d]];
  return product;
}

namespace {

Wall wall_of(const Case &input, const std::string &face) {
  const Boundary *found = nullptr;
  for (const Boundary &boundary : input.boundaries)
    if (boundary.group == face || (boundary.group == "default" && found == nullptr))
      found = &boundary;
  if (found == nullptr)
    return Wall::pml;
  switch (found->type) {
  case Boundary::Type::pec:
    return Wall::pec;
  case Boundary::Type::pmc:
    return Wall::pmc;
  case Boundary::Type::periodic:
    return Wall::periodic;
  default:
    return Wall::pml;
  }
}

// Throws for a tensor with entries off the diagonal, which the Yee grid's 13 points cannot take.
std::array<complex, 3> diagonal(const Case &input, const Material &material, const char *key,
                                const ComplexTensor &tensor) {
  for (int i = 3; i < 6; ++i)
    if (tensor[i] != complex(0))
      throw InputError(
          fmt::format("{}: method fdfd takes diagonal tensors; this one has entries "
                      "off the diagonal. Turn the axes, or take method fem",
                      input.where(child_pointer(child_pointer("/materials", material.name), key))));
  return {tensor[0], tensor[1], tensor[2]};
}

} // namespace

Problem make_problem(const Case &input, double frequency_hz, const std::array<complex, 3> &phases,
                     int threads) {
  static const char *const k_faces[3][2] = {{"x-", "x+"}, {"y-", "y+"}, {"z-", "z+"}};
  const GridSpec &grid = input.grid;
  Problem problem;
  problem.frequency_hz = frequency_hz;
  problem.wavenumber = wavenumber_of(frequency_hz);
  problem.threads = threads;
  const PmlSpec pml{grid.pml_cells, grid.pml_order, grid.pml_reflection, grid.pml_kappa};
  for (int d = 0; d < 3; ++d) {
    const Wall low = wall_of(input, k_faces[d][0]), high = wall_of(input, k_faces[d][1]);
    // A layer of no cells is its conducting wall.
    const auto thin = [&](Wall wall) {
      return wall == Wall::pml && pml.cells == 0 ? Wall::pec : wall;
    };
    problem.axes[d] = make_axis(grid.cells[d], grid.cell_m[d], grid.corner_m[d], thin(low),
                                thin(high), pml, problem.wavenumber, phases[d]);
  }
  const Axis &z = problem.axes[2];
  problem.layers = make_layers(layers_of(input, frequency_hz), z);
  problem.layers.has_stack_waves =
      !z.is_periodic() && (!problem.layers.is_uniform() ||
                           (problem.axes[0].is_periodic() && problem.axes[1].is_periodic()));
  const Scene scene(input);
  ConstantTable eps, mu;
  bool is_magnetic = false;
  for (const Material &material : input.materials) {
    eps.conducts.push_back(material.pec);
    mu.conducts.push_back(material.pec);
    eps.of_material.push_back(
        diagonal(input, material, "eps_r", permittivity(material, frequency_hz)));
    mu.of_material.push_back(
        diagonal(input, material, "mu_r", permeability(material, frequency_hz)));
    for (const complex &value : mu.of_material.back())
      is_magnetic = is_magnetic || value != complex(1);
  }
  EntryMaterials electric = entry_materials(problem, scene, eps, true, grid.smoothing, threads);
  problem.eps_id = std::move(electric.id);
  problem.eps = std::move(electric.constants);
  problem.has_conductors = electric.has_conductors;
  if (is_magnetic) {
    EntryMaterials magnetic = entry_materials(problem, scene, mu, false, grid.smoothing, threads);
    problem.mu_id = std::move(magnetic.id);
    problem.mu = std::move(magnetic.constants);
  }
  lay_thin_objects(input, scene, problem);
  return problem;
}

} // namespace curlew::fdfd
