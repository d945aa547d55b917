#include <curlew/methods/fdfd/outputs/cell_fields.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/grid/scene.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew::fdfd {
namespace {

// Returns the mean over the entries of a component around the centre of a cell: E is on its edges
// along the component, H on its faces across.
complex at_centre(const YeeFields &fields, Field field, bool total, int component,
                  const Place &cell) {
  const int u = (component + 1) % 3, v = (component + 2) % 3;
  if (field == Field::H) {
    Place up = cell;
    ++up[component];
    return total ? 0.5 * (fields.total_magnetic(component, cell) +
                          fields.total_magnetic(component, up))
                 : 0.5 * (fields.magnetic(component, cell) + fields.magnetic(component, up));
  }
  complex sum = 0;
  for (const int step_u : {0, 1})
    for (const int step_v : {0, 1}) {
      Place at = cell;
      at[u] += step_u;
      at[v] += step_v;
      sum += total ? fields.total_electric(component, at) : fields.electric(component, at);
    }
  return 0.25 * sum;
}

// Calls f(cell, its number in the block) for all cells of a block, with rows on several threads.
template <class F> void for_all_cells(const CellBlock &block, int threads, const F &f) {
  const std::size_t nx = block.count(0), ny = block.count(1), nz = block.count(2);
  parallel_chunks(
      ny * nz, threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row)
          for (std::size_t i = 0; i < nx; ++i)
            f(Place{block.first[0] + static_cast<Index>(i),
                    block.first[1] + static_cast<Index>(row % ny),
                    block.first[2] + static_cast<Index>(row / ny)},
              row * nx + i);
      },
      16);
}

std::array<double, 3> centre_of(const Problem &problem, const Place &cell) {
  return {problem.axes[0].half_m(cell[0]), problem.axes[1].half_m(cell[1]),
          problem.axes[2].half_m(cell[2])};
}

} // namespace

CellBlock all_cells(const Problem &problem) {
  return {{0, 0, 0}, {problem.axes[0].cells, problem.axes[1].cells, problem.axes[2].cells}};
}

CellBlock cells_of(const Problem &problem, const SliceSpec &slice, const std::string &where) {
  const Axis &axis = problem.axes[slice.axis];
  const double cell = std::floor((slice.at_m - axis.corner_m) / axis.cell_m);
  const double end = axis.corner_m + axis.cells * axis.cell_m;
  if (!(slice.at_m >= axis.corner_m) || !(slice.at_m <= end))
    throw InputError(fmt::format("{}: the slice at {} = {} m lies outside of the grid, which goes "
                                 "from {:.6g} to {:.6g} m",
                                 where, "xyz"[slice.axis], slice.at_m, axis.corner_m, end));
  CellBlock block = all_cells(problem);
  block.first[slice.axis] = std::clamp(static_cast<Index>(cell), Index{0}, axis.cells - 1);
  block.last[slice.axis] = block.first[slice.axis] + 1;
  return block;
}

std::vector<CellArray> cell_phasors(const YeeFields &fields, Field field, bool total,
                                    const CellBlock &block, int threads) {
  const std::string name = field == Field::E ? "E" : "H";
  const std::string unit = field == Field::E ? "V/m" : "A/m";
  std::vector<CellArray> arrays{{name + "_real", 3, {}, unit}, {name + "_imag", 3, {}, unit}};
  for (CellArray &array : arrays)
    array.values.resize(static_cast<std::size_t>(3 * block.size()));
  for_all_cells(block, threads, [&](const Place &cell, std::size_t number) {
    for (int c = 0; c < 3; ++c) {
      const complex value = at_centre(fields, field, total, c, cell);
      arrays[0].values[3 * number + c] = value.real();
      arrays[1].values[3 * number + c] = value.imag();
    }
  });
  return arrays;
}

std::vector<std::int32_t> cell_materials(const Problem &problem, const Scene &scene, int threads) {
  const CellBlock block = all_cells(problem);
  std::vector<std::int32_t> materials(static_cast<std::size_t>(block.size()));
  for_all_cells(block, threads, [&](const Place &cell, std::size_t number) {
    materials[number] = scene.material_at(centre_of(problem, cell)) + 1; // vacuum is -1 there
  });
  return materials;
}

std::vector<std::string> material_names(const Case &input) {
  std::vector<std::string> names{"vacuum"};
  for (const Material &material : input.materials)
    names.push_back(material.name);
  return names;
}

