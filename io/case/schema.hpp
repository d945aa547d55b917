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
//   x-unit            dimension (or list of them) of a number or "number unit" string
//                     (core/units.hpp)
//   x-unit-only       true: the string is a unit alone ("mm")
//   x-words           strings that may stand for the quantity
//   x-default-unless  keys beside this one whose presence switches the default off
//   x-known           key -> why this method or version does not take it
//   x-known-values    value -> why this method or version does not take it
class Schema {
public:
  // Throws std::logic_error when the schema uses a keyword that validate() does not implement.
  explicit Schema(nlohmann::ordered_json root);
  const nlohmann::ordered_json &json() const { return root_; }
  // What `curlew schema` prints.
  std::string text() const { return root_.dump(2) + "\n"; }
  // Follows "$ref" (definitions of this schema only).
  const nlohmann::ordered_json &resolve(const nlohmann::ordered_json &node) const;

private:
  nlohmann::ordered_json root_;
};

// io/case/schema.json, embedded at build time.
std::string_view common_schema_text();

// Joins the shared part with the methods' fragments. A fragment is a JSON object with "x-method"
// (the name), "description", and the draft-07 keywords that hold for this method alone: "required",
// "properties", and "definitions", which join those of the shared part. A key of the shared part
// that has a reason in its "x-known" belongs to the methods whose fragments name it; for the others
// it becomes false, which no value satisfies. Throws std::logic_error for a fragment that is none.
Schema compose_schema(std::string_view common, const std::vector<std::string_view> &fragments);

} // namespace curlew
