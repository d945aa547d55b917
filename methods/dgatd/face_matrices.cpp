#include <curlew/methods/dgatd/face_matrices.hpp>

#include <curlew/core/parallel_host.hpp>
#include <curlew/core/spaces.hpp>
#include <curlew/core/views.hpp>
#include <curlew/methods/dgatd/dual_volume.hpp>

#include <algorithm>
#include <map>

namespace curlew::dgatd {
namespace {

struct Entry {
  Index column;
  double value;
};

// Adds up entries of one column, sorts by column.
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

// Rows made by fill(row, entries), in parallel.
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

RowMatrix ampere_matrix(const Problem &problem, const FaceTable &faces,
                        const NodeInverses &inverses, int threads) {
  const Index columns = static_cast<Index>(faces.fractions.size());
  return make_rows(
      problem.edge_count(), columns, threads, [&](Index edge, std::vector<Entry> &row) {
        if (problem.edge_is_pec[edge])
          return;
        for (const Index node : problem.edge_nodes[edge]) {
          const int here = problem.position(node, edge);
          std::vector<Index> around; // faces that touch the node
          for (auto tet = problem.node_tets.begin(node); tet != problem.node_tets.end(node); ++tet)
            for (int i = 0; i < 4; ++i)
              if (problem.nodes[*tet][i] != node)
                around.push_back(faces.face_of[4 * static_cast<std::size_t>(*tet) + i]);
          std::sort(around.begin(), around.end());
          around.erase(std::unique(around.begin(), around.end()), around.end());
          for (const Index face : around) {
            double value = 0;
            for (int k = 0; k < 3; ++k) {
              const auto &ends = problem.edge_nodes[faces.edges[face][k]];
              if (ends[0] != node && ends[1] != node)
                continue;
              if (const int other = problem.position(node, faces.edges[face][k]); other >= 0)
                value += k_face_signs[k] * inverses(node, here, other);
            }
            row.push_back({face, value});
          }
        }
      });
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

} // namespace curlew::dgatd
