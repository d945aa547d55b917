#include <curlew/io/case/document/quote.hpp>

#include <nlohmann/json.hpp>

#include <cstdio>

namespace curlew {
namespace {

constexpr std::size_t k_longest_quote = 60;
constexpr std::size_t k_longest_list = 40;

// Bytes of the UTF-8 character that `text` starts with; 0 if it starts with none.
std::size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = first < 0x80             ? 1
                             : (first & 0xE0) == 0xC0 ? 2
                             : (first & 0xF0) == 0xE0 ? 3
                             : (first & 0xF8) == 0xF0 ? 4
                                                      : 0;
  if (length > text.size())
    return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80)
      return 0;
  return length;
}

} // namespace

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (std::size_t at = 0, characters = 0; at < text.size(); ++characters) {
    if (characters == k_longest_quote)
      return result + "...\"";
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = character_length(text.substr(at));
    if (length == 0 || byte < 0x20 || byte == 0x7F) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\x%02x", byte);
      result += escaped;
      ++at;
    } else {
      result += text.substr(at, length);
      at += length;
    }
  }
  return result + "\"";
}

std::string quoted_list(const std::vector<std::string> &words) {
  std::string result;
  for (std::size_t i = 0; i < words.size() && i < k_longest_list; ++i)
    result += (i == 0 ? "" : ", ") + in_quotes(words[i]);
  if (words.size() > k_longest_list)
    result += " and " + std::to_string(words.size() - k_longest_list) + " others";
  return result;
}

bool is_utf8(std::string_view text) {
  try {
    return !nlohmann::json(text).dump().empty();
  } catch (const nlohmann::json::type_error &) {
    return false;
  }
}

} // namespace curlew
