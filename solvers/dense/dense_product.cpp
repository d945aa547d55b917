#include <curlew/solvers/dense/dense_product.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/processors.hpp>
#include <curlew/core/parallel/spaces.hpp>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#ifdef KOKKOS_ENABLE_CUDA
#include <curlew/solvers/dense/stream_handles.hpp>

#include <cublas_v2.h>
#endif

extern "C" {
void zgemm_(const char *op_a, const char *op_b, const int *m, const int *n, const int *k,
            const void *alpha, const void *a, const int *lda, const void *b, const int *ldb,
            const void *beta, void *c, const int *ldc);
void ztrsm_(const char *side, const char *triangle, const char *op, const char *diagonal,
            const int *m, const int *n, const void *alpha, const void *a, const int *lda, void *b,
            const int *ldb);
#ifdef CURLEW_HAVE_OPENBLAS
void openblas_set_num_threads(int threads);
int openblas_get_num_threads();
#endif
}

namespace curlew {
namespace {

using Complex = DenseProduct::Complex;

char letter(Op op) {
  return op == Op::none ? 'N' : op == Op::transpose ? 'T' : 'C';
}

// The part of a matrix that starts at row or column `first` of op(matrix).
const Complex *rows_from(const DenseProduct::Matrix &a, Index first) {
  return a.values + (a.op == Op::none ? Offset(first) : Offset(first) * a.ld);
}
const Complex *columns_from(const DenseProduct::Matrix &b, Index first) {
  return b.values + (b.op == Op::none ? Offset(first) * b.ld : Offset(first));
}

// Every product cut along its longer side into slices, of which a work item does one.
struct Slices {
  DenseProduct product;
  Index width, count; // columns or rows of a slice, and number of slices of a product
  bool by_columns;

  Slices(const DenseProduct &product, int threads)
      : product(product), by_columns(product.n >= product.m) {
    // Limit below which slicing does not pay: a BLAS copies the matrix that slices share for each
    // of them.
    constexpr Index k_thinnest = 96, k_slices_per_thread = 4;
    const Index length = std::max(by_columns ? product.n : product.m, 1);
    const Offset wanted = Offset(k_slices_per_thread) * threads / std::max(product.batch, 1) + 1;
    count = static_cast<Index>(std::clamp<Offset>(wanted, 1, std::max(length / k_thinnest, 1)));
    width = (length + count - 1) / count;
  }

  void operator()(const Index item) const { // hosts only
    const Index first = item % count * width;
    const Offset b = item / count;
    int m = product.m, n = product.n;
    const Complex *left = product.a.values, *right = product.b.values;
    Complex *result = product.c.values;
    if (by_columns) {
      n = std::min(width, n - first);
      right = columns_from(product.b, first);
      result += Offset(first) * product.c.ld;
    } else {
      m = std::min(width, m - first);
      left = rows_from(product.a, first);
      result += first;
    }
    if (m <= 0 || n <= 0)
      return;
    const char op_a = letter(product.a.op), op_b = letter(product.b.op);
    const int k = product.k, lda = product.a.ld, ldb = product.b.ld, ldc = product.c.ld;
    zgemm_(&op_a, &op_b, &m, &n, &k, &product.alpha, left + b * product.a.stride, &lda,
           right + b * product.b.stride, &ldb, &product.beta, result + b * product.c.stride, &ldc);
  }
};

template <class Space> void multiply_in(const Space &space, const DenseProduct &product) {
  const SingleThreadedBlas alone;
  const Slices slices(product, space.concurrency());
  Kokkos::parallel_for("curlew::solvers::multiply",
                       RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(
                           space, 0, slices.count * product.batch, Kokkos::ChunkSize(1)),
                       slices);
}

template <class Space>
void solve_in(const Space &space, Triangle triangle, Op op, Index n, Index m,
              const DenseProduct::Matrix &a, const DenseProduct::Result &b) {
  const BlasThreads threads(space.concurrency());
  space.fence();
  const bool lower = triangle == Triangle::unit_lower;
  const char side = 'L', which = lower ? 'L' : 'U', diagonal = lower ? 'U' : 'N';
  const char of_op = letter(op);
  const Complex one = 1;
  ztrsm_(&side, &which, &of_op, &diagonal, &n, &m, &one, a.values, &a.ld, b.values, &b.ld);
}

#ifdef KOKKOS_ENABLE_CUDA

void check(cublasStatus_t status, const char *what) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw Error(ExitCode::internal,
                std::string(what) + " failed with status " + std::to_string(status));
}

using CublasHandles = StreamHandles<cudaStream_t, cublasHandle_t>;

CublasHandles &cublas_handles() {
  static CublasHandles handles(
      [](cudaStream_t stream) {
        cublasHandle_t handle = nullptr;
        check(cublasCreate(&handle), "cublasCreate");
        check(cublasSetStream(handle, stream), "cublasSetStream");
        return handle;
      },
      [](cublasHandle_t handle) { cublasDestroy(handle); });
  return handles;
}

cublasOperation_t cublas_op(Op op) {
  return op == Op::none ? CUBLAS_OP_N : op == Op::transpose ? CUBLAS_OP_T : CUBLAS_OP_C;
}

void multiply_in(const Kokkos::Cuda &space, const DenseProduct &product) {
  const auto number = [](const Complex *value) {
    return reinterpret_cast<const cuDoubleComplex *>(value);
  };
  const DenseProduct::Matrix &a = product.a, &b = product.b;
  CublasHandles &handles = cublas_handles();
  const std::lock_guard<std::mutex> lock(handles.mutex);
  check(cublasZgemmStridedBatched(handles.get(space.cuda_stream()), cublas_op(a.op),
                                  cublas_op(b.op), product.m, product.n, product.k,
                                  number(&product.alpha), number(a.values), a.ld, a.stride,
                                  number(b.values), b.ld, b.stride, number(&product.beta),
                                  reinterpret_cast<cuDoubleComplex *>(product.c.values),
                                  product.c.ld, product.c.stride, product.batch),
        "cublasZgemmStridedBatched");
}

void solve_in(const Kokkos::Cuda &space, Triangle triangle, Op op, Index n, Index m,
              const DenseProduct::Matrix &a, const DenseProduct::Result &b) {
  const bool lower = triangle == Triangle::unit_lower;
  const cuDoubleComplex one{1, 0};
  CublasHandles &handles = cublas_handles();
  const std::lock_guard<std::mutex> lock(handles.mutex);
  check(cublasZtrsm(handles.get(space.cuda_stream()), CUBLAS_SIDE_LEFT,
                    lower ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER, cublas_op(op),
                    lower ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, n, m, &one,
                    reinterpret_cast<const cuDoubleComplex *>(a.values), a.ld,
                    reinterpret_cast<cuDoubleComplex *>(b.values), b.ld),
        "cublasZtrsm");
}

#endif

#ifdef KOKKOS_ENABLE_HIP

// Computes one entry of a result per work item, without a vendor's BLAS.
struct EntryProduct {
  DenseProduct product;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    const Offset row = item % product.m, column = item / product.m % product.n;
    const Offset batch = item / product.m / product.n;
    const Complex *const a = product.a.values + batch * product.a.stride;
    const Complex *const b = product.b.values + batch * product.b.stride;
    Complex sum = 0;
    for (Offset k = 0; k < product.k; ++k)
      sum += entry(a, product.a, row, k) * entry(b, product.b, k, column);
    Complex &to = product.c.values[batch * product.c.stride + row + column * product.c.ld];
    // As in a BLAS, values multiplied by 0 are not read.
    const bool adds = product.beta.real() != 0 || product.beta.imag() != 0;
    to = adds ? product.alpha * sum + product.beta * to : product.alpha * sum;
  }

