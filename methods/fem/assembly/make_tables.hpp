#pragma once

#include <curlew/methods/fem/assembly/assemble.hpp>
#include <curlew/methods/fem/problem.hpp>

namespace curlew::fem {

// Tets that a matrix is assembled from: all solved tets, or those of a rank.
struct AssembledTets {
  const std::vector<Index> &tets;   // numbers in the mesh
  const std::vector<Index> &rows;   // rows of the tets' functions, -1 fixed
  const std::vector<Index> &curved; // positions in `tets`
};
inline AssembledTets all_tets(const Problem &problem) {
  return {problem.tets, problem.tet_rows, problem.curved};
}

// Make the tables that kernels read for a problem: tets without media, and faces without factors.
template <class Space>
TetTables<Space> make_tables(const Problem &problem, const AssembledTets &tets);
template <class Space> TetTables<Space> make_tables(const Problem &problem) {
  return make_tables<Space>(problem, all_tets(problem));
}
template <class Space> FaceTables<Space> make_face_tables(const Problem &problem);
// Makes the tables of some of the faces of the terms, in rising order, with rows as in face_rows().
template <class Space>
FaceTables<Space> make_face_tables(const Problem &problem, const std::vector<Index> &terms,
                                   const std::vector<Index> &rows);

// Sets the media of a frequency. `tets`: the tets of the tables.
template <class Space>
void set_media(const std::vector<Index> &tets, const Media &media, int threads,
               TetTables<Space> &tables);
template <class Space>
void set_media(const Problem &problem, const Media &media, TetTables<Space> &tables) {
  set_media(problem.tets, media, problem.threads, tables);
}

// Returns the rows of each face of the terms, [term][function]; -1: fixed.
std::vector<Index> face_rows(const Problem &problem);

} // namespace curlew::fem
