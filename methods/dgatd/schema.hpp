#pragma once

#include <string_view>

namespace curlew::dgatd {

// The method's part of the case file's JSON Schema: methods/dgatd/schema.json, embedded.
std::string_view schema_text();

} // namespace curlew::dgatd
