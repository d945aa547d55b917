#pragma once

#include <curlew/core/parallel/device_traits.hpp>
#include <curlew/methods/fdfd/fused/planes.hpp>
#include <curlew/methods/fdfd/solve/system.hpp>

namespace curlew::fdfd {

// A thread's part in a tile of columns on a device: the entries of a plane that it loads into
// scratch, and its H and curl H. A plane holds E_x, E_y and E_z one after the other, each with as
// much of a rim as the curls need.
template <class Space, class Source, bool is_magnetic, bool is_slab> struct DeviceTile {
  static constexpr int k_x = DeviceTraits<Space>::k_tile_x, k_y = DeviceTraits<Space>::k_tile_y;
  static constexpr int k_threads = k_x * k_y;
  // Rows of a component begin one cell before the tile, and the numbers of rows likewise. E_x needs
  // no cell after the tile in x, E_y none in y.
  static constexpr int k_width_x = k_x + 1, k_width = k_x + 2;
  static constexpr int k_begin_y = k_width_x * (k_y + 2),
                       k_begin_z = k_begin_y + k_width * (k_y + 1);
  static constexpr int k_cells = k_begin_z + k_width * (k_y + 2);
  static constexpr int k_rim_x = k_y + 2 + 2 * k_x, k_rim_y = k_width + 2 * k_y;
  static constexpr int k_rim_z = 2 * k_x + 2 * k_y, k_rim = k_rim_x + k_rim_y + k_rim_z;
  static_assert(k_rim <= k_threads, "a thread brings one entry of the rim at most");

  // Number of an entry, in registers of half the size; compilers do not turn numbers that may wrap
  // into separate pointers.
  using Number = std::uint32_t;
  // Source of an entry of the plane: across periodic walls the entry on the other side, with a
  // phase.
  struct Origin {
    Number entry = 0;
    int turns = 0; // two bits per axis: phase back, phase forth
    bool exists = false;
  };
  // Values on their way from memory: the own cell's entries and one of the rim.
  struct Arriving {
    typename Source::Raw own[3], rim;
  };

  const System<Space> &system;
  Source source;
  const Planes &planes;
  Entries<Complex> scratch;
  Index i, j;     // may lie beyond the grid: such threads only load rim entries
  int cell_index; // index of the own cell in rows of k_width; cell_index_x: in rows of k_width_x
  int cell_index_x;
  int rim_index = -1;
  Origin own, rim;
  bool in_grid, no_x, no_y;                               // no_x: no H before this cell
  Complex half_x, half_y, back_x, back_y, node_x, node_y; // rates here and before

  KOKKOS_INLINE_FUNCTION static Index along_x(const System<Space> &system) {
    return (system.count[0] + k_x - 1) / k_x;
  }
  KOKKOS_INLINE_FUNCTION static Index along_y(const System<Space> &system) {
    return (system.count[1] + k_y - 1) / k_y;
  }

  KOKKOS_INLINE_FUNCTION DeviceTile(const System<Space> &all, const Source &from,
                                    const Planes &of_launch, Complex *memory, Index tile_x,
                                    Index tile_y, int rank)
      : system(all), source(from), planes(of_launch), scratch(memory) {
    source.begin();
    const int x = rank % k_x, y = rank / k_x;
    i = tile_x * k_x + x;
    j = tile_y * k_y + y;
    cell_index = (y + 1) * k_width + x + 1;
    cell_index_x = (y + 1) * k_width_x + x + 1;
    own = origin(0, i, j);
    find_rim(rank, tile_x * k_x, tile_y * k_y);
    in_grid = i < system.count[0] && j < system.count[1];
  }

  KOKKOS_INLINE_FUNCTION Index wrapped(int axis, Index at) const {
    return at < 0 ? system.count[axis] - 1 : at;
  }
  // Reads a number from a table. It is in the nearest cache and is read again in every plane, since
  // registers are short.
  KOKKOS_INLINE_FUNCTION static Complex number(const Kokkos::View<const Complex *, Space> &table,
                                               Index at) {
    return Entries<const Complex>(table.data())[at];
  }
  KOKKOS_INLINE_FUNCTION Number plane_size() const {
    return Number(system.count[0]) * system.count[1];
  }
  KOKKOS_INLINE_FUNCTION Number size() const { return plane_size() * system.count[2]; }
  // Returns the entry of the own cell.
  KOKKOS_INLINE_FUNCTION Number entry(int c, Index k) const {
    return c * size() + k * plane_size() + Number(j) * system.count[0] + i;
  }

  // Maps an index beyond a periodic wall into the grid. Returns false where E is 0.
  KOKKOS_INLINE_FUNCTION bool fold(int axis, Index &at, int &turns) const {
    const Index count = system.count[axis];
    if (at >= 0 && at < count)
      return true;
    if (!system.periodic[axis] || at > count)
      return false;
    turns |= (at < 0 ? 1 : 2) << (2 * axis);
    at = at < 0 ? count - 1 : 0;
    return true;
  }
  KOKKOS_INLINE_FUNCTION Complex turned(Complex value, int turns) const {
    for (int axis = 0; axis < 3; ++axis) {
      if (turns >> (2 * axis) & 1)
        value *= system.phase_back[axis];
      if (turns >> (2 * axis) & 2)
        value *= system.phase[axis];
    }
    return value;
  }
  KOKKOS_INLINE_FUNCTION Origin origin(int c, Index at_i, Index at_j) const {
    Origin from;
    from.exists = fold(0, at_i, from.turns) && fold(1, at_j, from.turns);
    from.entry = c * size() + Number(at_j) * system.count[0] + at_i;
    return from;
  }

  KOKKOS_INLINE_FUNCTION void find_rim(int r, Index first_i, Index first_j) {
    int c = 2, x = 0, y = 0;
    if (r >= k_rim)
      return;
    if (r < k_y + 2) {
      c = 0;
      x = -1;
      y = r - 1;
    } else if (r < k_rim_x) {
      c = 0;
      x = (r - k_y - 2) % k_x;
      y = r - k_y - 2 < k_x ? -1 : k_y;
    } else if (r < k_rim_x + k_width) {
      c = 1;
      x = r - k_rim_x - 1;
      y = -1;
    } else if (r < k_rim_x + k_rim_y) {
      c = 1;
      x = r % 2 == 0 ? -1 : k_x;
      y = (r - k_rim_x - k_width) / 2;
    } else if (r < k_rim_x + k_rim_y + 2 * k_x) {
      x = (r - k_rim_x - k_rim_y) % k_x;
      y = r - k_rim_x - k_rim_y < k_x ? -1 : k_y;
    } else {
      x = r % 2 == 0 ? -1 : k_x;
      y = (r - k_rim_x - k_rim_y - 2 * k_x) / 2;
    }
    rim = origin(c, first_i + x, first_j + y);
    rim_index = begin(c) + (y + 1) * (c == 0 ? k_width_x : k_width) + x + 1;
  }

  KOKKOS_INLINE_FUNCTION static int begin(int c) {
    return c == 0 ? 0 : c == 1 ? k_begin_y : k_begin_z;
  }
  KOKKOS_INLINE_FUNCTION Entries<Complex> here(int plane, int c) const {
    return &scratch[plane + begin(c) + (c == 0 ? cell_index_x : cell_index)];
  }

  KOKKOS_INLINE_FUNCTION bool is_beyond_slab(Index k) const {
    return is_slab && !system.periodic[2] && (k < 0 || k >= system.count[2]);
  }
  // Puts a plane beyond the slab into scratch.
  KOKKOS_INLINE_FUNCTION void store_ghosts(Index k, int plane) const {
    const Entries<const Complex> ghosts(planes.ghosts_of(k, system.count[2]));
    const bool exists = planes.ghosts_of(k, system.count[2]) != nullptr;
    const int turns = (k < 0 ? 1 : 2) << 4;
    for (int c = 0; c < 3; ++c)
      here(plane, c)[0] = exists && own.exists
                              ? turned(ghosts[own.entry + c * plane_size()], turns | own.turns)
                              : Complex(0);
    if (rim_index < 0)
      return;
    const Number c = rim.entry / size();
    scratch[plane + rim_index] =
        exists && rim.exists
            ? turned(ghosts[rim.entry - c * (size() - plane_size())], turns | rim.turns)
            : Complex(0);
  }

  // Starts to load the entries of plane k.
  KOKKOS_INLINE_FUNCTION void request(Index k, Arriving &arriving) const {
    if (is_beyond_slab(k))
      return;
    int turns = 0;
    const bool exists = fold(2, k, turns);
    const Number plane = k * plane_size();
    for (int c = 0; c < 3; ++c)
      arriving.own[c] = exists && own.exists ? source.load(own.entry + c * size() + plane)
                                             : typename Source::Raw();
    arriving.rim = exists && rim.exists ? source.load(rim.entry + plane) : typename Source::Raw();
  }
  // Puts the loaded values into scratch; `own_plane`: calls source.keep() for the entries of this
  // team.
  KOKKOS_INLINE_FUNCTION void store(Index k, const Arriving &arriving, int plane,
                                    bool own_plane) const {
    if (is_beyond_slab(k)) {
      store_ghosts(k, plane);
      return;
    }
    int turns = 0;
    Index folded = k;
    fold(2, folded, turns);
    for (int c = 0; c < 3; ++c) {
      const Complex value = source.combine(arriving.own[c]);
      if (own_plane && in_grid)
        source.keep(entry(c, k), value);
      here(plane, c)[0] = turned(value, turns | own.turns);
    }
    if (rim_index >= 0)
      scratch[plane + rim_index] = turned(source.combine(arriving.rim), turns | rim.turns);
  }

  KOKKOS_INLINE_FUNCTION Complex over_mu(int c, Index at_i, Index at_j, Index at_k,
                                         const Complex &h) const {
    if (!is_magnetic || !in_grid || at_k >= system.count[2])
      return h;
    if (is_beyond_slab(at_k))
      return system.inverse_mu(system.mu_below(c * plane_size() +
                                               Number(wrapped(1, at_j)) * system.count[0] +
                                               wrapped(0, at_i))) *
             h;
    const Number at = c * size() + wrapped(2, at_k) * plane_size() +
                      Number(wrapped(1, at_j)) * system.count[0] + wrapped(0, at_i);
    return system.inverse_mu(system.mu_id(at)) * h;
  }

  // Computes H_x and H_y here, between plane k and the one above.
  KOKKOS_INLINE_FUNCTION void magnetic(Index k, int at, int above, Complex &hx, Complex &hy) const {
    const Entries<Complex> ez = here(at, 2);
    const Complex half_z =
        number(system.half_rate[2], is_slab && k < 0 ? system.before[2] : wrapped(2, k));
    const Complex half_x = in_grid ? number(system.half_rate[0], i) : Complex(0),
                  half_y = in_grid ? number(system.half_rate[1], j) : Complex(0);
    hx = over_mu(0, i, j, k,
                 (ez[k_width] - ez[0]) * half_y - (here(above, 1)[0] - here(at, 1)[0]) * half_z);
    hy = over_mu(1, i, j, k,
                 (here(above, 0)[0] - here(at, 0)[0]) * half_z - (ez[1] - ez[0]) * half_x);
  }

  // Computes curl H here, in plane k, from H_x and H_y of this plane and of the one below.
  KOKKOS_INLINE_FUNCTION void curls(Index k, int at, int above, const Complex &hx,
                                    const Complex &hy, const Complex &hx_below,
                                    const Complex &hy_below, Complex (&curl)[3]) const {
    const Entries<Complex> ex = here(at, 0), ey = here(at, 1), ez = here(at, 2);
    const Complex half_x = number(system.half_rate[0], i), half_y = number(system.half_rate[1], j);
    const Complex half_z = number(system.half_rate[2], k), node_z = number(system.node_rate[2], k);
    const Complex node_x = number(system.node_rate[0], i), node_y = number(system.node_rate[1], j);
    const Complex hz =
        over_mu(2, i, j, k, (ey[1] - ey[0]) * half_x - (ex[k_width_x] - ex[0]) * half_y);
    const Complex back_x = number(system.half_rate[0], wrapped(0, i - 1));
    const Complex back_y = number(system.half_rate[1], wrapped(1, j - 1));
    Complex hz_before_x =
        over_mu(2, i - 1, j, k, (ey[0] - ey[-1]) * back_x - (ex[k_width_x - 1] - ex[-1]) * half_y);
    Complex hy_before =
        over_mu(1, i - 1, j, k, (here(above, 0)[-1] - ex[-1]) * half_z - (ez[0] - ez[-1]) * back_x);
    Complex hz_before_y =
        over_mu(2, i, j - 1, k,
                (ey[1 - k_width] - ey[-k_width]) * half_x - (ex[0] - ex[-k_width_x]) * back_y);
    Complex hx_before = over_mu(0, i, j - 1, k,
                                (ez[0] - ez[-k_width]) * back_y -
                                    (here(above, 1)[-k_width] - ey[-k_width]) * half_z);
    if (i == 0 && !system.periodic[0])
      hz_before_x = hy_before = Complex(0);
    if (j == 0 && !system.periodic[1])
      hz_before_y = hx_before = Complex(0);
    curl[0] = (hz - hz_before_y) * node_y - (hy - hy_below) * node_z;
    curl[1] = (hx - hx_below) * node_z - (hz - hz_before_x) * node_x;
    curl[2] = (hy - hy_before) * node_x - (hx - hx_before) * node_y;
  }
};

} // namespace curlew::fdfd
