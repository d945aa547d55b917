#include <curlew/solvers/fft/fft_backends.hpp>
#include <curlew/solvers/fft/line_transform.hpp>

#include <algorithm>
#include <memory>

namespace curlew::fft {
namespace {

// Lines side by side: point i of line l is from[i * step + l * distance]. The first `given` points
// of a line are read (the others are 0) and the first `wanted` are written.
template <class Real> struct Lines {
  Kokkos::complex<Real> *from;
  Offset step, distance;
  int count; // up to the number of lanes
  Index given, wanted;
};

// Transforms some lines; holds memory for them.
template <class Real> class LineWorker {
public:
  using Number = LaneNumber<Real>;

  explicit LineWorker(const LineTransform<Real> &transform)
      : transform_(transform),
        memory_(new Number[2 * static_cast<std::size_t>(transform.length())]()) {}

  Number *load(const Lines<Real> &lines, bool inverse) {
    const Index n = transform_.length();
    if (lines.distance == 1) {
      for (Index i = 0; i < lines.given; ++i)
        memory_[i] = load_lanes(lines.from + i * lines.step, lines.count, inverse);
    } else {
      for (Index i = 0; i < lines.given; ++i) {
        Kokkos::complex<Real> side_by_side[k_lanes<Real>];
        for (int lane = 0; lane < lines.count; ++lane)
          side_by_side[lane] = lines.from[i * lines.step + lane * lines.distance];
        memory_[i] = load_lanes(side_by_side, lines.count, inverse);
      }
    }
    std::fill(memory_.get() + lines.given, memory_.get() + n, Number{});
    return memory_.get();
  }

  // Transforms numbers that load() or this function has returned.
  Number *transform(Number *x) {
    Number *other = x == memory_.get() ? memory_.get() + transform_.length() : memory_.get();
    return transform_.apply(x, other);
  }

  static void store(const Lines<Real> &lines, bool inverse, const Number *x) {
    if (lines.distance == 1) {
      for (Index i = 0; i < lines.wanted; ++i)
        store_lanes(x[i], lines.count, inverse, lines.from + i * lines.step);
      return;
    }
    for (Index i = 0; i < lines.wanted; ++i) {
      Kokkos::complex<Real> side_by_side[k_lanes<Real>];
      store_lanes(x[i], lines.count, inverse, side_by_side);
      for (int lane = 0; lane < lines.count; ++lane)
        lines.from[i * lines.step + lane * lines.distance] = side_by_side[lane];
    }
  }

  void run(const Lines<Real> &lines, bool inverse) {
    store(lines, inverse, transform(load(lines, inverse)));
  }

private:
  const LineTransform<Real> &transform_;
  std::unique_ptr<Number[]> memory_; // no container: nvcc refuses vectors in those
};

// All lines along one axis of a part of an array, in groups of as many as there are lanes.
template <class Real> struct AxisLines {
  Kokkos::complex<Real> *data;
  std::array<Index, 3> part;    // extent of the part that has lines
  std::array<Offset, 3> stride; // strides of the array; stride[0] = 1
  int axis;
  Index given, wanted;
  bool inverse;

  int across() const { return axis == 0 ? 1 : 0; } // the axis along which lines lie side by side
  int other() const { return 3 - axis - across(); }
  Index groups() const { return (part[across()] + k_lanes<Real> - 1) / k_lanes<Real>; }
  Offset count() const { return static_cast<Offset>(groups()) * part[other()]; }

  Lines<Real> lines(Offset number) const {
    const Index first = static_cast<Index>(number % groups()) * k_lanes<Real>;
    return {data + first * stride[across()] + number / groups() * stride[other()],
            stride[axis],
            stride[across()],
            std::min<Index>(k_lanes<Real>, part[across()] - first),
            given,
            wanted};
  }
};

// A chunk of the groups of lines.
constexpr int k_chunks_per_thread = 8;

template <class Real> struct TransformChunk {
  const LineTransform<Real> *transform;
  AxisLines<Real> all;
  Offset chunks;

  void operator()(const Offset chunk) const {
    LineWorker<Real> worker(*transform);
    const Offset end = (chunk + 1) * all.count() / chunks;
    for (Offset i = chunk * all.count() / chunks; i < end; ++i)
      worker.run(all.lines(i), all.inverse);
  }
};

template <class Space, class F>
void run_chunks(const Space &space, const char *label, Offset chunks, const F &f) {
  Kokkos::parallel_for(label,
                       RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, chunks), f);
}

template <class Space> Offset chunk_count(const Space &space, Offset items) {
  return std::min<Offset>(
      items, space.concurrency() == 1 ? 1 : Offset(k_chunks_per_thread) * space.concurrency());
}

template <class Space, class Real>
void transform_lines(const Space &space, const LineTransform<Real> &transform,
                     const AxisLines<Real> &lines) {
  const Offset chunks = chunk_count(space, lines.count());
  run_chunks(space, "curlew::solvers::fft_lines", chunks,
             TransformChunk<Real>{&transform, lines, chunks});
}

template <class Space, class Real>
class HostAxis final : public AxisFft<Space, Real>::Implementation {
public:
  HostAxis(const std::array<Index, 3> &extent, int axis)
      : extent_(extent), axis_(axis), transform_(extent[axis]) {
    this->numbers = Offset(extent[0]) * extent[1] * extent[2];
  }

