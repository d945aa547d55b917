#include <curlew/core/text.hpp>

#include <algorithm>
#include <cctype>

namespace curlew {
namespace {

constexpr std::size_t k_largest_distance = 2;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char &c : result)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// Optimal string alignment distance with three rows: a swap looks back two.
std::size_t distance(const std::string &a, const std::string &b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

} // namespace

std::string suggest(std::string_view word, const std::vector<std::string> &candidates) {
  const std::string wanted = lower(word);
  std::size_t best = std::min(k_largest_distance + 1, wanted.size());
  std::string result;
  for (const std::string &candidate : candidates) {
    const std::size_t longer = std::max(candidate.size(), wanted.size());
    if (longer - std::min(candidate.size(), wanted.size()) >= best)
      continue;
    const std::size_t d = distance(wanted, lower(candidate));
    if (d < best) {
      best = d;
      result = candidate;
    }
  }
  return result;
}

} // namespace curlew
