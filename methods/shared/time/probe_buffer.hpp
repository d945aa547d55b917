#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/shared/time/time_values.hpp>

#include <algorithm>
#include <vector>

namespace curlew {

template <class Space, class Sampler> struct FillRow {
  Sampler sampler;
  Kokkos::View<double **[3], Kokkos::LayoutRight, Space> electric, magnetic; // [row][point][d]
  Index electric_count;
  int row;

  KOKKOS_INLINE_FUNCTION void operator()(const Index p) const {
    double field[3] = {0, 0, 0};
    if (p < electric_count) {
      sampler.electric(p, field);
      for (int d = 0; d < 3; ++d)
        electric(row, p, d) = field[d];
    } else {
      sampler.magnetic(p - electric_count, field);
      for (int d = 0; d < 3; ++d)
        magnetic(row, p - electric_count, d) = field[d];
    }
  }
};

// Field values at points, gathered on the device for many steps and copied to the host together.
template <class Space> class ProbeBuffer {
public:
  ProbeBuffer(std::size_t electric_points, std::size_t magnetic_points)
      : rows_(row_count(electric_points + magnetic_points)),
        electric_("curlew::time::probe_e", rows_, electric_points),
        magnetic_("curlew::time::probe_h", rows_, magnetic_points) {}

  bool full() const { return filled_ == rows_; }

  // Fills the row of a step. `sampler`: device-callable electric(point, field) and
  // magnetic(point, field).
  template <class Sampler> void record(const Space &space, const Sampler &sampler) {
    const auto electric_count = static_cast<Index>(electric_.extent(1));
    const auto count = static_cast<Index>(electric_count + magnetic_.extent(1));
    const int row = filled_++;
    if (count == 0)
      return;
    Kokkos::parallel_for(
        "curlew::time::probes", RangePolicy<Space>(space, 0, count),
        FillRow<Space, Sampler>{sampler, electric_, magnetic_, electric_count, row});
  }

  // Waits, returns the filled rows and starts with an empty buffer.
  ProbeRows read(const Space &space) {
    ProbeRows values;
    values.rows = filled_;
    if (filled_ == 0)
      return values;
    space.fence();
    copy_out(electric_, values.electric);
    copy_out(magnetic_, values.magnetic);
    filled_ = 0;
    return values;
  }

private:
  using Values = Kokkos::View<double **[3], Kokkos::LayoutRight, Space>;

  // Returns the number of steps between transfers: many, but within a limit of bytes.
  static int row_count(std::size_t points) {
    constexpr double k_most_rows = 256, k_bytes = 64e6, k_bytes_per_point = 24;
    return static_cast<int>(
        std::clamp(k_bytes / (k_bytes_per_point * std::max(static_cast<double>(points), 1.0)), 1.0,
                   k_most_rows));
  }

  void copy_out(const Values &values, std::vector<double> &rows) const {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), values);
    rows.assign(host.data(), host.data() + static_cast<std::size_t>(filled_) * host.extent(1) * 3);
  }

  int rows_, filled_ = 0;
  Values electric_, magnetic_;
};

} // namespace curlew
