#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace curlew {

// Returns the candidate closest to `word` by Damerau-Levenshtein distance (insert, delete, replace,
// swap of neighbours; letter case costs nothing), if that distance is at most 2 and below the
// length of `word`; otherwise an empty string. Of equally close candidates the first wins.
std::string suggest(std::string_view word, const std::vector<std::string> &candidates);

} // namespace curlew
