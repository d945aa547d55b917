#include <curlew/solvers/direct/elimination_tree.hpp>

#include <algorithm>

namespace curlew {
namespace {

SymmetricPattern permuted(const SymmetricPattern &pattern, const std::vector<Index> &from) {
  std::vector<Index> to(from.size());
  for (std::size_t i = 0; i < from.size(); ++i)
    to[from[i]] = static_cast<Index>(i);
  SymmetricPattern result;
  result.row_begin.assign(1, 0);
  result.neighbours.reserve(pattern.neighbours.size());
  for (const Index old : from) {
    const auto first = static_cast<std::ptrdiff_t>(result.neighbours.size());
    for (Offset k = pattern.row_begin[old]; k < pattern.row_begin[old + 1]; ++k)
      result.neighbours.push_back(to[pattern.neighbours[k]]);
    std::sort(result.neighbours.begin() + first, result.neighbours.end());
    result.row_begin.push_back(static_cast<Offset>(result.neighbours.size()));
  }
  return result;
}

// Parents of columns, -1 for roots.
std::vector<Index> elimination_tree(const SymmetricPattern &pattern) {
  const Index rows = pattern.rows();
  std::vector<Index> parent(rows, -1), ancestor(rows, -1);
  for (Index i = 0; i < rows; ++i)
    for (Offset k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k) {
      Index j = pattern.neighbours[k];
      while (j != -1 && j < i) {
        const Index next = ancestor[j];
        ancestor[j] = i;
        if (next == -1)
          parent[j] = i;
        j = next;
      }
    }
  return parent;
}

std::vector<Index> postorder(const std::vector<Index> &parent) {
  const auto rows = static_cast<Index>(parent.size());
  std::vector<Index> first_child(rows, -1), sibling(rows, -1), order, stack;
  for (Index j = rows; j-- > 0;)
    if (parent[j] >= 0) {
      sibling[j] = first_child[parent[j]];
      first_child[parent[j]] = j;
    }
  order.reserve(rows);
  for (Index root = 0; root < rows; ++root) {
    if (parent[root] >= 0)
      continue;
    stack.assign(1, root);
    while (!stack.empty()) {
      const Index top = stack.back(), child = first_child[top];
      if (child >= 0) {
        first_child[top] = sibling[child];
        stack.push_back(child);
      } else {
        order.push_back(top);
        stack.pop_back();
      }
    }
  }
  return order;
}

// Entries of each column of L below the diagonal, by the subtree of every row.
std::vector<Index> column_counts(const SymmetricPattern &pattern,
                                 const std::vector<Index> &parent) {
  const Index rows = pattern.rows();
  std::vector<Index> count(rows, 0), met(rows, -1);
  for (Index i = 0; i < rows; ++i) {
    met[i] = i;
    for (Offset k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k)
      for (Index j = pattern.neighbours[k]; j < i && met[j] != i; j = parent[j]) {
        met[j] = i;
        ++count[j];
      }
  }
  return count;
}

// A supernode during merging.
struct Block {
  Index first, count, size; // columns; columns and rows
  double zeros = 0;         // zeros stored though they are no entries of L
  bool is_alive = true;
};

// Small ones are merged whatever it costs, larger ones where few of the entries are zeros: blocks
// of a few columns run at a fraction of the BLAS' speed.
bool is_worth_merging(const Block &merged) {
  const double entries =
      static_cast<double>(merged.count) * (merged.size - 0.5 * (merged.count - 1));
  const double share = merged.zeros / entries;
  return merged.count <= 8 || (merged.count <= 32 && share < 0.3) || share < 0.08;
}

std::vector<Block> merged_blocks(const std::vector<Index> &parent,
                                 const std::vector<Index> &count) {
  const auto columns = static_cast<Index>(parent.size());
  std::vector<Block> blocks;
  for (Index j = 0; j < columns; ++j) {
    const bool joins = j > 0 && parent[j - 1] == j && count[j - 1] == count[j] + 1;
    if (joins)
      ++blocks.back().count;
    else
      blocks.push_back({j, 1, count[j] + 1});
  }
  // Columns of a block and of its parent are neighbours only for the last child.
  for (std::size_t s = 0; s + 1 < blocks.size(); ++s) {
    Block &block = blocks[s], &next = blocks[s + 1];
    const Index last = block.first + block.count - 1;
    if (parent[last] < next.first || parent[last] >= next.first + next.count)
      continue;
    const Index size = block.count + next.size;
    Block merged{block.first, block.count + next.count, size};
    merged.zeros =
        block.zeros + next.zeros + static_cast<double>(block.count) * (size - block.size);
    if (!is_worth_merging(merged))
      continue;
    next = merged;
    block.is_alive = false;
  }
  blocks.erase(std::remove_if(blocks.begin(), blocks.end(),
                              [](const Block &block) { return !block.is_alive; }),
               blocks.end());
  return blocks;
}

} // namespace

SymmetricPattern symmetric_pattern(const std::vector<Offset> &row_begin,
                                   const std::vector<Index> &columns) {
  const auto rows = static_cast<Index>(row_begin.size()) - 1;
  std::vector<Offset> begin(rows + 1, 0);
  const auto for_pairs = [&](const auto &visit) {
    for (Index i = 0; i < rows; ++i)
      for (Offset k = row_begin[i]; k < row_begin[i + 1]; ++k)
        if (columns[k] != i)
          visit(i, columns[k]);
  };
  for_pairs([&](Index i, Index j) {
    ++begin[i + 1];
    ++begin[j + 1];
  });
  for (Index i = 0; i < rows; ++i)
    begin[i + 1] += begin[i];
  std::vector<Index> both(begin[rows]);
  std::vector<Offset> next(begin.begin(), begin.end() - 1);
  for_pairs([&](Index i, Index j) {
    both[next[i]++] = j;
    both[next[j]++] = i;
  });
  SymmetricPattern pattern;
  pattern.row_begin.assign(1, 0);
  pattern.neighbours.reserve(both.size() / 2);
  for (Index i = 0; i < rows; ++i) {
    std::sort(both.begin() + begin[i], both.begin() + begin[i + 1]);
    const auto end = std::unique(both.begin() + begin[i], both.begin() + begin[i + 1]);
    pattern.neighbours.insert(pattern.neighbours.end(), both.begin() + begin[i], end);
    pattern.row_begin.push_back(static_cast<Offset>(pattern.neighbours.size()));
  }
  return pattern;
}

Elimination make_elimination(const SymmetricPattern &given, const std::vector<Index> &order) {
  Elimination result;
  const std::vector<Index> after = postorder(elimination_tree(permuted(given, order)));
  for (const Index j : after)
    result.from.push_back(order[j]);
  const SymmetricPattern pattern = permuted(given, result.from);
  const std::vector<Index> parent = elimination_tree(pattern);
  const std::vector<Block> blocks = merged_blocks(parent, column_counts(pattern, parent));

  const Index rows = pattern.rows();
  std::vector<Index> supernode_of(rows), met(rows, -1);
  std::vector<std::vector<Index>> children(blocks.size());
  for (std::size_t s = 0; s < blocks.size(); ++s)
    std::fill_n(supernode_of.begin() + blocks[s].first, blocks[s].count, static_cast<Index>(s));
  for (std::size_t s = 0; s < blocks.size(); ++s) {
    Supernode node{blocks[s].first, blocks[s].count, {}, -1};
    const Index end = node.first + node.count;
    const auto add = [&](Index row) {
      if (row >= end && met[row] != static_cast<Index>(s)) {
        met[row] = static_cast<Index>(s);
        node.rows.push_back(row);
      }
    };
    for (Index j = node.first; j < end; ++j)
      for (Offset k = pattern.row_begin[j]; k < pattern.row_begin[j + 1]; ++k)
        add(pattern.neighbours[k]);
    for (const Index child : children[s])
      for (const Index row : result.supernodes[child].rows)
        add(row);
    std::sort(node.rows.begin(), node.rows.end());
    if (!node.rows.empty()) {
      node.parent = supernode_of[node.rows.front()];
      children[node.parent].push_back(static_cast<Index>(s));
    }
    result.entries += static_cast<double>(node.count) * (node.size() - 0.5 * (node.count - 1));
    result.supernodes.push_back(std::move(node));
  }
  return result;
}

} // namespace curlew
