#pragma once

#include <curlew/io/fields/field_writer.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace curlew {

// Writes the .pvtu that makes one grid of several .vtu files of VtuFile, atomically. `pieces` holds
// their names relative to its folder. Only the names, components and units of `arrays` are used;
// they must agree with every piece. Throws OutputError.
void write_pvtu(const std::filesystem::path &path, const std::vector<CellArray> &arrays,
                const std::vector<std::string> &pieces);

} // namespace curlew
