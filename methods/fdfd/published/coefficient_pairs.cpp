#include <curlew/methods/fdfd/published/two_step.hpp>

namespace curlew::fdfd {

std::vector<CoefficientPair> coefficient_pairs(const Problem &problem, int kernel) {
  const bool is_magnetic = kernel < 3;
  const int c = kernel % 3, u = (c + 1) % 3, v = (c + 2) % 3;
  const PaddedGrid grid = padded(problem);
  std::vector<CoefficientPair> pairs(grid.size(), {Complex(0), Complex(0)});
  const double k2 = problem.wavenumber * problem.wavenumber;
  for (Index k = 0; k < grid.count[2]; ++k)
    for (Index j = 0; j < grid.count[1]; ++j)
      for (Index i = 0; i < grid.count[0]; ++i) {
        const std::array<Index, 3> at{i, j, k};
        const Offset e = problem.entry(i, j, k);
        complex constant = 1;
        if (is_magnetic) {
          if (problem.is_magnetic())
            constant = problem.mu[problem.mu_id[c][e]];
        } else {
          if (problem.eps_id[c][e] == 0)
            continue;
          constant = k2 * problem.eps[problem.eps_id[c][e]];
        }
        const auto rate = [&](int axis) {
          const Axis &one = problem.axes[axis];
          return Complex((is_magnetic ? one.half_rate : one.node_rate)[at[axis]] / constant);
        };
        pairs[(Offset(k) * grid.padded_y + j) * grid.padded_x + i] = {rate(u), rate(v)};
      }
  return pairs;
}

} // namespace curlew::fdfd