  void apply(const Space &space, Kokkos::complex<Real> *data,
             FftDirection direction) const override {
    transform_lines(space, transform_,
                    AxisLines<Real>{data,
                                    extent_,
                                    {1, extent_[0], Offset(extent_[0]) * extent_[1]},
                                    axis_,
                                    extent_[axis_],
                                    extent_[axis_],
                                    direction == FftDirection::inverse});
    space.fence();
  }

private:
  std::array<Index, 3> extent_;
  int axis_;
  LineTransform<Real> transform_;
};

// Lines along z: transformed, multiplied by the kernel, and transformed back.
template <class Real> struct MultiplyChunk {
  const LineTransform<Real> *transform;
  AxisLines<Real> all;
  const Kokkos::complex<Real> *kernel; // [z][y][x] of an octant
  std::array<Index, 3> padded, octant;
  Offset chunks;

  void operator()(const Offset chunk) const {
    LineWorker<Real> worker(*transform);
    const Offset end = (chunk + 1) * all.count() / chunks;
    for (Offset i = chunk * all.count() / chunks; i < end; ++i) {
      const Lines<Real> lines = all.lines(i);
      LaneNumber<Real> *x = worker.transform(worker.load(lines, false));
      multiply(x, static_cast<Index>(i % all.groups()) * k_lanes<Real>,
               static_cast<Index>(i / all.groups()), lines.count);
      for (Index z = 0; z < padded[2]; ++z)
        std::swap(x[z].re, x[z].im);
      worker.store(lines, true, worker.transform(x));
    }
  }

private:
  void multiply(LaneNumber<Real> *x, Index first, Index y, int count) const {
    const Index row = std::min(y, padded[1] - y);
    const bool straight = first + k_lanes<Real> <= octant[0];
    for (Index z = 0; z < octant[2]; ++z) {
      const Kokkos::complex<Real> *from = kernel + (Offset(z) * octant[1] + row) * octant[0];
      LaneNumber<Real> factor;
      if (straight) {
        factor = load_lanes(from + first, k_lanes<Real>, false);
      } else {
        Kokkos::complex<Real> side_by_side[k_lanes<Real>];
        for (int lane = 0; lane < count; ++lane)
          side_by_side[lane] = from[std::min(first + lane, padded[0] - first - lane)];
        factor = load_lanes(side_by_side, count, false);
      }
      multiply_one(x[z], factor);
      if (z > 0 && 2 * z != padded[2])
        multiply_one(x[padded[2] - z], factor);
    }
  }
  static void multiply_one(LaneNumber<Real> &x, const LaneNumber<Real> &f) {
    x = {x.re * f.re - x.im * f.im, x.re * f.im + x.im * f.re};
  }
};

// Transforms an octant of an even kernel along one axis: its lines with their mirror images.
void transform_octant(const LineTransform<double> &transform, const AxisLines<double> &lines) {
  LineWorker<double> worker(transform);
  const Index n = transform.length();
  for (Offset i = 0; i < lines.count(); ++i) {
    const Lines<double> one = lines.lines(i);
    LaneNumber<double> *x = worker.load(one, false);
    for (Index k = 1; k < one.given; ++k)
      x[n - k] = x[k];
    worker.store(one, false, worker.transform(x));
  }
}

template <class Space, class Real>
class HostConvolution final : public GridConvolution<Space, Real>::Implementation {
  using Base = typename GridConvolution<Space, Real>::Implementation;

public:
  explicit HostConvolution(const std::array<Index, 3> &n)
      : transforms_{LineTransform<Real>(fast_fft_length(2 * n[0] - 1)),
                    LineTransform<Real>(fast_fft_length(2 * n[1] - 1)),
                    LineTransform<Real>(fast_fft_length(2 * n[2] - 1))} {
    this->extent = n;
    for (int d = 0; d < 3; ++d) {
      this->padded[d] = transforms_[d].length();
      this->octant[d] = this->padded[d] / 2 + 1;
    }
    this->stride = {1, this->padded[0], Offset(this->padded[0]) * this->padded[1]};
    this->data = Kokkos::View<Kokkos::complex<Real> *, Space>("curlew::solvers::fft_grid",
                                                              this->stride[2] * n[2]);
  }

