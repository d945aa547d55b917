#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/thin/constant_editor.hpp>

namespace curlew::fdfd {

// By what the permeability of the faces around an edge at the outline of a conducting sheet grows,
// and the permittivity of the edges from there shrinks, for the static fields to be those of a
// half-plane, sqrt(r) around its end, which lies so many cells beyond that edge. On the bare grid,
// with a factor of 1, it is 0.35 of a cell. `across_m`: of a cell across the outline in the sheet's
// plane, `normal_m` across the sheet. To a percent, for -1/2 to 1/2 of a cell and cells of up to
// 1 : 4; from the lattice's Laplace equation, as the test has it.
double outline_factor(double across_m, double normal_m, double beyond_cells);

// Gives the outlines of conducting sheets these factors where nothing joins them, so that they end
// where the case has it and not on the nearest edges. All sheets and
// solids must lie there already.
void end_outlines(const Case &input, Problem &problem, ConstantEditor &eps);

} // namespace curlew::fdfd
