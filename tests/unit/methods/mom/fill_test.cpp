// The matrix: variants, backends, symmetries; and a sphere solved in the test.

// Computes on the processor beside the kernels: see integrals/function.hpp.
#define CURLEW_MOM_FUNCTION inline

#include "../../core/surface_fixtures.hpp"
#include "../../kokkos_environment.hpp"
#include "backend_limit.hpp"

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/mom/fill/fill_matrix.hpp>
#include <curlew/methods/mom/integrals/simd_green.hpp>

#include <gmock/gmock.h>

#include <complex>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;
using testing::icosphere;

struct Matrix {
  Index rows = 0, columns = 0;
  std::vector<complex> values; // column by column
  const complex &operator()(Index m, Index n) const { return values[std::size_t(n) * rows + m]; }
};

struct Setting {
  Combination with;
  Quadrature quadrature;
  FillVariant variant = FillVariant::face;
  Backend backend = Backend::serial;
};

Matrix fill(const Surface &surface, const Setting &setting, const std::vector<Index> &rows = {}) {
  return with_backend(setting.backend, [&](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
    const MatrixFill<Space> fill(surface, setting.quadrature);
    Matrix result;
    result.rows = rows.empty() ? surface.unknowns() : static_cast<Index>(rows.size());
    result.columns = surface.unknowns();
    const Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> values("z", result.rows,
                                                                     result.columns);
    if (rows.empty())
      fill.fill(space, setting.with, setting.variant, values);
    else
      fill.fill_rows(space, setting.with, setting.variant, rows, values);
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), values);
    for (Index n = 0; n < result.columns; ++n)
      for (Index m = 0; m < result.rows; ++m)
        result.values.emplace_back(host(m, n).real(), host(m, n).imag());
    return result;
  });
}

Matrix fill_columns(const Surface &surface, const Setting &setting,
                    const std::vector<Index> &columns) {
  return with_backend(setting.backend, [&](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
    const Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> values("z", surface.unknowns(),
                                                                     columns.size());
    MatrixFill<Space>(surface, setting.quadrature)
        .fill_columns(space, setting.with, setting.variant, columns, values);
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), values);
    Matrix result{surface.unknowns(), static_cast<Index>(columns.size()), {}};
    for (Index n = 0; n < result.columns; ++n)
      for (Index m = 0; m < result.rows; ++m)
        result.values.emplace_back(host(m, n).real(), host(m, n).imag());
    return result;
  });
}

// Entry by entry, against the largest.
double difference(const Matrix &a, const Matrix &b) {
  double worst = 0, largest = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    worst = std::max(worst, std::abs(a.values[i] - b.values[i]));
    largest = std::max(largest, std::abs(b.values[i]));
  }
  return worst / largest;
}

// A sphere (80 faces), and a plate with a third leaf standing on one of its edges.
std::vector<Surface> surfaces() {
  TriMesh leaf = testing::plate(6, 4);
  leaf.points.push_back({2.5, 1, 0.8});
  const Index top = static_cast<Index>(leaf.points.size()) - 1;
  leaf.triangles.push_back({9, 10, top});
  leaf.triangle_group.push_back(0);
  return {make_surface(icosphere(1)), make_surface(leaf)};
}

std::vector<Setting> settings() {
  std::vector<Setting> all;
  for (const Testing kind : {Testing::galerkin, Testing::centroid})
    for (const double magnetic : {0.0, 0.5}) {
      Setting one;
      one.with = {1.3, 1 - magnetic, magnetic};
      one.quadrature.testing = kind;
      all.push_back(one);
    }
  return all;
}

TEST(MomFill, IsTheSameByEdgesByFacesAndOnEveryBackend) {
  for (const Surface &surface : surfaces())
    for (Setting setting : settings()) {
      const Matrix expected = fill(surface, setting);
      for (const Backend backend : compiled_backends()) {
        setting.backend = backend;
        setting.variant = FillVariant::edge;
        const Matrix by_edges = fill(surface, setting);
        EXPECT_LT(difference(by_edges, expected), limit_between(backend));
        setting.variant = FillVariant::face;
        EXPECT_LT(difference(fill(surface, setting), by_edges), 1e-13);
      }
      Setting other = setting;
      other.with.wavenumber *= 1.001;
      EXPECT_GT(difference(fill(surface, other), expected), 1e-7);
    }
}

