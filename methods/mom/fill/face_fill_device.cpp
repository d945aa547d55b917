#include <curlew/methods/mom/fill/face_fill.hpp>

#include <curlew/methods/mom/fill/corner_entries.hpp>
#include <curlew/methods/mom/fill/far_moments.hpp>

namespace curlew::mom {
namespace {

// Source faces of a thread, which reads its test face once for all of them.
constexpr int k_sources = 8;

// Data of the faces, row by row, so that neighbouring threads read neighbouring numbers: centroid,
// corners from the centroid, normal, then the points of the source rule from the centroid.
template <class Space> struct FaceRows {
  static constexpr int k_corner = 3, k_normal = 12, k_point = 15;

  Kokkos::View<double **, Kokkos::LayoutRight, Space> values;
  // Basis function at each corner and its signed edge; -1: none, -2: several.
  Kokkos::View<Index **, Kokkos::LayoutRight, Space> basis;
  Kokkos::View<double **, Kokkos::LayoutRight, Space> weight;
};

template <class Space>
FaceRows<Space> make_face_rows(const Combination &with, const Surface &surface,
                               const TriangleRule &rule) {
  const std::size_t faces = surface.faces.size(), points = rule.weights.size();
  using Values = Kokkos::View<double **, Kokkos::LayoutRight, Space>;
  const FaceRows<Space> rows{
      Values("curlew::mom::face_rows", FaceRows<Space>::k_point + 3 * points, faces),
      Kokkos::View<Index **, Kokkos::LayoutRight, Space>("curlew::mom::corner_basis", 3, faces),
      Values("curlew::mom::corner_weight", 3, faces)};
  const auto values = Kokkos::create_mirror_view(rows.values);
  const auto basis = Kokkos::create_mirror_view(rows.basis);
  const auto weight = Kokkos::create_mirror_view(rows.weight);
  for (std::size_t f = 0; f < faces; ++f) {
    const Face &face = surface.faces[f];
    for (int d = 0; d < 3; ++d) {
      values(d, f) = face.centroid[d];
      values(FaceRows<Space>::k_normal + d, f) = face.normal[d];
      for (int i = 0; i < 3; ++i)
        values(FaceRows<Space>::k_corner + 3 * i + d, f) = face.corner[i][d] - face.centroid[d];
    }
    for (std::size_t j = 0; j < points; ++j) {
      const FarPoint<double> point = far_point(with, face, rule.points[j].data(), rule.weights[j]);
      for (int d = 0; d < 3; ++d)
        values(FaceRows<Space>::k_point + 3 * j + d, f) = point.rho[d];
    }
    for (int i = 0; i < 3; ++i) {
      const Index first = surface.slot_offset[3 * f + i], last = surface.slot_offset[3 * f + i + 1];
      basis(i, f) = last - first == 1 ? surface.halves[first].basis : first == last ? -1 : -2;
      weight(i, f) = last - first == 1 ? surface.halves[first].weight : 0;
    }
  }
  Kokkos::deep_copy(rows.values, values);
  Kokkos::deep_copy(rows.basis, basis);
  Kokkos::deep_copy(rows.weight, weight);
  return rows;
}

// Points of a test face, in the registers of a thread.
template <class Space> struct DeviceTest {
  const Combination &with;
  const RuleTable<Space> &rule;
  double centroid[3], corner[3][3], normal[3];

  KOKKOS_INLINE_FUNCTION int count() const { return rule.count; }
  KOKKOS_INLINE_FUNCTION FarPoint<double> at(int i) const {
    FarPoint<double> point;
    point.weight = rule.weights(i);
    for (int d = 0; d < 3; ++d) {
      point.rho[d] = 0;
      for (int c = 0; c < 3; ++c)
        point.rho[d] += rule.points(3 * i + c) * corner[c][d];
      point.r[d] = centroid[d] + point.rho[d];
    }
    turn(with, point.rho, normal, point.turned);
    return point;
  }
};

// A source face, the same for all threads beside each other.
template <class Space> struct DeviceSource {
  const FaceRows<Space> &rows;
  const RuleTable<Space> &rule;
  Index face;

  KOKKOS_INLINE_FUNCTION int count() const { return rule.count; }
  KOKKOS_INLINE_FUNCTION double weight(int j) const { return rule.weights(j); }
  KOKKOS_INLINE_FUNCTION double centroid(int d) const { return rows.values(d, face); }
  KOKKOS_INLINE_FUNCTION double rho(int j, int d) const {
    return rows.values(FaceRows<Space>::k_point + 3 * j + d, face);
  }
};

template <class Space, bool k_magnetic> struct FillPairs {
  SurfaceTable<Space> surface;
  FaceRows<Space> rows;
  RuleTable<Space> test_rule, source_rule;
  Combination with;
  MatrixBlock<Space> block;
  Kokkos::View<const Index *, Space> test_faces, source_faces;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    // Neighbouring threads have neighbouring test faces, and add to neighbouring rows.
    const auto tests = static_cast<Offset>(test_faces.extent(0));
    const Index p = test_faces(item % tests);
    const auto sources = static_cast<Offset>(source_faces.extent(0));
    const Offset first = item / tests * k_sources;
    const Offset last = first + k_sources < sources ? first + k_sources : sources;
    DeviceTest<Space> test{with, test_rule, {}, {}, {}};
    for (int d = 0; d < 3; ++d) {
      test.centroid[d] = rows.values(d, p);
      test.normal[d] = k_magnetic ? rows.values(FaceRows<Space>::k_normal + d, p) : 0;
      for (int i = 0; i < 3; ++i)
        test.corner[i][d] = rows.values(FaceRows<Space>::k_corner + 3 * i + d, p);
    }
    for (Offset s = first; s < last; ++s) {
      const Index q = source_faces(s);
      if (!surface.is_near(p, q))
        add_pair(test, p, q);
    }
  }

private:
  KOKKOS_INLINE_FUNCTION void add_pair(const DeviceTest<Space> &test, Index p, Index q) const {
    ElectricMoments<double> electric;
    MagneticMoments<double> magnetic;
    add_far<k_magnetic>(test, DeviceSource<Space>{rows, source_rule, q}, 0.0, with.k(), electric,
                        magnetic);
    const double factor = k_inverse_areas_of_far; // taken by reference: a constant has no address
    for (int j = 0; j < 3; ++j) {
      double b[3];
      for (int d = 0; d < 3; ++d)
        b[d] = rows.values(FaceRows<Space>::k_corner + 3 * j + d, q);
      const SourceCorner<double, k_magnetic> corner(with, electric, magnetic, b);
      for (int i = 0; i < 3; ++i) {
        double turned[3] = {0, 0, 0};
        if constexpr (k_magnetic)
          turn(with, test.corner[i], test.normal, turned);
        add_entries(p, i, q, j, factor * corner.entry(test.corner[i], turned));
      }
    }
  }

