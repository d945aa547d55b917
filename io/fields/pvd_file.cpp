#include <curlew/core/error.hpp>
#include <curlew/io/fields/pvd_file.hpp>
#include <curlew/io/results/atomic_file.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <string_view>

namespace curlew {
namespace {

constexpr std::string_view k_head = "<?xml version=\"1.0\"?>\n"
                                    "<VTKFile type=\"Collection\" version=\"1.0\">\n"
                                    "  <Collection>\n";
constexpr std::string_view k_foot = "  </Collection>\n</VTKFile>\n";
constexpr std::string_view k_entry_begin = "    <DataSet timestep=\"";
constexpr std::string_view k_entry_part = "\" part=\"";
constexpr std::string_view k_entry_file = "\" file=\"";
constexpr std::string_view k_entry_end = "\"/>";

// Moves `text` past `expected`; false if it does not begin so.
bool skip(std::string_view &text, std::string_view expected) {
  if (text.substr(0, expected.size()) != expected) {
    return false;
  }
  text.remove_prefix(expected.size());
  return true;
}

// Reads a number off the front of `text`; false if there is none.
template <class Number> bool take_number(std::string_view &text, Number &number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc();
}

bool parse_entry(std::string_view line, PvdEntry &entry) {
  if (!skip(line, k_entry_begin) || !take_number(line, entry.time_s) ||
      !std::isfinite(entry.time_s) || !skip(line, k_entry_part) || !take_number(line, entry.part) ||
      !skip(line, k_entry_file)) {
    return false;
  }
  const std::size_t quote = line.find('"');
  if (quote == std::string_view::npos || line.substr(quote) != k_entry_end) {
    return false;
  }
  entry.file = line.substr(0, quote);
  return true;
}

} // namespace

void write_pvd(const std::filesystem::path &path, const std::vector<PvdEntry> &entries) {
  std::string text(k_head);
  for (const PvdEntry &entry : entries) {
    text += fmt::format("{}{}{}{}{}{}{}\n", k_entry_begin, entry.time_s, k_entry_part, entry.part,
                        k_entry_file, entry.file, k_entry_end);
  }
  text += k_foot;
  write_file_atomically(path, text);
}

std::vector<PvdEntry> read_pvd(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw InputError(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  }
  const std::string content((std::istreambuf_iterator<char>(file)), {});
  std::string_view rest = content;
  if (!skip(rest, k_head)) {
    throw InputError(path.string() + ":1: not a list of fields that Curlew wrote");
  }
  std::vector<PvdEntry> entries;
  std::size_t line = 4;
  for (; rest != k_foot; ++line) {
    const std::size_t length = rest.find('\n');
    PvdEntry entry;
    if (length == std::string_view::npos || !parse_entry(rest.substr(0, length), entry)) {
      throw InputError(fmt::format("{}:{}: not an entry that Curlew wrote", path.string(), line));
    }
    entries.push_back(std::move(entry));
    rest.remove_prefix(length + 1);
  }
  return entries;
}

} // namespace curlew
