#include <curlew/solvers/dense/dense_eigen.hpp>

#include <curlew/core/error.hpp>
#include <curlew/solvers/dense/dense_product.hpp>

#include <string>

extern "C" {
void zgeev_(const char *left, const char *right, const int *n, std::complex<double> *a,
            const int *lda, std::complex<double> *w, std::complex<double> *vl, const int *ldvl,
            std::complex<double> *vr, const int *ldvr, std::complex<double> *work, const int *lwork,
            double *rwork, int *info);
}

namespace curlew {
namespace {

void check(const char *routine, int info) {
  if (info != 0)
    throw Error(ExitCode::internal,
                std::string(routine) + " failed with info " + std::to_string(info));
}

} // namespace

Eigenpairs general_eigenpairs(int n, std::vector<std::complex<double>> a) {
  using complex = std::complex<double>;
  const SingleThreadedBlas alone; // such small matrices only suffer from threads
  Eigenpairs pairs{std::vector<complex>(n), std::vector<complex>(a.size())};
  std::vector<double> real_work(2 * static_cast<std::size_t>(n));
  complex unused, best_size;
  const int one = 1;
  int info = 0, lwork = -1;
  zgeev_("N", "V", &n, a.data(), &n, pairs.values.data(), &unused, &one, pairs.vectors.data(), &n,
         &best_size, &lwork, real_work.data(), &info);
  check("zgeev", info);
  std::vector<complex> work(static_cast<std::size_t>(best_size.real()));
  lwork = static_cast<int>(work.size());
  zgeev_("N", "V", &n, a.data(), &n, pairs.values.data(), &unused, &one, pairs.vectors.data(), &n,
         work.data(), &lwork, real_work.data(), &info);
  check("zgeev", info);
  return pairs;
}

} // namespace curlew
