#pragma once

#include <curlew/core/index.hpp>

#include <vector>

namespace curlew::dgtd {

// Ranks of the tets of a whole problem, and their numbers there.
class TetHomes {
public:
  // `owner`: tet -> rank.
  explicit TetHomes(const std::vector<int> &owner) : owner_(owner), local_(owner.size()) {
    std::vector<Index> count;
    for (std::size_t t = 0; t < owner.size(); ++t) {
      if (static_cast<std::size_t>(owner[t]) >= count.size())
        count.resize(owner[t] + 1, 0);
      local_[t] = count[owner[t]]++;
    }
  }

  bool is_on(int rank, Index tet) const { return owner_[tet] == rank; }
  // Returns the number of a tet on its rank.
  Index local(Index tet) const { return local_[tet]; }

  // Returns the entries with a `tet` of this rank, in the rank's numbers.
  template <class Entry>
  std::vector<Entry> of_rank(int rank, const std::vector<Entry> &entries) const {
    std::vector<Entry> mine;
    for (const Entry &entry : entries)
      if (is_on(rank, entry.tet)) {
        mine.push_back(entry);
        mine.back().tet = local(entry.tet);
      }
    return mine;
  }

private:
  const std::vector<int> &owner_;
  std::vector<Index> local_;
};

} // namespace curlew::dgtd
