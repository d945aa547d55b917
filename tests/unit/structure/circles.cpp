#include "source_text.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace curlew::structure {
namespace {

using Graph = std::map<std::string, std::set<std::string>>;

/// Finds the circles of a graph: the largest sets in which each node reaches each (Tarjan).
class CircleFinder {
public:
  explicit CircleFinder(const Graph &graph) : graph_(graph) {}

  std::vector<std::vector<std::string>> find() {
    for (const auto &[node, targets] : graph_)
      if (number_.count(node) == 0)
        visit(node);
    return circles_;
  }

private:
  std::size_t visit(const std::string &node) {
    std::size_t lowest = number_[node] = number_.size();
    open_.push_back(node);
    if (const auto targets = graph_.find(node); targets != graph_.end())
      for (const std::string &next : targets->second) {
        if (number_.count(next) == 0)
          lowest = std::min(lowest, visit(next));
        else if (std::find(open_.begin(), open_.end(), next) != open_.end())
          lowest = std::min(lowest, number_[next]);
      }
    if (lowest == number_[node]) {
      const auto first = std::find(open_.begin(), open_.end(), node);
      if (open_.end() - first > 1)
        circles_.emplace_back(first, open_.end());
      open_.erase(first, open_.end());
    }
    return lowest;
  }

  const Graph &graph_;
  std::map<std::string, std::size_t> number_;
  std::vector<std::string> open_;
  std::vector<std::vector<std::string>> circles_;
};

std::string text_of(std::vector<std::string> circle) {
  std::sort(circle.begin(), circle.end());
  std::string text;
  for (const std::string &name : circle)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

} // namespace

Violations check_circles(const std::vector<SourceFile> &tree) {
  Graph headers, units;
  for (const SourceFile &file : tree) {
    if (!is_cpp(file) || starts_with(file.path, "tests/"))
      continue;
    const std::string unit = file.path.substr(0, file.path.size() - 4);
    for (const std::string &line : file.lines) {
      Include include;
      const std::string target = read_include(line, include) ? resolve(file, include) : "";
      if (!ends_with(target, ".hpp"))
        continue;
      if (ends_with(file.path, ".hpp"))
        headers[file.path].insert(target);
      if (const std::string other = target.substr(0, target.size() - 4); other != unit)
        units[unit].insert(other);
    }
  }
  Violations found;
  for (const auto &circle : CircleFinder(headers).find())
    found.push_back("headers include each other: " + text_of(circle));
  for (const auto &circle : CircleFinder(units).find())
    if (circle.size() > k_largest_circle)
      found.push_back("units include each other: " + text_of(circle));
  return found;
}

} // namespace curlew::structure
