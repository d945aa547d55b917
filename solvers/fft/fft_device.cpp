#include <curlew/core/error.hpp>
#include <curlew/solvers/fft/fft_backends.hpp>

#ifdef KOKKOS_ENABLE_CUDA
#include <cufft.h>
#endif

#include <string>

// The one source that calls cuFFT.
namespace curlew::fft {
namespace {

#ifdef KOKKOS_ENABLE_CUDA

void check(cufftResult status, const char *what) {
  if (status == CUFFT_ALLOC_FAILED)
    throw ResourceError(std::string(what) + ": the memory of the device is too small for its plan");
  if (status != CUFFT_SUCCESS)
    throw Error(ExitCode::internal,
                std::string(what) + " failed with status " + std::to_string(status));
}

template <class Real> class CufftPlan {
public:
  // `rank` dimensions of lengths n, slowest first; `batch` transforms `distance` apart, of points
  // `step` apart.
  CufftPlan(int rank, long long *n, long long step, long long distance, long long batch) {
    check(cufftCreate(&plan_), "cufftCreate");
    std::size_t bytes = 0;
    // A given layout is one of whole lines, hence "embed" of the same extents.
    check(cufftMakePlanMany64(plan_, rank, n, n, step, distance, n, step, distance,
                              sizeof(Real) == 4 ? CUFFT_C2C : CUFFT_Z2Z, batch, &bytes),
          "cufftMakePlanMany64");
  }
  ~CufftPlan() { cufftDestroy(plan_); }
  CufftPlan(const CufftPlan &) = delete;
  CufftPlan &operator=(const CufftPlan &) = delete;

  void run(const Kokkos::Cuda &space, Kokkos::complex<Real> *data, FftDirection direction) const {
    check(cufftSetStream(plan_, space.cuda_stream()), "cufftSetStream");
    const int sign = direction == FftDirection::forward ? CUFFT_FORWARD : CUFFT_INVERSE;
    if constexpr (sizeof(Real) == 4) {
      auto *numbers = reinterpret_cast<cufftComplex *>(data);
      check(cufftExecC2C(plan_, numbers, numbers, sign), "cufftExecC2C");
    } else {
      auto *numbers = reinterpret_cast<cufftDoubleComplex *>(data);
      check(cufftExecZ2Z(plan_, numbers, numbers, sign), "cufftExecZ2Z");
    }
  }

private:
  cufftHandle plan_ = 0;
};

template <class Real> class CudaAxis final : public AxisFft<Kokkos::Cuda, Real>::Implementation {
public:
  CudaAxis(const std::array<Index, 3> &extent, int axis) {
    const Offset stride[3] = {1, extent[0], Offset(extent[0]) * extent[1]};
    this->numbers = stride[2] * extent[2];
    // Lines of x lie one after another; those of y and z side by side, those of y once for each
    // plane.
    planes_ = axis == 1 ? extent[2] : 1;
    plane_ = stride[2];
    long long n = extent[axis];
    plan_ = std::make_unique<CufftPlan<Real>>(1, &n, stride[axis], axis == 0 ? n : 1,
                                              this->numbers / planes_ / n);
  }

  void apply(const Kokkos::Cuda &space, Kokkos::complex<Real> *data,
             FftDirection direction) const override {
    for (Index z = 0; z < planes_; ++z)
      plan_->run(space, data + z * plane_, direction);
  }

private:
  Index planes_;
  Offset plane_;
  std::unique_ptr<CufftPlan<Real>> plan_;
};

struct Grid {
  Offset padded[3], octant[3];

  // Returns the index in the octant for an index of the padded grid.
  KOKKOS_INLINE_FUNCTION Offset folded(Offset i) const {
    const Offset at[3] = {i % padded[0], i / padded[0] % padded[1], i / padded[0] / padded[1]};
    Offset to[3];
    for (int d = 0; d < 3; ++d)
      to[d] = at[d] < octant[d] ? at[d] : padded[d] - at[d];
    return (to[2] * octant[1] + to[1]) * octant[0] + to[0];
  }
};

template <class Real> struct Unfold {
  Grid grid;
  Kokkos::View<const Kokkos::complex<double> *, Kokkos::Cuda> from;
  Kokkos::View<Kokkos::complex<Real> *, Kokkos::Cuda> to;
  double factor;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    const Kokkos::complex<double> value = from(grid.folded(i));
    to(i) = Kokkos::complex<Real>(static_cast<Real>(factor * value.real()),
                                  static_cast<Real>(factor * value.imag()));
  }
};

template <class Real> struct Fold {
  Grid grid;
  Kokkos::View<const Kokkos::complex<Real> *, Kokkos::Cuda> from;
  Kokkos::View<Kokkos::complex<Real> *, Kokkos::Cuda> to;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    const Offset x = i % grid.octant[0], y = i / grid.octant[0] % grid.octant[1],
                 z = i / grid.octant[0] / grid.octant[1];
    to(i) = from((z * grid.padded[1] + y) * grid.padded[0] + x);
  }
};

