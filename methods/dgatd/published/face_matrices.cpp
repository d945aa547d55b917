#include <curlew/methods/dgatd/published/face_matrices.hpp>

#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgatd/mesh/dual_volume.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>

namespace curlew::dgatd {
namespace {

struct Entry {
  Index column;
  double value;
};

// Adds up the entries of one column, and sorts by column.
void merge(std::vector<Entry> &row) {
  std::stable_sort(row.begin(), row.end(),
                   [](const Entry &a, const Entry &b) { return a.column < b.column; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < row.size(); ++i)
    if (kept > 0 && row[kept - 1].column == row[i].column)
      row[kept - 1].value += row[i].value;
    else
      row[kept++] = row[i];
  row.resize(kept);
}

// Makes rows by fill(row, entries), in parallel.
template <class F> RowMatrix make_rows(Index rows, Index columns, int threads, const F &fill) {
  RowMatrix matrix;
  matrix.columns = columns;
  matrix.row_offsets.assign(static_cast<std::size_t>(rows) + 1, 0);
  std::vector<std::vector<Entry>> part(chunk_count(rows, threads));
  std::vector<std::size_t> first(part.size());
  parallel_chunks(rows, threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    std::vector<Entry> row;
    first[chunk] = begin;
    for (std::size_t r = begin; r < end; ++r) {
      row.clear();
      fill(static_cast<Index>(r), row);
      merge(row);
      matrix.row_offsets[r + 1] = static_cast<Offset>(row.size());
      part[chunk].insert(part[chunk].end(), row.begin(), row.end());
    }
  });
  for (Index r = 0; r < rows; ++r)
    matrix.row_offsets[r + 1] += matrix.row_offsets[r];
  matrix.entries.resize(matrix.row_offsets.back());
  matrix.values.resize(matrix.row_offsets.back());
  for (std::size_t chunk = 0; chunk < part.size(); ++chunk) {
    Offset at = matrix.row_offsets[first[chunk]];
    for (const Entry &entry : part[chunk]) {
      matrix.entries[at] = entry.column;
      matrix.values[at++] = entry.value;
    }
    std::vector<Entry>().swap(part[chunk]);
  }
  return matrix;
}

} // namespace

NodeInverses invert_dual_volumes(const Problem &problem, double dt_s, int threads) {
  NodeInverses inverses;
  inverses.offsets.assign(problem.node_count() + 1, 0);
  for (Index n = 0; n < problem.node_count(); ++n)
    inverses.offsets[n + 1] =
        inverses.offsets[n] + static_cast<Offset>(problem.degree(n)) * (problem.degree(n) + 1) / 2;
  inverses.packed.resize(inverses.offsets.back());
  parallel_chunks(problem.node_count(), threads, [&](std::size_t begin, std::size_t end) {
    DualVolume volume(problem);
    for (std::size_t n = begin; n < end; ++n) {
      if (problem.degree(static_cast<Index>(n)) == 0)
        continue;
      volume.assemble(static_cast<Index>(n));
      volume.drop_losses();
      volume.invert(dt_s);
      double *packed = &inverses.packed[inverses.offsets[n]];
      for (int i = 0; i < volume.degree(); ++i)
        for (int j = 0; j <= i; ++j)
          *packed++ = volume.mass()[i * volume.degree() + j];
    }
  });
  return inverses;
}

RowMatrix faraday_matrix(const Problem &problem, const FaceTable &faces, double dt_s, int threads) {
  const Index rows = static_cast<Index>(faces.fractions.size());
  return make_rows(rows, problem.edge_count(), threads, [&](Index face, std::vector<Entry> &row) {
    for (const Index fraction : faces.fractions[face]) {
      if (fraction < 0)
        continue;
      double block[4][6];
      faraday_block(problem, faces, fraction / 4, dt_s, block);
      for (int e = 0; e < 6; ++e)
        if (const Index edge = problem.edges[fraction / 4][e]; !problem.edge_is_pec[edge])
          row.push_back({edge, block[fraction % 4][e]});
    }
  });
}

namespace {

// A face that touches a node, with the edges of the face that end there.
struct FaceAtNode {
  Index face;
  std::array<std::int16_t, 2> position; // among the node's edges, -1 on conductors
  std::array<std::int8_t, 2> sign;      // in the boundary of the face
};

// node -> its faces, rising.
struct FacesOfNodes {
  std::vector<Offset> offsets;
  std::vector<FaceAtNode> faces;
  const FaceAtNode *begin(Index node) const { return faces.data() + offsets[node]; }
  const FaceAtNode *end(Index node) const { return faces.data() + offsets[node + 1]; }
};

void list_faces(const Problem &problem, const FaceTable &faces, Index node,
                std::vector<Index> &around) {
  around.clear();
  for (auto tet = problem.node_tets.begin(node); tet != problem.node_tets.end(node); ++tet)
    for (int i = 0; i < 4; ++i)
      if (problem.nodes[*tet][i] != node)
        around.push_back(faces.face_of[4 * static_cast<std::size_t>(*tet) + i]);
  std::sort(around.begin(), around.end());
  around.erase(std::unique(around.begin(), around.end()), around.end());
}

FaceAtNode face_at_node(const Problem &problem, const FaceTable &faces, Index node, Index face) {
  FaceAtNode result{face, {-1, -1}, {0, 0}};
  int found = 0;
  for (int k = 0; k < 3; ++k) {
    const Index edge = faces.edges[face][k];
    const auto &ends = problem.edge_nodes[edge];
    if (ends[0] != node && ends[1] != node)
      continue;
    result.position[found] = static_cast<std::int16_t>(problem.position(node, edge));
    result.sign[found++] = static_cast<std::int8_t>(k_face_signs[k]);
  }
  return result;
}

FacesOfNodes faces_of_nodes(const Problem &problem, const FaceTable &faces, int threads) {
  const Index nodes = problem.node_count();
  FacesOfNodes result;
  result.offsets.assign(static_cast<std::size_t>(nodes) + 1, 0);
  const auto each_node = [&](const auto &use) {
    parallel_chunks(nodes, threads, [&](std::size_t begin, std::size_t end) {
      std::vector<Index> around;
      for (std::size_t n = begin; n < end; ++n) {
        list_faces(problem, faces, static_cast<Index>(n), around);
        use(static_cast<Index>(n), around);
      }
    });
  };
  each_node([&](Index node, const std::vector<Index> &around) {
    result.offsets[node + 1] = static_cast<Offset>(around.size());
  });
  for (Index n = 0; n < nodes; ++n)
    result.offsets[n + 1] += result.offsets[n];
  result.faces.resize(result.offsets.back());
  each_node([&](Index node, const std::vector<Index> &around) {
    for (std::size_t k = 0; k < around.size(); ++k)
      result.faces[result.offsets[node] + k] = face_at_node(problem, faces, node, around[k]);
  });
  return result;
}

// Visits the faces around both ends of an edge by rising number: use(face, at its lower node or
// null, at its higher node or null).
template <class Use>
void visit_faces(const FacesOfNodes &faces, const std::array<Index, 2> &ends, const Use &use) {
  const FaceAtNode *a = faces.begin(ends[0]), *b = faces.begin(ends[1]);
  const FaceAtNode *const a_end = faces.end(ends[0]), *const b_end = faces.end(ends[1]);
  while (a != a_end || b != b_end) {
    const bool take_a = b == b_end || (a != a_end && a->face <= b->face);
    const bool take_b = a == a_end || (b != b_end && b->face <= a->face);
    use(take_a ? a->face : b->face, take_a ? a : nullptr, take_b ? b : nullptr);
    a += take_a;
    b += take_b;
  }
}

} // namespace

RowMatrix ampere_matrix(const Problem &problem, const FaceTable &faces,
                        const NodeInverses &inverses, int threads) {
  const FacesOfNodes around = faces_of_nodes(problem, faces, threads);
  const Index edges = problem.edge_count();
  RowMatrix matrix;
  matrix.columns = static_cast<Index>(faces.fractions.size());
  matrix.row_offsets.assign(static_cast<std::size_t>(edges) + 1, 0);
  const auto each_edge = [&](const auto &use) {
    parallel_chunks(edges, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t e = begin; e < end; ++e)
        if (!problem.edge_is_pec[e])
          use(static_cast<Index>(e));
    });
  };
  each_edge([&](Index edge) {
    Offset count = 0;
    visit_faces(around, problem.edge_nodes[edge],
                [&](Index, const FaceAtNode *, const FaceAtNode *) { ++count; });
    matrix.row_offsets[edge + 1] = count;
  });
  for (Index e = 0; e < edges; ++e)
    matrix.row_offsets[e + 1] += matrix.row_offsets[e];
  matrix.entries.resize(matrix.row_offsets.back());
  matrix.values.resize(matrix.row_offsets.back());
  each_edge([&](Index edge) {
    const auto &ends = problem.edge_nodes[edge];
    const std::array<int, 2> here = {problem.position(ends[0], edge),
                                     problem.position(ends[1], edge)};
    const auto value_at = [&](int end, const FaceAtNode *at) {
      double value = 0;
      for (int k = 0; at != nullptr && k < 2; ++k)
        if (at->position[k] >= 0)
          value += at->sign[k] * inverses(ends[end], here[end], at->position[k]);
      return value;
    };
    Offset at = matrix.row_offsets[edge];
    visit_faces(around, ends, [&](Index face, const FaceAtNode *low, const FaceAtNode *high) {
      matrix.entries[at] = face;
      matrix.values[at++] = value_at(0, low) + value_at(1, high);
    });
  });
  return matrix;
}

