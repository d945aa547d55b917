#include <curlew/io/case/quote.hpp>

#include <cstdio>

namespace curlew {
namespace {

constexpr std::size_t k_longest_quote = 60;
constexpr std::size_t k_longest_list = 40;

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
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

} // namespace curlew
