#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace curlew {

// The JSON Schema (draft-07) of case files: the keys that all methods share plus the fragment of
// each method in this binary. Beyond draft-07 it uses these keywords, which other validators
// ignore:
//
// - x-unit: dimension (or list of them) of a number or "number unit" string (core/units.hpp)
// - x-unit-only: true: the string is a unit without a number ("mm")
// - x-file: true: the string is the path of a file that the run reads, relative to the case
// - x-words: strings that may stand for the quantity
// - x-default-unless: keys beside this one whose presence switches the default off
// - x-known: key -> why this method or version does not take it
// - x-known-values: value -> why this method or version does not take it
// - x-second-names: second name -> documented name, of the keys of an object or of the words of an
//   "enum"; validate() replaces second names, and messages and tables do not offer them
class Schema {
public:
  // Throws std::logic_error when the schema uses a keyword that validate() does not implement.
  explicit Schema(nlohmann::ordered_json root);
  const nlohmann::ordered_json &json() const { return root_; }
  // Returns the text that `curlew schema` prints, in which second names are keys and words like the
  // documented ones.
  std::string text() const;
  // Follows "$ref" (definitions of this schema only).
  const nlohmann::ordered_json &resolve(const nlohmann::ordered_json &node) const;
  // Returns the methods that have a value at a key, given by a pointer, anywhere in its section:
  // a list of names.
  std::string methods_with(const std::string &pointer, const nlohmann::ordered_json &value) const;

private:
  bool has_value(const nlohmann::ordered_json &reference, const std::string &key,
                 const nlohmann::ordered_json &value) const;

  nlohmann::ordered_json root_;
};

// The parts of which the schema of a program is made.
struct SchemaParts {
  // The keys of every case: title, method, and the shapes that several sections use.
  std::string_view base;
  // Sections. Each has "properties" with its key, "x-known" with the reason why a method may lack
  // the key, and "definitions", which "$ref" of any part finds.
  std::vector<std::string_view> sections;
  // A method: a fragment with "x-method" (its name) and the draft-07 keywords that hold for it
  // alone ("required", "properties", "definitions"), and its title.
  struct Method {
    std::string_view fragment, title;
  };
  std::vector<Method> methods;
};

// Joins the parts. A key that has a reason in the "x-known" of its section belongs to the methods
// whose fragments name it; for the others it becomes false, which no value satisfies, and the
// reason names the methods that have it. Where fragments describe a section by keys of their own
// ("discretization"), each knows the keys of the others, and whose they are. Throws
// std::logic_error for an invalid part.
Schema compose_schema(const SchemaParts &parts);

} // namespace curlew
