#pragma once

#include <curlew/methods/fem/problem.hpp>
#include <curlew/solvers/sparse/row_part.hpp>

#include <string>
#include <vector>

namespace curlew::fem {

// The rows of the matrix that one of several ranks assembles and multiplies. A problem has the same
// numbers on every rank; here its unknowns have local ones: the owned ones first, rising, then the
// ghosts, which rows of owned ones reach, rank by rank, rising.
struct RankRows {
  Communicator ranks;
  std::vector<Index> unknowns; // of the problem
  Index owned = 0;
  std::vector<ExchangePeer> peers; // of the ghosts
  std::vector<Index> tets;         // of the mesh, rising: those with an owned function
  std::vector<Index> tet_rows;     // of their functions, local, -1 fixed
  std::vector<Index> curved;       // positions in `tets`
  std::vector<Index> terms;        // of Model::terms, rising: those with an owned function
  std::vector<Index> face_rows;    // of their functions, local, -1 fixed
  Pattern pattern;                 // of the owned rows; row_tets holds positions in `tets`

  Index ghosts() const { return static_cast<Index>(unknowns.size()) - owned; }
};

// unknown -> rank: that of the lowest tet around it, tets being cut as "partition" says. Throws
// InputError when a rank would get no tet. The same on every rank.
std::vector<int> owners_of_unknowns(const Problem &problem, int ranks,
                                    const std::string &partition);

// Collective. `owner` must be the same on every rank.
RankRows make_rank_rows(const Problem &problem, const std::vector<int> &owner,
                        const Communicator &ranks);

} // namespace curlew::fem
