#pragma once

#include <string_view>

namespace curlew {

// The section belongs to the method: its fragment has the keys, Case::discretization the values.
std::string_view discretization_schema_text();

} // namespace curlew
