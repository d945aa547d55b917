#include <curlew/core/error.hpp>
#include <curlew/io/gmsh/gmsh_cursor.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::gmsh {

void Cursor::fail(const char *where, const std::string &message) const {
  const std::string section = section_.empty() ? "" : "$" + section_ + ": ";
  if (binary_) {
    throw InputError(fmt::format("{}: byte {}: {}{}", file_, where - begin_, section, message));
  }
  // Counted only now: lines cost nothing while reading.
  const auto line = 1 + std::count(begin_, where, '\n');
  const char *line_start = where;
  while (line_start != begin_ && line_start[-1] != '\n') {
    --line_start;
  }
  throw InputError(
      fmt::format("{}:{}:{}: {}{}", file_, line, where - line_start + 1, section, message));
}

void Cursor::fail_file(const std::string &message) const {
  throw InputError(fmt::format("{}: {}", file_, message));
}

std::string Cursor::found(const char *where) const {
  constexpr int k_longest = 24;
  if (where == end_) {
    return "end of file";
  }
  if (*where == '\n' || *where == '\r') {
    return "end of line";
  }
  std::string text = "\"";
  const char *c = where;
  for (; c != end_ && !is_space(*c) && c - where < k_longest; ++c) {
    if (*c > ' ' && *c <= '~') {
      text += *c;
    } else {
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(*c));
    }
  }
  return text + (c != end_ && !is_space(*c) ? "...\"" : "\"");
}

void Cursor::skip_blanks() {
  while (position_ != end_ && is_blank(*position_)) {
    ++position_;
  }
}

void Cursor::skip_space() {
  while (position_ != end_ && is_space(*position_)) {
    ++position_;
  }
}

std::string_view Cursor::line() {
  const char *start = position_;
  const char *stop = std::find(start, end_, '\n');
  position_ = stop == end_ ? end_ : stop + 1;
  while (stop != start && is_blank(stop[-1])) {
    --stop;
  }
  return {start, static_cast<std::size_t>(stop - start)};
}

} // namespace curlew::gmsh