template <class Real> struct Multiply {
  Grid grid;
  Kokkos::View<const Kokkos::complex<Real> *, Kokkos::Cuda> kernel;
  Kokkos::View<Kokkos::complex<Real> *, Kokkos::Cuda> data;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    data(i) = data(i) * kernel(grid.folded(i));
  }
};

template <class Real>
class CudaConvolution final : public GridConvolution<Kokkos::Cuda, Real>::Implementation {
  using Policy = RangePolicy<Kokkos::Cuda>;
  using Numbers = Kokkos::View<Kokkos::complex<Real> *, Kokkos::Cuda>;

public:
  explicit CudaConvolution(const std::array<Index, 3> &n) {
    this->extent = n;
    Offset octant = 1;
    for (int d = 0; d < 3; ++d) {
      this->padded[d] = fast_fft_length(2 * n[d] - 1);
      this->octant[d] = this->padded[d] / 2 + 1;
      grid_.padded[d] = this->padded[d];
      grid_.octant[d] = this->octant[d];
      octant *= this->octant[d];
    }
    this->stride = {1, this->padded[0], Offset(this->padded[0]) * this->padded[1]};
    this->data = Numbers("curlew::solvers::fft_grid", this->stride[2] * this->padded[2]);
    kernel_ = Numbers("curlew::solvers::fft_kernel", octant);
    long long slowest_first[3] = {this->padded[2], this->padded[1], this->padded[0]};
    plan_ = std::make_unique<CufftPlan<Real>>(3, slowest_first, 1, this->data.extent(0), 1);
  }

  void set_kernel(const Kokkos::Cuda &space,
                  const Kokkos::View<Kokkos::complex<double> *, Kokkos::Cuda> &kernel) override {
    const double points = static_cast<double>(this->data.extent(0));
    Kokkos::parallel_for("curlew::solvers::fft_unfold", Policy(space, 0, this->data.extent(0)),
                         Unfold<Real>{grid_, kernel, this->data, 1 / points});
    plan_->run(space, this->data.data(), FftDirection::forward);
    Kokkos::parallel_for("curlew::solvers::fft_fold", Policy(space, 0, kernel_.extent(0)),
                         Fold<Real>{grid_, this->data, kernel_});
    space.fence();
  }

  void clear(const Kokkos::Cuda &space) const override {
    Kokkos::deep_copy(space, this->data, Kokkos::complex<Real>(0));
  }

  void apply(const Kokkos::Cuda &space) const override {
    plan_->run(space, this->data.data(), FftDirection::forward);
    Kokkos::parallel_for("curlew::solvers::fft_multiply", Policy(space, 0, this->data.extent(0)),
                         Multiply<Real>{grid_, kernel_, this->data});
    plan_->run(space, this->data.data(), FftDirection::inverse);
  }

private:
  Grid grid_;
  Numbers kernel_;
  std::unique_ptr<CufftPlan<Real>> plan_;
};

#endif

#ifdef KOKKOS_ENABLE_HIP
[[noreturn]] void refuse_fft() {
  throw NotCompiled("Fourier transforms on hip", "choose another backend");
}
#endif

} // namespace

#ifdef KOKKOS_ENABLE_CUDA
template <class Space, class Real>
AxisPointer<Space, Real> make_axis_on_device(const Space &, const std::array<Index, 3> &extent,
                                             int axis) {
  return std::make_shared<CudaAxis<Real>>(extent, axis);
}
template <class Space, class Real>
ConvolutionPointer<Space, Real> make_convolution_on_device(const Space &,
                                                           const std::array<Index, 3> &extent) {
  return std::make_shared<CudaConvolution<Real>>(extent);
}
#elif defined(KOKKOS_ENABLE_HIP)
template <class Space, class Real>
AxisPointer<Space, Real> make_axis_on_device(const Space &, const std::array<Index, 3> &, int) {
  refuse_fft();
}
template <class Space, class Real>
ConvolutionPointer<Space, Real> make_convolution_on_device(const Space &,
                                                           const std::array<Index, 3> &) {
  refuse_fft();
}
#endif

#define CURLEW_INSTANTIATE_FOR(Space, Real)                                                        \
  template AxisPointer<Space, Real> make_axis_on_device<Space, Real>(                              \
      const Space &, const std::array<Index, 3> &, int);                                           \
  template ConvolutionPointer<Space, Real> make_convolution_on_device<Space, Real>(                \
      const Space &, const std::array<Index, 3> &);
#define CURLEW_INSTANTIATE(Space)                                                                  \
  CURLEW_INSTANTIATE_FOR(Space, double)                                                            \
  CURLEW_INSTANTIATE_FOR(Space, float)
CURLEW_FFT_DEVICE_SPACES(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE
#undef CURLEW_INSTANTIATE_FOR

} // namespace curlew::fft
