#pragma once

#include <curlew/methods/fem/assembly/assemble.hpp>
#include <curlew/methods/fem/problem.hpp>

namespace curlew::fem {

// The tets that a matrix is assembled from: all that are solved, or those of a rank.
struct AssembledTets {
  const std::vector<Index> &tets;   // of the mesh
  const std::vector<Index> &rows;   // of their functions, -1 fixed
  const std::vector<Index> &curved; // positions in `tets`
};
inline AssembledTets all_tets(const Problem &problem) {
  return {problem.tets, problem.tet_rows, problem.curved};
}

// What kernels read of a problem: its tets, without media, and its faces, without factors.
template <class Space>
TetTables<Space> make_tables(const Problem &problem, const AssembledTets &tets);
template <class Space> TetTables<Space> make_tables(const Problem &problem) {
  return make_tables<Space>(problem, all_tets(problem));
}
template <class Space> FaceTables<Space> make_face_tables(const Problem &problem);
// Of some of the faces of the terms, by rising number, with rows as in face_rows().
template <class Space>
FaceTables<Space> make_face_tables(const Problem &problem, const std::vector<Index> &terms,
                                   const std::vector<Index> &rows);

// The media of a frequency; `tets`: those of the tables.
template <class Space>
void set_media(const std::vector<Index> &tets, const Media &media, int threads,
               TetTables<Space> &tables);
template <class Space>
void set_media(const Problem &problem, const Media &media, TetTables<Space> &tables) {
  set_media(problem.tets, media, problem.threads, tables);
}

// Of each face of the terms its rows; -1: fixed.
std::vector<Index> face_rows(const Problem &problem);

} // namespace curlew::fem
