#pragma once

#include <vector>

namespace curlew::dgtd {

// Inverts a symmetric positive definite matrix (n x n, row by row) in place. Throws InputError
// where it is none.
void invert_positive(int n, std::vector<double> &matrix);

} // namespace curlew::dgtd
