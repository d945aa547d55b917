#pragma once

#include <string>
#include <vector>

namespace curlew::test {

// A valid case with one line replaced by a wrong one.
struct BrokenCase {
  enum Kind {
    syntax,  // no JSON, or duplicate keys
    schema,  // every draft-07 validator must refuse it
    meaning, // valid by the schema; only the program refuses it
  };
  Kind kind;
  int line;             // in the valid case, from 1
  const char *text;     // '@' marks the error's place, and is not part of the case
  const char *fragment; // part of the message

  std::string case_text(const std::vector<std::string> &valid_lines) const;
  std::string place() const; // "case.json:line:column: "
};

// Lines that are a valid case of method dgatd, and cases that are not.
extern const std::vector<std::string> k_valid_lines;
extern const std::vector<BrokenCase> k_broken_cases;

// The same of method fdfd.
extern const std::vector<std::string> k_valid_grid_lines;
extern const std::vector<BrokenCase> k_broken_grid_cases;

std::string join_lines(const std::vector<std::string> &lines);

} // namespace curlew::test
