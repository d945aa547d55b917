#include <curlew/solvers/dense/tridiagonal.hpp>

#include <curlew/core/error.hpp>

extern "C" void dstev_(const char *job, const int *n, double *d, double *e, double *z,
                       const int *ldz, double *work, int *info);

namespace curlew {

TridiagonalPair largest_tridiagonal_pair(const std::vector<double> &diagonal,
                                         const std::vector<double> &off_diagonal) {
  const int n = static_cast<int>(diagonal.size());
  std::vector<double> d = diagonal, e = off_diagonal, z(diagonal.size() * diagonal.size());
  std::vector<double> work(2 * diagonal.size());
  e.resize(diagonal.size());
  int info = 0;
  dstev_("V", &n, d.data(), e.data(), z.data(), &n, work.data(), &info);
  if (info != 0)
    throw Error(ExitCode::internal, "dstev failed with info " + std::to_string(info));
  return {d[n - 1], z[static_cast<std::size_t>(n) * n - 1]};
}

} // namespace curlew