std::vector<Source> edge_responses(const Problem &problem, const NodeInverses &inverses,
                                   const std::vector<Source> &sources) {
  std::vector<Source> responses;
  for (const Source &source : sources) {
    std::map<Index, double> response;
    for (std::size_t k = 0; k < source.edges.size(); ++k)
      for (const Index node : problem.edge_nodes[source.edges[k]]) {
        const int here = problem.position(node, source.edges[k]);
        for (int other = 0; other < problem.degree(node); ++other)
          response[problem.node_edges[problem.node_edge_offsets[node] + other]] +=
              inverses(node, here, other) * source.currents[k];
      }
    Source one{source.name, source.waveform, {}, {}};
    for (const auto &[edge, value] : response) {
      one.edges.push_back(edge);
      one.currents.push_back(value);
    }
    responses.push_back(std::move(one));
  }
  return responses;
}

template <class Space>
SparseMatrix<Space> to_sparse(const std::string &label, const RowMatrix &rows) {
  using Matrix = SparseMatrix<Space>;
  using Graph = typename Matrix::staticcrsgraph_type;
  typename Graph::row_map_type::non_const_type offsets(
      Kokkos::view_alloc(label + "::offsets", Kokkos::WithoutInitializing),
      rows.row_offsets.size());
  typename Graph::entries_type::non_const_type entries(
      Kokkos::view_alloc(label + "::entries", Kokkos::WithoutInitializing), rows.entries.size());
  typename Matrix::values_type::non_const_type values(
      Kokkos::view_alloc(label + "::values", Kokkos::WithoutInitializing), rows.values.size());
  const auto copy = [](const auto &view, const auto &from) {
    using Value = typename std::decay_t<decltype(from)>::value_type;
    Kokkos::deep_copy(
        view,
        Kokkos::View<const Value *, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
            from.data(), from.size()));
  };
  copy(offsets, rows.row_offsets);
  copy(entries, rows.entries);
  copy(values, rows.values);
  return Matrix(label, rows.columns, values, Graph(entries, offsets));
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template SparseMatrix<Space> to_sparse<Space>(const std::string &, const RowMatrix &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgatd
