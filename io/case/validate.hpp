#pragma once

#include <curlew/io/case/document.hpp>
#include <curlew/io/case/schema.hpp>

#include <limits>
#include <string>
#include <vector>

namespace curlew {

// The errors of one case file, collected so that the user sees all of them at once.
class CaseErrors {
public:
  explicit CaseErrors(const SourceMap &map) : map_(map) {}

  // At the value of a JSON pointer, or at its key.
  void at_value(const std::string &pointer, const std::string &message);
  void at_key(const std::string &pointer, const std::string &message);
  // At a place that is no pointer's own: `rank` sorts, `text` is the whole line.
  void add(std::size_t rank, const std::string &text);
  // After all others.
  void add_last(const std::string &text) { add(std::numeric_limits<std::size_t>::max(), text); }
  bool empty() const { return lines_.empty(); }
  // Throws one InputError with a line per error, in the order of the file; at most 100 lines.
  void throw_if_any();

private:
  struct Line {
    std::size_t rank;
    std::string text;
  };
  const SourceMap &map_;
  std::vector<Line> lines_;
};

// Checks a document against the schema and returns it resolved: quantities as numbers in their base
// unit (steps stay "100 steps"), defaults filled in, keys in the schema's order. What is wrong is
// reported and null in the result.
//
// Implements the part of draft-07 that Schema admits. `oneOf` has two forms: alternatives that hold
// "required" alone, whose first key chooses, and objects told apart by a key with a constant
// ("type": {"const": ...}). `anyOf` picks by shape.
nlohmann::ordered_json validate(const Document &document, const Schema &schema, CaseErrors &errors);

} // namespace curlew
