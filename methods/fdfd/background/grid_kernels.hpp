#pragma once

#include <curlew/methods/fdfd/background/box.hpp>
#include <curlew/methods/fdfd/system.hpp>

namespace curlew::fdfd {

// What kernels ask about the entries of a box of the grid: "entry e of the box" counts through its
// three blocks.
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

  struct Place {
    int component;
    Index at[3];
  };
  KOKKOS_INLINE_FUNCTION Place place(Offset e) const {
    Place place;
    place.component = static_cast<int>(e / block);
    const Offset rest = e - place.component * block, line = rest / size[0];
    place.at[0] = first[0] + static_cast<Index>(rest - line * size[0]);
    place.at[1] = first[1] + static_cast<Index>(line % size[1]);
    place.at[2] = first[2] + static_cast<Index>(line / size[1]);
    return place;
  }
  // Of the whole grid.
  KOKKOS_INLINE_FUNCTION Offset in_grid(const Place &p) const {
    return p.component * system.size() +
           (Offset(p.at[2]) * system.count[1] + p.at[1]) * system.count[0] + p.at[0];
  }
  KOKKOS_INLINE_FUNCTION Complex weight(const Place &p) const {
    Complex product = 1;
    for (int d = 0; d < 3; ++d)
      product *= d == p.component ? system.half_length[d](p.at[d]) : system.node_length[d](p.at[d]);
    return product;
  }
};

// to := W from: the entries of a box, out of a vector on the grid.
template <class Space> struct Weigh {
  BoxEntries<Space> box;
  Vector<Space> from, to;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset e) const {
    const auto place = box.place(e);
    to(e) = box.weight(place) * from(box.in_grid(place));
  }
};

template <class Space>
void weigh(const Space &space, const System<Space> &system, const Box &box,
           const Vector<Space> &from, const Vector<Space> &to) {
  Kokkos::parallel_for("curlew::fdfd::background_weigh",
                       Kokkos::RangePolicy<Space>(space, 0, 3 * box.entries()),
                       Weigh<Space>{BoxEntries<Space>(system, box), from, to});
}

} // namespace curlew::fdfd
