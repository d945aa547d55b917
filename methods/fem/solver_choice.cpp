#include <curlew/methods/fem/solver_choice.hpp>

#include <curlew/core/error.hpp>
#include <curlew/methods/fem/problem.hpp>
#include <curlew/solvers/direct/sparse_factor.hpp>

#include <fmt/format.h>

#include <cmath>

namespace curlew::fem {
namespace {

// Below it a factorisation takes a few seconds and solves every right-hand side at once; its
// entries grow with the power 4/3 of the unknowns.
constexpr Index k_most_direct = 100000;
// More right-hand sides than this are worth a factorisation of up to twice as many unknowns.
constexpr std::size_t k_many_columns = 8;

bool is_direct_better(Index unknowns, std::size_t columns) {
  return unknowns <= k_most_direct * (columns > k_many_columns ? 2 : 1);
}

// The matrix of periodic unknowns is complex symmetric only with real factors.
bool is_symmetric(const Model &model) {
  return std::all_of(model.periods.begin(), model.periods.end(), [](const Period &period) {
    const auto &phase = period.boundary->periodic->phase_deg;
    return phase && std::remainder(*phase, 180) == 0;
  });
}

SolverChoice choose_periodic(const Case &input, const Model &model, SolverChoice choice,
                             Index unknowns) {
  const std::string where = input.where("/solver");
  if (choice.matrix == "ebe")
    throw InputError(input.where("/discretization/matrix") +
                     ": \"ebe\" has no rows that periodic faces could join; take \"csr\"");
  if (choice.method == "auto") { // without levels and gradients iterations are of no use
    choice.method = choice.preconditioner == "auto" ? "direct" : "fgmres";
    choice.reason = fmt::format("periodic faces, {} unknowns", unknowns);
  }
  if (choice.method == "direct" && !has_mumps() && unknowns > SparseFactor<double>::k_most_dense)
    throw InputError(where + ": periodic faces make a general matrix, and this program has no "
                             "direct solver for one of this size: build it with MUMPS "
                             "(CURLEW_ENABLE_MUMPS), or take \"fgmres\"");
  if (choice.method == "cocg" && !is_symmetric(model))
    throw InputError(where +
                     ": \"cocg\" is for complex symmetric matrices, and phases other than 0 "
                     "and 180 deg make it another; take \"direct\", \"fgmres\" or "
                     "\"bicgstab\"");
  if (choice.method == "direct")
    choice.preconditioner = "none";
  if (choice.preconditioner == "auto")
    choice.preconditioner = choice.method == "cocg" ? "jacobi" : "ilu";
  if (choice.preconditioner == "gradient" || choice.preconditioner == "multigrid")
    throw InputError(fmt::format("{}: \"{}\" does not know periodic faces; take \"ilu\", "
                                 "\"jacobi\", or \"method\": \"direct\"",
                                 input.where("/solver/preconditioner"), choice.preconditioner));
  return choice;
}

} // namespace

Index count_unknowns(const Case &input, const Model &model) {
  const ElementSpace space = space_of(input);
  std::vector<std::uint8_t> edge(model.topology.edges.size(), 0),
      face(model.topology.faces.size(), 0);
  std::uint64_t tets = 0;
  for (std::size_t t = 0; t < model.solved.size(); ++t) {
    if (!model.solved[t])
      continue;
    ++tets;
    for (const Index e : model.topology.tet_edges[t])
      edge[e] = 1;
    for (const Index f : model.topology.tet_faces[t])
      face[f] = 1;
  }
  for (std::size_t f = 0; f < face.size(); ++f) {
    if (!model.face_is_pec[f])
      continue;
    face[f] = 0;
    const auto &n = model.topology.faces[f];
    for (int k = 0; k < 3; ++k)
      edge[find_edge(model.topology, n[k], n[(k + 1) % 3])] = 0;
  }
  std::uint64_t edges = 0, faces = 0;
  for (const auto is_free : edge)
    edges += is_free;
  for (const auto is_free : face)
    faces += is_free;
  return to_index(edges * space.per_edge() + faces * space.per_face() + tets * space.per_cell(),
                  "unknowns");
}

SolverChoice choose_solver(const Case &input, const Model &model, Index unknowns,
                           std::size_t columns, int ranks) {
  const SolverSpec &spec = input.solver;
  const PreconditionerSpec &given = spec.preconditioner;
  SolverChoice choice;
  choice.method = spec.method;
  choice.preconditioner = given.type;
  choice.assembly = parse_assembly(input.discretization["assembly"].get<std::string>());
  choice.matrix = input.discretization["matrix"].get<std::string>();
  if (choice.matrix == "auto")
    choice.matrix = "csr";
  choice.omega = given.omega.value_or(choice.omega);
  choice.fill = given.fill;
  choice.drop_tolerance = given.drop_tolerance;
  const ElementSpace space = space_of(input);
  const bool has_levels = !model.coarser.empty() || space.order > 1;
  if (choice.preconditioner == "multigrid" && !has_levels)
    throw InputError(input.where("/solver/preconditioner") +
                     ": multigrid needs coarser meshes or a higher order: give a coarse mesh, of "
                     "about 4 edges to a wavelength, and \"refine\" in \"mesh\"; or take "
                     "\"gradient\"");
  if (choice.method == "direct" && choice.matrix == "ebe")
    throw InputError(input.where("/discretization/matrix") +
                     ": \"ebe\" stores no matrix, which \"method\": \"direct\" factors; take "
                     "\"csr\", or \"cocg\" with \"jacobi\"");
  if (!model.periods.empty())
    return choose_periodic(input, model, choice, unknowns);
  if (choice.method == "auto") {
    if (ranks == 1 && choice.preconditioner == "auto" && choice.matrix != "ebe" &&
        is_direct_better(unknowns, columns)) {
      choice.method = "direct";
      choice.reason = fmt::format("{} unknowns, {} right-hand sides", unknowns, columns);
    } else {
      const bool is_flexible = choice.preconditioner == "auto" ? has_levels
                               : choice.preconditioner == "multigrid"
                                   ? given.smoother != "chebyshev"
                                   : !choice.is_symmetric();
      choice.method = is_flexible ? "fgmres" : "cocg";
      choice.reason = fmt::format("{} unknowns, {} coarser meshes", unknowns, model.coarser.size());
      if (ranks > 1)
        choice.reason += fmt::format(", {} ranks", ranks);
    }
  }
  if (choice.method == "direct")
    choice.preconditioner = "none";
  if (choice.preconditioner == "auto")
    choice.preconditioner = choice.method == "bicgstab" ? "ssor-ai"
                            : has_levels                ? "multigrid"
                                                        : "gradient";
  MultigridOptions &multigrid = choice.multigrid;
  multigrid.single_precision = given.is_single;
  const bool is_chebyshev =
      given.smoother == "chebyshev" || (given.smoother == "auto" && choice.method == "cocg");
  multigrid.smoother = is_chebyshev ? MultigridSmoother::chebyshev : MultigridSmoother::gcr;
  if (given.sweep_degree)
    (is_chebyshev ? multigrid.edge_degree : multigrid.gcr_steps) = *given.sweep_degree;
  if (choice.preconditioner == "multigrid" && !is_chebyshev && choice.method != "fgmres")
    throw InputError(fmt::format("{}: multigrid with the smoother \"gcr\" is for \"method\": "
                                 "\"fgmres\"; take \"smoother\": \"chebyshev\" for \"{}\"",
                                 input.where("/solver"), choice.method));
  return choice;
}

std::string to_text(const SolverChoice &choice) {
  if (choice.method == "direct")
    return "direct";
  return choice.method + (choice.preconditioner == "none" ? "" : " + " + choice.preconditioner) +
         ", " + choice.matrix;
}

double solver_bytes(const SolverChoice &choice, Index unknowns, int per_tet) {
  // Entries to a row of tet meshes: 16 of first order (@cite meng2015 and measured), and as many
  // times more as a tet has functions.
  const double per_row = 2.7 * per_tet, n = unknowns;
  const double matrix = n * per_row * (16 + 4);
  // Of edges by `row`, the five tets around each.
  const double tables =
      choice.assembly == Assembly::row && per_tet == 6 ? n * 5 * sizeof(TetOfEdge) : 0;
  constexpr double k_vectors = 16 * 16;
  if (choice.method == "direct") // 32 M entries of 83 k unknowns
    return tables + 2 * matrix + 16 * 32e6 * std::pow(n / 83e3, 4.0 / 3);
  if (choice.preconditioner == "multigrid")
    return tables + 2.5 * matrix + n * (k_vectors + 16 * 60);
  return tables + 2 * matrix + n * k_vectors;
}

} // namespace curlew::fem