namespace {

CellBlock inner_cells(const Problem &problem) {
  CellBlock block;
  for (int d = 0; d < 3; ++d) {
    block.first[d] = problem.axes[d].inner_first();
    block.last[d] = problem.axes[d].inner_last();
  }
  return block;
}

// Lossy material, by its number in cell_materials(): vacuum, and then the case's materials.
struct Tissue {
  double density = 0;                   // kg/m^3; 0: not counted
  std::array<double, 3> sigma{0, 0, 0}; // S/m, losses of all kinds
  ComplexTensor eps{};                  // relative
};

std::vector<Tissue> tissues(const std::vector<Material> &materials, double frequency_hz) {
  std::vector<Tissue> result(materials.size() + 1);
  for (std::size_t m = 0; m < materials.size(); ++m) {
    if (materials[m].pec)
      continue;
    result[m + 1].density = materials[m].density_kg_m3;
    const ComplexTensor &eps = result[m + 1].eps = permittivity(materials[m], frequency_hz);
    for (std::size_t c = 0; c < 3; ++c)
      result[m + 1].sigma[c] = -2 * k_pi * frequency_hz * k_eps0 * eps[c].imag();
  }
  return result;
}

// An edge is in a tissue where its brick holds nothing else. Other edges carry a mean of both
// sides, or the normal component of the other side, which is larger by the ratio of the
// permittivities.
bool is_inside(const YeeFields &fields, int component, Place edge, const Tissue &tissue) {
  constexpr double k_rounding = 1e-9;
  for (int d = 0; d < 3; ++d)
    edge[d] = std::min(edge[d], fields.problem().count(d) - 1);
  const complex eps = tissue.eps[component];
  return std::abs(fields.eps(component, edge) - eps) <= k_rounding * std::abs(eps);
}

} // namespace

void require_density(const Problem &problem, const std::vector<std::int32_t> &of_cell,
                     const std::vector<Material> &materials, const std::string &where) {
  const auto of_tissue = tissues(materials, problem.frequency_hz);
  const auto inner = in_block(problem, inner_cells(problem), of_cell);
  if (std::none_of(inner.begin(), inner.end(), [&](std::int32_t material) {
        return of_tissue[static_cast<std::size_t>(material)].density > 0;
      }))
    throw InputError(fmt::format("{}: the specific absorption rate asks for a material with a "
                                 "\"density\" (kg/m^3), and no cell of the grid off its absorbing "
                                 "layers holds one",
                                 where));
}

SpecificAbsorption specific_absorption(const YeeFields &fields,
                                       const std::vector<std::int32_t> &of_cell,
                                       const std::vector<Material> &materials,
                                       const std::string &where, int threads) {
  const Problem &problem = fields.problem();
  require_density(problem, of_cell, materials, where);
  const auto of_tissue = tissues(materials, problem.frequency_hz);
  const CellBlock grid = all_cells(problem), inner = inner_cells(problem);
  const double volume = problem.axes[0].cell_m * problem.axes[1].cell_m * problem.axes[2].cell_m;
  const auto number_of = [&](const Place &cell) {
    return static_cast<std::size_t>((Offset(cell[2]) * grid.count(1) + cell[1]) * grid.count(0) +
                                    cell[0]);
  };
  const auto tissue_of = [&](const Place &cell) -> const Tissue & {
    return of_tissue[static_cast<std::size_t>(of_cell[number_of(cell)])];
  };
  // Returns |E|^2 of a component: of the mean over the edges inside, or, in a cell without one,
  // which the surface cuts, the least over its edges; then `is_cut` is set.
  const auto square_inside = [&](int component, const Place &cell, bool &is_cut) {
    const int u = (component + 1) % 3, v = (component + 2) % 3;
    complex sum = 0;
    int inside = 0;
    double least = std::numeric_limits<double>::infinity();
    for (const int step_u : {0, 1})
      for (const int step_v : {0, 1}) {
        Place edge = cell;
        edge[u] += step_u;
        edge[v] += step_v;
        const complex value = fields.total_electric(component, edge);
        least = std::min(least, std::norm(value));
        if (is_inside(fields, component, edge, tissue_of(cell))) {
          sum += value;
          ++inside;
        }
      }
    if (inside > 0)
      return std::norm(sum / double(inside));
    is_cut = true;
    return least;
  };
  SpecificAbsorption result;
  result.w_per_kg.assign(static_cast<std::size_t>(grid.size()), 0);
  std::vector<char> is_cut(static_cast<std::size_t>(grid.size()), false);
  for_all_cells(inner, threads, [&](const Place &cell, std::size_t) {
    const Tissue &tissue = tissue_of(cell);
    if (tissue.density <= 0)
      return;
    double sum = 0;
    bool has_none_inside = false;
    for (int c = 0; c < 3; ++c)
      sum += tissue.sigma[c] * square_inside(c, cell, has_none_inside);
    is_cut[number_of(cell)] = has_none_inside;
    result.w_per_kg[number_of(cell)] = sum / (2 * tissue.density);
  });
  bool only_cut = true;
  for_all_cells(inner, 1, [&](const Place &cell, std::size_t) {
    only_cut &= tissue_of(cell).density <= 0 || is_cut[number_of(cell)] != 0;
  });
  for_all_cells(inner, 1, [&](const Place &cell, std::size_t) {
    const double mass = tissue_of(cell).density * volume;
    const double value = result.w_per_kg[number_of(cell)];
    result.mass_kg += mass;
    result.power_w += mass * value;
    if (value > result.largest_w_per_kg && (only_cut || is_cut[number_of(cell)] == 0)) {
      result.largest_w_per_kg = value;
      result.largest_at_m = centre_of(problem, cell);
    }
  });
  result.average_w_per_kg = result.power_w / result.mass_kg;
  return result;
}

} // namespace curlew::fdfd
