#include <curlew/methods/fdfd/outputs/far_field.hpp>

namespace curlew::fdfd {

LatticeCurrents surface_currents(const HuygensSurface &surface) {
  LatticeCurrents currents;
  // In a medium of index n the fields E and H / n are those of vacuum at n times the frequency.
  currents.wavenumber = surface.index * surface.wavenumber;
  for (const FacePair &pair : surface.pairs) {
    CurrentLattice lattice;
    lattice.u = pair.u;
    lattice.v = pair.w;
    lattice.area_m2 = pair.current_sign() * pair.area_m2 / surface.index;
    for (Index a = 0; a < pair.count_u; ++a)
      lattice.u_m.push_back(surface.axes[pair.u].half_m(pair.first_u + a));
    for (Index b = 0; b < pair.count_w; ++b)
      lattice.v_m.push_back(surface.axes[pair.w].node_m(pair.first_w + b));
    // J is computed from H and placed at E; M is computed from E and placed at H.
    lattice.plane_m = pair.plane_m;
    lattice.component = pair.u;
    lattice.values = pair.magnetic.data();
    currents.lattices.push_back(lattice);
    lattice.plane_m = pair.inside_m;
    lattice.component = pair.w;
    lattice.is_magnetic = true;
    lattice.area_m2 *= surface.index;
    lattice.values = pair.electric.data();
    currents.lattices.push_back(lattice);
  }
  return currents;
}

std::vector<FarField> far_field(const HuygensSurface &surface,
                                const std::vector<Direction> &directions, Backend backend) {
  return curlew::far_field(backend, surface_currents(surface), directions);
}

} // namespace curlew::fdfd
