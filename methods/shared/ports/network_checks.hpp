#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/ports/power_waves.hpp>

#include <map>
#include <string>
#include <vector>

namespace curlew {

// Returns the largest singular value of a square matrix.
double largest_gain(const ScatteringMatrix &s, std::size_t n);

// Returns the passive matrix nearest to S in the Frobenius norm: singular values above 1 become 1.
// A symmetric S stays symmetric, and columns of 0 stay 0.
ScatteringMatrix nearest_passive(const ScatteringMatrix &s, std::size_t n);

// What make_passive() changed: the largest change of an entry, its frequency, and the number of
// frequencies with a change.
struct PassiveChange {
  double largest = 0, frequency_hz = 0;
  std::size_t frequencies = 0;
};
// Replaces matrices, by frequency, by the nearest passive ones. Empty matrices stay.
PassiveChange make_passive(std::map<double, ScatteringMatrix> &matrices);

struct NetworkCheck {
  // True where S must be symmetric, as it is of reciprocal media where all columns are known.
  bool is_symmetric = false;
  double tolerance = 1e-4; // absolute, of singular values and of entries
  // What makes S inaccurate, "the mesh is too coarse", as the end of the messages.
  std::string cause;
};
// Returns warnings of matrices, by frequency, that are not passive or not symmetric. Columns of 0
// are allowed, and empty matrices are left out.
std::vector<std::string> network_warnings(const Case &input,
                                          const std::map<double, ScatteringMatrix> &matrices,
                                          const NetworkCheck &check);

// Replaces matrices by the nearest passive ones where the case asks for it. Logs the change, and
// returns a warning of a large one.
std::vector<std::string> make_passive_where_asked(const Case &input,
                                                  std::map<double, ScatteringMatrix> &matrices,
                                                  const std::string &cause);

} // namespace curlew
