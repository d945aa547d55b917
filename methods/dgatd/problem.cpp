#include <curlew/methods/dgatd/problem.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/core/mesh/invert.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/case/document/document.hpp>
#include <curlew/methods/dgatd/mesh/geometry.hpp>
#include <curlew/methods/shared/boundaries/face_conditions.hpp>
#include <curlew/methods/shared/setup/mesh_warnings.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>

namespace curlew::dgatd {
namespace {

double admittance(const Material &material, const std::string &case_location) {
  if (!material.eps_r.is_isotropic() || !material.mu_r.is_isotropic())
    throw InputError(fmt::format("{}: an absorbing boundary needs an isotropic medium in front of "
                                 "it, and \"{}\" is not; put an isotropic layer there",
                                 case_location, material.name));
  return std::sqrt(material.eps_r.v[0] / material.mu_r.v[0]) / k_eta0;
}

bool has_owned_node(const Ownership &ownership, const std::array<Index, 3> &face) {
  return std::any_of(face.begin(), face.end(), [&](Index n) { return ownership.owns_node(n); });
}

// Faces of a range that have a condition.
struct FacesOfRange {
  std::uint64_t owned_faces = 0;
  std::vector<Index> conducting; // faces
  std::vector<AbsorbingFace> absorbing;
};

// Sorts faces by their conditions.
class BoundarySorter {
public:
  const FaceConditions &conditions;
  const Ownership &ownership;
  const std::vector<int> &material_of_group;

  void add(Index f, FacesOfRange &result) const {
    const auto &nodes = conditions.topology.faces[f];
    // Some tets of the face may be on other ranks, which own its nodes and process it.
    if (!has_owned_node(ownership, nodes))
      return;
    const FaceCondition face = conditions.of(f);
    if (face.role != FaceRole::unsolved)
      result.owned_faces += ownership.owns_node(nodes[0]);
    switch (face.role) {
    case FaceRole::unsolved:
    case FaceRole::inner:
    case FaceRole::magnetic_wall:
      return;
    case FaceRole::electric_wall:
      result.conducting.push_back(f);
      return;
    case FaceRole::absorbing:
      result.absorbing.push_back(
          {nodes, admittance(medium_of(f), where(conditions.input, *face.boundary))});
      return;
    case FaceRole::impedance:
    case FaceRole::lumped:
    case FaceRole::wave_port:
    case FaceRole::layer_end:
    case FaceRole::periodic:
    case FaceRole::imposed:
      conditions.refuse(*face.boundary);
    }
  }

private:
  const Material &medium_of(Index face) const {
    const Index tet = conditions.topology.face_tets[face][0];
    return conditions.input.materials[material_of_group[conditions.mesh.tet_group[tet]]];
  }
};

// Marks the edges of conducting faces and lists the absorbing ones.
void apply_boundaries(const Case &input, const TetMesh &mesh, const TetTopology &topology,
                      const std::vector<Index> &triangle_face,
                      const std::vector<std::uint8_t> &solved,
                      const std::vector<int> &material_of_group, int threads, Problem &problem) {
  const GroupBoundaries boundaries = boundaries_of_groups(input, mesh);
  const auto of_face = boundaries_of_faces(input, mesh, topology, triangle_face, boundaries);
  const FaceConditions conditions{input, mesh, topology, solved, of_face, boundaries.rest};
  const BoundarySorter sorter{conditions, problem.ownership, material_of_group};
  std::vector<FacesOfRange> parts(chunk_count(topology.faces.size(), threads));
  parallel_chunks(topology.faces.size(), threads,
                  [&](std::size_t begin, std::size_t end, std::size_t chunk) {
                    for (std::size_t f = begin; f < end; ++f)
                      sorter.add(static_cast<Index>(f), parts[chunk]);
                  });
  for (const FacesOfRange &part : parts) {
    problem.face_count += part.owned_faces;
    for (const Index face : part.conducting) {
      const auto &n = topology.faces[face];
      for (int k = 0; k < 3; ++k)
        problem.edge_is_pec[find_edge(topology, n[k], n[(k + 1) % 3])] = 1;
    }
    problem.absorbing.insert(problem.absorbing.end(), part.absorbing.begin(), part.absorbing.end());
  }
}

// Returns the faces of the groups of outputs.flux that have a solved tet.
std::vector<FluxFace> find_flux_faces(const Case &input, const TetMesh &mesh,
                                      const TetTopology &topology,
                                      const std::vector<Index> &triangle_face,
                                      const Ownership &ownership,
                                      const std::vector<std::uint8_t> &solved) {
  std::vector<FluxFace> faces;
  for (std::size_t i = 0; i < input.outputs.fluxes.size(); ++i) {
    const auto *wanted = std::get_if<FluxGroup>(&input.outputs.fluxes[i].shape);
    if (wanted == nullptr)
      continue;
    const Index group = find_group(mesh, 2, wanted->name,
                                   input.where("/outputs/flux/" + std::to_string(i) + "/surface"));
    for (std::size_t t = 0; t < triangle_face.size(); ++t) {
      if (mesh.triangle_group[t] != group)
        continue;
      const Index face = triangle_face[t];
      const auto &tets = topology.face_tets[face];
      std::array<Index, 3> nodes = topology.faces[face];
      std::sort(nodes.begin(), nodes.end());
      if (ownership.owns_node(nodes[0]) && (solved[tets[0]] || (tets[1] >= 0 && solved[tets[1]])))
        faces.push_back({nodes, static_cast<Index>(i)});
    }
  }
  return faces;
}

// Numbers the entries with `keep`: old index -> new index (-1: removed). Returns the number of
// entries kept.
Index number_kept(const std::vector<std::uint8_t> &keep, std::vector<Index> &new_index,
                  int threads) {
  std::vector<Index> before(keep.size() + 1, 0);
  parallel_chunks(keep.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      before[i + 1] = keep[i];
  });
  prefix_sum(before, threads);
  new_index.resize(keep.size());
  parallel_chunks(keep.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      new_index[i] = keep[i] ? before[i] : -1;
  });
  return before.back();
}

