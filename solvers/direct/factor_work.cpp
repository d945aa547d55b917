#include <curlew/solvers/direct/factor_work.hpp>

#include <curlew/solvers/direct/elimination_tree.hpp>

namespace curlew {

FactorWork factor_work(const std::vector<Offset> &row_begin, const std::vector<Index> &columns,
                       MatrixSymmetry symmetry) {
  const SymmetricPattern pattern = symmetric_pattern(row_begin, columns);
  const FillOrder order = fill_reducing_order(pattern);
  const Elimination elimination = make_elimination(pattern, order.from);
  const bool is_symmetric = symmetry == MatrixSymmetry::symmetric;
  FactorWork work;
  work.has_good_order = order.name != "rcm";
  work.entries = elimination.entries * (is_symmetric ? 1 : 2);
  for (const Supernode &node : elimination.supernodes)
    for (Index k = 1; k <= node.count; ++k) { // column k updates a square, or half of it
      const double below = node.size() - k;
      work.flops += (is_symmetric ? 4 : 8) * below * below;
    }
  return work;
}

} // namespace curlew
