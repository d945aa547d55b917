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

// Rows of one lattice that a work item sums.
struct Segment {
  Offset values = 0;   // start of the first row
  Offset u = 0, v = 0; // start of the coordinates
  Offset stride = 0;   // distance of rows: their length, padded to whole lanes with zeros
  Offset rows = 0;     // at most k_segment_rows
  int axis_u = 0, axis_v = 0;
};
constexpr Offset k_segment_rows = 64;

// Input and output of a kernel, all lattices one behind the other: plain pointers, so that all host
// backends run the same machine code and give the same bits.
struct LatticeSums {
  const double *re = nullptr, *im = nullptr; // currents times area
  const double *coordinates = nullptr;       // u_m, padded, and v_m of each lattice
  const Segment *segments = nullptr;
  Offset segment_count = 0;
  const double *towards = nullptr; // [direction][3], times the wavenumber
  Offset directions = 0;
  double *sums = nullptr; // [direction][segment][2]

  // Indices past the last direction return that of the last one.
  KOKKOS_INLINE_FUNCTION double wavenumber(Offset direction, int axis) const {
    return towards[3 * (direction < directions ? direction : directions - 1) + axis];
  }
};

// The sums of a block of directions over a segment, on hosts:
//   sum over rows b of exp(j k_v v[b]) sum over a of exp(j k_u u[a]) value[b][a].
// A value is loaded once for all directions of the block.
struct HostLatticeSums {
  static constexpr int k_block = 4;
  LatticeSums lattices;

  [[gnu::noinline]] void operator()(const Offset item) const {
    const Offset segments = lattices.segment_count;
    const Segment &segment = lattices.segments[item % segments];
    const Offset first = item / segments * k_block;
    // Interleaved in the order in which add_row reads the phases.
    std::vector<double> phases(2 * k_block * segment.stride);
    for (Offset a = 0; a < segment.stride; a += k_lanes)
      for (int d = 0; d < k_block; ++d) {
        const Doubles phase = lattices.wavenumber(first + d, segment.axis_u) *
                              load(lattices.coordinates + segment.u + a);
        Doubles sine, cosine;
        sine_cosine(phase, sine, cosine);
        double *at = phases.data() + 2 * (a * k_block + d * k_lanes);
        std::memcpy(at, &cosine, sizeof cosine);
        std::memcpy(at + k_lanes, &sine, sizeof sine);
      }
    Doubles re[k_block] = {}, im[k_block] = {};
    for (Offset b = 0; b < segment.rows; ++b)
      add_row(segment, b, first, phases.data(), re, im);
    for (int d = 0; d < k_block && first + d < lattices.directions; ++d) {
      const Offset at = 2 * ((first + d) * segments + item % segments);
      lattices.sums[at] = sum_of(re[d]);
      lattices.sums[at + 1] = sum_of(im[d]);
    }
  }

private:
  void add_row(const Segment &segment, Offset b, Offset first, const double *phases, Doubles *re,
               Doubles *im) const {
    const double *row_re = lattices.re + segment.values + b * segment.stride;
    const double *row_im = lattices.im + segment.values + b * segment.stride;
    Doubles sum_re[k_block] = {}, sum_im[k_block] = {};
    for (Offset a = 0; a < segment.stride; a += k_lanes) {
      const Doubles x = load(row_re + a), y = load(row_im + a);
      for (int d = 0; d < k_block; ++d) {
        const double *at = phases + 2 * (a * k_block + d * k_lanes);
        const Doubles c = load(at), s = load(at + k_lanes);
        sum_re[d] += c * x - s * y;
        sum_im[d] += s * x + c * y;
      }
    }
    const double v = lattices.coordinates[segment.v + b];
    for (int d = 0; d < k_block; ++d) {
      const double angle = lattices.wavenumber(first + d, segment.axis_v) * v;
      const double c = std::cos(angle), s = std::sin(angle);
      re[d] += c * sum_re[d] - s * sum_im[d];
      im[d] += s * sum_re[d] + c * sum_im[d];
    }
  }
};

