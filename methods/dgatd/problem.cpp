#include <curlew/methods/dgatd/problem.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/core/parallel_host.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/case/document.hpp>
#include <curlew/methods/dgatd/geometry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace curlew::dgatd {
namespace {

constexpr const char *k_default_boundary = "default";

std::string describe_face(const TetMesh &mesh, const std::array<Index, 3> &face) {
  std::string text = "with corners";
  for (const Index node : face) {
    const Point &p = mesh.points[node];
    text += fmt::format(" ({:.6g}, {:.6g}, {:.6g})", p[0], p[1], p[2]);
  }
  return text + " m";
}

// Group index -> index into Case::materials, -1 for groups that are no volumes.
std::vector<int> materials_of_groups(const Case &input, const TetMesh &mesh) {
  std::vector<int> of_group(mesh.groups.size(), -1);
  for (const auto &[region, name] : input.regions) {
    const Index group = find_group(mesh, 3, region, input.where(child_pointer("/regions", region)));
    const Material &material = input.material(name);
    of_group[group] = static_cast<int>(&material - input.materials.data());
  }
  std::string missing;
  std::vector<std::uint8_t> used(mesh.groups.size(), 0);
  for (const Index group : mesh.tet_group)
    used[group] = 1;
  for (std::size_t g = 0; g < mesh.groups.size(); ++g)
    if (used[g] && of_group[g] < 0)
      missing += (missing.empty() ? "\"" : ", \"") + mesh.groups[g].label() + "\"";
  if (!missing.empty())
    throw InputError(input.where("/regions") + ": no material for the mesh volume " + missing +
                     "; add it to \"regions\"");
  return of_group;
}

// Which condition each face of the mesh carries.
enum class FaceKind : std::uint8_t { none, natural, pec, absorbing };

struct GroupBoundary {
  FaceKind kind = FaceKind::none;
  std::string place; // in the case file
};

std::vector<GroupBoundary> boundaries_of_groups(const Case &input, const TetMesh &mesh,
                                                GroupBoundary &rest) {
  std::vector<GroupBoundary> of_group(mesh.groups.size());
  for (const Boundary &boundary : input.boundaries) {
    GroupBoundary entry;
    entry.place = input.where(child_pointer("/boundaries", boundary.group));
    entry.kind = boundary.type == Boundary::Type::pec   ? FaceKind::pec
                 : boundary.type == Boundary::Type::pmc ? FaceKind::natural
                                                        : FaceKind::absorbing;
    if (boundary.group == k_default_boundary) {
      rest = entry;
      continue;
    }
    of_group[find_group(mesh, 2, boundary.group, entry.place)] = entry;
  }
  return of_group;
}

// Tet -> whether it is solved; at least one is.
std::vector<std::uint8_t> mark_solved(const Case &input, const TetMesh &mesh,
                                      const std::vector<int> &material_of_group) {
  std::vector<std::uint8_t> solved(mesh.tets.size());
  for (std::size_t t = 0; t < solved.size(); ++t)
    solved[t] = !input.materials[material_of_group[mesh.tet_group[t]]].pec;
  if (std::none_of(solved.begin(), solved.end(), [](auto s) { return s != 0; }))
    throw InputError(input.where("/regions") + ": every volume is a perfect conductor; nothing is "
                                               "left to solve");
  return solved;
}

double admittance(const Material &material, const std::string &place) {
  if (!material.eps_r.is_isotropic() || !material.mu_r.is_isotropic())
    throw InputError(fmt::format("{}: an absorbing boundary needs an isotropic medium in front of "
                                 "it, and \"{}\" is not; put an isotropic layer there",
                                 place, material.name));
  return std::sqrt(material.eps_r.v[0] / material.mu_r.v[0]) / k_eta0;
}

bool has_owned_node(const Ownership &ownership, const std::array<Index, 3> &face) {
  return std::any_of(face.begin(), face.end(), [&](Index n) { return ownership.owns_node(n); });
}

// Marks the edges of conducting faces and lists the absorbing ones.
void apply_boundaries(const Case &input, const TetMesh &mesh, const TetTopology &topology,
                      const std::vector<std::uint8_t> &solved,
                      const std::vector<int> &material_of_group, Problem &problem) {
  GroupBoundary rest;
  const auto of_group = boundaries_of_groups(input, mesh, rest);
  std::vector<GroupBoundary const *> of_face(topology.faces.size(), nullptr);
  const auto triangle_face = triangle_faces(mesh, topology);
  for (std::size_t t = 0; t < triangle_face.size(); ++t) {
    const GroupBoundary &boundary = of_group[mesh.triangle_group[t]];
    if (boundary.kind == FaceKind::none)
      continue;
    const GroupBoundary *&slot = of_face[triangle_face[t]];
    if (slot != nullptr && slot->kind != boundary.kind)
      throw InputError(fmt::format(
          "{}: the face {} lies in two groups with different boundary "
          "types (the other: {})",
          boundary.place, describe_face(mesh, topology.faces[triangle_face[t]]), slot->place));
    slot = &boundary;
  }

  const auto mark_pec = [&](std::size_t face) {
    const auto &n = topology.faces[face];
    for (int k = 0; k < 3; ++k)
      problem.edge_is_pec[find_edge(topology, n[k], n[(k + 1) % 3])] = 1;
  };
  for (std::size_t f = 0; f < topology.faces.size(); ++f) {
    if (!has_owned_node(problem.ownership, topology.faces[f]))
      continue; // some of its tets may be elsewhere: its owners know
    const auto [first, second] = topology.face_tets[f];
    const bool first_solved = solved[first], second_solved = second >= 0 && solved[second];
    if (!first_solved && !second_solved)
      continue;
    problem.face_count += problem.ownership.owns_node(topology.faces[f][0]);
    const bool inside = first_solved && second_solved;
    const bool on_conductor = second >= 0 && !inside;
    const GroupBoundary *boundary = of_face[f];
    if (on_conductor) {
      if (boundary != nullptr && boundary->kind != FaceKind::pec)
        throw InputError(fmt::format("{}: the face {} lies on a perfect conductor, where only "
                                     "\"pec\" can stand",
                                     boundary->place, describe_face(mesh, topology.faces[f])));
      mark_pec(f);
      continue;
    }
    if (inside) {
      if (boundary == nullptr)
        continue;
      if (boundary->kind != FaceKind::pec)
        throw InputError(fmt::format("{}: only \"pec\" can stand on a surface inside the mesh; the "
                                     "face {} has a tet on either side",
                                     boundary->place, describe_face(mesh, topology.faces[f])));
      mark_pec(f);
      continue;
    }
    if (boundary == nullptr) {
      if (rest.kind == FaceKind::none)
        throw InputError(fmt::format(
            "{}: the boundary face {} has no condition: name its group here or give a \"default\" "
            "(surface groups of the mesh: {})",
            input.where("/boundaries"), describe_face(mesh, topology.faces[f]),
            list_groups(mesh, 2)));
      boundary = &rest;
    }
    if (boundary->kind == FaceKind::pec)
      mark_pec(f);
    if (boundary->kind == FaceKind::absorbing) {
      const Material &medium = input.materials[material_of_group[mesh.tet_group[first]]];
      problem.absorbing.push_back({topology.faces[f], admittance(medium, boundary->place)});
    }
  }
}

// Old index -> new index (-1: gone) for the entries with `keep`; returns how many stay.
Index number_kept(const std::vector<std::uint8_t> &keep, std::vector<Index> &new_index) {
  new_index.assign(keep.size(), -1);
  Index next = 0;
  for (std::size_t i = 0; i < keep.size(); ++i)
    if (keep[i])
      new_index[i] = next++;
  return next;
}

template <class T>
void compact(std::vector<T> &values, const std::vector<Index> &new_index, Index count) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (new_index[i] >= 0)
      values[new_index[i]] = values[i];
  values.resize(count);
}