template <class T>
void compact(std::vector<T> &values, const std::vector<Index> &new_index, Index count,
             int threads) {
  std::vector<T> kept(count);
  parallel_chunks(values.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (new_index[i] >= 0)
        kept[new_index[i]] = values[i];
  });
  values = std::move(kept);
}

// Replaces the entries of each tuple by their new indices.
template <class Tuple>
void renumber(std::vector<Tuple> &tuples, const std::vector<Index> &new_index, int threads) {
  parallel_chunks(tuples.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t)
      for (Index &value : tuples[t])
        value = new_index[value];
  });
}

// Value -> 1 where a solved tuple holds it.
template <class Tuple>
std::vector<std::uint8_t> values_of_solved(const std::vector<Tuple> &tuples, std::size_t values,
                                           const std::vector<std::uint8_t> &solved, int threads) {
  std::vector<std::atomic<std::uint8_t>> used(values);
  parallel_chunks(tuples.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t)
      if (solved[t])
        for (const Index value : tuples[t])
          used[value].store(1, std::memory_order_relaxed);
  });
  return {used.begin(), used.end()};
}

// Removes the tets of conductors, with the nodes and edges that only they had.
void drop_conductors(const std::vector<std::uint8_t> &solved, TetMesh &mesh, TetTopology &topology,
                     Problem &problem, int threads) {
  if (std::all_of(solved.begin(), solved.end(), [](auto s) { return s != 0; }))
    return;
  problem.conductors.points = mesh.points;
  for (std::size_t t = 0; t < solved.size(); ++t)
    if (!solved[t])
      problem.conductors.tets.push_back(mesh.tets[t]);
  const auto node_used = values_of_solved(mesh.tets, mesh.points.size(), solved, threads);
  const auto edge_used =
      values_of_solved(topology.tet_edges, topology.edges.size(), solved, threads);
  std::vector<Index> new_tet, new_node, new_edge;
  const Index tets = number_kept(solved, new_tet, threads);
  const Index nodes = number_kept(node_used, new_node, threads);
  const Index edges = number_kept(edge_used, new_edge, threads);
  compact(mesh.tets, new_tet, tets, threads);
  compact(mesh.tet_group, new_tet, tets, threads);
  compact(topology.tet_edges, new_tet, tets, threads);
  compact(mesh.points, new_node, nodes, threads);
  compact(topology.edges, new_edge, edges, threads);
  compact(problem.edge_is_pec, new_edge, edges, threads);
  Ownership &ownership = problem.ownership;
  // Numbers as on several ranks, because results depend on them.
  if (ownership.is_alone()) {
    ownership.tet_number.resize(solved.size());
    std::iota(ownership.tet_number.begin(), ownership.tet_number.end(), Index(0));
    ownership.node_number.resize(node_used.size());
    std::iota(ownership.node_number.begin(), ownership.node_number.end(), Index(0));
  } else {
    compact(ownership.node_owner, new_node, nodes, threads);
  }
  compact(ownership.tet_number, new_tet, tets, threads);
  compact(ownership.node_number, new_node, nodes, threads);
  ownership.owned_tets =
      static_cast<Index>(std::count(solved.begin(), solved.begin() + ownership.owned_tets, 1));
  renumber(mesh.tets, new_node, threads);
  renumber(topology.tet_edges, new_edge, threads);
  renumber(topology.edges, new_node, threads);
  for (AbsorbingFace &face : problem.absorbing)
    for (Index &node : face.nodes)
      node = new_node[node];
  for (FluxFace &face : problem.flux_faces)
    for (Index &node : face.nodes)
      node = new_node[node];
}

