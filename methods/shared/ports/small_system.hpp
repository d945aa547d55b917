#pragma once

#include <complex>
#include <vector>

namespace curlew {

// Solves A X = B of n equations for the columns of B (n x m), which X replaces; both row by row.
// Gauss with row pivoting, for the few equations of a network. Throws std::invalid_argument for
// sizes that do not fit and std::domain_error where A is singular to rounding.
void solve_small(std::size_t n, std::vector<std::complex<double>> a,
                 std::vector<std::complex<double>> &b);

} // namespace curlew