  void set_kernel(const Space &space,
                  const Kokkos::View<Kokkos::complex<double> *, Space> &kernel) override {
    space.fence();
    const auto &size = this->octant;
    double points = 1;
    for (int d = 0; d < 3; ++d) {
      points *= this->padded[d];
      transform_octant(LineTransform<double>(this->padded[d]),
                       {kernel.data(),
                        size,
                        {1, size[0], Offset(size[0]) * size[1]},
                        d,
                        size[d],
                        size[d],
                        false});
    }
    kernel_.resize(kernel.extent(0));
    for (std::size_t i = 0; i < kernel_.size(); ++i)
      kernel_[i] = Kokkos::complex<Real>(static_cast<Real>(kernel(i).real() / points),
                                         static_cast<Real>(kernel(i).imag() / points));
  }

  void clear(const Space &space) const override {
    Kokkos::deep_copy(space, this->data, Kokkos::complex<Real>(0));
  }

  void apply(const Space &space) const override {
    const auto &n = this->extent, &p = this->padded;
    const auto lines = [&](int axis, const std::array<Index, 3> &part, bool inverse) {
      return AxisLines<Real>{
          this->data.data(),           part,   this->stride, axis, inverse ? p[axis] : n[axis],
          inverse ? n[axis] : p[axis], inverse};
    };
    transform_lines(space, transforms_[0], lines(0, n, false));
    transform_lines(space, transforms_[1], lines(1, {p[0], n[1], n[2]}, false));
    AxisLines<Real> along_z = lines(2, {p[0], p[1], n[2]}, false);
    along_z.wanted = n[2];
    const Offset chunks = chunk_count(space, along_z.count());
    run_chunks(
        space, "curlew::solvers::fft_multiply", chunks,
        MultiplyChunk<Real>{&transforms_[2], along_z, kernel_.data(), p, this->octant, chunks});
    transform_lines(space, transforms_[1], lines(1, {p[0], n[1], n[2]}, true));
    transform_lines(space, transforms_[0], lines(0, n, true));
    space.fence();
  }

private:
  LineTransform<Real> transforms_[3];
  std::vector<Kokkos::complex<Real>> kernel_;
};

} // namespace

template <class Space, class Real>
AxisPointer<Space, Real> make_axis_on_host(const std::array<Index, 3> &extent, int axis) {
  return std::make_shared<HostAxis<Space, Real>>(extent, axis);
}
template <class Space, class Real>
ConvolutionPointer<Space, Real> make_convolution_on_host(const std::array<Index, 3> &extent) {
  return std::make_shared<HostConvolution<Space, Real>>(extent);
}

#define CURLEW_INSTANTIATE_FOR(Space, Real)                                                        \
  template AxisPointer<Space, Real> make_axis_on_host<Space, Real>(const std::array<Index, 3> &,   \
                                                                   int);                           \
  template ConvolutionPointer<Space, Real> make_convolution_on_host<Space, Real>(                  \
      const std::array<Index, 3> &);
#define CURLEW_INSTANTIATE(Space)                                                                  \
  CURLEW_INSTANTIATE_FOR(Space, double)                                                            \
  CURLEW_INSTANTIATE_FOR(Space, float)
CURLEW_FFT_HOST_SPACES(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE
#undef CURLEW_INSTANTIATE_FOR

} // namespace curlew::fft