// The same on devices: a team per block of directions and segment. A thread sums a column with the
// phases of rows, and multiplies the sum with the phase of the column.
template <class Space> struct DeviceLatticeSums {
  static constexpr int k_block = 4, k_team_size = 128;
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Phase = Kokkos::complex<double>;
  using Scratch = Kokkos::View<Phase *[k_block], typename Space::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  LatticeSums lattices;

  static std::size_t scratch_bytes() { return Scratch::shmem_size(k_segment_rows); }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Offset segments = lattices.segment_count;
    const Offset number = team.league_rank() % segments;
    const Segment segment = lattices.segments[number];
    const Offset first = team.league_rank() / segments * k_block;
    const Scratch of_row(team.team_scratch(0), k_segment_rows);
    for (Offset i = team.team_rank(); i < segment.rows * k_block; i += team.team_size())
      of_row(i / k_block, i % k_block) =
          Kokkos::polar(1.0, lattices.wavenumber(first + i % k_block, segment.axis_v) *
                                 lattices.coordinates[segment.v + i / k_block]);
    team.team_barrier();
    double total[2 * k_block] = {};
    for (Offset a = team.team_rank(); a < segment.stride; a += team.team_size()) {
      Phase column[k_block];
      for (Offset b = 0; b < segment.rows; ++b) {
        const Offset at = segment.values + b * segment.stride + a;
        const Phase value(lattices.re[at], lattices.im[at]);
        CURLEW_UNROLL
        for (int d = 0; d < k_block; ++d)
          column[d] += of_row(b, d) * value;
      }
      CURLEW_UNROLL
      for (int d = 0; d < k_block; ++d) {
        column[d] *= Kokkos::polar(1.0, lattices.wavenumber(first + d, segment.axis_u) *
                                            lattices.coordinates[segment.u + a]);
        total[2 * d] += column[d].real();
        total[2 * d + 1] += column[d].imag();
      }
    }
    CURLEW_UNROLL
    for (int s = 0; s < 2 * k_block; ++s) {
      const double sum = team_sum(team, total[s]);
      if (team.team_rank() == 0 && first + s / 2 < lattices.directions)
        lattices.sums[2 * ((first + s / 2) * segments + number) + s % 2] = sum;
    }
  }
};

void require_valid(const LatticeCurrents &currents) {
  if (!(currents.wavenumber > 0))
    throw std::invalid_argument("lattice currents of a wavenumber that is not above 0");
  for (const CurrentLattice &lattice : currents.lattices) {
    if (lattice.u == lattice.v || std::min(lattice.u, lattice.v) < 0 ||
        std::max(lattice.u, lattice.v) > 2 || lattice.component < 0 || lattice.component > 2)
      throw std::invalid_argument("a lattice of currents whose axes are not two of x, y, z");
    for (const double u : lattice.u_m)
      if (!(std::abs(currents.wavenumber * u) < k_largest_phase))
        throw std::invalid_argument(
            "lattice currents further than 1e6 / wavenumber off the origin");
  }
}

// The lattices in the form that kernels read, and the lattice of each segment.
struct Packed {
  std::vector<double> re, im, coordinates;
  std::vector<Segment> segments;
  std::vector<std::size_t> owner;
};

Packed pack(const std::vector<CurrentLattice> &lattices) {
  Packed packed;
  auto &[re, im, coordinates, segments, owner] = packed;
  for (std::size_t l = 0; l < lattices.size(); ++l) {
    const CurrentLattice &lattice = lattices[l];
    const std::size_t nu = lattice.u_m.size(), nv = lattice.v_m.size(), stride = padded(nu);
    Segment all;
    all.values = static_cast<Offset>(re.size());
    all.u = static_cast<Offset>(coordinates.size());
    all.v = static_cast<Offset>(coordinates.size() + stride);
    all.stride = static_cast<Offset>(stride);
    all.axis_u = lattice.u;
    all.axis_v = lattice.v;
    coordinates.insert(coordinates.end(), lattice.u_m.begin(), lattice.u_m.end());
    coordinates.resize(static_cast<std::size_t>(all.v));
    coordinates.insert(coordinates.end(), lattice.v_m.begin(), lattice.v_m.end());
    re.resize(re.size() + nv * stride);
    im.resize(re.size());
    for (std::size_t b = 0; b < nv; ++b)
      for (std::size_t a = 0; a < nu; ++a) {
        const std::complex<double> value = lattice.area_m2 * lattice.values[b * nu + a];
        re[all.values + b * stride + a] = value.real();
        im[all.values + b * stride + a] = value.imag();
      }
    for (Offset row = 0; row < static_cast<Offset>(nv); row += k_segment_rows) {
      Segment segment = all;
      segment.values += row * segment.stride;
      segment.v += row;
      segment.rows = std::min(k_segment_rows, static_cast<Offset>(nv) - row);
      segments.push_back(segment);
      owner.push_back(l);
    }
  }
  return packed;
}

