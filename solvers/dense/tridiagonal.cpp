#include <curlew/solvers/dense/tridiagonal.hpp>

#include <curlew/core/error.hpp>

extern "C" void dstevx_(const char *job, const char *range, const int *n, double *d, double *e,
                        const double *lower, const double *upper, const int *first, const int *last,
                        const double *tolerance, int *found, double *values, double *z,
                        const int *ldz, double *work, int *int_work, int *failed, int *info);

namespace curlew {

TridiagonalPair largest_tridiagonal_pair(const std::vector<double> &diagonal,
                                         const std::vector<double> &off_diagonal) {
  const int n = static_cast<int>(diagonal.size());
  std::vector<double> d = diagonal, e = off_diagonal, values(d.size()), vector(d.size());
  std::vector<double> work(5 * d.size());
  std::vector<int> int_work(5 * d.size());
  e.resize(d.size());
  const double unused = 0, to_rounding = 0;
  int found = 0, failed = 0, info = 0;
  dstevx_("V", "I", &n, d.data(), e.data(), &unused, &unused, &n, &n, &to_rounding, &found,
          values.data(), vector.data(), &n, work.data(), int_work.data(), &failed, &info);
  if (info != 0 || found != 1)
    throw Error(ExitCode::internal, "dstevx found " + std::to_string(found) +
                                        " eigenvalues, not 1, with info " + std::to_string(info));
  return {values.front(), vector.back()};
}

} // namespace curlew
