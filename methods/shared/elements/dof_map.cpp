#include <curlew/methods/shared/elements/dof_map.hpp>

#include <curlew/core/mesh/curved.hpp>
#include <curlew/core/parallel/host_loops.hpp>

#include <algorithm>

namespace curlew {
namespace {

Index entities_of_mesh(const DofMap &map, Entity entity) {
  return entity == Entity::edge ? map.edges : entity == Entity::face ? map.faces : map.tets;
}

// Returns the number among k_tet_edges of the edge between two local nodes.
int local_edge(int a, int b) {
  const int low = std::min(a, b), high = std::max(a, b);
  return low == 0 ? high - 1 : low + high;
}

void number_blocks(DofMap &map) {
  const int blocks = map.space.blocks();
  std::uint64_t dofs = 0, scalars = static_cast<std::uint64_t>(map.nodes);
  for (int b = 0; b <= k_basis_blocks; ++b) {
    map.first_dof[b] = to_index(dofs, "unknowns");
    map.first_scalar[b] = to_index(scalars, "scalar functions");
    if (b >= blocks)
      continue;
    const BasisBlock block = basis_block(b);
    const std::uint64_t size = static_cast<std::uint64_t>(block.count) *
                               static_cast<std::uint64_t>(entities_of_mesh(map, block.entity));
    dofs += size;
    scalars += block.is_gradient ? size : 0;
  }
  map.dofs = map.first_dof[k_basis_blocks];
  map.scalars = map.first_scalar[k_basis_blocks];
}

void number_tet(DofMap &map, const TetTopology &topology, std::size_t t) {
  const std::array<unsigned char, 4> &vertex = map.vertex[t];
  Index *dofs = map.tet_dofs.data() + t * map.per_tet;
  for (int i = 0; i < map.per_tet; ++i) {
    const BasisFunction f = basis_function<3>(i);
    const BasisBlock block = basis_block(f.block);
    auto entity = static_cast<Index>(t);
    if (block.entity == Entity::edge)
      entity = topology.tet_edges[t][local_edge(vertex[f.a], vertex[f.b])];
    else if (block.entity == Entity::face)
      entity = topology.tet_faces[t][vertex[f.entity]];
    dofs[i] = map.first_dof[f.block] + entity * block.count + f.index;
  }
}

// Calls visit(tet's dofs, local face, face) for each face, from the tet on its first side.
template <class Visit>
void visit_faces(const DofMap &map, const TetTopology &topology, const std::vector<Index> &faces,
                 Visit visit) {
  for (const Index face : faces) {
    const FaceOfTet side = face_of_tet(map, topology, face);
    visit(map.of_tet(side.tet), side.local, face);
  }
}

} // namespace

DofMap make_dof_map(const TetMesh &mesh, const TetTopology &topology, const ElementSpace &space,
                    int threads) {
  check_edge_points(mesh, topology);
  DofMap map;
  map.space = space;
  map.per_tet = space.per_tet();
  map.nodes = to_index(mesh.points.size(), "nodes");
  map.edges = to_index(topology.edges.size(), "edges");
  map.faces = to_index(topology.faces.size(), "faces");
  map.tets = to_index(mesh.tets.size(), "tets");
  number_blocks(map);
  map.tet_nodes.resize(mesh.tets.size());
  map.vertex.resize(mesh.tets.size());
  map.tet_dofs.resize(mesh.tets.size() * map.per_tet);
  parallel_chunks(mesh.tets.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      std::array<unsigned char, 4> vertex = {0, 1, 2, 3};
      std::sort(vertex.begin(), vertex.end(), [&](unsigned char a, unsigned char b) {
        return mesh.tets[t][a] < mesh.tets[t][b];
      });
      map.vertex[t] = vertex;
      for (int i = 0; i < 4; ++i)
        map.tet_nodes[t][i] = mesh.tets[t][vertex[i]];
      number_tet(map, topology, t);
    }
  });
  return map;
}

FaceOfTet face_of_tet(const DofMap &map, const TetTopology &topology, Index face, int side) {
  FaceOfTet found;
  found.tet = topology.face_tets[face][side];
  while (topology.tet_faces[found.tet][map.vertex[found.tet][found.local]] != face)
    ++found.local;
  return found;
}

std::vector<Index> dofs_of_face(const DofMap &map, const TetTopology &topology, Index face) {
  std::vector<Index> dofs(map.space.per_triangle());
  const FaceOfTet side = face_of_tet(map, topology, face);
  for (std::size_t j = 0; j < dofs.size(); ++j)
    dofs[j] = map.of_tet(side.tet)[trace_function(side.local, static_cast<int>(j))];
  return dofs;
}

std::vector<char> fixed_dofs(const DofMap &map, const TetTopology &topology,
                             const std::vector<Index> &faces) {
  std::vector<char> fixed(map.dofs, 0);
  const int count = map.space.per_triangle();
  visit_faces(map, topology, faces, [&](const Index *dofs, int local, Index) {
    for (int j = 0; j < count; ++j)
      fixed[dofs[trace_function(local, j)]] = 1;
  });
  return fixed;
}

std::vector<char> fixed_scalars(const DofMap &map, const TetTopology &topology,
                                const std::vector<Index> &faces) {
  std::vector<char> fixed(map.scalars, 0);
  const int count = map.space.per_triangle();
  visit_faces(map, topology, faces, [&](const Index *dofs, int local, Index face) {
    for (const Index node : topology.faces[face])
      fixed[node] = 1;
    for (int j = 0; j < count; ++j) {
      const int block = basis_function<2>(j).block;
      if (basis_block(block).is_gradient)
        fixed[map.first_scalar[block] + dofs[trace_function(local, j)] - map.first_dof[block]] = 1;
    }
  });
  return fixed;
}

FreeNumbers number_free(const std::vector<char> &fixed) {
  FreeNumbers numbers;
  numbers.number.resize(fixed.size());
  for (std::size_t i = 0; i < fixed.size(); ++i)
    numbers.number[i] = fixed[i] ? -1 : numbers.count++;
  return numbers;
}

GradientRows gradient_rows(const DofMap &map, const TetTopology &topology) {
  GradientRows rows;
  rows.columns.assign(map.dofs, {-1, -1});
  std::copy(topology.edges.begin(), topology.edges.end(), rows.columns.begin());
  for (int b = 1; b < map.space.blocks(); ++b)
    if (basis_block(b).is_gradient)
      for (Index dof = map.first_dof[b]; dof < map.first_dof[b + 1]; ++dof)
        rows.columns[dof][1] = map.first_scalar[b] + dof - map.first_dof[b];
  return rows;
}

} // namespace curlew
