#pragma once

#include <string_view>

namespace curlew::fdfd {

// The method's part of the case file's JSON Schema: methods/fdfd/schema.json, embedded.
std::string_view schema_text();

} // namespace curlew::fdfd
