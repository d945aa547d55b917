#pragma once

#include <filesystem>
#include <optional>

namespace curlew::bench {

// Returns the largest difference of the tables (CSV) of two folders of results, each relative to
// the largest number of its column; records of iterations and columns that are rounding everywhere
// are left out. None where there is no table. Throws InputError for tables of other lengths.
std::optional<double> largest_difference(const std::filesystem::path &results,
                                         const std::filesystem::path &reference);

} // namespace curlew::bench
