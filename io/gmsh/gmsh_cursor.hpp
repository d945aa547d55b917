#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace curlew::gmsh {

// A position in the bytes of a mesh file, and the only code that composes its error messages: every
// message begins with file and line and column (ASCII part) or byte offset (binary file), then the
// section.
class Cursor {
public:
  Cursor(std::string_view content, std::string file)
      : begin_(content.data()), end_(begin_ + content.size()), position_(begin_),
        file_(std::move(file)) {}

  const char *begin() const { return begin_; }
  const char *end() const { return end_; }
  const char *position() const { return position_; }
  void move_to(const char *position) { position_ = position; }
  std::size_t remaining() const { return static_cast<std::size_t>(end_ - position_); }
  bool at_end() const { return position_ == end_; }

  void set_binary(bool binary) { binary_ = binary; }
  void set_section(std::string_view name) { section_ = name; }

  // Throws InputError: `file.msh:3:7: $Nodes: <message>`, placed at `where` in the file.
  [[noreturn]] void fail(const char *where, const std::string &message) const;
  // The same at the current position.
  [[noreturn]] void fail(const std::string &message) const { fail(position_, message); }
  // Throws InputError about the file as a whole.
  [[noreturn]] void fail_file(const std::string &message) const;

  // The word at `where`, shortened and with unprintable bytes escaped, quoted; or "end of line" or
  // "end of file": the text of a message after "found".
  std::string found(const char *where) const;

  // Skips blanks of the line: space, tab and carriage return (so Windows line ends need no care).
  void skip_blanks();
  // Skips blanks and line ends.
  void skip_space();
  // Returns the rest of the line without its line end; moves to the next line.
  std::string_view line();

private:
  const char *begin_;
  const char *end_;
  const char *position_;
  std::string file_;
  std::string section_;
  bool binary_ = false;
};

inline bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}
inline bool is_space(char c) {
  return is_blank(c) || c == '\n';
}

} // namespace curlew::gmsh
