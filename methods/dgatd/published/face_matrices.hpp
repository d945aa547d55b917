#pragma once

#include <curlew/methods/dgatd/published/face_table.hpp>
#include <curlew/methods/dgatd/source.hpp>

#include <KokkosSparse_CrsMatrix.hpp>

#include <vector>

namespace curlew::dgatd {

// A sparse matrix in compressed rows on the host.
struct RowMatrix {
  Index columns = 0;
  std::vector<Offset> row_offsets{0};
  std::vector<Index> entries;
  std::vector<double> values;
  double bytes() const { // one pass over the matrix
    return 12.0 * static_cast<double>(entries.size()) +
           8.0 * static_cast<double>(row_offsets.size());
  }
};

// The inverses of all dual volumes, packed lower triangles: dt M_v^-1.
struct NodeInverses {
  std::vector<Offset> offsets; // nodes + 1
  std::vector<double> packed;
  double operator()(Index node, int i, int j) const {
    const int row = i > j ? i : j, column = i > j ? j : i;
    return packed[offsets[node] + static_cast<Offset>(row) * (row + 1) / 2 + column];
  }
};

NodeInverses invert_dual_volumes(const Problem &problem, double dt_s, int threads = 0);

// The two matrices of the original method, the paper's reference [7] (@cite codecasa2008), which
// are products of the local ones over the shared faces and edges (dt included):
//   h -= faraday_matrix e      faces x edges, edges of the (one or two) tets of the face
//   e += ampere_matrix h       edges x faces, faces that touch one of the edge's two nodes
RowMatrix faraday_matrix(const Problem &problem, const FaceTable &faces, double dt_s, int threads);
RowMatrix ampere_matrix(const Problem &problem, const FaceTable &faces,
                        const NodeInverses &inverses, int threads);

// Returns the sources for the original method: the contribution of a waveform value of 1 to e in
// one step, -dt sum over the two ends of M_v^-1 I, as currents on edges with the sign of
// EdgeCurrents.
std::vector<Source> edge_responses(const Problem &problem, const NodeInverses &inverses,
                                   const std::vector<Source> &sources);

template <class Space>
using SparseMatrix =
    KokkosSparse::CrsMatrix<double, Index, typename Space::device_type, void, Offset>;

template <class Space>
SparseMatrix<Space> to_sparse(const std::string &label, const RowMatrix &rows);

} // namespace curlew::dgatd
