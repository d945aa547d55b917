#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/solvers/multigrid/edge_transfer.hpp>

namespace curlew {
namespace {

constexpr Index k_none = -1;

// Returns for each of `rows` unknowns its place in the list, -1 where it is absent.
std::vector<Index> places(const std::vector<Index> &numbers, Index rows) {
  std::vector<Index> place(rows, k_none);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] < 0 || numbers[i] >= rows)
      throw DimensionMismatch("number of an unknown of higher order", numbers[i], rows);
    place[numbers[i]] = static_cast<Index>(i);
  }
  return place;
}

} // namespace

HostSparse<double> make_order_prolongation(const std::vector<Index> &number_of_first, Index rows) {
  const std::vector<Index> place = places(number_of_first, rows);
  HostSparse<double> p{rows, static_cast<Index>(number_of_first.size()), {0}, {}, {}};
  for (const Index first : place) {
    if (first != k_none) {
      p.columns.push_back(first);
      p.values.push_back(1);
    }
    p.row_begin.push_back(p.entries());
  }
  return p;
}

HostSparse<double> make_order_gradient(const HostSparse<double> &gradient,
                                       const std::vector<Index> &number_of_first,
                                       const std::vector<Index> &gradients, Index rows) {
  require_equal_size("rows of a gradient", gradient.rows,
                     static_cast<Offset>(number_of_first.size()));
  const std::vector<Index> first = places(number_of_first, rows), second = places(gradients, rows);
  const Index nodes = gradient.column_count;
  HostSparse<double> g{rows, nodes + static_cast<Index>(gradients.size()), {0}, {}, {}};
  for (Index row = 0; row < rows; ++row) {
    if (first[row] != k_none) {
      for (Offset k = gradient.row_begin[first[row]]; k < gradient.row_begin[first[row] + 1]; ++k) {
        g.columns.push_back(gradient.columns[k]);
        g.values.push_back(gradient.values[k]);
      }
    } else if (second[row] != k_none) {
      g.columns.push_back(nodes + second[row]);
      g.values.push_back(1);
    }
    g.row_begin.push_back(g.entries());
  }
  return g;
}

} // namespace curlew
