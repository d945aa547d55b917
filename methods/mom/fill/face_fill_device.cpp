#include <curlew/methods/mom/fill/face_fill.hpp>

#include <curlew/core/parallel/kokkos_compat.hpp>
#include <curlew/methods/mom/fill/far_moments.hpp>

namespace curlew::mom {
namespace {

// The points of the two faces of a pair, as a device's thread makes them.
template <class Space> struct DeviceTest {
  const Combination &with;
  const Face &face;
  const RuleTable<Space> &rule;

  KOKKOS_INLINE_FUNCTION int count() const { return rule.count; }
  KOKKOS_INLINE_FUNCTION FarPoint<double> at(int i) const {
    return far_point(with, face, &rule.points(3 * i), rule.weights(i));
  }
};

template <class Space> struct DeviceSource {
  const Face &face;
  const RuleTable<Space> &rule;

  KOKKOS_INLINE_FUNCTION int count() const { return rule.count; }
  KOKKOS_INLINE_FUNCTION double weight(int j) const { return rule.weights(j); }
  KOKKOS_INLINE_FUNCTION double centroid(int d) const { return face.centroid[d]; }
  KOKKOS_INLINE_FUNCTION double rho(int j, int d) const {
    double sum = 0;
    for (int i = 0; i < 3; ++i)
      sum += rule.points(3 * j + i) * (face.corner[i][d] - face.centroid[d]);
    return sum;
  }
};

template <class Space, bool k_magnetic> struct FillPairs {
  SurfaceTable<Space> surface;
  RuleTable<Space> test_rule, source_rule;
  Combination with;
  RowBlock<Space> block;
  Kokkos::View<const Index *, Space> test_faces;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    // Neighbouring threads add to neighbouring rows.
    const auto tests = static_cast<Offset>(test_faces.extent(0));
    const Index p = test_faces(item % tests), q = static_cast<Index>(item / tests);
    if (surface.is_near(p, q))
      return;
    const Face &face_p = surface.faces(p), &face_q = surface.faces(q);
    ElectricMoments<double> electric;
    MagneticMoments<double> magnetic;
    add_far<k_magnetic>(DeviceTest<Space>{with, face_p, test_rule},
                        DeviceSource<Space>{face_q, source_rule}, 0.0, with.k(), electric,
                        magnetic);
    const double factor = k_inverse_areas_of_far; // taken by reference: a constant has no address
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
        add_entries(p, i, q, j, factor * corner.entry(a, turned));
      }
    }
  }

private:
  KOKKOS_INLINE_FUNCTION void add_entries(Index p, int i, Index q, int j,
                                          const Parts<double> &value) const {
    for (Index s = surface.slot_offset(3 * q + j); s < surface.slot_offset(3 * q + j + 1); ++s)
      for (Index t = surface.slot_offset(3 * p + i); t < surface.slot_offset(3 * p + i + 1); ++t) {
        const Index row = block.row(surface.halves(t).basis);
        if (row < 0)
          continue;
        const double weight = surface.halves(t).weight * surface.halves(s).weight;
        auto *entry = reinterpret_cast<double *>(&block.values(row, surface.halves(s).basis));
        compat::atomic_add(entry, weight * value.re);
        compat::atomic_add(entry + 1, weight * value.im);
      }
  }
};

template <class Space, bool k_magnetic>
void add_on_device(const Space &space, const Surface &surface, const SurfaceTable<Space> &table,
                   const Quadrature &quadrature, const Combination &with,
                   const std::vector<Index> &rows, const RowBlock<Space> &block) {
  const std::vector<Index> tests = faces_of(surface, rows);
  const FillPairs<Space, k_magnetic> pairs{
      table,
      make_rule_table<Space>(triangle_rule(quadrature.far_test())),
      make_rule_table<Space>(triangle_rule(quadrature.far_source())),
      with,
      block,
      to_view<Space>("curlew::mom::test_faces", tests)};
  Kokkos::parallel_for(
      "curlew::mom::face_pairs",
      RangePolicy<Space>(space, 0, static_cast<Offset>(tests.size()) * surface.face_count()),
      pairs);
  space.fence();
}

} // namespace

template <class Space>
void add_far_by_faces_on_device(const Space &space, const Surface &surface,
                                const SurfaceTable<Space> &table, const Quadrature &quadrature,
                                const Combination &with, const std::vector<Index> &rows,
                                const RowBlock<Space> &block) {
  if (with.magnetic != 0)
    add_on_device<Space, true>(space, surface, table, quadrature, with, rows, block);
  else
    add_on_device<Space, false>(space, surface, table, quadrature, with, rows, block);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void add_far_by_faces_on_device<Space>(                                                 \
      const Space &, const Surface &, const SurfaceTable<Space> &, const Quadrature &,             \
      const Combination &, const std::vector<Index> &, const RowBlock<Space> &);
CURLEW_FOR_EACH_DEVICE_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
