#include <curlew/methods/dgtd/ranks/divide_problem.hpp>

#include <curlew/core/mesh/broadcast_groups.hpp>
#include <curlew/core/mesh/partition.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/layers/layers.hpp>
#include <curlew/methods/dgtd/layout.hpp>
#include <curlew/methods/dgtd/ranks/share_walls.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace curlew::dgtd {
namespace {

IndexRows neighbours_of(const Problem &problem) {
  IndexRows rows;
  rows.offsets.push_back(0);
  for (const auto &faces : problem.faces.table) {
    for (const TetFace &face : faces)
      if (face.kind == FaceKind::inner)
        rows.indices.push_back(face.tet);
    rows.offsets.push_back(static_cast<Offset>(rows.indices.size()));
  }
  return rows;
}

// Returns how many linear steps the step of a nonlinear tet takes as long as, where chi3 |E|^2 is
// about 0.1 (docs/methods/kerr-notes.md, "Cost").
Index nonlinear_steps(const Choices &choices) {
  if (choices.nonlinear.solver == NonlinearSolver::closed_form)
    return 2;
  if (choices.space.order > 1)
    return 50;
  return choices.space.mixed ? 9 : 14;
}

// Multiplies the work of each tet by its updates; scales all down where the sum would not fit into
// 30 bits.
void multiply_by_updates(const StepClasses &classes, std::vector<Index> &work) {
  constexpr double k_most = 1 << 30;
  double sum = 0;
  for (std::size_t t = 0; t < work.size(); ++t)
    sum += work[t] * classes.work_of(classes.shell[t]);
  const double part = std::min(1.0, k_most / sum);
  for (std::size_t t = 0; t < work.size(); ++t)
    work[t] = std::max<Index>(
        1, static_cast<Index>(std::lround(part * work[t] * classes.work_of(classes.shell[t]))));
}

// Returns the work of each tet: the numbers that it reads in a step of the variant packed. A
// nonlinear tet counts as often as its step takes longer, one of a small class as often as its
// fields are updated. The unit is a part of a plain tet's work: METIS adds weights up in 32 bits.
std::vector<Index> work_of(const Problem &problem, const StepClasses *classes) {
  constexpr Index k_plain = 16;
  const Index n = problem.per_tet(), longer = nonlinear_steps(problem.choices);
  const Index plain = 6 * n + n * (n + 1), special = 6 * n + 4 * n * n;
  std::vector<Index> work(problem.tet_count());
  for (Index t = 0; t < problem.tet_count(); ++t) {
    work[t] = is_special(problem, t) ? k_plain * special / plain : k_plain;
    if (problem.materials[problem.material[t]].chi3 != 0)
      work[t] *= longer;
  }
  if (classes != nullptr)
    multiply_by_updates(*classes, work);
  return work;
}

// Parts of all ranks, table by table, as the root sends them: owned tets, then ghosts.
struct Parts {
  explicit Parts(int ranks)
      : points(ranks), node_number(ranks), tets(ranks), nodes(ranks), tet_group(ranks),
        orientation(ranks), faces(ranks), material(ranks), is_in_layer(ranks), tet_number(ranks),
        ghost_owner(ranks), owned_tets(ranks) {}
  std::vector<std::vector<Point>> points;
  std::vector<std::vector<Index>> node_number;
  std::vector<std::vector<std::array<Index, 4>>> tets, nodes; // in the mesh's order and ascending
  std::vector<std::vector<Index>> tet_group;
  std::vector<std::vector<std::int8_t>> orientation;
  std::vector<std::vector<std::array<TetFace, 4>>> faces;
  std::vector<std::vector<std::uint16_t>> material;
  std::vector<std::vector<std::uint8_t>> is_in_layer; // where there are layers
  std::vector<std::vector<Index>> tet_number;
  std::vector<std::vector<int>> ghost_owner;
  std::vector<std::vector<Index>> owned_tets;
};

class Cutter {
public:
  Cutter(const Problem &whole, const std::vector<int> &owner, int ranks)
      : whole_(whole), owner_(owner), parts_(ranks), local_tet_(owner.size(), -1),
        local_node_(whole.mesh.points.size(), -1) {
    for (std::size_t t = 0; t < owner.size(); ++t)
      parts_.tet_number[owner[t]].push_back(static_cast<Index>(t));
    for (int rank = 0; rank < ranks; ++rank)
      cut(rank);
  }
  Parts take() { return std::move(parts_); }

private:
  void cut(int rank) {
    std::vector<Index> &numbers = parts_.tet_number[rank];
    const std::size_t owned = numbers.size();
    parts_.owned_tets[rank] = {static_cast<Index>(owned)};
    const std::vector<Index> ghosts = ghosts_of(rank);
    numbers.insert(numbers.end(), ghosts.begin(), ghosts.end());
    for (const Index ghost : ghosts)
      parts_.ghost_owner[rank].push_back(owner_[ghost]);
    for (std::size_t t = 0; t < numbers.size(); ++t)
      local_tet_[numbers[t]] = static_cast<Index>(t);
    cut_nodes(rank);
    for (std::size_t t = 0; t < numbers.size(); ++t)
      cut_tet(rank, numbers[t], t < owned);
    for (const Index number : numbers)
      local_tet_[number] = -1;
    for (const Index node : parts_.node_number[rank])
      local_node_[node] = -1;
  }