  static KOKKOS_INLINE_FUNCTION Complex entry(const Complex *values,
                                              const DenseProduct::Matrix &matrix, Offset row,
                                              Offset column) {
    if (matrix.op == Op::none)
      return values[row + column * matrix.ld];
    const Complex value = values[column + row * matrix.ld];
    return matrix.op == Op::transpose ? value : Complex(value.real(), -value.imag());
  }
};

void multiply_in(const Kokkos::HIP &space, const DenseProduct &product) {
  const Offset entries = Offset(product.m) * product.n * product.batch;
  Kokkos::parallel_for("curlew::solvers::multiply", RangePolicy<Kokkos::HIP>(space, 0, entries),
                       EntryProduct{product});
}

void solve_in(const Kokkos::HIP &, Triangle, Op, Index, Index, const DenseProduct::Matrix &,
              const DenseProduct::Result &) {
  throw NotCompiled("solutions by triangles of dense matrices on hip",
                    "choose another backend or an iterative solver");
}

#endif

#ifdef CURLEW_HAVE_OPENBLAS

// Threads that OpenBLAS starts inherit the processors of the calling thread, which OpenMP may have
// bound to a single one.
void set_blas_threads(int threads) {
  static std::atomic<int> most_so_far{openblas_get_num_threads()};
  if (threads <= most_so_far) {
    openblas_set_num_threads(threads);
    return;
  }
  std::thread([threads] {
    use_all_processors();
    openblas_set_num_threads(threads);
  }).join();
  most_so_far = threads;
}

#endif

} // namespace

BlasThreads::BlasThreads([[maybe_unused]] int threads) {
#ifdef CURLEW_HAVE_OPENBLAS
  before_ = openblas_get_num_threads();
  set_blas_threads(threads);
#endif
}

BlasThreads::~BlasThreads() {
#ifdef CURLEW_HAVE_OPENBLAS
  set_blas_threads(before_);
#endif
}

template <class Space> void multiply(const Space &space, const DenseProduct &product) {
  if (product.m > 0 && product.n > 0 && product.batch > 0)
    multiply_in(space, product);
}

template <class Space>
void solve_triangle(const Space &space, Triangle triangle, Op op, Index n, Index m,
                    const DenseProduct::Matrix &a, const DenseProduct::Result &b) {
  if (n > 0 && m > 0)
    solve_in(space, triangle, op, n, m, a, b);
}

template <class Space> double multiply_rate(Index n) {
  const Space space;
  const Offset entries = Offset(n) * n;
  const Kokkos::View<Complex *, Space> values("curlew::solvers::rate", 3 * entries);
  Kokkos::deep_copy(space, values, Complex(1e-3, 2e-3)); // not zeros, which take less power
  Complex *const first = values.data();
  const DenseProduct product{n, n, n, {first, n}, {first + entries, n}, {first + 2 * entries, n}};
  constexpr int k_repetitions = 9;
  std::vector<double> seconds;
  for (int i = -1; i < k_repetitions; ++i) { // the first run warms up
    space.fence();
    const Kokkos::Timer timer;
    multiply(space, product);
    space.fence();
    if (i >= 0)
      seconds.push_back(timer.seconds());
  }
  std::nth_element(seconds.begin(), seconds.begin() + k_repetitions / 2, seconds.end());
  return 8.0 * n * n * n / seconds[k_repetitions / 2];
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void multiply(const Space &, const DenseProduct &);                                     \
  template void solve_triangle(const Space &, Triangle, Op, Index, Index,                          \
                               const DenseProduct::Matrix &, const DenseProduct::Result &);        \
  template double multiply_rate<Space>(Index);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew
