#include <curlew/methods/fem/solve/solver_choice.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/media/gyrotropic_media.hpp>
#include <curlew/methods/fem/problem.hpp>
#include <curlew/methods/fem/solve/factor_entries.hpp>
#include <curlew/methods/fem/warnings.hpp>
#include <curlew/solvers/multigrid/own/delaunay.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew::fem {
namespace {

// Largest number of unknowns for which "auto" factors. Up to it a factorisation takes a few seconds
// and solves every right-hand side at once; its entries grow with the power 4/3 of the unknowns.
constexpr Index k_most_direct = 100000;
// With more right-hand sides than this a factorisation pays off up to twice as many unknowns.
constexpr std::size_t k_many_columns = 8;

// Least numbers of unknowns for coarse meshes made by the program. Without any other levels,
// iterations with "gradient" are as fast up to about k_fewest_own. Below other levels, such meshes
// are made where the factors of the coarsest level become expensive.
constexpr Index k_fewest_own = 60000, k_most_coarsest = 50000;
// A further coarse mesh is made while there are more unknowns than this.
constexpr Index k_enough = 10000;
// Ratio of the unknowns of a mesh and its coarse mesh, and growth of the edge length.
constexpr double k_own_ratio = 6, k_own_growth = 1.8;
// Least number of edges to a wavelength on a coarse mesh. With 2.45 a cube of three wavelengths
// takes 22 iterations, against 11 without that mesh; at 2 it takes more than 100.
constexpr double k_fewest_edges = 2.2;

bool is_direct_better(Index unknowns, std::size_t columns) {
  return unknowns <= k_most_direct * (columns > k_many_columns ? 2 : 1);
}

// The matrix of periodic unknowns is complex symmetric only where the phase factors are real.
bool is_symmetric(const Model &model) {
  return std::all_of(model.periods.begin(), model.periods.end(), [](const Period &period) {
    const auto &phase = period.spec().phase_deg;
    return phase && std::remainder(*phase, 180) == 0;
  });
}

// Throws InputError for choices that need a complex symmetric matrix.
void require_general_solver(const Case &input, const SolverChoice &choice) {
  const char *instead = "media are gyrotropic, and make the matrix unsymmetric; take \"direct\" or "
                        "\"fgmres\"";
  if (choice.method == SolverMethod::cocg)
    throw InputError(fmt::format("{}: \"cocg\" is for complex symmetric matrices: {}",
                                 input.where("/solver/method"), instead));
  if (choice.method == SolverMethod::bicgstab)
    throw InputError(fmt::format("{}: \"bicgstab\" is not there for unsymmetric matrices: {}",
                                 input.where("/solver/method"), instead));
  if (choice.matrix == MatrixForm::ebe)
    throw InputError(input.where("/discretization/matrix") +
                     ": \"ebe\" has no unsymmetric tensors, and media are gyrotropic; take "
                     "\"csr\" or \"jad\"");
}

// Throws InputError where "scale_first" has no matrix to scale.
void require_scalable(const Case &input, const SolverChoice &choice) {
  if (!choice.preconditioner.scale_first)
    return;
  const std::string where = input.where("/solver/preconditioner");
  if (choice.method == SolverMethod::direct)
    throw InputError(where + ": \"scale_first\" is for iterations, and \"direct\" factors the "
                             "matrix; take it out");
  if (choice.matrix == MatrixForm::ebe)
    throw InputError(where + ": \"scale_first\" scales the stored matrix, which \"ebe\" has not; "
                             "take \"csr\" or \"jad\" for \"matrix\" in \"discretization\"");
}

SolverChoice choose_periodic(const Case &input, const Model &model, SolverChoice choice,
                             Index unknowns) {
  const std::string where = input.where("/solver");
  if (choice.matrix == MatrixForm::ebe)
    throw InputError(input.where("/discretization/matrix") +
                     ": \"ebe\" has no rows that periodic faces could join; take \"csr\"");
  if (choice.method ==
      SolverMethod::automatic) { // without levels and gradients iterations are of no use
    choice.method =
        choice.has(PreconditionerKind::automatic) ? SolverMethod::direct : SolverMethod::fgmres;
    choice.reason = fmt::format("periodic faces, {} unknowns", unknowns);
  }
  if (choice.method == SolverMethod::cocg && !is_symmetric(model))
    throw InputError(where +
                     ": \"cocg\" is for complex symmetric matrices, and phases other than 0 "
                     "and 180 deg make it another; take \"direct\", \"fgmres\" or "
                     "\"bicgstab\"");
  if (choice.method == SolverMethod::direct)
    choice.preconditioner.kind = PreconditionerKind::none;
  if (choice.has(PreconditionerKind::automatic))
    choice.preconditioner.kind =
        choice.method == SolverMethod::cocg ? PreconditionerKind::jacobi : PreconditionerKind::ilu;
  if (choice.has(PreconditionerKind::gradient) || choice.has(PreconditionerKind::multigrid))
    throw InputError(fmt::format("{}: \"{}\" does not know periodic faces; take \"ilu\", "
                                 "\"jacobi\", or \"method\": \"direct\"",
                                 input.where("/solver/preconditioner"),
                                 to_string(choice.preconditioner.kind)));
  return choice;
}

Index count_in(const ElementSpace &space, const Model &model) {
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

// Returns true where there are levels beside those of coarse meshes made by the program: of refined
// meshes or of orders.
bool has_other_levels(const Model &model, const ElementSpace &space) {
  return !model.coarser.empty() || space.order > 1;
}

// Coarse meshes that the program should make for a case.
struct OwnMeshes {
  int count = 0;
  double edges = 0; // edges to a wavelength of the first coarse mesh
};

OwnMeshes own_meshes_of(const Case &input, const Model &model, bool is_asked_for) {
  const Model &coarsest = model.coarser.empty() ? model : model.coarser.front();
  const bool has_others = has_other_levels(model, choices_of(input).space);
  const Index unknowns = count_in({1, true}, coarsest);
  OwnMeshes own;
  const Index fewest = has_others ? k_most_coarsest : is_asked_for ? 0 : k_fewest_own;
  const int levels = input.solver.preconditioner.levels;
  const int most = levels > 0 ? levels - static_cast<int>(model.coarser.size()) - 1
                              : std::numeric_limits<int>::max();
  if (unknowns <= fewest || most <= 0)
    return own;
  const std::vector<double> frequencies_hz = media_frequencies_hz(input);
  const double highest = *std::max_element(frequencies_hz.begin(), frequencies_hz.end());
  own.edges = std::numeric_limits<double>::infinity();
  for (const MaterialResolution &one : resolutions(input, coarsest, highest))
    if (!one.is_metal)
      own.edges = std::min(own.edges, one.edges / k_own_growth);
  if (!has_delaunay()) {
    if (is_asked_for && !has_others)
      throw NotCompiled(input.where("/solver/preconditioner") +
                            ": the maker of coarse meshes, which multigrid needs on a mesh without "
                            "\"refine\",",
                        std::string(k_delaunay_option) +
                            "; or give a coarse mesh, of about 4 edges to a wavelength, and "
                            "\"refine\" in \"mesh\"; or take \"gradient\"");
    return own;
  }
  double left = unknowns, edges = own.edges;
  while (own.count < most && (own.count == 0 || left > k_enough) && edges >= k_fewest_edges) {
    ++own.count;
    left /= k_own_ratio;
    edges /= k_own_growth;
  }
  if (own.count == 0 && is_asked_for && !has_others)
    own.count = 1; // the case asks for multigrid, which has no other level
  return own;
}

// Returns true where edges are so short for the wavelength that beside the curl terms single
// precision loses the rest of A.
bool is_beyond_single(const Case &input, const Model &model) {
  constexpr double k_shortest = 1e-4;
  const std::vector<double> frequencies_hz = media_frequencies_hz(input);
  const double lowest = *std::min_element(frequencies_hz.begin(), frequencies_hz.end());
  return edge_lengths(model).shortest * lowest < k_shortest * k_speed_of_light;
}

// Explains why "auto" takes an iteration, by the levels that there are.
std::string iteration_reason(const Model &model, Index unknowns, const OwnMeshes &own) {
  std::string text = fmt::format("{} unknowns, {} coarser meshes", unknowns, model.coarser.size());
  if (own.count > 0)
    return text + fmt::format(" and {} of the program's own", own.count);
  if (own.edges > 0 && !has_delaunay())
    return text + "; without Qhull none can be made";
  if (own.edges > 0)
    return text + fmt::format("; one of the program's own would have {:.2g} edges to a wavelength",
                              own.edges);
  return text;
}

// Returns the options of the multigrid cycle for a chosen iteration.
MultigridOptions choose_cycle(const Case &input, const Model &model, const Choices &given,
                              const SolverChoice &choice) {
  const PreconditionerSpec &numbers = input.solver.preconditioner;
  const bool is_multigrid = choice.has(PreconditionerKind::multigrid);
  MultigridOptions multigrid;
  multigrid.single_precision =
      numbers.is_single && (!is_multigrid || !is_beyond_single(input, model));
  multigrid.smoother = given.smoother.value_or(
      choice.method == SolverMethod::cocg ? MultigridSmoother::chebyshev : MultigridSmoother::gcr);
  const bool is_chebyshev = multigrid.smoother == MultigridSmoother::chebyshev;
  if (numbers.sweep_degree)
    (is_chebyshev ? multigrid.edge_degree : multigrid.gcr_steps) = *numbers.sweep_degree;
  if (is_multigrid && !is_chebyshev && choice.method != SolverMethod::fgmres)
    throw InputError(fmt::format("{}: multigrid with the smoother \"gcr\" is for \"method\": "
                                 "\"fgmres\"; take \"smoother\": \"chebyshev\" for \"{}\"",
                                 input.where("/solver"), to_string(choice.method)));
  return multigrid;
}

} // namespace

Index count_unknowns(const Case &input, const Model &model) {
  return count_in(choices_of(input).space, model);
}

SolverChoice choose_solver(const Case &input, const Model &model, Index unknowns,
                           std::size_t columns, int ranks) {
  const Choices given = choices_of(input);
  SolverChoice choice;
  choice.method = given.method;
  choice.preconditioner = given.preconditioner;
  choice.assembly = given.assembly;
  choice.matrix = given.matrix;
  require_scalable(input, choice);
  if (choice.method == SolverMethod::direct && choice.matrix == MatrixForm::ebe)
    throw InputError(input.where("/discretization/matrix") +
                     ": \"ebe\" stores no matrix, which \"method\": \"direct\" factors; take "
                     "\"csr\", or \"cocg\" with \"jacobi\"");
  const bool is_gyrotropic = has_gyrotropic_media(input, model);
  if (is_gyrotropic)
    require_general_solver(input, choice);
  if (!model.periods.empty())
    return choose_periodic(input, model, choice, unknowns);
  const bool is_asked_for = choice.has(PreconditionerKind::multigrid);
  // Coarse meshes made by the program need symmetric matrices for the factors of the coarsest.
  const bool may_own =
      !is_gyrotropic && (is_asked_for || (choice.has(PreconditionerKind::automatic) &&
                                          (choice.method == SolverMethod::automatic ||
                                           choice.method == SolverMethod::fgmres)));
  const OwnMeshes own = may_own ? own_meshes_of(input, model, is_asked_for) : OwnMeshes();
  const bool has_levels = has_other_levels(model, given.space) || own.count > 0;
  if (is_asked_for && !has_levels && is_gyrotropic)
    throw InputError(
        input.where("/solver/preconditioner") +
        ": the program makes no coarse meshes of its own for gyrotropic media: give a "
        "coarse mesh, of about 4 edges to a wavelength, and \"refine\" in \"mesh\", or "
        "take \"direct\"");
  if (is_asked_for && !has_levels)
    throw InputError(input.where("/solver/preconditioner") +
                     ": multigrid needs coarser meshes or a higher order: let it have more "
                     "\"levels\", give a coarse mesh, of about 4 edges to a wavelength, and "
                     "\"refine\" in \"mesh\"; or take \"gradient\"");
  if (choice.method == SolverMethod::automatic) {
    if (is_gyrotropic) { // without levels iterations are many
      const bool is_direct = choice.has(PreconditionerKind::automatic) &&
                             ((ranks == 1 && is_direct_better(unknowns, columns)) || !has_levels);
      choice.method = is_direct ? SolverMethod::direct : SolverMethod::fgmres;
      choice.reason = fmt::format("gyrotropic media, {} unknowns", unknowns);
    } else if (ranks == 1 && choice.has(PreconditionerKind::automatic) &&
               choice.matrix != MatrixForm::ebe && is_direct_better(unknowns, columns)) {
      choice.method = SolverMethod::direct;
      choice.reason = fmt::format("{} unknowns, {} right-hand sides", unknowns, columns);
    } else {
      const bool is_flexible = choice.has(PreconditionerKind::automatic) ? has_levels
                               : choice.has(PreconditionerKind::multigrid)
                                   ? given.smoother != MultigridSmoother::chebyshev
                                   : !choice.is_symmetric();
      choice.method = is_flexible ? SolverMethod::fgmres : SolverMethod::cocg;
      choice.reason = iteration_reason(model, unknowns, own);
      if (ranks > 1)
        choice.reason += fmt::format(", {} ranks", ranks);
    }
  }
  if (choice.method == SolverMethod::direct)
    choice.preconditioner.kind = PreconditionerKind::none;
  if (choice.has(PreconditionerKind::automatic))
    choice.preconditioner.kind = choice.method == SolverMethod::bicgstab
                                     ? PreconditionerKind::ssor_ai
                                 : has_levels ? PreconditionerKind::multigrid
                                              : PreconditionerKind::gradient;
  if (choice.has(PreconditionerKind::multigrid))
    choice.own_levels = own.count;
  choice.multigrid = choose_cycle(input, model, given, choice);
  return choice;
}

SolverChoice without_own_levels(SolverChoice choice, const Model &model, const ElementSpace &space,
                                const std::string &why) {
  choice.own_levels = 0;
  if (!has_other_levels(model, space)) {
    choice.preconditioner.kind = PreconditionerKind::gradient;
    if (!choice.reason.empty())
      choice.method = SolverMethod::cocg;
  }
  choice.reason += (choice.reason.empty() ? "" : "; ") + ("no coarse mesh: " + why);
  return choice;
}

std::string to_text(const SolverChoice &choice) {
  if (choice.method == SolverMethod::direct)
    return "direct";
  return to_string(choice.method) + (choice.preconditioner.scale_first ? " + scaling" : "") +
         (choice.has(PreconditionerKind::none) ? ""
                                               : " + " + to_string(choice.preconditioner.kind)) +
         ", " + to_string(choice.matrix);
}

double solver_bytes(const SolverChoice &choice, Index unknowns, int per_tet) {
  // Entries per row on tet meshes: 16 of first order (@cite meng2015 and measured), and in
  // proportion to the functions of a tet for higher orders.
  const double per_row = 2.7 * per_tet, n = unknowns;
  const double matrix = n * per_row * (16 + 4);
  // Tables of edges of assembly by `row`: five tets around each edge.
  const double tables =
      choice.assembly == Assembly::row && per_tet == 6 ? n * 5 * sizeof(TetOfEdge) : 0;
  constexpr double k_vectors = 16 * 16;
  if (choice.method == SolverMethod::direct)
    return tables + 2 * matrix + 16 * cubic_factor_entries(n);
  if (choice.has(PreconditionerKind::multigrid)) {
    // Rows of coarse meshes made by the program have a hundred entries and more; the factors of the
    // coarsest have 7 M for 6,000 unknowns.
    const double own = choice.own_levels > 0 ? 1.5 * n * 16 * (16 + 4) : 0;
    const double coarsest = n / std::pow(k_own_ratio, choice.own_levels);
    const double factors = choice.own_levels > 0 ? 16 * 7e6 * std::pow(coarsest / 6e3, 4.0 / 3) : 0;
    return tables + 2.5 * matrix + own + factors + n * (k_vectors + 16 * 60);
  }
  return tables + 2 * matrix + n * k_vectors;
}

} // namespace curlew::fem
