#include "dipole.hpp"

#include <gmock/gmock.h>

namespace curlew {
namespace {

using testing::complex;
using testing::difference;
using testing::Dipole;

// A dipole before a plane and its image as an array of two elements: the element's pattern times
// exp(jk r.r1) +- exp(jk r.r2), the sign from textbooks (@cite balanis2012, figure 7-2): an image
// has the same sign for an electric dipole across a conductor and a magnetic one along it, and all
// the other way round for a magnetic conductor.
struct Before {
  int axis = 2;
  double at_m = 0.3, height_m = 0.04; // below 0: on the other side
  ImagePlane::Type type = ImagePlane::Type::pec;
  bool is_across = true; // the dipole's direction against the plane
  bool is_magnetic = false;

  Dipole dipole() const {
    Dipole dipole;
    dipole.position_m = {0.02, -0.01, 0.03};
    dipole.position_m[axis] = at_m + height_m;
    dipole.along = {0, 0, 0};
    if (is_across) {
      dipole.along[axis] = 1;
    } else {
      dipole.along[(axis + 1) % 3] = 0.6;
      dipole.along[(axis + 2) % 3] = 0.8;
    }
    dipole.is_magnetic = is_magnetic;
    return dipole;
  }
  double sign() const {
    const bool same = (type == ImagePlane::Type::pec) == (is_across != is_magnetic);
    return same ? 1 : -1;
  }
  std::vector<FarField> two_elements(const std::vector<Direction> &directions,
                                     double wrong = 1) const {
    Dipole image = dipole();
    image.position_m[axis] = at_m - height_m;
    std::vector<FarField> sum = testing::far_of(dipole(), directions);
    for (std::size_t d = 0; d < sum.size(); ++d) {
      const FarField other = image.far(directions[d]);
      sum[d].theta += wrong * sign() * other.theta;
      sum[d].phi += wrong * sign() * other.phi;
    }
    return sum;
  }
  // Directions on the dipole's side.
  std::vector<Direction> in_front() const {
    std::vector<Direction> front;
    for (const Direction &direction :
         all_directions({10, 35, 60, 100, 130, 170}, {5, 100, 200, 310}))
      if (SphericalFrame(direction).r[axis] * height_m > 0)
        front.push_back(direction);
    return front;
  }
};

TEST(ImagePlanes, MakeThePatternOfTwoElements) {
  for (const int axis : {0, 1, 2})
    for (const double height : {0.04, -0.07})
      for (const auto type : {ImagePlane::Type::pec, ImagePlane::Type::pmc})
        for (const bool is_across : {true, false})
          for (const bool is_magnetic : {false, true}) {
            const Before before{axis, 0.3, height, type, is_across, is_magnetic};
            const auto directions = before.in_front();
            const auto far = far_field(Backend::serial, before.dipole().currents(), directions,
                                       {{axis, 0.3, type}});
            EXPECT_LT(difference(far, before.two_elements(directions)), 1e-13);
            EXPECT_GT(difference(far, before.two_elements(directions, -1)), 0.5);
          }
}

TEST(ImagePlanes, LeaveNothingBehind) {
  const Before before;
  const auto far = far_field(Backend::serial, before.dipole().currents(),
                             {{91, 20}, {180, 0}, {90, 20}, {89, 20}}, {{2, 0.3}});
  EXPECT_EQ(std::abs(far[0].theta), 0);
  EXPECT_EQ(std::abs(far[1].theta), 0);
  EXPECT_GT(std::abs(far[2].theta), 0); // along the plane: still in front of it
  EXPECT_GT(std::abs(far[3].theta), 0);
}

// Behind a mirror the field is that of the element and its image too, in front of it nothing
// changes; behind the wall beside it there is none.
TEST(ImagePlanes, ThatAreMirrorsRadiateOnBothSides) {
  for (const auto type : {ImagePlane::Type::pec, ImagePlane::Type::pmc}) {
    const Before before{0, 0.3, 0.04, type, true, false};
    const std::vector<Direction> around = {{40, 10}, {120, 170}, {60, 200}, {90, 0}, {90, 180}};
    const auto far =
        far_field(Backend::serial, before.dipole().currents(), around, {{0, 0.3, type, true}});
    EXPECT_LT(difference(far, before.two_elements(around)), 1e-13);
    const auto beside = far_field(Backend::serial, before.dipole().currents(), around,
                                  {{0, 0.3, type, true}, {2, -1, ImagePlane::Type::pec}});
    EXPECT_GT(std::abs(beside[2].theta) + std::abs(beside[2].phi), 0);
    EXPECT_EQ(std::abs(beside[1].theta) + std::abs(beside[1].phi), 0);
  }
  EXPECT_EQ(mirrored_parts({}), 1);
  EXPECT_EQ(mirrored_parts({{0, 0}, {1, 0, ImagePlane::Type::pmc, true}}), 2);
  EXPECT_EQ(mirrored_parts({{0, 0, ImagePlane::Type::pec, true}, {1, 0, {}, true}}), 4);
}

// A corner reflector of 90 degrees: a dipole along its edge, on its bisector at the distance s from
// the edge, has the array factor 2 (cos(k s cos psi) - cos(k s sin psi)) in the plane across the
// edge, psi from the bisector.
TEST(ImagePlanes, MakeACornerReflector) {
  Dipole dipole;
  const double s = 0.09;
  dipole.position_m = {s / std::sqrt(2.0), s / std::sqrt(2.0), 0};
  dipole.along = {0, 0, 1};
  for (const double phi : {1.0, 20.0, 45.0, 80.0}) {
    const auto far = far_field(Backend::serial, dipole.currents(), {{90, phi}},
                               {{0, 0, ImagePlane::Type::pec}, {1, 0, ImagePlane::Type::pec}})[0];
    const double ks = dipole.wavenumber * s, from_bisector = (phi - 45) * k_pi / 180;
    const double factor =
        2 * (std::cos(ks * std::cos(from_bisector)) - std::cos(ks * std::sin(from_bisector)));
    const complex element = -dipole.factor(); // theta is -z there
    EXPECT_LT(std::abs(far.theta - factor * element), 1e-12 * std::abs(element));
  }
  EXPECT_EQ(
      std::abs(
          far_field(Backend::serial, dipole.currents(), {{90, 100}}, {{0, 0}, {1, 0}})[0].theta),
      0);
}

TEST(ImagePlanes, AreRefusedWhereTheyMakeNoSense) {
  const auto currents = Before().dipole().currents();
  const auto far = [&](const std::vector<ImagePlane> &planes) {
    return far_field(Backend::serial, currents, {{10, 0}}, planes);
  };
  EXPECT_THROW(far({{2, 0}, {2, 1}}), std::invalid_argument);
  EXPECT_THROW(far({{3, 0}}), std::invalid_argument);
  auto both = currents;
  both.positions_m.push_back({0, 0, -1});
  both.J.push_back(both.J[0]);
  both.M.push_back(both.M[0]);
  both.areas_m2.push_back(1);
  try {
    far_field(Backend::serial, both, {{10, 0}}, {{2, 0}});
    FAIL() << "currents on both sides";
  } catch (const std::invalid_argument &error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("both sides of the image plane z = 0 m"));
  }
}

} // namespace
} // namespace curlew
