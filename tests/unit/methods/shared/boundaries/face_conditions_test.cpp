// The role that each kind of boundary gives to a face, and where conditions may stand.
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/overloaded.hpp>
#include <curlew/methods/shared/boundaries/face_conditions.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>
#include <curlew/tests/support/mark_surface.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace curlew {
namespace {

using ::testing::HasSubstr;

PortSpec port(PortForm form) {
  PortSpec spec;
  spec.form = std::move(form);
  return spec;
}

SurfaceImpedanceSpec impedance(std::optional<std::complex<double>> ohm) {
  SurfaceImpedanceSpec spec;
  spec.ohm = ohm;
  spec.sigma = 1e6;
  return spec;
}

TEST(FaceRole, IsThatOfTheKind) {
  const std::pair<BoundaryCondition, FaceRole> roles[] = {
      {Pec(), FaceRole::electric_wall},
      {Pmc(), FaceRole::magnetic_wall},
      {Abc(), FaceRole::absorbing},
      {PmlSpec(), FaceRole::layer_end},
      {PeriodicSpec(), FaceRole::periodic},
      {impedance(50), FaceRole::impedance},
      {SymmetrySpec{false}, FaceRole::electric_wall},
      {SymmetrySpec{true}, FaceRole::magnetic_wall},
      {LumpedBoundarySpec(), FaceRole::lumped},
      {port(LumpedPort()), FaceRole::lumped},
      {port(CoaxialPort()), FaceRole::wave_port},
      {port(RectangularPort()), FaceRole::wave_port},
      {port(ModalPort()), FaceRole::wave_port},
      {ImposedFieldSpec(), FaceRole::imposed}};
  for (const auto &[condition, role] : roles) {
    const Boundary boundary{"wall", condition};
    EXPECT_EQ(role_of(boundary), role) << type_of(boundary);
  }
}

// A kind that there is not, as after the first step of "How to add a kind of boundary" in
// docs/developing.md: what visits the conditions does not compile until it answers for it.
struct ToyWall {
  static constexpr std::string_view k_type = "toy";
};
template <class... Kinds>
constexpr std::variant<Kinds..., ToyWall> with_toy(const std::variant<Kinds...> &);
template <class Visitor, class... Kinds>
constexpr bool answers(const Visitor &, const std::variant<Kinds...> *) {
  return (std::is_invocable_v<const Visitor &, const Kinds &> && ...);
}

TEST(FaceRole, OfANewKindIsAskedFor) {
  constexpr const BoundaryCondition *now = nullptr;
  constexpr const decltype(with_toy(BoundaryCondition())) *then = nullptr;
  const Overloaded known{[](const Pec &) { return FaceRole::electric_wall; },
                         [](const Pmc &) { return FaceRole::magnetic_wall; },
                         [](const Abc &) { return FaceRole::absorbing; },
                         [](const PmlSpec &) { return FaceRole::layer_end; },
                         [](const PeriodicSpec &) { return FaceRole::periodic; },
                         [](const SurfaceImpedanceSpec &) { return FaceRole::impedance; },
                         [](const SymmetrySpec &) { return FaceRole::electric_wall; },
                         [](const LumpedBoundarySpec &) { return FaceRole::lumped; },
                         [](const PortSpec &) { return FaceRole::wave_port; },
                         [](const ImposedFieldSpec &) { return FaceRole::imposed; }};
  const Overloaded more{known, [](const ToyWall &) { return FaceRole::impedance; }};
  EXPECT_TRUE(answers(known, now));
  EXPECT_FALSE(answers(known, then));
  EXPECT_TRUE(answers(more, then));
  EXPECT_EQ(more(ToyWall()), FaceRole::impedance);
}

// A cube with a surface in its middle and, where wanted, a conductor behind it.
struct Cube {
  explicit Cube(bool is_half_solid = false)
      : mesh(make_box({1, 1, 1}, {2, 2, 2}, {0, 0, 0}, 0, 1)) {
    test::mark_surface(mesh, "sheet", [](const std::array<Point, 3> &corners) {
      return std::all_of(corners.begin(), corners.end(),
                         [](const Point &p) { return std::abs(p[0] - 0.5) < 1e-9; });
    });
    topology = make_topology(mesh);
    solved.assign(mesh.tets.size(), 1);
    for (std::size_t t = 0; is_half_solid && t < solved.size(); ++t) {
      double x = 0;
      for (const Index node : mesh.tets[t])
        x += 0.25 * mesh.points[node][0];
      solved[t] = x < 0.5;
    }
  }