void sort_corners(const TetMesh &mesh, const TetTopology &topology, Problem &problem, int threads) {
  const std::size_t count = mesh.tets.size();
  problem.nodes.resize(count);
  problem.edges.resize(count);
  problem.orientation.resize(count);
  parallel_chunks(count, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      std::array<int, 4> order{0, 1, 2, 3};
      const auto &tet = mesh.tets[t];
      std::sort(order.begin(), order.end(), [&](int a, int b) { return tet[a] < tet[b]; });
      int swaps = 0; // parity of the permutation
      for (int a = 0; a < 4; ++a)
        for (int b = a + 1; b < 4; ++b)
          swaps += order[a] > order[b];
      problem.orientation[t] = swaps % 2 == 0 ? 1 : -1;
      for (int n = 0; n < 4; ++n)
        problem.nodes[t][n] = tet[order[n]];
      for (int e = 0; e < 6; ++e) {
        const LocalEdge local = local_edge(e);
        problem.edges[t][e] =
            topology.tet_edges[t][local_edge_between(order[local.i], order[local.j])];
      }
    }
  });
}

} // namespace

int Problem::position(Index node, Index edge) const {
  const auto first = node_edges.begin() + node_edge_offsets[node];
  const auto last = node_edges.begin() + node_edge_offsets[node + 1];
  const auto at = std::lower_bound(first, last, edge);
  return at != last && *at == edge ? static_cast<int>(at - first) : -1;
}

bool Problem::has_losses() const {
  return !absorbing.empty() || std::any_of(material.begin(), material.end(), [&](auto index) {
    return !materials[index].sigma.is_zero();
  });
}

std::vector<std::string> whole_mesh_warnings(const Case &input, const TetMesh &mesh, int threads) {
  TopologyOptions options;
  options.node_edges = false;
  options.threads = threads;
  const TetTopology topology = make_topology(mesh, options);
  return mesh_warnings(input, mesh, topology, triangle_faces(mesh, topology, threads),
                       solved_tets(input, mesh, threads), threads);
}

Problem make_problem(const Case &input, TetMesh mesh, int threads) {
  return make_problem(input, whole_mesh(std::move(mesh)), threads);
}

Problem make_problem(const Case &input, LocalMesh local, int threads) {
  Problem problem;
  problem.setup_threads = threads;
  problem.ownership = std::move(local.ownership);
  problem.mesh_warnings = std::move(local.warnings);
  TetMesh &mesh = local.mesh;
  const auto material_of_group = materials_of_groups(input, mesh, threads);
  const auto solved = solved_tets(input, mesh, material_of_group, threads);
  TopologyOptions options;
  options.threads = threads;
  TetTopology topology = make_topology(mesh, options);
  const std::vector<Index> triangle_face = triangle_faces(mesh, topology, threads);
  topology.node_tets = {};
  problem.edge_is_pec.assign(topology.edges.size(), 0);
  apply_boundaries(input, mesh, topology, triangle_face, solved, material_of_group, threads,
                   problem);
  problem.flux_faces =
      find_flux_faces(input, mesh, topology, triangle_face, problem.ownership, solved);
  if (problem.ownership.is_alone())
    problem.mesh_warnings = mesh_warnings(input, mesh, topology, triangle_face, solved, threads);
  topology.faces = {};
  topology.tet_faces = {};
  topology.face_tets = {};
  topology.node_edges = {};
  mesh.triangles = {};
  mesh.triangle_group = {};

  drop_conductors(solved, mesh, topology, problem, threads);
  sort_corners(mesh, topology, problem, threads);
  topology.tet_edges = {};
  problem.edge_nodes = std::move(topology.edges);
  problem.materials = input.materials;
  if (problem.materials.size() > std::numeric_limits<std::uint16_t>::max())
    throw InputError(input.where("/materials") + ": more than 65535 materials");
  problem.material.resize(mesh.tets.size());
  parallel_chunks(mesh.tets.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t)
      problem.material[t] = static_cast<std::uint16_t>(material_of_group[mesh.tet_group[t]]);
  });
  problem.mesh = std::move(mesh);
  problem.halo = connect_ranks(problem, threads);
  build_dual_volumes(problem, threads);
  return problem;
}

void build_dual_volumes(Problem &problem, int threads) {
  const Index nodes = problem.node_count();
  problem.node_tets = make_node_tets(problem.mesh, threads);
  IndexRows halves = invert_items(problem.edge_nodes.size(), nodes, threads,
                                  [&](std::size_t edge, const auto &visit) {
                                    if (problem.edge_is_pec[edge])
                                      return;
                                    for (const Index node : problem.edge_nodes[edge])
                                      if (problem.ownership.owns_node(node))
                                        visit(static_cast<std::size_t>(node));
                                  });
  problem.node_edge_offsets = std::move(halves.offsets);
  problem.node_edges = std::move(halves.indices);

  problem.node_absorbing_offsets.assign(nodes + 1, 0);
  for (const AbsorbingFace &face : problem.absorbing)
    for (const Index node : face.nodes)
      ++problem.node_absorbing_offsets[node + 1];
  prefix_sum(problem.node_absorbing_offsets, threads);
  problem.node_absorbing.resize(problem.node_absorbing_offsets[nodes]);
  std::vector<Offset> next(problem.node_absorbing_offsets.begin(),
                           problem.node_absorbing_offsets.end() - 1);
  for (std::size_t f = 0; f < problem.absorbing.size(); ++f)
    for (const Index node : problem.absorbing[f].nodes)
      problem.node_absorbing[next[node]++] = static_cast<Index>(f);
}

} // namespace curlew::dgatd
