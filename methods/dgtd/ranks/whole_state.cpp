#include <curlew/methods/dgtd/ranks/whole_state.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

namespace curlew::dgtd {
namespace {

bool ends_with(const std::string &name, const std::string &ending) {
  return name.size() > ending.size() &&
         name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
}
bool is_list(const std::string &name) {
  return ends_with(name, k_listed_tets);
}
bool is_common(const std::string &name) {
  return ends_with(name, k_common);
}

// Returns the places of a list's rows among those of all lists together; both ascend.
std::vector<Index> rows_among(const std::vector<Index> &all, const std::vector<Index> &list) {
  std::vector<Index> rows;
  for (std::size_t k = 0; k < list.size(); ++k)
    rows.push_back(
        k > 0 && list[k] == list[k - 1]
            ? rows.back() + 1
            : static_cast<Index>(std::lower_bound(all.begin(), all.end(), list[k]) - all.begin()));
  return rows;
}

std::vector<Index> as_tets(const std::vector<double> &list) {
  return {list.begin(), list.end()};
}

} // namespace

WholeState::WholeState(const Problem &problem) : ranks_(problem.ownership.ranks) {
  std::vector<Index> mine;
  for (Index t = 0; t < problem.tet_count(); ++t)
    mine.push_back(problem.ownership.number_of_tet(t));
  tets_ = ranks_.gather(mine);
  for (const auto &tets : tets_)
    tet_count_ += tets.size();
}

// `rows`: the row of the whole array for each row of each rank.
std::vector<double> WholeState::gather(const std::vector<double> &values,
                                       const std::vector<std::vector<Index>> &rows) const {
  const auto all = ranks_.gather(values);
  std::size_t row_count = 0, value_count = 0;
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    row_count += rows[rank].size();
    value_count += all[rank].size();
  }
  std::vector<double> whole(value_count);
  const std::size_t width = row_count > 0 ? value_count / row_count : 0;
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    for (std::size_t k = 0; k < rows[rank].size(); ++k)
      for (std::size_t w = 0; w < width; ++w)
        whole[rows[rank][k] * width + w] = all[rank].at(k * width + w);
  return whole;
}

std::vector<double> WholeState::scatter(const std::vector<double> &values,
                                        const std::vector<std::vector<Index>> &rows) const {
  std::size_t row_count = 0;
  for (const auto &of_rank : rows)
    row_count += of_rank.size();
  const std::size_t width = row_count > 0 ? values.size() / row_count : 0;
  std::vector<std::vector<double>> given(ranks_.size());
  for (std::size_t rank = 0; rank < rows.size(); ++rank)
    for (const Index row : rows[rank])
      for (std::size_t w = 0; w < width; ++w)
        given[rank].push_back(values.at(row * width + w));
  return ranks_.scatter(given);
}

// Returns the names of arrays on any rank, with a space behind each.
std::string WholeState::all_names(const FieldState &mine) const {
  std::string text;
  for (const auto &[name, values] : mine)
    text += name + ' ';
  std::string all;
  for (const auto &names : ranks_.gather(std::vector<char>(text.begin(), text.end())))
    all.append(names.begin(), names.end());
  return ranks_.broadcast(all);
}

FieldState WholeState::gather(const FieldState &mine) const {
  std::istringstream known(all_names(mine));
  std::set<std::string> names;
  for (std::string name; known >> name;)
    names.insert(name);
  const auto values_of = [&](const std::string &name) { // empty where only other ranks have some
    const auto at = mine.find(name);
    return at == mine.end() ? std::vector<double>() : at->second;
  };
  FieldState whole;
  for (const std::string &name : names) {
    if (is_list(name))
      continue;
    const std::vector<double> values = values_of(name);
    if (is_common(name)) {
      whole[name] = values;
      continue;
    }
    if (names.count(name + k_listed_tets) == 0) {
      whole[name] = gather(values, tets_);
      continue;
    }
    const auto lists = ranks_.gather(as_tets(values_of(name + k_listed_tets)));
    std::vector<Index> all;
    for (const auto &one : lists)
      all.insert(all.end(), one.begin(), one.end());
    std::sort(all.begin(), all.end());
    std::vector<std::vector<Index>> rows(lists.size());
    for (std::size_t rank = 0; rank < lists.size(); ++rank)
      rows[rank] = rows_among(all, lists[rank]);
    whole[name] = gather(values, rows);
    whole[name + k_listed_tets].assign(all.begin(), all.end());
  }
  return ranks_.is_root() ? whole : FieldState();
}

FieldState WholeState::scatter(const FieldState &whole) const {
  std::ostringstream names;
  for (const auto &[name, values] : whole) {
    if (is_list(name))
      continue;
    const auto list = whole.find(name + k_listed_tets);
    if (is_common(name)) {
      names << name << " 0 ";
      continue;
    }
    const std::size_t rows = list == whole.end() ? tet_count_ : list->second.size();
    if (rows == 0 ? !values.empty() : values.size() % rows != 0)
      throw InputError(fmt::format("the checkpoint's \"{}\" has {} values, which is no multiple of "
                                   "this mesh's {} tets: it belongs to another mesh",
                                   name, values.size(), rows));
    names << name << ' ' << (list != whole.end()) << ' ';
  }
  std::istringstream known(ranks_.broadcast(names.str()));
  FieldState mine;
  std::string name;
  for (bool has_list = false; known >> name >> has_list;) {
    const auto at = whole.find(name); // at the root
    const std::vector<double> values = at == whole.end() ? std::vector<double>() : at->second;
    if (is_common(name)) {
      mine[name] = ranks_.scatter(std::vector<std::vector<double>>(ranks_.size(), values));
      continue;
    }
    if (!has_list) {
      mine[name] = scatter(values, tets_);
      continue;
    }
    std::vector<std::vector<Index>> rows(tets_.size());
    std::vector<std::vector<double>> lists(ranks_.size());
    if (ranks_.is_root()) {
      const std::vector<Index> all = as_tets(whole.at(name + k_listed_tets));
      for (std::size_t rank = 0; rank < rows.size(); ++rank)
        for (const Index tet : tets_[rank])
          for (auto found = std::lower_bound(all.begin(), all.end(), tet);
               found != all.end() && *found == tet; ++found) {
            rows[rank].push_back(static_cast<Index>(found - all.begin()));
            lists[rank].push_back(tet);
          }
    }
    mine[name] = scatter(values, rows);
    mine[name + k_listed_tets] = ranks_.scatter(lists);
  }
  return mine;
}

} // namespace curlew::dgtd
