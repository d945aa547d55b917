#pragma once

#include <curlew/core/views.hpp>
#include <curlew/methods/dgatd/source.hpp>

#include <vector>

namespace curlew::dgatd {

// Field values at points, gathered on the device for many steps and copied to the host in one go.
template <class Space> class ProbeBuffer {
public:
  // E at points given by their Whitney stencils, H as the constant of a tet. Points of other ranks
  // (tet -1) read as zero: the sum over all ranks is the field.
  ProbeBuffer(const std::vector<EdgeStencil> &electric, const std::vector<Index> &magnetic,
              int steps)
      : steps_(steps), electric_count_(static_cast<Index>(electric.size())),
        magnetic_count_(static_cast<Index>(magnetic.size())),
        edges_("curlew::dgatd::probe_edges", electric.size()),
        weights_("curlew::dgatd::probe_weights", electric.size()),
        tets_(to_view<Space>("curlew::dgatd::probe_tets", magnetic)),
        electric_("curlew::dgatd::probe_e", steps, electric.size()),
        magnetic_("curlew::dgatd::probe_h", steps, magnetic.size()) {
    const auto host_edges = Kokkos::create_mirror_view(edges_);
    const auto host_weights = Kokkos::create_mirror_view(weights_);
    for (std::size_t p = 0; p < electric.size(); ++p)
      for (int e = 0; e < 6; ++e) {
        host_edges(p, e) = electric[p].edges[e];
        for (int d = 0; d < 3; ++d)
          host_weights(p, e, d) = electric[p].weights[e][d];
      }
    Kokkos::deep_copy(edges_, host_edges);
    Kokkos::deep_copy(weights_, host_weights);
  }

  bool full() const { return filled_ == steps_; }
  int filled() const { return filled_; }

  // Fills the row of a step, after E has advanced: H has not changed since its own half of the
  // step.
  template <class Reader> void record(const Space &space, const Reader &reader) {
    const Index electric_count = electric_count_, count = electric_count_ + magnetic_count_;
    const int row = filled_++;
    if (count == 0)
      return;
    const auto edges = edges_;
    const auto weights = weights_;
    const auto tets = tets_;
    const auto electric = electric_, magnetic = magnetic_;
    Kokkos::parallel_for(
        "curlew::dgatd::probes", Kokkos::RangePolicy<Space>(space, 0, count),
        KOKKOS_LAMBDA(const Index p) {
          double field[3] = {0, 0, 0};
          if (p < electric_count) {
            for (int e = 0; e < 6; ++e) {
              const double circulation = reader.circulation(edges(p, e));
              for (int d = 0; d < 3; ++d)
                field[d] += circulation * weights(p, e, d);
            }
            for (int d = 0; d < 3; ++d)
              electric(row, p, d) = field[d];
          } else {
            if (tets(p - electric_count) >= 0)
              reader.magnetic(tets(p - electric_count), field);
            for (int d = 0; d < 3; ++d)
              magnetic(row, p - electric_count, d) = field[d];
          }
        });
  }

  // Hands out the filled rows, [row][point][component], and starts anew.
  void drain(std::vector<double> &electric, std::vector<double> &magnetic) {
    copy_out(electric_, electric);
    copy_out(magnetic_, magnetic);
    filled_ = 0;
  }

private:
  using Values = Kokkos::View<double **[3], Kokkos::LayoutRight, Space>;

  void copy_out(const Values &values, std::vector<double> &rows) const {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), values);
    rows.assign(host.data(), host.data() + static_cast<std::size_t>(filled_) * host.extent(1) * 3);
  }

  int steps_, filled_ = 0;
  Index electric_count_, magnetic_count_;
  Kokkos::View<Index *[6], Space> edges_;
  Kokkos::View<double *[6][3], Space> weights_;
  Kokkos::View<Index *, Space> tets_;
  Values electric_, magnetic_;
};

} // namespace curlew::dgatd
