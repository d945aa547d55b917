#pragma once

#include <vector>

namespace curlew::dgtd {

// Inverts a symmetric positive definite matrix (n x n, row by row) in place. Throws InputError for
// any other.
void invert_positive(int n, std::vector<double> &matrix);

// Returns a b of matrices with n columns (a) and n rows (b), row by row.
std::vector<double> product(int n, const std::vector<double> &a, const std::vector<double> &b);

// Returns a matrix times a factor.
std::vector<double> scaled(std::vector<double> matrix, double factor);

} // namespace curlew::dgtd
