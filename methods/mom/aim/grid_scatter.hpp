#pragma once

#include <curlew/methods/mom/aim/aim_tables.hpp>
#include <curlew/methods/mom/fill/near_rows.hpp>
#include <curlew/methods/mom/integrals/function.hpp>

namespace curlew::mom {

// Subtracts the nine entries of a pair of faces from the rows of the near part.
template <class Space, class Real> struct GridScatter {
  SurfaceTable<Space> surface;
  NearRows<Space, Real> rows;
  Combination with;

  // Of test face p and source face q. Moments hold the areas.
  template <bool k_magnetic>
  CURLEW_MOM_FUNCTION void subtract(Index p, Index q, const ElectricMoments<double> &electric,
                                    const MagneticMoments<double> &magnetic) const {
    const Face &face_p = surface.faces(p), &face_q = surface.faces(q);
    const double factor = -inverse_areas(face_p.area, face_q.area);
    for (int j = 0; j < 3; ++j) {
      double b[3];
      for (int d = 0; d < 3; ++d)
        b[d] = face_q.corner[j][d] - face_q.centroid[d];
      const SourceCorner<double, k_magnetic> corner(with, electric, magnetic, b);
      for (int i = 0; i < 3; ++i) {
        double a[3], turned[3];
        for (int d = 0; d < 3; ++d)
          a[d] = face_p.corner[i][d] - face_p.centroid[d];
        for (int d = 0; d < 3; ++d) {
          const int u = (d + 1) % 3, v = (d + 2) % 3;
          turned[d] = a[u] * face_p.normal[v] - a[v] * face_p.normal[u];
        }
        add_entries(3 * p + i, 3 * q + j, factor * corner.entry(a, turned));
      }
    }
  }

private:
  CURLEW_MOM_FUNCTION void add_entries(Index test, Index source, const Parts<double> &value) const {
    for (Index t = surface.slot_offset(test); t < surface.slot_offset(test + 1); ++t)
      for (Index s = surface.slot_offset(source); s < surface.slot_offset(source + 1); ++s) {
        const double weight = surface.halves(t).weight * surface.halves(s).weight;
        rows.add(surface.halves(t).basis, surface.halves(s).basis, weight * value.re,
                 weight * value.im);
      }
  }
};

// The electric moments with the two faces exchanged.
CURLEW_MOM_FUNCTION ElectricMoments<double> exchanged(const ElectricMoments<double> &moments) {
  ElectricMoments<double> other = moments;
  for (int d = 0; d < 3; ++d) {
    other.s1[d] = moments.s2[d];
    other.s2[d] = moments.s1[d];
  }
  return other;
}

} // namespace curlew::mom
