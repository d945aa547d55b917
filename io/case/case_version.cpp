#include <curlew/io/case/case_version.hpp>

#include <curlew/io/case/document/quote.hpp>

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>

namespace curlew {
namespace {

using VersionNumbers = std::array<unsigned, 3>; // major, minor, patch

// Numbers that the text leaves out are 0; no value where it is not a version.
std::optional<VersionNumbers> parse_version(const std::string &text) {
  VersionNumbers numbers{};
  const char *at = text.data(), *const end = at + text.size();
  for (unsigned &number : numbers) {
    const auto [after, error] = std::from_chars(at, end, number);
    if (error != std::errc())
      return std::nullopt;
    if (after == end)
      return numbers;
    if (*after != '.')
      return std::nullopt;
    at = after + 1;
  }
  return std::nullopt;
}

} // namespace

void check_case_version(CheckContext &context) {
  const nlohmann::ordered_json *version = context.find("/version");
  if (version == nullptr || !version->is_string())
    return;
  const auto text = version->get<std::string>();
  const auto numbers = parse_version(text);
  if (!numbers)
    context.error("/version",
                  fmt::format("\"version\" is {}; expected a version of Curlew, such as \"{}\"",
                              in_quotes(text), curlew_version()));
  else if (*numbers > parse_version(curlew_version()))
    context.error(
        "/version",
        fmt::format("\"version\" is {}, but this Curlew is {}, which may lack keys of the case "
                    "or read them otherwise; take that version, or write \"{}\" where the "
                    "case uses nothing newer",
                    in_quotes(text), curlew_version(), curlew_version()));
}

} // namespace curlew
