#pragma once

#include <nlohmann/json.hpp>

#include <optional>

namespace curlew {

// Writes a key where it has a value: the inverse of get_optional().
template <class T>
void put_optional(nlohmann::ordered_json &node, const char *key, const std::optional<T> &value) {
  if (value)
    node[key] = *value;
}

} // namespace curlew
