#pragma once

#include <curlew/solvers/sparse/row_part.hpp>

#include <utility>
#include <vector>

namespace curlew::fem {

// Vectors that the root has whole and of which each rank has the entries that it owns, in the order
// of their numbers.
class RankLoads {
public:
  RankLoads() = default;
  // `owner`: the rank of each entry.
  RankLoads(Communicator ranks, const std::vector<int> &owner)
      : ranks_(std::move(ranks)), count_(owner.size()) {
    for (int rank = 0; ranks_.is_root() && rank < ranks_.size(); ++rank)
      numbers_.push_back(owned_numbers(owner, rank));
  }

  // Returns this rank's values of the vectors that the root gives, one behind the other.
  // Collective.
  template <class Value, class... More>
  std::vector<Value> mine_of(const std::vector<Value> &all, const More &...more) const {
    std::vector<std::vector<Value>> parts(numbers_.size());
    for (std::size_t rank = 0; rank < parts.size(); ++rank)
      for (const std::vector<Value> *one : {&all, &more...})
        for (const Index number : numbers_[rank])
          parts[rank].push_back((*one)[number]);
    return ranks_.scatter(parts);
  }
  // Returns the values of all ranks at the root, elsewhere none. Collective.
  template <class Value> std::vector<Value> gathered(const std::vector<Value> &mine) const {
    const auto parts = ranks_.gather(mine);
    std::vector<Value> all(parts.empty() ? 0 : count_);
    for (std::size_t rank = 0; rank < parts.size(); ++rank)
      for (std::size_t k = 0; k < parts[rank].size(); ++k)
        all[numbers_[rank][k]] = parts[rank][k];
    return all;
  }
  // Returns the numbers of the entries of each rank; at the root.
  const std::vector<std::vector<Index>> &numbers() const { return numbers_; }

private:
  Communicator ranks_;
  std::size_t count_ = 0;
  std::vector<std::vector<Index>> numbers_;
};

} // namespace curlew::fem