// Takes the tets of conductors out, with the nodes and edges that only they had.
void drop_conductors(const std::vector<std::uint8_t> &solved, TetMesh &mesh, TetTopology &topology,
                     Problem &problem) {
  if (std::all_of(solved.begin(), solved.end(), [](auto s) { return s != 0; }))
    return;
  std::vector<std::uint8_t> node_used(mesh.points.size(), 0), edge_used(topology.edges.size(), 0);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    if (solved[t]) {
      for (const Index node : mesh.tets[t])
        node_used[node] = 1;
      for (const Index edge : topology.tet_edges[t])
        edge_used[edge] = 1;
    }
  std::vector<Index> new_tet, new_node, new_edge;
  const Index tets = number_kept(solved, new_tet);
  const Index nodes = number_kept(node_used, new_node);
  const Index edges = number_kept(edge_used, new_edge);
  compact(mesh.tets, new_tet, tets);
  compact(mesh.tet_group, new_tet, tets);
  compact(topology.tet_edges, new_tet, tets);
  compact(mesh.points, new_node, nodes);
  compact(topology.edges, new_edge, edges);
  compact(problem.edge_is_pec, new_edge, edges);
  Ownership &ownership = problem.ownership;
  if (ownership.is_alone()) { // numbers as on several ranks: results rest on them
    ownership.tet_number.resize(solved.size());
    std::iota(ownership.tet_number.begin(), ownership.tet_number.end(), Index(0));
    ownership.node_number.resize(node_used.size());
    std::iota(ownership.node_number.begin(), ownership.node_number.end(), Index(0));
  } else {
    compact(ownership.node_owner, new_node, nodes);
  }
  compact(ownership.tet_number, new_tet, tets);
  compact(ownership.node_number, new_node, nodes);
  ownership.owned_tets =
      static_cast<Index>(std::count(solved.begin(), solved.begin() + ownership.owned_tets, 1));
  for (auto &tet : mesh.tets)
    for (Index &node : tet)
      node = new_node[node];
  for (auto &tet : topology.tet_edges)
    for (Index &edge : tet)
      edge = new_edge[edge];
  for (auto &edge : topology.edges)
    for (Index &node : edge)
      node = new_node[node];
  for (AbsorbingFace &face : problem.absorbing)
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

std::vector<std::uint8_t> solved_tets(const Case &input, const TetMesh &mesh) {
  return mark_solved(input, mesh, materials_of_groups(input, mesh));
}

Problem make_problem(const Case &input, TetMesh mesh, int threads) {
  return make_problem(input, whole_mesh(std::move(mesh)), threads);
}

Problem make_problem(const Case &input, LocalMesh local, int threads) {
  Problem problem;
  problem.ownership = std::move(local.ownership);
  TetMesh &mesh = local.mesh;
  const auto material_of_group = materials_of_groups(input, mesh);
  const auto solved = mark_solved(input, mesh, material_of_group);
  TopologyOptions options;
  options.node_tets = false;
  options.threads = threads;
  TetTopology topology = make_topology(mesh, options);
  problem.edge_is_pec.assign(topology.edges.size(), 0);
  apply_boundaries(input, mesh, topology, solved, material_of_group, problem);
  topology.faces = {};
  topology.tet_faces = {};
  topology.face_tets = {};
  topology.node_edges = {};
  mesh.triangles = {};
  mesh.triangle_group = {};

  drop_conductors(solved, mesh, topology, problem);
  sort_corners(mesh, topology, problem, threads);
  topology.tet_edges = {};
  problem.edge_nodes = std::move(topology.edges);
  problem.materials = input.materials;
  if (problem.materials.size() > std::numeric_limits<std::uint16_t>::max())
    throw InputError(input.where("/materials") + ": more than 65535 materials");
  problem.material.resize(mesh.tets.size());
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    problem.material[t] = static_cast<std::uint16_t>(material_of_group[mesh.tet_group[t]]);
  problem.mesh = std::move(mesh);
  problem.halo = connect_ranks(problem);
  build_dual_volumes(problem, threads);
  return problem;
}

void build_dual_volumes(Problem &problem, int threads) {
  const Index nodes = problem.node_count();
  problem.node_tets = make_node_tets(problem.mesh, threads);

  problem.node_edge_offsets.assign(nodes + 1, 0);
  const auto each_half = [&](const auto &use) {
    for (Index e = 0; e < problem.edge_count(); ++e)
      if (!problem.edge_is_pec[e])
        for (const Index node : problem.edge_nodes[e])
          if (problem.ownership.owns_node(node))
            use(node, e);
  };
  each_half([&](Index node, Index) { ++problem.node_edge_offsets[node + 1]; });
  for (Index n = 0; n < nodes; ++n)
    problem.node_edge_offsets[n + 1] += problem.node_edge_offsets[n];
  problem.node_edges.resize(problem.node_edge_offsets[nodes]);
  std::vector<Offset> next(problem.node_edge_offsets.begin(), problem.node_edge_offsets.end() - 1);
  // Rising edges: rows come out sorted.
  each_half([&](Index node, Index edge) { problem.node_edges[next[node]++] = edge; });

  problem.node_absorbing_offsets.assign(nodes + 1, 0);
  for (const AbsorbingFace &face : problem.absorbing)
    for (const Index node : face.nodes)
      ++problem.node_absorbing_offsets[node + 1];
  for (Index n = 0; n < nodes; ++n)
    problem.node_absorbing_offsets[n + 1] += problem.node_absorbing_offsets[n];
  problem.node_absorbing.resize(problem.node_absorbing_offsets[nodes]);
  next.assign(problem.node_absorbing_offsets.begin(), problem.node_absorbing_offsets.end() - 1);
  for (std::size_t f = 0; f < problem.absorbing.size(); ++f)
    for (const Index node : problem.absorbing[f].nodes)
      problem.node_absorbing[next[node]++] = static_cast<Index>(f);
}

} // namespace curlew::dgatd