template <class Space>
std::vector<double> sums_of(const Space &space, const LatticeSums &lattices,
                            const std::vector<double> &towards) {
  using Kernel = std::conditional_t<is_device<Space>, DeviceLatticeSums<Space>, HostLatticeSums>;
  return sums_towards<Kernel>("curlew::far_field::lattices", space, lattices,
                              lattices.segment_count, 2, towards);
}

// Adds the sums of all segments to the integrals of directions from `first` on. Besides the
// kernels, only this code must be common to all backends to give the same bits.
[[gnu::noinline]] void collect(const LatticeCurrents &currents,
                               const std::vector<std::size_t> &owner,
                               const std::vector<UnitVector> &towards, std::size_t first,
                               const std::vector<double> &sums,
                               std::vector<RadiationVectors> &result) {
  const std::size_t segments = owner.size(), count = sums.size() / (2 * segments);
  for (std::size_t d = 0; d < count; ++d)
    for (std::size_t s = 0; s < segments; ++s) {
      const CurrentLattice &lattice = currents.lattices[owner[s]];
      RadiationVectors &radiated = result[first + d];
      const double *sum = &sums[2 * (d * segments + s)];
      (lattice.is_magnetic ? radiated.L : radiated.N)[lattice.component] +=
          std::complex(sum[0], sum[1]) *
          std::polar(1.0,
                     currents.wavenumber * towards[first + d][lattice.normal()] * lattice.plane_m);
    }
}

// Sums of this many directions times segments take 16 MB at a time.
constexpr std::size_t k_most_sums = 1 << 20;

template <class Space>
std::vector<RadiationVectors> radiate(const Space &space, const LatticeCurrents &currents,
                                      const std::vector<UnitVector> &towards) {
  const Packed packed = pack(currents.lattices);
  const std::size_t segments = packed.segments.size();
  std::vector<RadiationVectors> result(towards.size());
  if (segments == 0)
    return result;
  const auto re = to_view<Space>("curlew::far_field::re", packed.re);
  const auto im = to_view<Space>("curlew::far_field::im", packed.im);
  const auto coordinates = to_view<Space>("curlew::far_field::coordinates", packed.coordinates);
  const auto views = to_view<Space>("curlew::far_field::segments", packed.segments);
  LatticeSums lattices;
  lattices.re = re.data();
  lattices.im = im.data();
  lattices.coordinates = coordinates.data();
  lattices.segments = views.data();
  lattices.segment_count = static_cast<Offset>(segments);
  const std::size_t batch = std::max<std::size_t>(4, k_most_sums / segments / 4 * 4);
  for (std::size_t first = 0; first < towards.size(); first += batch) {
    const std::size_t count = std::min(batch, towards.size() - first);
    const std::vector<double> sums =
        sums_of(space, lattices, scaled(towards, first, count, currents.wavenumber));
    collect(currents, packed.owner, towards, first, sums, result);
  }
  return result;
}

} // namespace

std::vector<RadiationVectors> radiation_vectors(Backend backend, const LatticeCurrents &currents,
                                                const std::vector<UnitVector> &towards) {
  require_valid(currents);
  return with_backend(backend,
                      [&](const auto &space) { return radiate(space, currents, towards); });
}

} // namespace curlew
