#include <curlew/methods/shared/far_field/radiation.hpp>

#include <curlew/core/parallel/reduce.hpp>
#include <curlew/methods/shared/far_field/host_lanes.hpp>
#include <curlew/methods/shared/far_field/scaled_directions.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace curlew {
namespace {

using namespace far_field_lanes;

// Numbers of values: a point has three coordinates, then real and imaginary parts of six moments, J
// and M times the area; the sums of a direction are real and imaginary parts of N and L.
constexpr int k_rows = 15, k_sums = 12;

// Input and output of a kernel: plain pointers, so that all host backends run the same machine code
// and give the same bits.
struct PointSums {
  // Rows of points, each padded to whole lanes with zeros.
  const double *rows = nullptr;
  Offset stride = 0;               // distance of rows
  Offset segment = 0;              // points that are summed without a break; a multiple of k_lanes
  const double *towards = nullptr; // [direction][3], times the wavenumber
  Offset directions = 0;
  double *sums = nullptr; // [direction][segment][k_sums]

  KOKKOS_INLINE_FUNCTION const double *row(int r) const { return rows + r * stride; }
  KOKKOS_INLINE_FUNCTION Offset segments() const { return (stride + segment - 1) / segment; }
};

// Directions of one batch, so that the sums of all segments take little memory.
constexpr std::size_t k_batch = 4096;
constexpr std::size_t k_most_segments = 64;

// The sums of a block of directions over a segment, on hosts. Points are taken in pieces that stay
// in the cache for all directions of the block.
struct HostPointSums {
  static constexpr int k_block = 16;
  static constexpr std::size_t k_least_segment = 1024;
  static constexpr Offset k_piece = 256;
  PointSums points;

  [[gnu::noinline]] void operator()(const Offset item) const {
    const Offset segments = points.segments(), segment = item % segments;
    const Offset first = item / segments * k_block;
    const Offset last = std::min(first + k_block, points.directions);
    const Offset begin = segment * points.segment;
    const Offset end = std::min(begin + points.segment, points.stride);
    Doubles totals[k_block][k_sums] = {};
    for (Offset piece = begin; piece < end; piece += k_piece)
      for (Offset d = first; d < last; ++d)
        add(d, piece, std::min(piece + k_piece, end), totals[d - first]);
    for (Offset d = first; d < last; ++d)
      for (int s = 0; s < k_sums; ++s)
        points.sums[(d * segments + segment) * k_sums + s] = sum_of(totals[d - first][s]);
  }

private:
  void add(Offset d, Offset begin, Offset end, Doubles *totals) const {
    const double *k = points.towards + 3 * d;
    alignas(64) double sines[k_piece], cosines[k_piece];
    for (Offset i = begin; i < end; i += k_lanes) {
      const Doubles phase = k[0] * load(points.row(0) + i) + k[1] * load(points.row(1) + i) +
                            k[2] * load(points.row(2) + i);
      Doubles sine, cosine;
      sine_cosine(phase, sine, cosine);
      std::memcpy(sines + (i - begin), &sine, sizeof sine);
      std::memcpy(cosines + (i - begin), &cosine, sizeof cosine);
    }
    // Takes three moments at a time, whose sums and phase stay in registers.
    for (int half = 0; half < 2; ++half) {
      Doubles sum[6] = {};
      for (int s = 0; s < 6; ++s)
        sum[s] = totals[6 * half + s];
      for (Offset i = begin; i < end; i += k_lanes) {
        const Doubles s = load(sines + (i - begin)), c = load(cosines + (i - begin));
        for (int m = 0; m < 3; ++m) {
          const Doubles re = load(points.row(3 + 6 * half + 2 * m) + i);
          const Doubles im = load(points.row(4 + 6 * half + 2 * m) + i);
          sum[2 * m] += c * re - s * im;
          sum[2 * m + 1] += s * re + c * im;
        }
      }
      for (int s = 0; s < 6; ++s)
        totals[6 * half + s] = sum[s];
    }
  }
};

// The same on devices: a team per block of directions and segment.
template <class Space> struct DevicePointSums {
  static constexpr int k_block = 2, k_team_size = 256;
  static constexpr std::size_t k_least_segment = 4096;
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  PointSums points;

  static std::size_t scratch_bytes() { return 0; }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Offset segments = points.segments(), segment = team.league_rank() % segments;
    const Offset first = team.league_rank() / segments * k_block;
    const Offset begin = segment * points.segment;
    const Offset end =
        begin + points.segment < points.stride ? begin + points.segment : points.stride;
    double totals[k_block][k_sums] = {};
    for (Offset i = begin + team.team_rank(); i < end; i += team.team_size()) {
      double value[k_rows];
      CURLEW_UNROLL
      for (int r = 0; r < k_rows; ++r)
        value[r] = points.row(r)[i];
      CURLEW_UNROLL
      for (int b = 0; b < k_block; ++b) {
        const double *k = points.towards + 3 * (first + b < points.directions ? first + b : first);
        const Kokkos::complex<double> phase =
            Kokkos::polar(1.0, k[0] * value[0] + k[1] * value[1] + k[2] * value[2]);
        CURLEW_UNROLL
        for (int m = 0; m < 6; ++m) {
          const double re = value[3 + 2 * m], im = value[4 + 2 * m];
          totals[b][2 * m] += phase.real() * re - phase.imag() * im;
          totals[b][2 * m + 1] += phase.imag() * re + phase.real() * im;
        }
      }
    }
    CURLEW_UNROLL
    for (int b = 0; b < k_block; ++b) {
      CURLEW_UNROLL
      for (int s = 0; s < k_sums; ++s) {
        const double sum = team_sum(team, totals[b][s]);
        if (team.team_rank() == 0 && first + b < points.directions)
          points.sums[((first + b) * segments + segment) * k_sums + s] = sum;
      }
    }
  }
};

