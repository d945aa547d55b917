#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/methods/fdfd/problem.hpp>
#include <curlew/methods/fdfd/solve/system.hpp>

namespace curlew::fdfd {

// Planes along z of a grid that is divided among ranks, as one rank has them. The vectors of a slab
// hold its own planes only. A product reads one plane on either side of it, from the neighbours.
struct Slab {
  // The slab as a grid of its own: axes, constants and ids; its rates along z end with that of the
  // half below. Columns of its couplings from unknowns() on are entries of the plane below, then of
  // the plane above, each [component][j][i].
  Problem part;
  Problem whole;    // axes, layers and constants of the whole grid, without ids
  Index first = 0;  // number of its first plane in the whole grid
  Index planes = 0; // of the whole grid
  // Ranks with the planes beyond; -1: a wall, or on one rank a periodic image.
  int below = -1, above = -1;
  complex phase = 1, phase_back = 1;   // of E on the plane above, and on the plane below
  std::vector<std::uint16_t> mu_below; // ids of mu of the plane below, of all three components
  std::vector<double> scales;          // row_scales(), or empty
  bool is_coupled = false;             // any slab has couplings
};

// Returns the first plane of each rank and, at the end, their number: the numbers of planes differ
// by one at most. `planes` must be at least `ranks`.
std::vector<Index> slab_begins(Index planes, int ranks);

// Divides the root's problem; the other ranks pass null. Collective.
Slab divide(const Problem *whole, const Communicator &ranks);

// Returns the entries of a vector of the whole grid that lie in `count` planes from `first` on.
template <class T>
std::vector<T> planes_of(const std::vector<T> &whole, Offset plane, Index planes, Index first,
                         Index count) {
  std::vector<T> part;
  part.reserve(3 * count * plane);
  for (Offset c = 0; c < 3; ++c) {
    const auto begin = whole.begin() + (c * planes + first) * plane;
    part.insert(part.end(), begin, begin + count * plane);
  }
  return part;
}

// Sends the root's vector of the whole grid to the slabs, and back. Collective; the root passes and
// gets the whole, the other ranks nothing.
std::vector<complex> scatter_planes(const std::vector<complex> &whole, const Slab &slab,
                                    const Communicator &ranks);
std::vector<complex> gather_planes(const std::vector<complex> &part, const Slab &slab,
                                   const Communicator &ranks);

template <class Space> System<Space> make_slab_system(const Slab &slab) {
  System<Space> system = make_system<Space>(slab.part);
  system.beyond[0] = system.periodic[2] || slab.below >= 0;
  system.beyond[1] = system.periodic[2] || slab.above >= 0;
  system.before[2] = system.count[2];
  system.phase[2] = Complex(slab.phase);
  system.phase_back[2] = Complex(slab.phase_back);
  system.mu_below = to_view<Space>("curlew::fdfd::mu_below", slab.mu_below);
  return system;
}

} // namespace curlew::fdfd
