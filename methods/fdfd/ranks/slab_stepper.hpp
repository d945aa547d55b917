#pragma once

#include <curlew/methods/fdfd/krylov/stepper.hpp>
#include <curlew/methods/fdfd/ranks/edge_planes.hpp>

namespace curlew::fdfd {

// The Stepper of a slab: the fused kernel computes the planes inside while the planes at the ends
// are exchanged, then the two planes at the ends. Sums are those of all ranks, and the same bits on
// each. On hosts they are added up plane by plane, in the order of the grid, as by Stepper: any
// number of ranks gives the bits of one. On devices a rank adds up its slab first, so that numbers
// of ranks differ by rounding.
template <class Space> class SlabStepper : public StepperBase<Space> {
  using Base = StepperBase<Space>;

public:
  SlabStepper(const Space &space, const Slab &slab, const System<Space> &system,
              SlabExchange<Space> &exchange, const Communicator &ranks)
      : Base(space, system), exchange_(exchange), ranks_(ranks), first_(slab.first),
        lines_count_(is_device<Space> ? ranks.size() : slab.planes),
        unknowns_(3 * Offset(system.count[0]) * system.count[1] * slab.planes) {
    using Product = March<Space, PlainSource<Space>, StoreProduct<Space>>;
    using Pass = RowPass<Space, FeedSink<Space, StoreProduct<Space>>>;
    Offset rows = Product::rows(system);
    if constexpr (is_device<Space>)
      rows = Product::rows(system, system.count[2] - 2) + 2 * Product::rows(system, 1);
    this->reserve(std::max<Offset>(rows, Pass::teams(system)));
    lines_ = Kokkos::View<double *, Space>("curlew::fdfd::lines", k_most_sums * lines_count_);
  }

  template <class Source, class Sink, class Conclude>
  void multiply(const Source &source, const Sink &sink, const Conclude &conclude) {
    using Kernel = March<Space, Source, Sink>;
    const Index end = system_.count[2];
    exchange_.start(space_, source);
    Kernel kernel{system_, source, sink, partial_};
    Offset rows = launch(kernel, 1, end - 1, 0);
    kernel.planes = exchange_.finish(space_);
    rows = launch(kernel, 0, 1, rows);
    rows = launch(kernel, std::max<Index>(1, end - 1), end, rows);
    this->template sum_up<Sink::k_sums>(is_device<Space> ? rows : Kernel::rows(system_), conclude);
  }

  template <class Body, class Conclude>
  void sweep(const char *label, const Body &body, const Conclude &conclude) {
    this->template sum_up<Body::k_sums>(this->pass(label, body), conclude);
  }

  Offset unknowns() const { return unknowns_; } // of the whole grid

private:
  using Base::k_most_sums, Base::space_, Base::system_, Base::partial_;

  // Launches some planes and returns the number of rows of sums that are then in use.
  template <class Source, class Sink>
  Offset launch(DeviceCurlCurl<Space, Source, Sink> kernel, Index begin, Index end, Offset row) {
    if (begin >= end)
      return row;
    using Kernel = DeviceCurlCurl<Space, Source, Sink>;
    kernel.planes.begin = begin;
    kernel.planes.end = end;
    kernel.partial = Kokkos::subview(
        partial_, std::pair<Offset, Offset>(row * Sink::k_sums, partial_.extent(0)));
    Kernel::launch_planes(space_, kernel);
    return row + Kernel::rows(system_, end - begin);
  }
  template <class Source, class Sink>
  Offset launch(HostCurlCurl<Space, Source, Sink> kernel, Index begin, Index end, Offset row) {
    kernel.planes.begin = begin;
    kernel.planes.end = end;
    if (begin < end)
      HostCurlCurl<Space, Source, Sink>::launch_planes(space_, kernel);
    return row;
  }

  template <int k_sums, class Conclude> void sum_up(Offset rows, const Conclude &conclude) {
    static_assert(k_sums <= k_most_sums);
    if constexpr (k_sums > 0) {
      const auto lines =
          Kokkos::subview(lines_, std::pair<Offset, Offset>(0, Offset(k_sums) * lines_count_));
      Kokkos::deep_copy(space_, lines, 0.0);
      sum_own<k_sums>(rows);
      std::vector<double> of_all = to_vector(space_, lines);
      ranks_.sum(of_all); // lines of other ranks are 0
      copy_to_view(space_, of_all, lines);
      Conclusion<Space, k_sums, Conclude>::launch(space_, {lines, lines_count_, conclude});
    }
  }

  template <int k_sums> void sum_own(Offset rows) {
    if constexpr (is_device<Space>) {
      using Store = StoreTotals<k_sums>;
      Conclusion<Space, k_sums, Store>::launch(
          space_, {partial_, rows, Store{lines_.data() + Offset(ranks_.rank()) * k_sums}});
    } else {
      const Index planes = system_.count[2];
      Kokkos::parallel_for(
          "curlew::fdfd::line_sums", RangePolicy<Space>(space_, 0, planes),
          LineSums<Space, k_sums>{partial_, static_cast<Index>(rows / planes), lines_, first_});
    }
  }

  SlabExchange<Space> &exchange_;
  Communicator ranks_;
  Index first_, lines_count_;
  Offset unknowns_;
  Kokkos::View<double *, Space> lines_;
};

} // namespace curlew::fdfd
