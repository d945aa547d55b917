#pragma once

#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/shared/time/time_values.hpp>

#include <string>
#include <vector>

namespace curlew::dgtd {

// Rows of a state that belong to tets, any number to each. In a state they are in the order of the
// mesh, and WholeState reads the list of their tets beside them.
class ListedRows {
public:
  ListedRows() = default;
  // `tets`: owned tet of each row. Rows of one tet keep their order.
  ListedRows(const Problem &problem, const std::vector<Index> &tets);

  // Writes `values`, [row][width], to a state.
  void save(const std::string &name, const std::vector<double> &values, FieldState &state) const;
  // Returns the rows of a state. Throws InputError for a state with other rows.
  std::vector<double> load(const std::string &name, std::size_t width,
                           const FieldState &state) const;

private:
  std::vector<std::size_t> order_; // rows by ascending tets
  std::vector<double> list_;       // whole numbers of their tets
};

} // namespace curlew::dgtd
