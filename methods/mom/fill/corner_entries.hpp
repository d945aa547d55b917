#pragma once

#include <curlew/methods/mom/fill/fill_tables.hpp>

namespace curlew::mom {

// Adds an entry for edges of length 1 to the entries of all basis functions at two corners, slots
// of the surface: `test` of a test face, `source` of a source face.
template <class Space, class Block>
CURLEW_MOM_FUNCTION void add_halves(const SurfaceTable<Space> &surface, const Block &block,
                                    Index test, Index source, const Parts<double> &value) {
  for (Index s = surface.slot_offset(source); s < surface.slot_offset(source + 1); ++s)
    for (Index t = surface.slot_offset(test); t < surface.slot_offset(test + 1); ++t) {
      const Index row = block.row(surface.halves(t).basis);
      if (row < 0)
        continue;
      const double weight = surface.halves(t).weight * surface.halves(s).weight;
      block.add(row, surface.halves(s).basis, weight * value.re, weight * value.im);
    }
}

// Adds the entries of the nine pairs of corners of test face p and source face q, times `sign`. The
// moments must include the areas.
template <bool k_magnetic, class Space, class Block>
CURLEW_MOM_FUNCTION void add_corner_entries(const SurfaceTable<Space> &surface, const Block &block,
                                            const Combination &with, Index p, Index q, double sign,
                                            const ElectricMoments<double> &electric,
                                            const MagneticMoments<double> &magnetic) {
  const Face &face_p = surface.faces(p), &face_q = surface.faces(q);
  const double factor = sign * inverse_areas(face_p.area, face_q.area);
  for (int j = 0; j < 3; ++j) {
    double b[3];
    for (int d = 0; d < 3; ++d)
      b[d] = face_q.corner[j][d] - face_q.centroid[d];
    const SourceCorner<double, k_magnetic> corner(with, electric, magnetic, b);
    for (int i = 0; i < 3; ++i) {
      double a[3], turned[3];
      for (int d = 0; d < 3; ++d)
        a[d] = face_p.corner[i][d] - face_p.centroid[d];
      turn(with, a, face_p.normal, turned);
      add_halves(surface, block, 3 * p + i, 3 * q + j, factor * corner.entry(a, turned));
    }
  }
}

} // namespace curlew::mom