  // Returns the number of faces with each role.
  std::vector<int> roles(const std::vector<Boundary> &boundaries,
                         InnerConditions inner = InnerConditions::conductors) const {
    Case input;
    input.path = "case.json";
    input.boundaries = boundaries;
    const GroupBoundaries of_groups = boundaries_of_groups(input, mesh);
    const auto of_face =
        boundaries_of_faces(input, mesh, topology, triangle_faces(mesh, topology), of_groups);
    const FaceConditions conditions{input, mesh, topology, solved, of_face, of_groups.rest, inner};
    std::vector<int> counts(static_cast<std::size_t>(FaceRole::imposed) + 1, 0);
    for (std::size_t f = 0; f < topology.faces.size(); ++f)
      ++counts[static_cast<std::size_t>(conditions.of(static_cast<Index>(f)).role)];
    return counts;
  }

  std::string error(const std::vector<Boundary> &boundaries,
                    InnerConditions inner = InnerConditions::conductors) const {
    try {
      roles(boundaries, inner);
    } catch (const InputError &e) {
      return e.what();
    }
    return "none";
  }

  TetMesh mesh;
  TetTopology topology;
  std::vector<std::uint8_t> solved;
};

int count(const std::vector<int> &counts, FaceRole role) {
  return counts[static_cast<std::size_t>(role)];
}

// A side of the cube has 4 squares of 2 triangles, and so has its middle.
TEST(FaceConditions, AreThoseOfGroupsElseOfTheRest) {
  const Cube cube;
  const auto roles = cube.roles({{"x-", Abc()}, {"default", Pmc()}, {"sheet", Pec()}});
  EXPECT_EQ(count(roles, FaceRole::absorbing), 8);
  EXPECT_EQ(count(roles, FaceRole::magnetic_wall), 5 * 8);
  EXPECT_EQ(count(roles, FaceRole::electric_wall), 8);
  EXPECT_EQ(count(roles, FaceRole::unsolved), 0);
  EXPECT_THAT(cube.error({{"x-", Abc()}}), HasSubstr("has no condition"));
}

TEST(FaceConditions, OfConductorsAreElectricWalls) {
  const Cube cube(true);
  const auto roles = cube.roles({{"default", Abc()}});
  EXPECT_EQ(count(roles, FaceRole::electric_wall), 8);
  EXPECT_EQ(count(roles, FaceRole::absorbing), 8 + 4 * 4);
  EXPECT_GT(count(roles, FaceRole::unsolved), 0);
  EXPECT_EQ(cube.roles({{"default", Abc()}, {"sheet", Pec()}}), roles);
  // The surface of a conductor may have an impedance where sheets are allowed.
  for (const std::optional<std::complex<double>> ohm :
       {std::optional<std::complex<double>>(50), std::optional<std::complex<double>>()})
    EXPECT_EQ(
        count(cube.roles({{"default", Abc()}, {"sheet", impedance(ohm)}}, InnerConditions::sheets),
              FaceRole::impedance),
        8);
  EXPECT_THAT(cube.error({{"default", Abc()}, {"sheet", impedance(50)}}),
              HasSubstr("lies on a perfect conductor, where only \"pec\" can stand"));
  EXPECT_THAT(cube.error({{"default", Abc()}, {"sheet", Pmc()}}, InnerConditions::sheets),
              HasSubstr("only \"pec\" can stand, or an \"impedance\""));
}

} // namespace
} // namespace curlew
