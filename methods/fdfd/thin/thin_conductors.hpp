#pragma once

#include <curlew/io/case/sections/objects/objects.hpp>
#include <curlew/methods/fdfd/problem.hpp>

#include <optional>
#include <string>
#include <vector>

namespace curlew::fdfd {

// True for the name of a perfect conductor.
bool conducts(const Case &input, const std::string &material);
// Returns the word of an object's shape.
std::string name_of(const ObjectSpec &object);
// Returns the material of a solid; empty for voxels.
std::string material_of(const ObjectSpec &object);
// Returns the least diameter of a round solid, in cells; none for other solids and where the grid
// has one cell across.
std::optional<double> cells_across(const Problem &problem, const ObjectSpec &object);

// Warns, at the location of the object, of perfectly conducting solids that the grid does not
// represent as given: solids that fix no edge, and solids thinner than a cell, which become a sheet
// or a layer of a cell or nothing, depending on the rounding of their coordinates. `problem` gives
// the conducting edges.
std::vector<std::string> thin_conductor_warnings(const Case &input, const Problem &problem);

} // namespace curlew::fdfd
