#include <curlew/methods/fdfd/make_problem.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/case/document/document.hpp>
#include <curlew/methods/fdfd/grid/walls.hpp>
#include <curlew/methods/fdfd/media/corners.hpp>
#include <curlew/methods/fdfd/media/couplings.hpp>
#include <curlew/methods/fdfd/media/free_shares.hpp>
#include <curlew/methods/fdfd/media/layers_of_objects.hpp>
#include <curlew/methods/fdfd/media/smoothing_choice.hpp>
#include <curlew/methods/fdfd/thin/lay_thin_objects.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::fdfd {
namespace {

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

// Throws InputError for a tensor beside conductors or mu: the background's inverse does not take
// entries off the diagonal together with rows whose curl curl differs.
void require_tensor_fits(const Case &input, const Problem &problem) {
  if (problem.has_conductors || problem.is_magnetic())
    throw InputError(fmt::format(
        "{}: \"tensor\" does not go with conductors, sheets, wires or mu other than 1; take "
        "\"smoothing\": true",
        input.where("/grid/smoothing")));
}

bool has_waves(const Case &input) {
  return std::any_of(input.excitations.begin(), input.excitations.end(), [](const Excitation &one) {
    return std::holds_alternative<PlaneWaveSource>(one.source);
  });
}

} // namespace

Problem make_problem(const Case &input, double frequency_hz, const std::array<complex, 3> &phases,
                     int threads) {
  const GridSpec &grid = input.grid;
  Problem problem;
  problem.frequency_hz = frequency_hz;
  problem.wavenumber = wavenumber_of(frequency_hz);
  problem.threads = threads;
  const auto walls = walls_of(input);
  for (int d = 0; d < 3; ++d) {
    const LayerProfile pml{grid.layer_cells(d), grid.pml_order, grid.pml_reflection,
                           grid.pml_kappa};
    problem.axes[d] = make_axis(grid.cells[d], grid.cell_m[d], grid.corner_m[d], walls[d][0],
                                walls[d][1], pml, problem.wavenumber, phases[d]);
  }
  const Axis &z = problem.axes[2];
  problem.layers = make_layers(layers_of(input, frequency_hz), z, problem.wavenumber);
  problem.layers.has_stack_waves =
      !z.is_periodic() && (!problem.layers.is_uniform() ||
                           (problem.axes[0].is_periodic() && problem.axes[1].is_periodic()));
  const Scene scene(input);
  ConstantTable eps, mu;
  bool is_magnetic = false, has_conductors = false;
  for (const Material &material : input.materials) {
    has_conductors = has_conductors || material.pec;
    eps.conducts.push_back(material.pec);
    mu.conducts.push_back(material.pec);
    eps.of_material.push_back(
        diagonal(input, material, "eps_r", permittivity(material, frequency_hz)));
    mu.of_material.push_back(
        diagonal(input, material, "mu_r", permeability(material, frequency_hz)));
    for (const complex &value : mu.of_material.back())
      is_magnetic = is_magnetic || value != complex(1);
  }
  const Smoothing smoothing = smoothing_of(input, frequency_hz);
  EntryMaterials electric = entry_materials(problem, scene, eps, true, smoothing, threads);
  problem.eps_id = std::move(electric.id);
  problem.eps = std::move(electric.constants);
  problem.has_conductors = electric.has_conductors;
  problem.cut_edges = std::move(electric.cut);
  const bool is_conformal = has_conductors && smoothing != Smoothing::none;
  if (is_magnetic || is_conformal) {
    EntryMaterials magnetic = entry_materials(problem, scene, mu, false, smoothing, threads);
    if (is_conformal)
      close_covered_faces(magnetic.id, problem);
    // A magnetic material that lies nowhere on the grid leaves constants of 1 alone.
    const auto &constants = magnetic.constants;
    if (std::any_of(constants.begin(), constants.end(),
                    [](const complex &one) { return one != complex(1); })) {
      problem.mu_id = std::move(magnetic.id);
      problem.mu = std::move(magnetic.constants);
    }
  }
  if (!has_waves(input))
    take_layers_of_objects(problem);
  lay_thin_objects(input, scene, problem);
  if (is_conformal)
    correct_corners(problem, FreeShares(problem, scene, eps));
  if (smoothing == Smoothing::tensor) {
    require_tensor_fits(input, problem);
    add_couplings(BrickAverage(problem, scene, eps, true, smoothing), threads, problem);
  }
  return problem;
}

} // namespace curlew::fdfd
