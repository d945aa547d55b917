#pragma once

#include <array>
#include <string_view>
#include <utility>

// The words of the case file for the values of an enumeration: one table serves both directions.
namespace curlew {

template <class Value, std::size_t N>
using Names = std::array<std::pair<Value, std::string_view>, N>;

// The value of a word; the first one for a word that is not in the table, which the schema
// excludes.
template <class Value, std::size_t N>
constexpr Value value_of(const Names<Value, N> &names, std::string_view word) {
  for (const auto &[value, name] : names)
    if (name == word)
      return value;
  return names[0].first;
}

template <class Value, std::size_t N>
constexpr std::string_view name_of(const Names<Value, N> &names, Value value) {
  for (const auto &[candidate, name] : names)
    if (candidate == value)
      return name;
  return names[0].second;
}

} // namespace curlew
