#pragma once

#include <curlew/methods/mom/integrals/pair_moments.hpp>

namespace curlew::mom {

// Returns a quarter of a face: part 0 ... 2 at a corner, part 3 in the middle.
CURLEW_MOM_FUNCTION Face quarter(const Face &face, int part) {
  double corner[3][3];
  for (int i = 0; i < 3; ++i)
    for (int d = 0; d < 3; ++d) {
      const double *a = face.corner[(part + i) % 3], *b = face.corner[(part + i + 1) % 3];
      corner[i][d] = part == 3 ? 0.5 * (a[d] + b[d])
                               : 0.5 * (face.corner[part][d] + face.corner[(part + i) % 3][d]);
    }
  return make_face(corner);
}

// Integrals over two faces that do not touch, however near they are. The larger of the two is cut
// into four until both are further apart than `k_far_enough` sums of radii; then a product rule is
// applied.
//
// Two faces closer than a sixty-fourth of their size are cut no further: the error grows below that
// distance.
struct SeparateFaces {
  static constexpr double k_far_enough = 2;
  static constexpr int k_deepest = 6; // largest number of cuts of each face
  // Regular meshes have many equal lengths; rounding, which differs between processors, must not
  // decide between them.
  static constexpr double k_clearly = 1 + 1e-9;

  PairRuleRows rule; // a product rule

  // Visits the tree of cuts depth first. The position in the tree follows from the parts taken at
  // each cut, so no stack of faces is needed, which would fill the local memory of a device.
  template <class Moments>
  CURLEW_MOM_FUNCTION void integrate(const Face &p, const Face &q, Moments &moments) const {
    int part[2 * k_deepest], cuts = 0;
    while (true) {
      Face one = p, other = q;
      int depth_one = 0, depth_other = 0;
      for (int i = 0; i < cuts; ++i)
        if (one.radius * k_clearly >= other.radius) {
          one = quarter(one, part[i]);
          ++depth_one;
        } else {
          other = quarter(other, part[i]);
          ++depth_other;
        }
      const int depth = one.radius * k_clearly >= other.radius ? depth_one : depth_other;
      if (depth < k_deepest && separation(one, other) * k_clearly < k_far_enough) {
        part[cuts++] = 0;
        continue;
      }
      product(one, other, moments);
      while (cuts > 0 && ++part[cuts - 1] == 4)
        --cuts;
      if (cuts == 0)
        return;
    }
  }

  // Applies the product rule to triangles inside of the faces of `moments`.
  template <class Moments, class Kernel = WholeGreen>
  CURLEW_MOM_FUNCTION void product(const Face &p, const Face &q, Moments &moments,
                                   const Kernel &kernel = {}) const {
    const int order[3] = {0, 1, 2};
    PairMap map;
    map.set(map.p, p, order, moments.p.centroid);
    map.set(map.q, q, order, moments.q.centroid);
    map.area = p.area * q.area;
    moments.integrate(map, rule, kernel);
  }
};

} // namespace curlew::mom
