#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace curlew {

// Limits, so that hostile input cannot exhaust the stack, the memory or the time.
constexpr int k_max_case_depth = 64;
constexpr std::size_t k_max_case_bytes = std::size_t(16) << 20;
constexpr std::size_t k_max_case_members = 4096; // keys in one object

// A position in the case file, counted from 1; columns count characters (UTF-8 code points).
struct SourcePosition {
  int line = 0;
  int column = 0;
  bool operator==(const SourcePosition &other) const {
    return line == other.line && column == other.column;
  }
};

// Position at which each key and value of a document was written: JSON pointer (RFC 6901, "" is the
// whole document) to line and column, or to the `--set` of the command line that gave it.
class SourceMap {
public:
  explicit SourceMap(std::string display_name) : display_name_(std::move(display_name)) {}

  const std::string &display_name() const { return display_name_; }
  // Returns the position of the value (its first character) or of the key's opening quote; nothing
  // if the pointer is not in the file: array elements have no key, values of the command line have
  // no position.
  std::optional<SourcePosition> value(const std::string &pointer) const;
  std::optional<SourcePosition> key(const std::string &pointer) const;
  // Returns "case.json:14:7" of the value; for a value that is not in the document, the position of
  // the nearest enclosing value; for a value from the command line, "--set a.b=value".
  std::string where(const std::string &pointer) const;
  // The same of the key.
  std::string where_key(const std::string &pointer) const;
  // Returns the rank by which messages are sorted: positions in the file first, then overrides in
  // their order.
  std::size_t rank(const std::string &pointer, bool of_key) const;

  void add_value(const std::string &pointer, SourcePosition position);
  void add_key(const std::string &pointer, SourcePosition position);
  // Removes all positions at and below the pointer; `option` is the option that gives its value.
  void override_with(const std::string &pointer, const std::string &option);
  // Moves all positions at and below a pointer to another one.
  void rename(const std::string &pointer, const std::string &to);

private:
  struct Entry {
    SourcePosition value;
    SourcePosition key;
    int option = -1; // index into options_
  };
  const Entry *nearest(std::string pointer, bool *exact) const;

  std::string display_name_;
  std::unordered_map<std::string, Entry> entries_;
  std::vector<std::string> options_;
};

// A parsed case file, keys in the order of the file.
struct Document {
  nlohmann::ordered_json value;
  SourceMap map;

  struct Duplicate {
    std::string pointer; // pointer of the key; `value` holds the first of the two values
    SourcePosition first, second;
  };
  std::vector<Duplicate> duplicates;
};

// JSON with // and /* */ comments and an optional byte-order mark. Throws InputError
// "display_name:line:column: ..." for the first syntax error, a number beyond the range of a
// double, nesting or size beyond the limits above.
Document parse_document(std::string_view text, const std::string &display_name);

// Applies one "--set" of the command line: a.b.c=value, or /a/b/c=value (JSON pointer) for keys
// with a dot. The value is JSON, or else a string; a list index may be one past the end. Missing
// objects are made. Throws InputError that names the option.
void apply_override(Document &document, const std::string &option);

// A value from a command-line option of its own, such as "--backend openmp" for /run/backend.
struct OptionValue {
  std::string option; // the option as the user wrote it, for messages
  std::vector<std::string> path;
  nlohmann::ordered_json value;
};
void apply_override(Document &document, const OptionValue &option);

// Reads at most `limit` bytes; throws InputError when the file is absent, a folder, unreadable or
// larger.
std::string read_text_file(const std::filesystem::path &path, std::size_t limit);

// Appends a key or index to a JSON pointer, escaped.
std::string child_pointer(const std::string &pointer, const std::string &key);
std::string child_pointer(const std::string &pointer, std::size_t index);
// Returns the key or index at the end of a JSON pointer, as the case has it: "a/b" of
// "/materials/a~1b".
std::string last_part(const std::string &pointer);
// Converts "/outputs/probes/0" to "outputs.probes.0", the form of messages and --set.
std::string dotted(const std::string &pointer);

} // namespace curlew
