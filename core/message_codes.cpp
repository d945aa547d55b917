#include <curlew/core/message_codes.hpp>

#include <algorithm>

namespace curlew {
namespace {

constexpr std::string_view k_hole = "{}";

MessageCodes &codes_in_use() {
  static MessageCodes codes;
  return codes;
}

// Calls f(line) for each line of a text.
template <class F> void for_each_line(std::string_view text, F &&f) {
  for (std::size_t end = 0; end != text.npos;) {
    end = text.find('\n');
    f(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
}

} // namespace

MessageCodes::MessageCodes(std::string_view table) {
  for_each_line(table, [&](std::string_view line) {
    const std::size_t space = line.find(' ');
    if (space == line.npos)
      return;
    Entry entry{line.substr(0, space), line.substr(space + 1), {}, 0};
    for (std::string_view rest = entry.text; !rest.empty();) {
      const std::size_t hole = rest.find(k_hole);
      if (hole != 0)
        entry.pieces.push_back(rest.substr(0, hole));
      rest.remove_prefix(hole == rest.npos ? rest.size() : hole + k_hole.size());
    }
    for (const std::string_view piece : entry.pieces)
      entry.length += piece.size();
    entries_.push_back(std::move(entry));
  });
  std::stable_sort(entries_.begin(), entries_.end(),
                   [](const Entry &a, const Entry &b) { return a.length > b.length; });
}

std::string_view MessageCodes::of_line(std::string_view line) const {
  const auto fits = [line](const Entry &entry) {
    std::size_t from = 0;
    return std::all_of(entry.pieces.begin(), entry.pieces.end(), [&](std::string_view piece) {
      const std::size_t at = line.find(piece, from);
      from = at + piece.size();
      return at != line.npos;
    });
  };
  const auto found = std::find_if(entries_.begin(), entries_.end(), fits);
  return found == entries_.end() ? "" : found->code;
}

std::string_view MessageCodes::text_of(std::string_view code) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [code](const Entry &entry) { return entry.code == code; });
  return found == entries_.end() ? "" : found->text;
}

void use_message_codes(std::string_view table) {
  codes_in_use() = MessageCodes(table);
}

std::string message_code(std::string_view text, std::string_view otherwise) {
  const MessageCodes &codes = codes_in_use();
  if (codes.empty())
    return {};
  std::string_view code;
  for_each_line(text, [&](std::string_view line) {
    if (code.empty())
      code = codes.of_line(line);
  });
  return std::string(code.empty() ? otherwise : code);
}

std::string with_codes(std::string_view text, std::string_view otherwise) {
  const MessageCodes &codes = codes_in_use();
  if (codes.empty())
    return std::string(text);
  std::string result;
  bool is_known = false;
  const auto append = [&result](std::string_view code) { result.append(" [").append(code) += ']'; };
  for_each_line(text, [&](std::string_view line) {
    if (!result.empty())
      result += '\n';
    result.append(line);
    if (const std::string_view code = codes.of_line(line); !code.empty()) {
      append(code);
      is_known = true;
    }
  });
  if (!is_known)
    append(otherwise);
  return result;
}

} // namespace curlew