// Waves that decay, both ways of testing the magnetic field, planes of symmetry, parts of the
// electric equation.
TEST(MomFill, OfMediaAndImagesIsTheSameByEdgesAndByFaces) {
  const std::vector<ImagePlane> planes = {{0, 0, ImagePlane::Type::pec},
                                          {2, -0.3, ImagePlane::Type::pmc}};
  TriMesh mesh = testing::plate(4, 3);
  for (Point &p : mesh.points)
    p[2] = 0.4 * p[0] + 0.05 * p[1] * p[0];
  for (const Surface &surface : {make_surface(icosphere(1)), make_surface(mesh, 0, planes)})
    for (const bool turned : {true, false}) {
      Setting setting;
      setting.with = {1.3, 0.4, 0.6};
      setting.with.decay = 0.5;
      setting.with.charge = 0.3;
      setting.with.turned = turned;
      const Matrix expected = fill(surface, setting);
      for (const Backend backend : compiled_backends()) {
        setting.backend = backend;
        setting.variant = FillVariant::edge;
        const Matrix by_edges = fill(surface, setting);
        EXPECT_LT(difference(by_edges, expected), limit_between(backend));
        setting.variant = FillVariant::face;
        EXPECT_LT(difference(fill(surface, setting), by_edges), 1e-13);
      }
      const auto off = [&](const auto &change) {
        Setting other = setting;
        change(other.with);
        return difference(fill(surface, other), expected);
      };
      EXPECT_GT(off([](Combination &with) { with.decay = 0.49; }), 1e-5);
      EXPECT_GT(off([](Combination &with) { with.turned = !with.turned; }), 1e-2);
      // the two parts add up
      Setting parts = setting;
      parts.with.charge = 0;
      Matrix sum = fill(surface, parts);
      parts.with = setting.with;
      parts.with.vector = parts.with.magnetic = 0;
      const Matrix charge = fill(surface, parts);
      for (std::size_t i = 0; i < sum.values.size(); ++i)
        sum.values[i] += charge.values[i];
      EXPECT_LT(difference(sum, expected), limit_between(setting.backend));
    }
}

// exp of lanes: through the decay of waves, against that of numbers.
TEST(MomFill, WavesDecayInLanesAsInNumbers) {
  for (const double decay : {1e-9, 0.3, 7.0, 400.0}) {
    const Wavenumber k(2, decay);
    for (const double r : {1e-6, 0.11, 1.0, 2.5}) {
      Green<SimdDouble> lanes;
      Green<double> one;
      SimdDouble squared{};
      for (int lane = 0; lane < k_simd_lanes; ++lane)
        squared[lane] = r * r;
      evaluate_green<true>(squared, k, lanes);
      evaluate_green<true>(r * r, k, one);
      const double size = std::exp(-decay * r) / r, steep = size * (1 / r + decay + 2) / r;
      EXPECT_NEAR(lanes.electric.re[0], one.electric.re, 1e-15 * (1 + decay * r) * size + 1e-300);
      EXPECT_NEAR(lanes.electric.im[0], one.electric.im, 1e-15 * (1 + decay * r) * size + 1e-300);
      EXPECT_NEAR(lanes.magnetic.re[0], one.magnetic.re, 1e-15 * (1 + decay * r) * steep + 1e-300);
      EXPECT_NEAR(lanes.magnetic.im[0], one.magnetic.im, 1e-15 * (1 + decay * r) * steep + 1e-300);
    }
  }
}

