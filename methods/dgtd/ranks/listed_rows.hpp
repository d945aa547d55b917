#pragma once

#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

#include <string>
#include <vector>

namespace curlew::dgtd {

// Rows of a state that belong to tets, any number to each: in a state they lie in the order of the
// mesh, and beside them the list that WholeState reads.
class ListedRows {
public:
  ListedRows() = default;
  // `tets`: of each row, owned. Rows of one tet keep their order.
  ListedRows(const Problem &problem, const std::vector<Index> &tets);

  // `values`: [row][width].
  void save(const std::string &name, const std::vector<double> &values, FieldState &state) const;
  // Throws InputError for a state with other rows.
  std::vector<double> load(const std::string &name, std::size_t width,
                           const FieldState &state) const;

private:
  std::vector<std::size_t> order_; // rows by rising tets
  std::vector<double> list_;       // whole numbers of these
};

} // namespace curlew::dgtd
