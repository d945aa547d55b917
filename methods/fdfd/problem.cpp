#include <curlew/methods/fdfd/problem.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/overloaded.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/case/document/document.hpp>
#include <curlew/methods/fdfd/choices.hpp>
#include <curlew/methods/fdfd/media/couplings.hpp>
#include <curlew/methods/fdfd/thin/lay_thin_objects.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::fdfd {

Problem::VectorEntry Problem::at(Offset of_vector) const {
  const Offset entry = of_vector % size(), row = entry / count(0);
  return {static_cast<int>(of_vector / size()),
          {static_cast<Index>(entry % count(0)), static_cast<Index>(row % count(1)),
           static_cast<Index>(row / count(1))}};
}

bool Problem::is_bloch() const {
  return std::any_of(axes.begin(), axes.end(), [](const Axis &axis) { return axis.is_bloch(); });
}

bool Problem::is_background(int component, Index k, Offset entry) const {
  const std::uint16_t id = eps_id[component][entry];
  return id != 0 && eps[id] == layers.at(component, k) && !is_coupled(id);
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
  const auto refuse = [&]() -> Wall {
    throw InputError(fmt::format("{}: the faces of a grid have no boundary of type \"{}\"",
                                 input.where("/boundaries/" + found->group), type_of(*found)));
  };
  return std::visit(Overloaded{[](const Pec &) { return Wall::pec; },
                               [](const Pmc &) { return Wall::pmc; },
                               [](const PeriodicSpec &) { return Wall::periodic; },
                               [](const curlew::PmlSpec &) { return Wall::pml; },
                               [&](const Abc &) { return refuse(); },
                               [&](const SurfaceImpedanceSpec &) { return refuse(); },
                               [&](const SymmetrySpec &) { return refuse(); },
                               [&](const LumpedBoundarySpec &) { return refuse(); },
                               [&](const PortSpec &) { return refuse(); },
                               [&](const ImposedFieldSpec &) { return refuse(); }},
                    found->condition);
}

// Returns the diagonal; throws for entries off it, which the Yee grid's 13 points cannot represent.
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

Smoothing smoothing_of(const Case &input) {
  const bool is_tensor = choices_of(input).has_tensors;
  if (is_tensor && !input.grid.smoothing)
    throw InputError(
        fmt::format("{}: a tensor of what grid.smoothing (false) does not smooth; leave one out",
                    input.where("/discretization/smoothing")));
  return is_tensor              ? Smoothing::tensor
         : input.grid.smoothing ? Smoothing::diagonal
                                : Smoothing::none;
}

// Throws InputError for a tensor beside conductors or mu: only the background's inverse takes
// entries off the diagonal, and not together with rows whose curl curl differs.
void require_tensor_fits(const Case &input, const Problem &problem) {
  if (problem.has_conductors || problem.is_magnetic())
    throw InputError(fmt::format(
        "{}: \"tensor\" does not go with conductors, sheets, wires or mu other than 1; take "
        "\"diagonal\"",
        input.where("/discretization/smoothing")));
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
    // A layer without cells is a conducting wall.
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
  const Smoothing smoothing = smoothing_of(input);
  EntryMaterials electric = entry_materials(problem, scene, eps, true, smoothing, threads);
  problem.eps_id = std::move(electric.id);
  problem.eps = std::move(electric.constants);
  problem.has_conductors = electric.has_conductors;
  if (is_magnetic) {
    EntryMaterials magnetic = entry_materials(problem, scene, mu, false, smoothing, threads);
    problem.mu_id = std::move(magnetic.id);
    problem.mu = std::move(magnetic.constants);
  }
  lay_thin_objects(input, scene, problem);
  if (smoothing == Smoothing::tensor) {
    require_tensor_fits(input, problem);
    add_couplings(BrickAverage(problem, scene, eps, true, smoothing), threads, problem);
  }
  return problem;
}

} // namespace curlew::fdfd
