#pragma once

#include <vector>

namespace curlew::dgtd {

// Inverts a symmetric positive definite matrix (n x n, row by row) in place. Throws InputError for
// any other.
void invert_positive(int n, std::vector<double> &matrix);

} // namespace curlew::dgtd
