#pragma once

#include <curlew/io/case/document/document.hpp>

#include <limits>
#include <string>
#include <vector>

namespace curlew {

// The errors of one case file, collected so that the user sees all of them at once.
class CaseErrors {
public:
  explicit CaseErrors(const SourceMap &map) : map_(map) {}

  // Adds an error at the value of a JSON pointer, or at its key.
  void at_value(const std::string &pointer, const std::string &message);
  void at_key(const std::string &pointer, const std::string &message);
  // Adds an error at a position without a pointer: `rank` sorts, `text` is the whole line.
  void add(std::size_t rank, const std::string &text);
  // Adds an error after all others.
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

} // namespace curlew