TEST(MomFill, OfSomeRowsIsThatOfAll) {
  for (const Surface &surface : surfaces())
    for (Setting setting : settings())
      for (const FillVariant variant : {FillVariant::face, FillVariant::edge}) {
        setting.variant = variant;
        const Matrix all = fill(surface, setting);
        const std::vector<Index> rows = {0, 3, 17, surface.unknowns() - 1};
        const Matrix some = fill(surface, setting, rows);
        for (std::size_t r = 0; r < rows.size(); ++r)
          for (Index n = 0; n < surface.unknowns(); ++n)
            ASSERT_LT(std::abs(some(Index(r), n) - all(rows[r], n)), 1e-12);
      }
}

// Neighbours, columns apart, and the last one; with images and a junction of three faces.
TEST(MomFill, OfSomeColumnsIsThatOfAll) {
  const std::vector<ImagePlane> planes = {{0, 0, ImagePlane::Type::pec},
                                          {2, -0.3, ImagePlane::Type::pmc}};
  TriMesh mesh = testing::plate(4, 3);
  for (Point &p : mesh.points)
    p[2] = 0.4 * p[0] + 0.05 * p[1] * p[0];
  std::vector<Surface> all = surfaces();
  all.push_back(make_surface(mesh, 0, planes));
  for (const Surface &surface : all)
    for (Setting setting : settings()) {
      const Matrix expected = fill(surface, setting);
      const std::vector<Index> columns{0, 1, 2, 3, 7, 9, 10, surface.unknowns() - 1};
      for (const Backend backend : compiled_backends())
        for (const FillVariant variant : {FillVariant::edge, FillVariant::face}) {
          setting.backend = backend;
          setting.variant = variant;
          const Matrix some = fill_columns(surface, setting, columns);
          Matrix picked, shifted; // the twin has another column in one place
          for (std::size_t c = 0; c < columns.size(); ++c)
            for (Index m = 0; m < surface.unknowns(); ++m) {
              picked.values.push_back(expected(m, columns[c]));
              shifted.values.push_back(expected(m, c == 5 ? 8 : columns[c]));
            }
          EXPECT_LT(difference(some, picked), limit_between(backend));
          EXPECT_GT(difference(some, shifted), 1e-3);
        }
    }
}

TEST(MomFill, IsSymmetricWithGalerkinTestingOfTheElectricEquation) {
  for (const Surface &surface : surfaces()) {
    const auto asymmetry = [&](Testing kind, double magnetic) {
      Setting setting;
      setting.with = {1.3, 1 - magnetic, magnetic};
      setting.quadrature.testing = kind;
      setting.variant = FillVariant::edge;
      const Matrix z = fill(surface, setting);
      Matrix transposed = z;
      for (Index n = 0; n < z.columns; ++n)
        for (Index m = 0; m < z.rows; ++m)
          transposed.values[std::size_t(n) * z.rows + m] = z(n, m);
      return difference(z, transposed);
    };
    EXPECT_LT(asymmetry(Testing::galerkin, 0), 1e-14);
    EXPECT_GT(asymmetry(Testing::centroid, 0), 1e-4);
    EXPECT_GT(asymmetry(Testing::galerkin, 0.5), 1e-4);
  }
}

TEST(NearPairs, OfAGradedMeshAreThoseOfAllPairs) {
  TriMesh mesh = testing::plate(12, 5);
  for (Point &p : mesh.points)
    p[0] = std::pow(p[0] / 12, 6) * 12; // edges from 1 to 4e-6
  const Surface surface = make_surface(mesh);
  const NearTest test = make_near_test(surface);
  const PairList list = near_pairs(surface, test, 2);
  for (Index p = 0; p < surface.face_count(); ++p) {
    std::vector<Index> expected;
    for (Index q = p; q < surface.face_count(); ++q)
      if (test.is_near(p, q))
        expected.push_back(q);
    EXPECT_THAT(std::vector<Index>(list.second.begin() + list.offset[p],
                                   list.second.begin() + list.offset[p + 1]),
                ::testing::ElementsAreArray(expected));
  }
}

} // namespace
} // namespace curlew::mom
