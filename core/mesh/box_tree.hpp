#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/mesh/extent.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace curlew {

// A balanced binary tree of boxes (a bounding-volume hierarchy): each node halves its boxes by
// their middles along the longest side of the box around the middles. The boxes must outlive the
// tree.
class BoxTree {
public:
  explicit BoxTree(const std::vector<BoundingBox> &boxes) : boxes_(boxes), order_(boxes.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    if (!order_.empty())
      build(0, order_.size());
  }

  // Calls visit(i) for each box i that meets this one.
  template <class Visit> void for_boxes_meeting(const BoundingBox &box, const Visit &visit) const {
    if (!nodes_.empty())
      descend(0, box, visit);
  }

private:
  static constexpr std::size_t k_leaf_boxes = 4;

  struct Node {
    BoundingBox box;
    std::size_t begin, end; // into order_
    std::size_t second = 0; // the second child; the first follows its parent. 0: a leaf
  };

  double twice_middle(Index i, std::ptrdiff_t d) const {
    return boxes_[i].low[d] + boxes_[i].high[d];
  }

  std::size_t build(std::size_t begin, std::size_t end) {
    const std::size_t at = nodes_.size();
    BoundingBox box, middles;
    for (std::size_t i = begin; i < end; ++i) {
      box.merge(boxes_[order_[i]]);
      middles.add(
          {twice_middle(order_[i], 0), twice_middle(order_[i], 1), twice_middle(order_[i], 2)});
    }
    nodes_.push_back({box, begin, end});
    if (end - begin <= k_leaf_boxes)
      return at;
    std::ptrdiff_t longest = 0;
    for (std::ptrdiff_t d = 1; d < 3; ++d)
      if (middles.high[d] - middles.low[d] > middles.high[longest] - middles.low[longest])
        longest = d;
    const std::size_t middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [&](Index a, Index b) {
                       const double x = twice_middle(a, longest), y = twice_middle(b, longest);
                       return x != y ? x < y : a < b;
                     });
    build(begin, middle);
    const std::size_t second = build(middle, end); // nodes_ grows: its elements move
    nodes_[at].second = second;
    return at;
  }

  template <class Visit>
  void descend(std::size_t at, const BoundingBox &box, const Visit &visit) const {
    for (;;) { // the first child by iteration, the second by recursion
      const Node &node = nodes_[at];
      if (!node.box.meets(box))
        return;
      if (node.second == 0) {
        for (std::size_t i = node.begin; i < node.end; ++i)
          if (boxes_[order_[i]].meets(box))
            visit(order_[i]);
        return;
      }
      descend(node.second, box, visit);
      ++at;
    }
  }

  const std::vector<BoundingBox> &boxes_;
  std::vector<Index> order_;
  std::vector<Node> nodes_;
};

} // namespace curlew