void require_valid(const SurfaceCurrents &currents) {
  const std::size_t count = currents.positions_m.size();
  if (currents.J.size() != count || currents.M.size() != count || currents.areas_m2.size() != count)
    throw std::invalid_argument(
        "surface currents with arrays of different lengths: " + std::to_string(count) +
        " positions, " + std::to_string(currents.J.size()) + " J, " +
        std::to_string(currents.M.size()) + " M, " + std::to_string(currents.areas_m2.size()) +
        " areas");
  if (!(currents.wavenumber > 0))
    throw std::invalid_argument("surface currents of a wavenumber that is not above 0");
}

// Returns the middle of the box around all points. Phases are computed from there, so that they
// stay small however far the origin is.
UnitVector middle_of(const SurfaceCurrents &currents) {
  UnitVector middle{};
  for (int d = 0; d < 3; ++d) {
    const auto [low, high] =
        std::minmax_element(currents.positions_m.begin(), currents.positions_m.end(),
                            [d](const auto &a, const auto &b) { return a[d] < b[d]; });
    middle[d] = 0.5 * ((*low)[d] + (*high)[d]);
    if (!(currents.wavenumber * ((*high)[d] - (*low)[d]) < k_largest_phase))
      throw std::invalid_argument("surface currents on a surface of more than 1e6 / wavenumber");
  }
  return middle;
}

double phase_of(const UnitVector &towards, const UnitVector &position_m, double wavenumber) {
  double sum = 0;
  for (int c = 0; c < 3; ++c)
    sum += wavenumber * towards[c] * position_m[c];
  return sum;
}

std::vector<double> make_rows(const SurfaceCurrents &currents, const UnitVector &middle,
                              std::size_t stride) {
  std::vector<double> rows(k_rows * stride);
  for (std::size_t i = 0; i < currents.positions_m.size(); ++i) {
    for (std::size_t d = 0; d < 3; ++d) {
      const double area = currents.areas_m2[i];
      rows[d * stride + i] = currents.positions_m[i][d] - middle[d];
      rows[(3 + 2 * d) * stride + i] = area * currents.J[i][d].real();
      rows[(4 + 2 * d) * stride + i] = area * currents.J[i][d].imag();
      rows[(9 + 2 * d) * stride + i] = area * currents.M[i][d].real();
      rows[(10 + 2 * d) * stride + i] = area * currents.M[i][d].imag();
    }
  }
  return rows;
}

template <class Space>
std::vector<double> sums_of(const Space &space, const PointSums &points,
                            const std::vector<double> &towards) {
  using Kernel = std::conditional_t<is_device<Space>, DevicePointSums<Space>, HostPointSums>;
  return sums_towards<Kernel>("curlew::far_field::points", space, points, points.segments(), k_sums,
                              towards);
}

// Computes the integrals from the sums of all segments, for directions from `first` on. Besides the
// kernels, only this code must be common to all backends to give the same bits.
[[gnu::noinline]] void collect(const SurfaceCurrents &currents, const UnitVector &middle,
                               const std::vector<UnitVector> &towards, std::size_t first,
                               std::size_t segments, const std::vector<double> &sums,
                               std::vector<RadiationVectors> &result) {
  const std::size_t count = sums.size() / (segments * k_sums);
  for (std::size_t d = 0; d < count; ++d) {
    double total[k_sums] = {};
    for (std::size_t segment = 0; segment < segments; ++segment)
      for (int s = 0; s < k_sums; ++s)
        total[s] += sums[(d * segments + segment) * k_sums + s];
    const std::complex<double> phase =
        std::polar(1.0, phase_of(towards[first + d], middle, currents.wavenumber));
    for (int c = 0; c < 3; ++c) {
      result[first + d].N[c] = phase * std::complex(total[2 * c], total[2 * c + 1]);
      result[first + d].L[c] = phase * std::complex(total[6 + 2 * c], total[7 + 2 * c]);
    }
  }
}

template <class Space>
std::vector<RadiationVectors> radiate(const Space &space, const SurfaceCurrents &currents,
                                      const std::vector<UnitVector> &towards) {
  using Sums = std::conditional_t<is_device<Space>, DevicePointSums<Space>, HostPointSums>;
  const UnitVector middle = middle_of(currents);
  const std::size_t stride = padded(currents.positions_m.size());
  const auto rows = to_view<Space>("curlew::far_field::rows", make_rows(currents, middle, stride));
  PointSums points;
  points.rows = rows.data();
  points.stride = static_cast<Offset>(stride);
  points.segment = static_cast<Offset>(padded(std::max<std::size_t>(
      Sums::k_least_segment, (stride + k_most_segments - 1) / k_most_segments)));
  const std::size_t segments = static_cast<std::size_t>(points.segments());
  std::vector<RadiationVectors> result(towards.size());
  for (std::size_t first = 0; first < towards.size(); first += k_batch) {
    const std::size_t count = std::min<std::size_t>(k_batch, towards.size() - first);
    const std::vector<double> sums =
        sums_of(space, points, scaled(towards, first, count, currents.wavenumber));
    collect(currents, middle, towards, first, segments, sums, result);
  }
  return result;
}

} // namespace

std::vector<RadiationVectors> radiation_vectors(Backend backend, const SurfaceCurrents &currents,
                                                const std::vector<UnitVector> &towards) {
  require_valid(currents);
  if (currents.positions_m.empty())
    return std::vector<RadiationVectors>(towards.size());
  return with_backend(backend,
                      [&](const auto &space) { return radiate(space, currents, towards); });
}

} // namespace curlew
