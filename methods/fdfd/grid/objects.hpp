#pragma once

#include <curlew/io/case/sections/objects/objects.hpp>
#include <curlew/methods/fdfd/problem.hpp>

#include <optional>
#include <set>
#include <string>

namespace curlew {
struct Case;
}

namespace curlew::fdfd {

// Adds the names of an object's materials.
void add_materials(const ObjectSpec &object, std::set<std::string> &names);
// Returns the material of a solid; empty for voxels.
std::string material_of(const ObjectSpec &object);
// True for the name of a perfect conductor.
bool conducts(const Case &input, const std::string &material);
// Returns the word of an object's shape.
std::string name_of(const ObjectSpec &object);
// True where an object covers the whole grid along an axis: both its walls, or a period wherever it
// begins.
bool goes_through(const Case &input, const Extent &extent, int axis);
// Returns the least diameter of a round solid, in cells; none for other solids and where the grid
// has one cell across.
std::optional<double> cells_across(const Problem &problem, const ObjectSpec &object);

} // namespace curlew::fdfd
