#pragma once

#include <curlew/io/case/sections/grid/grid.hpp>

#include <string>

namespace curlew {
struct Case;
}

namespace curlew::fdfd {

// Returns the smoothing that a case's grid gets at a frequency: the one given, or for true the
// tensor where solids are round or boxes that end inside the grid, the whole case allows it and its
// equation stays cheap, otherwise the diagonal. The tensor does not go with conductors, sheets,
// wires and mu; it is for isotropic dielectrics, not for metals, and needs a cell more room for far
// fields; the background's inverse takes it by a method that keeps its directions (SupportGcr),
// which for large scatterers is too much memory, and which a case that names COCR for it does not
// want.
Smoothing smoothing_of(const Case &input, double frequency_hz);

// Returns "tensor", "diagonal" or "none".
std::string to_string(Smoothing smoothing);

} // namespace curlew::fdfd
