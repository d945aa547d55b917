#include <curlew/io/case/schema/schema.hpp>

#include <curlew/core/units.hpp>
#include <curlew/io/case/document/document.hpp>
#include <curlew/io/case/schema/second_names.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

namespace curlew {
namespace {

using nlohmann::ordered_json;

constexpr std::array k_keywords = {"$schema",
                                   "$ref",
                                   "title",
                                   "description",
                                   "default",
                                   "definitions",
                                   "type",
                                   "enum",
                                   "const",
                                   "properties",
                                   "required",
                                   "items",
                                   "minItems",
                                   "maxItems",
                                   "uniqueItems",
                                   "minProperties",
                                   "minLength",
                                   "minimum",
                                   "maximum",
                                   "exclusiveMinimum",
                                   "exclusiveMaximum",
                                   "oneOf",
                                   "anyOf",
                                   "not",
                                   "allOf",
                                   "if",
                                   "then",
                                   "x-unit",
                                   "x-unit-only",
                                   "x-words",
                                   "x-file",
                                   "additionalProperties",
                                   "x-default-unless",
                                   "x-known",
                                   "x-known-values",
                                   "x-second-names"};

void check_unit(const ordered_json &name, const std::string &at) {
  if (!name.is_string() || !parse_dimension(name.get<std::string>()))
    throw std::logic_error("schema: unknown dimension " + name.dump() + " at " + at);
}

void check_keywords(const ordered_json &node, const std::string &at) {
  if (node.is_boolean())
    return;
  for (const auto &[keyword, value] : node.items()) {
    if (std::find(k_keywords.begin(), k_keywords.end(), keyword) == k_keywords.end())
      throw std::logic_error("schema: keyword \"" + keyword + "\" at " + at +
                             " is not one that the case file's validator knows");
    const std::string below = at + "/" + keyword;
    if (keyword == "properties" || keyword == "definitions") {
      for (const auto &[name, child] : value.items())
        check_keywords(child, below + "/" + name);
    } else if (keyword == "oneOf" || keyword == "anyOf" || keyword == "allOf") {
      for (const auto &child : value)
        check_keywords(child, below);
    } else if (keyword == "items" || keyword == "additionalProperties" || keyword == "not" ||
               keyword == "if" || keyword == "then") {
      check_keywords(value, below);
    } else if (keyword == "x-unit" && value.is_array()) {
      for (const auto &name : value)
        check_unit(name, below);
    } else if (keyword == "x-unit") {
      check_unit(value, below);
    } else if (keyword == "x-second-names") {
      check_second_names(node, below);
    }
  }
}

// The method of a branch of "allOf".
std::string name_of(const ordered_json &branch) {
  return branch["if"]["properties"]["method"]["const"].get<std::string>();
}

ordered_json parse_part(std::string_view text, const char *what) {
  ordered_json part = ordered_json::parse(text, nullptr, false);
  if (!part.is_object())
    throw std::logic_error(std::string("schema: ") + what + " is no JSON object");
  return part;
}

} // namespace

Schema::Schema(ordered_json root) : root_(std::move(root)) {
  check_keywords(root_, "#");
}

std::string Schema::text() const {
  ordered_json whole = root_;
  offer_second_names(whole);
  return whole.dump(2) + "\n";
}

bool Schema::has_value(const ordered_json &reference, const std::string &key,
                       const ordered_json &value) const {
  const ordered_json &node = resolve(reference);
  if (!node.is_object())
    return false;
  const auto below = [&](const ordered_json &child) { return has_value(child, key, value); };
  if (node.contains("properties"))
    for (const auto &[name, property] : node["properties"].items()) {
      const ordered_json &target = resolve(property);
      if (name == key && target.is_object()) {
        const ordered_json &legal = target.contains("enum") ? target["enum"] : ordered_json();
        if (std::find(legal.begin(), legal.end(), value) != legal.end() ||
            (target.contains("const") && target["const"] == value))
          return true;
      }
      if (below(property))
        return true;
    }
  for (const char *keyword : {"items", "additionalProperties"})
    if (node.contains(keyword) && below(node[keyword]))
      return true;
  for (const char *keyword : {"oneOf", "anyOf"})
    if (node.contains(keyword) && std::any_of(node[keyword].begin(), node[keyword].end(), below))
      return true;
  return false;
}

std::string Schema::methods_with(const std::string &pointer, const ordered_json &value) const {
  const std::string section = pointer.substr(1, pointer.find('/', 1) - 1), key = last_part(pointer);
  std::string names;
  for (const ordered_json &branch : root_["allOf"])
    if (const ordered_json &properties = branch["then"]["properties"];
        properties.contains(section) && has_value(properties[section], key, value))
      names += (names.empty() ? "" : ", ") + name_of(branch);
  return names;
}

const ordered_json &Schema::resolve(const ordered_json &node) const {
  const ordered_json *result = &node;
  while (result->is_object() && result->contains("$ref"))
    result = &root_.at(ordered_json::json_pointer((*result)["$ref"].get<std::string>().substr(1)));
  return *result;
}

namespace {

// The definitions of a part join those of the whole: "$ref" is resolved only there.
void move_definitions(ordered_json &part, ordered_json &root) {
  if (!part.contains("definitions"))
    return;
  for (const auto &[name, definition] : part["definitions"].items()) {
    if (root["definitions"].contains(name))
      throw std::logic_error("schema: the definition \"" + name + "\" is given twice");
    root["definitions"][name] = definition;
  }
  part.erase("definitions");
}

// A definition with "x-extends": "name" takes the keys of the named definition before its own. Keys
// of its own are removed from the inherited "x-known".
void extend_definitions(ordered_json &root) {
  for (auto &[name, definition] : root["definitions"].items()) {
    if (!definition.contains("x-extends"))
      continue;
    ordered_json whole = root["definitions"].at(definition["x-extends"].get<std::string>());
    for (const auto &[key, value] : definition.items())
      if (key == "properties")
        whole[key].update(value);
      else if (key != "x-extends")
        whole[key] = value;
    if (whole.contains("x-known"))
      for (const auto &[key, property] : definition["properties"].items())
        whole["x-known"].erase(key);
    definition = std::move(whole);
  }
}

void add_section(std::string_view text, ordered_json &root) {
  ordered_json section = parse_part(text, "a section's part");
  move_definitions(section, root);
  root["properties"].update(section.at("properties"));
  if (section.contains("x-known"))
    root["x-known"].update(section["x-known"]);
}

// A section gives a reason why a method may lack its key. The key is closed for a method unless the
// method's fragment has it.
void close_keys_of_others(ordered_json &fragment, const ordered_json &root) {
  for (const auto &[key, reason] : root["x-known"].items())
    if (!fragment["properties"].contains(key))
      fragment["properties"][key] = false;
}

void add_method(const SchemaParts::Method &method, ordered_json &root) {
  ordered_json fragment = parse_part(method.fragment, "a method's fragment");
  if (!fragment.contains("x-method") || !fragment["x-method"].is_string())
    throw std::logic_error("schema: a method's fragment has no \"x-method\"");
  const ordered_json name = fragment["x-method"];
  fragment.erase("x-method");
  fragment.erase("x-runs");
  fragment.erase("x-baseline");
  fragment["description"] = method.title;
  move_definitions(fragment, root);
  close_keys_of_others(fragment, root);
  root["properties"]["method"]["enum"].push_back(name);
  root["allOf"].push_back(
      {{"if", {{"required", {"method"}}, {"properties", {{"method", {{"const", name}}}}}}},
       {"then", fragment}});
}

// Adds to each reason the methods of this program that take the key.
void name_methods_in_reasons(ordered_json &root) {
  for (auto &[key, reason] : root["x-known"].items()) {
    std::string names;
    for (const ordered_json &branch : root["allOf"])
      if (branch["then"]["properties"][key] != false)
        names += (names.empty() ? "" : ", ") + name_of(branch);
    reason = reason.get<std::string>() + " (methods with \"" + key +
             "\": " + (names.empty() ? "none yet" : names) + ")";
  }
}

// Returns "it belongs to methods a, b and c".
std::string belongs_to(const std::vector<std::string> &methods) {
  std::string text = methods.size() == 1 ? "it belongs to method " : "it belongs to methods ";
  for (std::size_t i = 0; i < methods.size(); ++i)
    text += (i == 0 ? "" : i + 1 == methods.size() ? " and " : ", ") + methods[i];
  return text;
}

// Adds to the "x-known" of each section that fragments describe by keys of their own the keys that
// other methods have there. A reason that the fragment gives itself stays.
void name_owners_of_keys(ordered_json &root) {
  std::map<std::string, std::map<std::string, std::vector<std::string>>> owners;
  for (const ordered_json &branch : root["allOf"])
    for (const auto &[section, node] : branch["then"]["properties"].items())
      if (node.is_object() && node.contains("properties"))
        for (const auto &[key, unused] : node["properties"].items())
          owners[section][key].push_back(
              branch["if"]["properties"]["method"]["const"].get<std::string>());
  for (ordered_json &branch : root["allOf"])
    for (auto &[section, node] : branch["then"]["properties"].items())
      if (node.is_object() && node.contains("properties"))
        for (const auto &[key, methods] : owners[section])
          if (!node["properties"].contains(key) && !node["x-known"].contains(key))
            node["x-known"][key] = belongs_to(methods);
}

} // namespace

Schema compose_schema(const SchemaParts &parts) {
  ordered_json root = parse_part(parts.base, "the base");
  root["x-known"] = ordered_json::object();
  for (const std::string_view text : parts.sections)
    add_section(text, root);
  extend_definitions(root);
  root["allOf"] = ordered_json::array();
  for (const SchemaParts::Method &method : parts.methods)
    add_method(method, root);
  name_methods_in_reasons(root);
  name_owners_of_keys(root);
  return Schema(std::move(root));
}

} // namespace curlew
