#pragma once

#include <curlew/methods/fem/problem.hpp>
#include <curlew/solvers/sparse/row_part.hpp>

#include <string>
#include <vector>

namespace curlew::fem {

// Rows of the matrix that one of several ranks assembles and multiplies. A problem has the same
// numbers on every rank. Here its unknowns have local numbers: first the owned ones, rising, then
// the ghosts, which rows of owned unknowns reach, rank by rank, rising.
struct RankRows {
  Communicator ranks;
  std::vector<Index> unknowns; // [local unknown]: number in the problem
  Index owned = 0;
  std::vector<ExchangePeer> peers; // ranks that the ghosts are exchanged with
  std::vector<Index> tets;         // tets of the mesh with an owned function, rising
  std::vector<Index> tet_rows;     // [tet][function]: local row, -1 fixed
  std::vector<Index> curved;       // positions in `tets`
  std::vector<Index> terms;        // faces of Model::terms with an owned function, rising
  std::vector<Index> face_rows;    // [face][function]: local row, -1 fixed
  Pattern pattern;                 // pattern of the owned rows; row_tets holds positions in `tets`

  Index ghosts() const { return static_cast<Index>(unknowns.size()) - owned; }
};

// Returns the rank of each unknown: the rank of the lowest tet around it, with periods around the
// lowest unknown of its entry of z. `partition` selects how the tets are cut. Throws InputError
// when a rank would get no tet. The result is the same on every rank.
std::vector<int> owners_of_unknowns(const Problem &problem, int ranks,
                                    const std::string &partition);

// Makes the rows of this rank. Collective. `owner` must be the same on every rank.
RankRows make_rank_rows(const Problem &problem, const std::vector<int> &owner,
                        const Communicator &ranks);

} // namespace curlew::fem
