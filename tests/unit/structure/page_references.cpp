#include "source_text.hpp"

#include <map>
#include <regex>
#include <set>

namespace curlew::structure {
namespace {

/// Returns the text of lines of a comment, joined by blanks.
std::string joined(const SourceFile &file, std::size_t index) {
  static const std::regex margin(R"(^\s*(//+|#)\s*)");
  std::string text = file.lines[index];
  if (index + 1 < file.lines.size())
    text += " " + std::regex_replace(file.lines[index + 1], margin, "");
  return text;
}

} // namespace

Violations check_page_references(const std::vector<SourceFile> &tree) {
  static const std::regex heading(R"(^#+ (.+)$)"), page(R"(\bdocs/[\w/-]+\.md)"),
      section(R"re(^,\s+"([^"]+)")re");
  std::map<std::string, std::set<std::string>> headings;
  for (const SourceFile &file : tree)
    if (starts_with(file.path, "docs/") && ends_with(file.path, ".md"))
      for (const std::string &line : file.lines)
        if (std::smatch match; std::regex_match(line, match, heading))
          headings[file.path].insert(match[1]);
  Violations found;
  for (const SourceFile &file : tree) {
    if (!is_cpp(file) || starts_with(file.path, "tests/"))
      continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      if (file.lines[i].find("docs/") == std::string::npos)
        continue;
      const std::string text = joined(file, i);
      for (std::sregex_iterator match(text.begin(), text.end(), page), end; match != end; ++match) {
        if (match->position() >= static_cast<std::ptrdiff_t>(file.lines[i].size()))
          continue; // on the next line
        const auto sections = headings.find(match->str());
        const std::string rest = match->suffix();
        std::smatch name;
        if (sections == headings.end())
          found.push_back(at(file, i, "there is no page " + match->str()));
        else if (std::regex_search(rest, name, section) && sections->second.count(name[1]) == 0)
          found.push_back(at(file, i, match->str() + " has no section " + name[1].str()));
      }
    }
  }
  return found;
}

} // namespace curlew::structure
