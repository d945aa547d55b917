#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace curlew {

// Returns the text in double quotes for a message: at most 60 characters, control characters and
// bytes that are not UTF-8 escaped, so that hostile input cannot fill or reprogram a terminal.
std::string in_quotes(std::string_view text);

// `"a", "b", "c"` (at most 40, then the number of others).
std::string quoted_list(const std::vector<std::string> &words);

// True where JSON can hold the text.
bool is_utf8(std::string_view text);

} // namespace curlew
