#include <curlew/io/case/sections/excitations/waveform_file.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/document/document.hpp>
#include <curlew/io/case/document/quote.hpp>

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace curlew {
namespace {

constexpr std::size_t k_largest_file = std::size_t(256) << 20; // 10 million samples

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  return first == text.npos ? std::string_view()
                            : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool parse_number(std::string_view text, double &number) {
  text = trim(text);
  if (!text.empty() && text.front() == '+')
    text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(number);
}

} // namespace

WaveformSamples read_waveform_file(const std::filesystem::path &path) {
  std::error_code error;
  if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
    throw InputError(path.string() + ": is not a regular file");
  const std::string text = read_text_file(path, k_largest_file);
  WaveformSamples samples;
  std::size_t line_number = 0;
  bool may_be_heading = true;
  const auto fail = [&](const std::string &message) {
    throw InputError(path.string() + ":" + std::to_string(line_number) + ": " + message);
  };
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = trim(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
    ++line_number;
    if (line.empty() || line.front() == '#')
      continue;
    const std::size_t comma = line.find(',');
    double time = 0, value = 0;
    const bool has_time = parse_number(line.substr(0, comma), time);
    if (!has_time && may_be_heading) {
      may_be_heading = false;
      continue;
    }
    may_be_heading = false;
    if (!has_time || comma == line.npos || !parse_number(line.substr(comma + 1), value))
      fail("expected two finite numbers, t in s and the value, separated by a comma; found " +
           in_quotes(line));
    if (!samples.times_s.empty() && time <= samples.times_s.back())
      fail("the time " + in_quotes(trim(line.substr(0, comma))) + " does not rise");
    samples.times_s.push_back(time);
    samples.values.push_back(value);
  }
  if (samples.times_s.size() < 2)
    fail("has " + std::to_string(samples.times_s.size()) + " samples; at least 2 are needed");
  return samples;
}

} // namespace curlew
