#pragma once

// Included by near_pairs_*.cpp only.

#include <curlew/methods/mom/fill/corner_entries.hpp>
#include <curlew/methods/mom/fill/interrupts.hpp>
#include <curlew/methods/mom/fill/near_fill.hpp>
#include <curlew/methods/mom/integrals/close_faces.hpp>
#include <curlew/methods/mom/integrals/point_potential.hpp>

namespace curlew::mom {

// Sums up a rule on the source face for one test point, whose weight is `area`.
template <class Moments> struct PointSource {
  const double *r;
  double area;
  Moments &moments;
  CURLEW_MOM_FUNCTION void operator()(const double *source, double weight) const {
    moments(r, source, weight * area);
  }
};

// Adds the entries of near pairs (p, q), p <= q: those with p as the test face and those with q.
template <class Space, class Real, bool k_magnetic, class Block> struct AddNearPairs {
  using Moments = PairMoments<Real, k_magnetic>;

  SurfaceTable<Space> surface;
  NearPairs<Space> pairs;
  NearRules<Space> rules;
  PairRuleRows rule; // rule of pairs of this kind
  Testing testing;
  Combination with;
  Block block;

  CURLEW_MOM_FUNCTION void operator()(const Offset i) const {
    if (is_interrupted<Space>())
      return;
    const Index p = pairs.first(i), q = pairs.second(i);
    const bool test_p = is_tested(p) && is_source(q);
    const bool test_q = p != q && is_tested(q) && is_source(p);
    if (!test_p && !test_q)
      return;
    const Face &face_p = surface.faces(p), &face_q = surface.faces(q);
    if (testing == Testing::centroid) {
      if (test_p)
        add_point_test(p, q, face_p, face_q);
      if (test_q)
        add_point_test(q, p, face_q, face_p);
      return;
    }
    Moments moments(face_p, face_q, with, p != q);
    if (pairs.kind == NearKind::nearest && CloseFaces<k_magnetic>::has(face_p, face_q, with)) {
      ElectricMoments<double> electric;
      MagneticMoments<double> magnetic, swapped;
      CloseFaces<k_magnetic>{rule, rules.face.points.data(), rules.face.weights.data(),
                             rules.face.count}
          .integrate(face_p, face_q, moments, electric, magnetic, swapped);
      add(electric, total(moments.electric));
      add(magnetic, total(moments.magnetic));
      add(swapped, total(moments.swapped));
      scatter_both(p, q, test_p, test_q, electric, magnetic, swapped);
      return;
    }
    integrate(p, q, face_p, face_q, moments);
    // In one plane R x f' is normal to it, so the magnetic moments of a face with itself are 0.
    scatter_both(p, q, test_p, test_q, total(moments.electric),
                 p == q ? MagneticMoments<double>() : total(moments.magnetic),
                 total(moments.swapped));
  }

private:
  CURLEW_MOM_FUNCTION const Index *nodes(Index face) const {
    return reinterpret_cast<const Index *>(&surface.nodes(face));
  }
  CURLEW_MOM_FUNCTION bool is_tested(Index face) const {
    if (face >= surface.own_faces) // an image
      return false;
    for (Index h = surface.slot_offset(3 * face); h < surface.slot_offset(3 * face + 3); ++h)
      if (block.row(surface.halves(h).basis) >= 0)
        return true;
    return false;
  }

  CURLEW_MOM_FUNCTION bool is_source(Index face) const {
    for (Index h = surface.slot_offset(3 * face); h < surface.slot_offset(3 * face + 3); ++h)
      if (block.column(surface.halves(h).basis) >= 0)
        return true;
    return false;
  }

  CURLEW_MOM_FUNCTION void integrate(Index p, Index q, const Face &face_p, const Face &face_q,
                                     Moments &moments) const {
    const SeparateFaces separate{rule};
    if (pairs.kind == NearKind::nearest) {
      separate.integrate(face_p, face_q, moments);
    } else if (pairs.kind == NearKind::near) {
      separate.product(face_p, face_q, moments);
    } else {
      SharedCorners corners = shared_corners(nodes(p), nodes(q));
      const int even = sort_corners(face_p, face_q, corners);
      const int orders = even < 0 ? 1 : 2; // two orders: their mean is taken
      for (int order = 0; order < orders; ++order) {
        PairMap map;
        map.set(map.p, face_p, corners.of_p, face_p.centroid);
        map.set(map.q, face_q, corners.of_q, face_q.centroid);
        map.area = face_p.area * face_q.area / orders;
        moments.integrate(map, rule);
        if (orders == 2)
          exchange_corners(corners, even, even + 1);
      }
      if (pairs.kind == NearKind::same)
        moments.symmetrise();
    }
  }

  // Adds a pair with the centroid of p as the test point.
  CURLEW_MOM_FUNCTION void add_point_test(Index p, Index q, const Face &face_p,
                                          const Face &face_q) const {
    if (pairs.kind == NearKind::near) {
      Moments moments(face_p, face_q, with, false);
      SeparateFaces{rule}.product(face_p, face_q, moments);
      scatter(p, q, total(moments.electric), total(moments.magnetic));
      return;
    }
    PairMoments<double, k_magnetic> moments(face_p, face_q, with, false);
    const double *r = face_p.centroid;
    if constexpr (k_magnetic) {
      const PointSource<PairMoments<double, k_magnetic>> add{r, face_p.area, moments};
      integrate_seen_from(r, face_q, rules.line.points.data(), rules.line.weights.data(),
                          rules.line.count, add);
    } else {
      const double rho[3] = {0, 0, 0};
      Parts<double> t0;
      PartsVector<double> t1;
      add_potential<Real>(r, face_q, with.wavenumber, rule, t0, t1);
      add_point(moments.electric, face_p.area, rho, t0, t1);
    }
    scatter(p, q, moments.electric, moments.magnetic);
  }

  CURLEW_MOM_FUNCTION void scatter_both(Index p, Index q, bool test_p, bool test_q,
                                        const ElectricMoments<double> &electric,
                                        const MagneticMoments<double> &magnetic,
                                        const MagneticMoments<double> &swapped) const {
    if (test_p)
      scatter(p, q, electric, magnetic);
    if (test_q)
      scatter(q, p, exchanged(electric), swapped);
  }

  CURLEW_MOM_FUNCTION void scatter(Index p, Index q, const ElectricMoments<double> &electric,
                                   const MagneticMoments<double> &magnetic) const {
    add_corner_entries<k_magnetic>(surface, block, with, p, q, 1, electric, magnetic);
    if constexpr (k_magnetic) {
      if (p == q && with.turned) // half of <f.f'>
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            add_halves(surface, block, 3 * p + i, 3 * p + j,
                       {with.magnetic * 0.5 * gram(surface.faces(p), i, j), 0});
    }
  }
};

template <class Space, class Real, bool k_magnetic, class Block>
void launch_near_pairs(const Space &space, const SurfaceTable<Space> &surface,
                       const NearRules<Space> &rules, const NearPairs<Space> &pairs,
                       Testing testing, const Combination &with, const Block &block) {
  Kokkos::parallel_for(
      "curlew::mom::near_pairs",
      RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, pairs.first.extent(0)),
      AddNearPairs<Space, Real, k_magnetic, Block>{surface, pairs, rules, rules.rows(pairs.kind),
                                                   testing, with, block});
}

