#include <curlew/solvers/dense/lu_library.hpp>

#include <curlew/core/error.hpp>

#include <algorithm>
#include <string>

#ifdef KOKKOS_ENABLE_CUDA
#include <curlew/solvers/dense/stream_handles.hpp>

#include <cusolverDn.h>

#include <vector>
#endif

extern "C" {
void zgetrf_(const int *m, const int *n, void *a, const int *lda, int *pivots, int *info);
void cgetrf_(const int *m, const int *n, void *a, const int *lda, int *pivots, int *info);
void zgetrs_(const char *op, const int *n, const int *m, const void *a, const int *lda,
             const int *pivots, void *b, const int *ldb, int *info);
void cgetrs_(const char *op, const int *n, const int *m, const void *a, const int *lda,
             const int *pivots, void *b, const int *ldb, int *info);
}

namespace curlew {
namespace {

template <class Scalar> constexpr bool is_single = std::is_same_v<Scalar, Kokkos::complex<float>>;

void check(int status, const char *what) {
  if (status != 0)
    throw Error(ExitCode::internal,
                std::string(what) + " failed with status " + std::to_string(status));
}

template <class Space, class Scalar> struct Library {
  using Pivots = LuPivots<Space>;

  static int factor(const Space &space, Index m, Index n, Scalar *a, Index ld,
                    const Pivots &pivots) {
    const BlasThreads threads(space.concurrency());
    space.fence();
    int info = 0;
    (is_single<Scalar> ? cgetrf_ : zgetrf_)(&m, &n, a, &ld, pivots.data(), &info);
    return info;
  }

  static void solve(const Space &space, Op op, Index n, Index m, const Scalar *lu, Index ld,
                    const Pivots &pivots, Scalar *b, Index ld_b) {
    const BlasThreads threads(space.concurrency());
    space.fence();
    const char letter = op == Op::none ? 'N' : op == Op::transpose ? 'T' : 'C';
    int info = 0;
    (is_single<Scalar> ? cgetrs_ : zgetrs_)(&letter, &n, &m, lu, &ld, pivots.data(), b, &ld_b,
                                            &info);
    check(info, "LAPACK's getrs");
  }
};

#ifdef KOKKOS_ENABLE_CUDA

using CusolverHandles = StreamHandles<cudaStream_t, cusolverDnHandle_t>;

CusolverHandles &cusolver_handles() {
  static CusolverHandles handles(
      [](cudaStream_t stream) {
        cusolverDnHandle_t handle = nullptr;
        check(cusolverDnCreate(&handle), "cusolverDnCreate");
        check(cusolverDnSetStream(handle, stream), "cusolverDnSetStream");
        return handle;
      },
      [](cusolverDnHandle_t handle) { cusolverDnDestroy(handle); });
  return handles;
}

struct CusolverParameters {
  cusolverDnParams_t value = nullptr;

  CusolverParameters() { check(cusolverDnCreateParams(&value), "cusolverDnCreateParams"); }
  ~CusolverParameters() { cusolverDnDestroyParams(value); }
  CusolverParameters(const CusolverParameters &) = delete;
  CusolverParameters &operator=(const CusolverParameters &) = delete;

