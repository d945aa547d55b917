#include <curlew/methods/dgtd/ranks/listed_rows.hpp>

#include <curlew/core/error.hpp>
#include <curlew/methods/dgtd/ranks/whole_state.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace curlew::dgtd {

ListedRows::ListedRows(const Problem &problem, const std::vector<Index> &tets)
    : order_(tets.size()) {
  std::iota(order_.begin(), order_.end(), std::size_t(0));
  std::stable_sort(order_.begin(), order_.end(),
                   [&](std::size_t a, std::size_t b) { return tets[a] < tets[b]; });
  for (const std::size_t row : order_)
    list_.push_back(problem.ownership.number_of_tet(tets[row]));
}

void ListedRows::save(const std::string &name, const std::vector<double> &values,
                      FieldState &state) const {
  const std::size_t width = order_.empty() ? 0 : values.size() / order_.size();
  std::vector<double> &rows = state[name];
  rows.clear();
  for (const std::size_t row : order_)
    for (std::size_t w = 0; w < width; ++w)
      rows.push_back(values.at(row * width + w));
  state[name + k_listed_tets] = list_;
}

std::vector<double> ListedRows::load(const std::string &name, std::size_t width,
                                     const FieldState &state) const {
  const auto rows = state.find(name), list = state.find(name + k_listed_tets);
  if (rows == state.end() || list == state.end() || list->second != list_ ||
      rows->second.size() != order_.size() * width)
    throw InputError(fmt::format("the checkpoint does not hold \"{}\" as this case has it; run "
                                 "without --restart",
                                 name));
  std::vector<double> values(order_.size() * width);
  for (std::size_t k = 0; k < order_.size(); ++k)
    for (std::size_t w = 0; w < width; ++w)
      values[order_[k] * width + w] = rows->second[k * width + w];
  return values;
}

} // namespace curlew::dgtd
