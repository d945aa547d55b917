#include "source_text.hpp"

#include <regex>

namespace curlew::structure {

bool starts_with(const std::string &text, const std::string &start) {
  return text.compare(0, start.size(), start) == 0;
}

bool ends_with(const std::string &text, const std::string &end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string at(const SourceFile &file, std::size_t index, const std::string &message) {
  return file.path + ":" + std::to_string(index + 1) + ": " + message;
}

bool read_include(const std::string &line, Include &include) {
  static const std::regex pattern(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  std::smatch match;
  if (!std::regex_search(line, match, pattern)) {
    return false;
  }
  include = {match[2], match[1] == "\""};
  return true;
}

std::string resolve(const SourceFile &from, const Include &include) {
  const std::string prefix = "curlew/";
  if (starts_with(include.target, prefix)) {
    return include.target.substr(prefix.size());
  }
  if (!include.quoted) {
    return "";
  }
  const auto folder = std::filesystem::path(from.path).parent_path();
  return (folder / include.target).lexically_normal().generic_string();
}

} // namespace curlew::structure
