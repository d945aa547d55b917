#pragma once

#include <curlew/methods/fem/assembly/assemble.hpp>
#include <curlew/methods/fem/problem.hpp>

namespace curlew::fem {

// What kernels read of a problem: its tets, without media, and its faces, without factors.
template <class Space> TetTables<Space> make_tables(const Problem &problem);
template <class Space> FaceTables<Space> make_face_tables(const Problem &problem);

// The media of a frequency.
template <class Space>
void set_media(const Problem &problem, const Media &media, TetTables<Space> &tables);

// Of each face of the terms its rows; -1: fixed.
std::vector<Index> face_rows(const Problem &problem);

} // namespace curlew::fem
