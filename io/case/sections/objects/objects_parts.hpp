#pragma once

#include <curlew/io/case/sections/objects/objects.hpp>

namespace curlew {

SheetObject read_sheet(const nlohmann::ordered_json &node);
WireObject read_wire(const nlohmann::ordered_json &node);
nlohmann::ordered_json object_to_json(const SheetObject &sheet);
nlohmann::ordered_json object_to_json(const WireObject &wire);

// True where an axis of the grid is periodic: what an object has beyond its walls comes back.
bool repeats(const CheckContext &context, std::size_t axis);

// Checks position, shape and impedance of a sheet, or of a wire, at this pointer.
void check_sheet(CheckContext &context, const std::string &pointer);
void check_wire(CheckContext &context, const std::string &pointer);

} // namespace curlew
