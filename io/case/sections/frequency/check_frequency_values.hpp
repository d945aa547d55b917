#pragma once

#include <string>

namespace curlew {

class CheckContext;

// Checks the frequency, the list or the sweep at a pointer.
void check_frequency_values(CheckContext &context, const std::string &pointer);

} // namespace curlew
