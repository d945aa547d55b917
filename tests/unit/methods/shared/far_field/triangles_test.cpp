#include "dipole.hpp"

#include <gtest/gtest.h>

#include <map>

// Triangles as producers of surface currents: a sphere that the test refines by itself.
namespace curlew {
namespace {

using testing::complex;
using testing::difference;
using testing::Dipole;
using testing::Vector;

struct Triangles {
  std::vector<Vector> nodes;
  std::vector<std::array<std::size_t, 3>> corners; // counter-clockwise from outside
};

// Returns an octahedron refined `levels` times, its new nodes moved onto the sphere. Every half and
// quarter of it is a whole number of triangles.
Triangles sphere(int levels, double radius) {
  Triangles mesh;
  mesh.nodes = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  mesh.corners = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                  {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  for (int level = 0; level < levels; ++level) {
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> middles;
    const auto middle = [&](std::size_t a, std::size_t b) {
      const auto [entry, is_new] = middles.insert({std::minmax(a, b), mesh.nodes.size()});
      if (is_new) {
        Vector sum;
        for (int d = 0; d < 3; ++d)
          sum[d] = mesh.nodes[a][d] + mesh.nodes[b][d];
        const double length = std::sqrt(testing::dot(sum, sum));
        mesh.nodes.push_back({sum[0] / length, sum[1] / length, sum[2] / length});
      }
      return entry->second;
    };
    std::vector<std::array<std::size_t, 3>> refined;
    for (const auto &[a, b, c] : mesh.corners) {
      const std::size_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      refined.insert(refined.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    mesh.corners = refined;
  }
  for (Vector &node : mesh.nodes)
    for (double &x : node)
      x *= radius;
  return mesh;
}

// J = n x H and M = -n x E of all sources at the centres of the triangles above `lowest_z`.
SurfaceCurrents currents_on(const Triangles &mesh, const std::vector<Dipole> &sources,
                            const std::vector<double> &amplitudes, double lowest_z = -1e9) {
  SurfaceCurrents currents;
  currents.wavenumber = sources[0].wavenumber;
  for (const auto &[a, b, c] : mesh.corners) {
    Vector centre, ab, ac;
    for (int d = 0; d < 3; ++d) {
      centre[d] = (mesh.nodes[a][d] + mesh.nodes[b][d] + mesh.nodes[c][d]) / 3;
      ab[d] = mesh.nodes[b][d] - mesh.nodes[a][d];
      ac[d] = mesh.nodes[c][d] - mesh.nodes[a][d];
    }
    if (centre[2] < lowest_z)
      continue;
    Vector normal = testing::cross(ab, ac);
    const double twice = std::sqrt(testing::dot(normal, normal));
    for (double &x : normal)
      x /= twice;
    ComplexVector e{}, h{};
    for (std::size_t s = 0; s < sources.size(); ++s) {
      const auto [one_e, one_h] = sources[s].fields(centre);
      for (int d = 0; d < 3; ++d) {
        e[d] += amplitudes[s] * one_e[d];
        h[d] += amplitudes[s] * one_h[d];
      }
    }
    ComplexVector J = testing::cross(normal, h), M = testing::cross(normal, e);
    for (complex &component : M)
      component *= -1;
    currents.positions_m.push_back(centre);
    currents.J.push_back(J);
    currents.M.push_back(M);
    currents.areas_m2.push_back(0.5 * twice);
  }
  return currents;
}

constexpr double k_radius = 0.05; // about half a wavelength
const std::vector<Direction> k_directions =
    all_directions({0, 17, 45, 90, 120, 180}, {0, 33, 90, 200, 301});

double error_on(int levels, const Dipole &dipole, Backend backend) {
  const auto currents = currents_on(sphere(levels, k_radius), {dipole}, {1});
  return difference(far_field(backend, currents, k_directions),
                    testing::far_of(dipole, k_directions));
}

TEST(FarFieldOfTriangles, ConvergesToSecondOrder) {
  for (const bool is_magnetic : {false, true}) {
    Dipole dipole;
    dipole.is_magnetic = is_magnetic;
    for (const Backend backend : compiled_backends()) {
      const double coarse = error_on(4, dipole, backend), fine = error_on(5, dipole, backend);
      EXPECT_LT(fine, 2e-3);
      // One point per triangle is exact for linear functions: second order, from 2048 to 8192.
      EXPECT_NEAR(std::log2(coarse / fine), 2, 0.15);
    }
  }
}

TEST(FarFieldOfTriangles, NoticesASourceOutside) {
  // A source outside radiates nothing through a closed surface.
  Dipole outside;
  outside.position_m = {0.2, 0.1, -0.15};
  const auto leak = [&](int levels) {
    const auto currents = currents_on(sphere(levels, k_radius), {outside}, {1});
    double worst = 0;
    for (const FarField &far : far_field(Backend::serial, currents, k_directions))
      worst = std::max({worst, std::abs(far.theta), std::abs(far.phi)});
    return worst / std::abs(outside.factor());
  };
  EXPECT_LT(leak(5), 2e-3);
  EXPECT_NEAR(std::log2(leak(4) / leak(5)), 2, 0.2);
  // Twins: a sign lost, and a surface with a hole.
  Dipole dipole;
  auto currents = currents_on(sphere(4, k_radius), {dipole}, {1});
  for (ComplexVector &M : currents.M)
    for (complex &component : M)
      component *= -1;
  EXPECT_GT(difference(far_field(Backend::serial, currents, k_directions),
                       testing::far_of(dipole, k_directions)),
            0.5);
  currents = currents_on(sphere(4, k_radius), {dipole}, {1}, 0);
  EXPECT_GT(difference(far_field(Backend::serial, currents, k_directions),
                       testing::far_of(dipole, k_directions)),
            0.05);
}

// Over a plane the upper half of a surface and the images of its currents make up the whole.
TEST(FarFieldOfTriangles, OfHalfASphereOnAPlane) {
  Dipole above;
  above.position_m = {0.004, -0.003, 0.02};
  Dipole image = above;
  image.position_m[2] *= -1;
  image.along = {-above.along[0], -above.along[1], above.along[2]};
  const auto directions = all_directions({0, 30, 60, 85}, {0, 33, 90, 200, 301});
  auto exact = testing::far_of(above, directions);
  for (std::size_t d = 0; d < exact.size(); ++d) {
    exact[d].theta += image.far(directions[d]).theta;
    exact[d].phi += image.far(directions[d]).phi;
  }
  const auto currents = currents_on(sphere(5, k_radius), {above, image}, {1, 1}, 0);
  EXPECT_EQ(currents.positions_m.size(), 8u * 1024 / 2);
  const ImagePlane pec{2, 0, ImagePlane::Type::pec}, pmc{2, 0, ImagePlane::Type::pmc};
  const double error = difference(far_field(Backend::serial, currents, directions, {pec}), exact);
  EXPECT_LT(error, 1e-2);
  EXPECT_GT(difference(far_field(Backend::serial, currents, directions, {pmc}), exact), 0.3);
}

} // namespace
} // namespace curlew