  KOKKOS_INLINE_FUNCTION void add_entries(Index p, int i, Index q, int j,
                                          const Parts<double> &value) const {
    const Index test = rows.basis(i, p), source = rows.basis(j, q);
    if (test == -1 || source == -1)
      return;
    if (test >= 0 && source >= 0) {
      const Index row = block.row(test);
      const double weight = rows.weight(i, p) * rows.weight(j, q);
      if (row >= 0)
        block.add(row, source, weight * value.re, weight * value.im);
      return;
    }
    add_halves(surface, block, 3 * p + i, 3 * q + j, value);
  }
};

template <class Space, bool k_magnetic>
void add_on_device(const Space &space, const Surface &surface, const SurfaceTable<Space> &table,
                   const Quadrature &quadrature, const Combination &with, const BlockFunctions &of,
                   const MatrixBlock<Space> &block) {
  const std::vector<Index> tests = faces_of(surface, of.rows);
  const std::vector<Index> sources = source_faces_of(surface, of.columns);
  const TriangleRule &source_rule = triangle_rule(quadrature.far_source());
  const FillPairs<Space, k_magnetic> pairs{
      table,
      make_face_rows<Space>(with, surface, source_rule),
      make_rule_table<Space>(triangle_rule(quadrature.far_test())),
      make_rule_table<Space>(source_rule),
      with,
      block,
      to_view<Space>("curlew::mom::test_faces", tests),
      to_view<Space>("curlew::mom::source_faces", sources)};
  const Offset groups = (static_cast<Offset>(sources.size()) + k_sources - 1) / k_sources;
  Kokkos::parallel_for("curlew::mom::face_pairs",
                       RangePolicy<Space>(space, 0, static_cast<Offset>(tests.size()) * groups),
                       pairs);
  space.fence();
}

} // namespace

template <class Space>
void add_far_by_faces_on_device(const Space &space, const Surface &surface,
                                const SurfaceTable<Space> &table, const Quadrature &quadrature,
                                const Combination &with, const BlockFunctions &of,
                                const MatrixBlock<Space> &block) {
  if (with.magnetic != 0)
    add_on_device<Space, true>(space, surface, table, quadrature, with, of, block);
  else
    add_on_device<Space, false>(space, surface, table, quadrature, with, of, block);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void add_far_by_faces_on_device<Space>(                                                 \
      const Space &, const Surface &, const SurfaceTable<Space> &, const Quadrature &,             \
      const Combination &, const BlockFunctions &, const MatrixBlock<Space> &);
CURLEW_FOR_EACH_DEVICE_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