template <class Space, class Block>
void add_near_pairs(const Space &space, const SurfaceTable<Space> &surface,
                    const NearRules<Space> &rules, const NearPairs<Space> &pairs, Testing testing,
                    const Combination &with, const Block &block) {
  using Real = std::conditional_t<is_device<Space>, double, SimdDouble>;
  if (with.magnetic != 0)
    launch_near_pairs<Space, Real, true>(space, surface, rules, pairs, testing, with, block);
  else
    launch_near_pairs<Space, Real, false>(space, surface, rules, pairs, testing, with, block);
}

// Written by near_pairs_device.cpp and near_pairs_host.cpp, each for its spaces.
#define CURLEW_INSTANTIATE_NEAR_PAIRS_INTO(Space, ...)                                             \
  template void add_near_pairs<Space>(const Space &, const SurfaceTable<Space> &,                  \
                                      const NearRules<Space> &, const NearPairs<Space> &, Testing, \
                                      const Combination &, const __VA_ARGS__ &);
#define CURLEW_INSTANTIATE_NEAR_PAIRS(Space)                                                       \
  CURLEW_INSTANTIATE_NEAR_PAIRS_INTO(Space, MatrixBlock<Space>)                                    \
  CURLEW_INSTANTIATE_NEAR_PAIRS_INTO(Space, NearRows<Space, double>)                               \
  CURLEW_INSTANTIATE_NEAR_PAIRS_INTO(Space, NearRows<Space, float>)

} // namespace curlew::mom
