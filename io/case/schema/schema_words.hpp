#pragma once

#include <curlew/core/units.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

// Reads the keywords of a schema node and turns them into the text of messages.
namespace curlew {

// Returns a value as messages show it: `"text"`, `3.5`, `an object`, `a list of 3`.
std::string describe(const nlohmann::ordered_json &value);
// True for a whole number, also one that is written as 2.0.
bool is_integer(const nlohmann::ordered_json &value);
// True where a value is of a type of draft-07.
bool has_type(const nlohmann::ordered_json &value, const std::string &type);

// Returns the words of a keyword whose value may be one word or a list of them.
std::vector<std::string> words(const nlohmann::ordered_json &node, const char *keyword);
// Returns the dimensions of "x-unit".
std::vector<Dimension> dimensions(const nlohmann::ordered_json &node);
// Returns the values that the node accepts as text: "a number in m, or text with a unit ...", "a
// list or text in double quotes".
std::string type_text(const nlohmann::ordered_json &node);
// Returns "must be in [0, 1)", for a node with bounds.
std::string bounds_text(const nlohmann::ordered_json &node);
bool in_bounds(const nlohmann::ordered_json &node, double value);

// Returns the key that distinguishes an alternative of "oneOf": the one with a constant value.
std::string tag_of(const nlohmann::ordered_json &alternative);
// Returns the members of a list, those that are no text as JSON.
std::vector<std::string> strings(const nlohmann::ordered_json &list);

} // namespace curlew
