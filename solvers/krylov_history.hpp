#pragma once

#include <string>
#include <vector>

namespace curlew {

// Residual norms from what Belos prints with output style Brief, "Iter  12, [ 1]
// :    1.234567e-03": entry i is that of iteration i. Lines of any other kind are passed over.
std::vector<double> residuals_in(const std::string &log);

} // namespace curlew
