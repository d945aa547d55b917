#include <curlew/io/case/schema/schema_words.hpp>

#include <curlew/io/case/document/quote.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace curlew {

using nlohmann::ordered_json;

namespace {

constexpr double k_exact_integers = 9007199254740992.0; // 2^53

} // namespace

std::string describe(const ordered_json &value) {
  switch (value.type()) {
  case ordered_json::value_t::object:
    return "an object";
  case ordered_json::value_t::array:
    return "a list of " + std::to_string(value.size());
  case ordered_json::value_t::string:
    return in_quotes(value.get<std::string>());
  default:
    return value.dump();
  }
}

bool is_integer(const ordered_json &value) {
  if (value.is_number_integer())
    return true;
  return value.is_number_float() && std::floor(value.get<double>()) == value.get<double>() &&
         std::abs(value.get<double>()) < k_exact_integers;
}

bool has_type(const ordered_json &value, const std::string &type) {
  return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
         (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
         (type == "number" && value.is_number()) || (type == "integer" && is_integer(value));
}

std::vector<std::string> words(const ordered_json &node, const char *keyword) {
  const auto it = node.find(keyword);
  if (it == node.end())
    return {};
  return it->is_array() ? it->get<std::vector<std::string>>()
                        : std::vector<std::string>{it->get<std::string>()};
}

std::vector<Dimension> dimensions(const ordered_json &node) {
  std::vector<Dimension> result;
  for (const std::string &name : words(node, "x-unit"))
    result.push_back(*parse_dimension(name));
  return result;
}

std::string type_text(const ordered_json &node) {
  const auto units = dimensions(node);
  if (!units.empty() && node.contains("x-unit-only"))
    return "a unit such as \"mm\", or a number in " + std::string(base_unit(units[0]));
  if (!units.empty())
    return "a number in " + std::string(base_unit(units[0])) +
           ", or text with a unit such as \"1.5 " + std::string(base_unit(units[0])) + "\"";
  std::string result;
  for (const std::string &type : words(node, "type")) {
    const std::string text = type == "array"     ? "a list"
                             : type == "string"  ? "text in double quotes"
                             : type == "boolean" ? "true or false"
                             : type == "object"  ? "an object {...}"
                             : type == "integer" ? "a whole number"
                                                 : "a number";
    result += (result.empty() ? "" : " or ") + text;
  }
  return result;
}

std::string bounds_text(const ordered_json &node) {
  const auto bound = [&](const char *keyword) { return node[keyword].dump(); };
  const bool lower = node.contains("minimum"), above = node.contains("exclusiveMinimum");
  const bool upper = node.contains("maximum"), below = node.contains("exclusiveMaximum");
  if ((lower || above) && (upper || below))
    return "must be in " + (lower ? "[" + bound("minimum") : "(" + bound("exclusiveMinimum")) +
           ", " + (upper ? bound("maximum") + "]" : bound("exclusiveMaximum") + ")");
  if (lower || above)
    return lower ? "must be at least " + bound("minimum")
                 : "must be above " + bound("exclusiveMinimum");
  return upper ? "must be at most " + bound("maximum")
               : "must be below " + bound("exclusiveMaximum");
}

bool in_bounds(const ordered_json &node, double value) {
  return !((node.contains("minimum") && value < node["minimum"].get<double>()) ||
           (node.contains("maximum") && value > node["maximum"].get<double>()) ||
           (node.contains("exclusiveMinimum") && value <= node["exclusiveMinimum"].get<double>()) ||
           (node.contains("exclusiveMaximum") && value >= node["exclusiveMaximum"].get<double>()));
}

std::string tag_of(const ordered_json &alternative) {
  for (const auto &[key, property] : alternative["properties"].items())
    if (property.contains("const"))
      return key;
  throw std::logic_error("schema: an alternative of \"oneOf\" has no key with a constant");
}

std::vector<std::string> strings(const ordered_json &list) {
  std::vector<std::string> result;
  for (const auto &item : list)
    result.push_back(item.is_string() ? item.get<std::string>() : item.dump());
  return result;
}

} // namespace curlew
