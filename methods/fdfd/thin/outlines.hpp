#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/thin/constant_editor.hpp>

namespace curlew::fdfd {

// Returns the factor by which the permeability of the faces around an edge at the outline of a
// conducting sheet grows, and the permittivity of the edges from there shrinks, such that the
// static fields are those of a half-plane, sqrt(r) around its end, which lies `beyond_cells` beyond
// that edge. On the bare grid, with a factor of 1, this distance is 0.35 of a cell. `across_m` is
// the cell's size across the outline in the sheet's plane, `normal_m` that across the sheet.
// Accurate to a percent, for -1/2 to 1/2 of a cell and cells of up to 1 : 4; computed from the
// lattice's Laplace equation, as in the test.
double outline_factor(double across_m, double normal_m, double beyond_cells);

// Gives the outlines of conducting sheets these factors where nothing joins them, so that the
// sheets end at the case's coordinates and not on the nearest edges. All sheets and solids must
// have been laid before.
void end_outlines(const Case &input, Problem &problem, ConstantEditor &eps);

} // namespace curlew::fdfd