  std::vector<Index> ghosts_of(int rank) const {
    std::vector<Index> ghosts;
    for (const Index tet : parts_.tet_number[rank])
      for (const TetFace &face : whole_.faces[tet])
        if (owner_[face.tet] != rank)
          ghosts.push_back(face.tet);
    std::sort(ghosts.begin(), ghosts.end());
    ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
    return ghosts;
  }

  // Numbers the nodes of a rank in ascending order, so that the ascending vertices of a tet are
  // ascending in every part.
  void cut_nodes(int rank) {
    std::vector<Index> &nodes = parts_.node_number[rank];
    for (const Index tet : parts_.tet_number[rank])
      nodes.insert(nodes.end(), whole_.nodes[tet].begin(), whole_.nodes[tet].end());
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      local_node_[nodes[k]] = static_cast<Index>(k);
      parts_.points[rank].push_back(whole_.mesh.points[nodes[k]]);
    }
  }

  std::array<Index, 4> local(std::array<Index, 4> nodes) const {
    for (Index &node : nodes)
      node = local_node_[node];
    return nodes;
  }

  void cut_tet(int rank, Index tet, bool is_owned) {
    parts_.nodes[rank].push_back(local(whole_.nodes[tet]));
    parts_.orientation[rank].push_back(whole_.orientation[tet]);
    parts_.material[rank].push_back(whole_.material[tet]);
    if (!whole_.layers.empty())
      parts_.is_in_layer[rank].push_back(whole_.layers.is_inside[tet]);
    auto faces = whole_.faces.table[tet];
    for (TetFace &face : faces) // ghosts: some lead to tets not on this rank
      face.tet = local_tet_[local_tet_[face.tet] < 0 ? tet : face.tet];
    parts_.faces[rank].push_back(faces);
    if (!is_owned)
      return;
    parts_.tets[rank].push_back(local(whole_.mesh.tets[tet]));
    parts_.tet_group[rank].push_back(whole_.mesh.tet_group[tet]);
  }

  const Problem &whole_;
  const std::vector<int> &owner_;
  Parts parts_;
  std::vector<Index> local_tet_, local_node_; // -1: not in the rank that is being cut out
};

} // namespace

std::vector<int> assign_tets(const Problem &whole, int ranks, const std::string &partition,
                             const StepClasses *classes) {
  return partition_tets(neighbours_of(whole), work_of(whole, classes), ranks,
                        parse_partition_method(partition));
}

Problem divide_problem(const Case &input, Problem whole, const std::vector<int> &owner,
                       const Communicator &ranks, int threads) {
  Problem part;
  part.choices = choices_of(input);
  part.threads = threads;
  part.materials = input.materials;
  part.ownership.ranks = ranks;
  part.mesh.groups = broadcast_groups(whole.mesh.groups, ranks);
  share_walls(whole, owner, part);
  add_layer_media(part);
  Parts parts(ranks.size());
  if (ranks.is_root()) {
    parts = Cutter(whole, owner, ranks.size()).take();
    part.conductors = std::move(whole.conductors);
    part.mesh_warnings = std::move(whole.mesh_warnings);
    whole = {};
  }
  // The root sends one table after the other and frees each as soon as it is sent.
  const auto take = [&](auto &table) {
    auto mine = ranks.scatter(table);
    table = {};
    return mine;
  };
  part.mesh.points = take(parts.points);
  part.mesh.tets = take(parts.tets);
  part.mesh.tet_group = take(parts.tet_group);
  part.nodes.table = take(parts.nodes);
  part.orientation.table = take(parts.orientation);
  part.faces.table = take(parts.faces);
  part.material.table = take(parts.material);
  part.layers.is_inside = take(parts.is_in_layer);
  part.ghost_owner = take(parts.ghost_owner);
  part.ownership.node_number = take(parts.node_number);
  part.ownership.tet_number = take(parts.tet_number);
  part.ownership.owned_tets = take(parts.owned_tets).at(0);
  for (Index t = 0; !part.layers.empty() && t < part.tet_count(); ++t)
    if (part.layers.is_inside[t])
      part.layers.tets.push_back(t);
  return part;
}

} // namespace curlew::dgtd
