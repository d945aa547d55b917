#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/fdfd/background/box.hpp>
#include <curlew/methods/fdfd/solve/system.hpp>

namespace curlew::fdfd {

// Entries of a box of the grid for kernels: "entry e of the box" counts through its three blocks.
template <class Space> struct BoxEntries {
  System<Space> system;
  Index first[3], size[3];
  Offset block;

  BoxEntries(const System<Space> &system, const Box &box) : system(system), block(box.entries()) {
    for (int d = 0; d < 3; ++d) {
      first[d] = box.first[d];
      size[d] = box.size[d];
    }
  }

  struct GridEntry {
    int component;
    Index at[3];
  };
  KOKKOS_INLINE_FUNCTION GridEntry entry_at(Offset e) const {
    GridEntry found;
    found.component = static_cast<int>(e / block);
    const Offset rest = e - found.component * block, line = rest / size[0];
    found.at[0] = first[0] + static_cast<Index>(rest - line * size[0]);
    found.at[1] = first[1] + static_cast<Index>(line % size[1]);
    found.at[2] = first[2] + static_cast<Index>(line / size[1]);
    return found;
  }
  // Returns the entry's index in a vector of the whole grid.
  KOKKOS_INLINE_FUNCTION Offset in_grid(const GridEntry &p) const {
    return p.component * system.size() +
           (Offset(p.at[2]) * system.count[1] + p.at[1]) * system.count[0] + p.at[0];
  }
  KOKKOS_INLINE_FUNCTION Complex weight(const GridEntry &p) const {
    Complex product = 1;
    for (int d = 0; d < 3; ++d)
      product *= d == p.component ? system.half_length[d](p.at[d]) : system.node_length[d](p.at[d]);
    return product;
  }
};

// to := W from: takes the entries of a box from a vector on the grid.
template <class Space> struct Weigh {
  BoxEntries<Space> box;
  Vector<Space> from, to;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset e) const {
    const auto entry = box.entry_at(e);
    to(e) = box.weight(entry) * from(box.in_grid(entry));
  }
};

template <class Space>
void weigh(const Space &space, const System<Space> &system, const Box &box,
           const Vector<Space> &from, const Vector<Space> &to) {
  Kokkos::parallel_for("curlew::fdfd::background_weigh",
                       RangePolicy<Space>(space, 0, 3 * box.entries()),
                       Weigh<Space>{BoxEntries<Space>(system, box), from, to});
}

// to := s p, or to + s p, at the entries of the support
template <class Space, class Indices> struct Scatter {
  Indices indices;
  Vector<Space> scale, p, to;
  bool add;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    const Complex value = scale(i) * p(i);
    to(indices(i)) = add ? to(indices(i)) + value : value;
  }
};
template <class Space, class Indices>
void scatter(const Space &space, const Indices &indices, const Vector<Space> &scale,
             const Vector<Space> &p, const Vector<Space> &to, bool add = false) {
  Kokkos::parallel_for("curlew::fdfd::scatter", RangePolicy<Space>(space, 0, p.extent(0)),
                       Scatter<Space, Indices>{indices, scale, p, to, add});
}

} // namespace curlew::fdfd