  void choose(cusolverAlgMode_t algorithm) {
    check(cusolverDnSetAdvOptions(value, CUSOLVERDN_GETRF, algorithm), "cusolverDnSetAdvOptions");
  }
};

template <class Scalar> struct Library<Kokkos::Cuda, Scalar> {
  using Pivots = LuPivots<Kokkos::Cuda>;
  using Bytes = Kokkos::View<char *, Kokkos::Cuda>;
  static constexpr cudaDataType k_type = is_single<Scalar> ? CUDA_C_32F : CUDA_C_64F;

  static int factor(const Kokkos::Cuda &space, Index m, Index n, Scalar *a, Index ld,
                    const Pivots &pivots) {
    CusolverHandles &handles = cusolver_handles();
    const std::lock_guard<std::mutex> lock(handles.mutex);
    const cusolverDnHandle_t handle = handles.get(space.cuda_stream());
    CusolverParameters parameters;
    std::size_t on_device = 0, on_host = 0;
    // The first algorithm is the faster one, and takes as much memory again as the matrix.
    for (const cusolverAlgMode_t algorithm : {CUSOLVER_ALG_0, CUSOLVER_ALG_1}) {
      parameters.choose(algorithm);
      check(cusolverDnXgetrf_bufferSize(handle, parameters.value, m, n, k_type, a, ld, k_type,
                                        &on_device, &on_host),
            "cusolverDnXgetrf_bufferSize");
      if (on_device <= lu_workspace_limit(double(sizeof(Scalar)) * m * n))
        break;
    }
    const Bytes work(Kokkos::view_alloc("curlew::solvers::lu_work", Kokkos::WithoutInitializing),
                     on_device);
    std::vector<char> host_work(on_host);
    const Kokkos::View<int, Kokkos::Cuda> info("curlew::solvers::lu_info");
    check(cusolverDnXgetrf(handle, parameters.value, m, n, k_type, a, ld, pivots.data(), k_type,
                           work.data(), on_device, host_work.data(), on_host, info.data()),
          "cusolverDnXgetrf");
    return result_of(space, info);
  }

  static void solve(const Kokkos::Cuda &space, Op op, Index n, Index m, const Scalar *lu, Index ld,
                    const Pivots &pivots, Scalar *b, Index ld_b) {
    CusolverHandles &handles = cusolver_handles();
    const std::lock_guard<std::mutex> lock(handles.mutex);
    const CusolverParameters parameters;
    const cublasOperation_t letter = op == Op::none        ? CUBLAS_OP_N
                                     : op == Op::transpose ? CUBLAS_OP_T
                                                           : CUBLAS_OP_C;
    const Kokkos::View<int, Kokkos::Cuda> info("curlew::solvers::lu_info");
    check(cusolverDnXgetrs(handles.get(space.cuda_stream()), parameters.value, letter, n, m, k_type,
                           lu, ld, pivots.data(), k_type, b, ld_b, info.data()),
          "cusolverDnXgetrs");
    check(result_of(space, info), "cusolverDnXgetrs");
  }

  static int result_of(const Kokkos::Cuda &space, const Kokkos::View<int, Kokkos::Cuda> &info) {
    int result = 0;
    Kokkos::deep_copy(space, result, info);
    space.fence();
    return result;
  }
};

#endif

#ifdef KOKKOS_ENABLE_HIP

template <class Scalar> struct Library<Kokkos::HIP, Scalar> {
  template <class... Arguments> static int factor(const Arguments &...) { refuse(); }
  template <class... Arguments> static void solve(const Arguments &...) { refuse(); }
  [[noreturn]] static void refuse() {
    throw NotCompiled("the factorisation of dense matrices on hip",
                      "choose another backend or an iterative solver");
  }
};

#endif

} // namespace

template <class Space, class Scalar>
Index lu_factor(const Space &space, Index m, Index n, Scalar *a, Index ld,
                const LuPivots<Space> &pivots) {
  if (n == 0)
    return -1;
  const int info = Library<Space, Scalar>::factor(space, m, n, a, ld, pivots);
  check(std::min(info, 0), "the factorisation of a dense matrix");
  return info - 1;
}

template <class Space, class Scalar>
void lu_solve(const Space &space, Op op, Index n, Index m, const Scalar *lu, Index ld,
              const LuPivots<Space> &pivots, Scalar *b, Index ld_b) {
  if (n > 0 && m > 0)
    Library<Space, Scalar>::solve(space, op, n, m, lu, ld, pivots, b, ld_b);
}

double lu_workspace_limit(double matrix_bytes) {
  constexpr double k_share = 0.05, k_always_there = 32 << 20;
  return std::max(k_share * matrix_bytes, k_always_there);
}

#define CURLEW_INSTANTIATE_SCALAR(Space, Scalar)                                                   \
  template Index lu_factor(const Space &, Index, Index, Scalar *, Index, const LuPivots<Space> &); \
  template void lu_solve(const Space &, Op, Index, Index, const Scalar *, Index,                   \
                         const LuPivots<Space> &, Scalar *, Index);
#define CURLEW_INSTANTIATE(Space)                                                                  \
  CURLEW_INSTANTIATE_SCALAR(Space, Kokkos::complex<double>)                                        \
  CURLEW_INSTANTIATE_SCALAR(Space, Kokkos::complex<float>)
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE
#undef CURLEW_INSTANTIATE_SCALAR

} // namespace curlew
