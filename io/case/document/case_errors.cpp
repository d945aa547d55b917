#include <curlew/io/case/document/case_errors.hpp>

#include <curlew/core/error.hpp>

#include <algorithm>

namespace curlew {
namespace {

constexpr std::size_t k_most_lines = 100;

} // namespace

void CaseErrors::at_value(const std::string &pointer, const std::string &message) {
  add(map_.rank(pointer, false), map_.where(pointer) + ": " + message);
}

void CaseErrors::at_key(const std::string &pointer, const std::string &message) {
  add(map_.rank(pointer, true), map_.where_key(pointer) + ": " + message);
}

void CaseErrors::add(std::size_t rank, const std::string &text) {
  lines_.push_back({rank, text});
}

void CaseErrors::throw_if_any() {
  if (lines_.empty())
    return;
  std::stable_sort(lines_.begin(), lines_.end(),
                   [](const Line &a, const Line &b) { return a.rank < b.rank; });
  std::string text;
  for (std::size_t i = 0; i < lines_.size() && i < k_most_lines; ++i)
    text += (i == 0 ? "" : "\n") + lines_[i].text;
  if (lines_.size() > k_most_lines)
    text += "\nand " + std::to_string(lines_.size() - k_most_lines) + " more errors";
  throw InputError(text);
}

} // namespace curlew
