#include <curlew/methods/fem/problem.hpp>

#include <curlew/core/parallel/host_arrays.hpp>
#include <curlew/methods/fem/assembly/shielded_tets.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/periodic/half_spaces.hpp>
#include <curlew/methods/shared/elements/quadrature_table.hpp>
#include <curlew/methods/shared/elements/reference_matrices.hpp>
#include <curlew/methods/shared/elements/shapes_of_mesh.hpp>
#include <curlew/methods/shared/setup/plane_waves.hpp>

#include <algorithm>

namespace curlew::fem {
namespace {

// Fixes the dofs that no solved tet has.
void fix_unsolved(const Model &model, const DofMap &dofs, std::vector<char> &fixed) {
  if (std::all_of(model.solved.begin(), model.solved.end(), [](auto s) { return s != 0; }))
    return;
  std::vector<char> is_used(fixed.size(), 0);
  for (std::size_t t = 0; t < model.solved.size(); ++t)
    if (model.solved[t])
      for (int i = 0; i < dofs.per_tet; ++i)
        is_used[dofs.of_tet(static_cast<Index>(t))[i]] = 1;
  for (std::size_t d = 0; d < fixed.size(); ++d)
    fixed[d] = fixed[d] || !is_used[d];
}

// Fixes the scalar functions whose gradients have no unknown.
void fix_useless(const GradientRows &gradient, const std::vector<Index> &unknown,
                 std::vector<char> &fixed) {
  std::vector<char> is_used(fixed.size(), 0);
  for (std::size_t d = 0; d < unknown.size(); ++d)
    for (const Index scalar : gradient.columns[d])
      if (unknown[d] >= 0 && scalar >= 0)
        is_used[scalar] = 1;
  for (std::size_t s = 0; s < fixed.size(); ++s)
    fixed[s] = fixed[s] || !is_used[s];
}

// Returns the integrals of products of tangential functions, [packed(i, j)].
std::vector<double> products_of(const ElementSpace &space, const TriangleShape &shape,
                                const ReferenceTraces<Host> &reference,
                                const QuadratureTable<2, Host> &table) {
  const int n = space.per_triangle();
  std::vector<double> products(n * (n + 1) / 2);
  if (shape.is_curved) {
    with_blocks(space, [&](auto blocks) {
      CurvedTraceMatrices<decltype(blocks)::value, Host>{table}.mass(shape, products.data());
    });
    return products;
  }
  const double corner[3] = {1, 0, 0};
  double metric[3];
  mass_metric(frame_at(shape, corner), metric);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      products[packed(i, j)] = reference.mass_entry(metric, i, j);
  return products;
}

std::vector<FaceBlock> make_blocks(const Model &model, const DofMap &dofs) {
  const auto reference = make_reference_traces<Host>(dofs.space);
  const auto table = make_quadrature_table<2, Host>(dofs.space, curved_degree(dofs.space));
  std::vector<FaceBlock> blocks;
  for (const FaceTerm &term : model.terms)
    blocks.push_back(
        {dofs_of_face(dofs, model.topology, term.face),
         products_of(dofs.space, shape_of_face(model.mesh, dofs, model.topology, term.face),
                     reference, table)});
  return blocks;
}

} // namespace

FreeSpace free_space(const Model &model, const DofMap &dofs) {
  const std::vector<Index> walls = pec_faces(model);
  FreeSpace free;
  std::vector<char> fixed = fixed_dofs(dofs, model.topology, walls);
  fix_unsolved(model, dofs, fixed);
  free.unknowns = number_free(fixed);
  std::vector<char> fixed_potentials = fixed_scalars(dofs, model.topology, walls);
  fix_useless(gradient_rows(dofs, model.topology), free.unknowns.number, fixed_potentials);
  free.potentials = number_free(fixed_potentials);
  return free;
}

Problem make_problem(const Case &input, Model model, AbsorbingLayers layers, int threads,
                     WholePattern pattern) {
  Problem problem{std::move(model), std::move(layers), {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
                  threads};
  const Model &m = problem.model;
  problem.dofs = make_dof_map(m.mesh, m.topology, choices_of(input).space, threads);
  FreeSpace free = free_space(m, problem.dofs);
  problem.unknowns = std::move(free.unknowns);
  problem.potentials = std::move(free.potentials);
  problem.periodic =
      periodic_unknowns(input, m.periods, m.mesh, m.topology, problem.dofs, problem.unknowns);
  problem.tets = select_items<Index>(m.solved.size(), threads,
                                     [&](std::size_t t) { return m.solved[t] != 0; });
  const int n = problem.dofs.per_tet;
  problem.tet_rows.resize(problem.tets.size() * n);
  parallel_chunks(problem.tets.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      for (int i = 0; i < n; ++i)
        problem.tet_rows[k * n + i] =
            problem.unknowns.number[problem.dofs.of_tet(problem.tets[k])[i]];
  });
  if (has_plane_wave(input))
    problem.has_total_field =
        m.periods.empty() ? shielded_tets(m, problem.layers, threads) : tets_of_total_field(m);
  if (pattern == WholePattern::make)
    problem.pattern = make_pattern(problem.tet_rows, n, problem.unknowns.count, threads);
  problem.blocks = make_blocks(m, problem.dofs);
  if (m.mesh.is_curved()) {
    const std::vector<Index> curved = curved_tets(m.mesh, problem.dofs);
    problem.curved = select_items<Index>(problem.tets.size(), threads, [&](std::size_t k) {
      return std::binary_search(curved.begin(), curved.end(), problem.tets[k]);
    });
  }
  return problem;
}

bool has_total_field(const Problem &problem, Index face) {
  const auto &tets = problem.model.topology.face_tets[face];
  return !problem.has_total_field.empty() && std::all_of(tets.begin(), tets.end(), [&](Index tet) {
    return tet < 0 || !problem.model.solved[tet] || problem.has_total_field[tet] != 0;
  });
}

PhasorField with_fixed(const Problem &problem, const std::vector<std::complex<double>> &x) {
  PhasorField all(problem.unknowns.number.size(), 0);
  for (std::size_t d = 0; d < all.size(); ++d)
    if (const Index unknown = problem.unknowns.number[d]; unknown >= 0)
      all[d] = x[unknown];
  return all;
}

std::vector<std::complex<double>> without_fixed(const Problem &problem, const PhasorField &x) {
  std::vector<std::complex<double>> free(problem.unknowns.count);
  for (std::size_t d = 0; d < x.size(); ++d)
    if (const Index unknown = problem.unknowns.number[d]; unknown >= 0)
      free[unknown] = x[d];
  return free;
}

} // namespace curlew::fem
