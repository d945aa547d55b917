// Warnings of matrices that no passive or reciprocal network has.
#include <curlew/methods/shared/ports/network_checks.hpp>

#include <gmock/gmock.h>

namespace curlew {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> warnings_of(const std::map<double, ScatteringMatrix> &matrices,
                                     bool is_symmetric = true) {
  Case input;
  input.path = "case.json";
  return network_warnings(input, matrices, {is_symmetric, 1e-4, "the mesh is too coarse"});
}

TEST(LargestGain, IsTheLargestSingularValue) {
  EXPECT_NEAR(largest_gain({0.6, 0.8, 0.8, -0.6}, 2), 1, 1e-12);
  EXPECT_NEAR(largest_gain({{0, 0.3}}, 1), 0.3, 1e-15);
  EXPECT_NEAR(largest_gain({3, 0, 4, 5}, 2), std::sqrt(45), 1e-12);
  EXPECT_EQ(largest_gain(ScatteringMatrix(4, 0), 2), 0);
}

TEST(NetworkWarnings, PassiveReciprocalMatricesHaveNone) {
  EXPECT_THAT(warnings_of({{1e9, {0.6, 0.8, 0.8, -0.6}}, {2e9, {}}}), IsEmpty());
  EXPECT_THAT(warnings_of({}), IsEmpty());
  // A column of a port that is not excited.
  EXPECT_THAT(warnings_of({{1e9, {0.6, 0, 0.8, 0}}}, false), IsEmpty());
}

TEST(NetworkWarnings, AnActiveMatrixHasOne) {
  EXPECT_THAT(
      warnings_of({{1e9, {0.6, 0.8, 0.8, -0.6}}, {2e9, {0.6, 0.9, 0.9, 0.6}}}),
      ElementsAre("case.json: at 2e+09 Hz the largest singular value of S is 1 + 0.5: more comes "
                  "out than went in; the mesh is too coarse. With \"passive\": true the "
                  "nearest passive S is written"));
  EXPECT_THAT(
      warnings_of({{1e9, {1.00005}}, {2e9, {1.0002}}, {3e9, {1.0003}}}),
      ElementsAre(HasSubstr("at 3e+09 Hz the largest singular value of S is 1 + 0.0003 (and "
                            "at 2 of 3 frequencies it is beyond 0.0001)")));
  EXPECT_THAT(warnings_of({{1e9, {1.00005}}}), IsEmpty());
}

// All singular values but one are 1: iterations with S^H S do not find the one beyond.
TEST(LargestGain, IsFoundAmongEqualValues) {
  EXPECT_NEAR(largest_gain({1, 0, 0, 0, 1.0002, 0, 0, 0, 1}, 3), 1.0002, 1e-12);
}

// By hand: [[0.6, 0.9], [0.9, 0.6]] has the eigenvalues 1.5 and -0.3, so that the nearest passive
// matrix has 1 and -0.3.
TEST(NearestPassive, ClipsSingularValues) {
  const ScatteringMatrix s = nearest_passive({0.6, 0.9, 0.9, 0.6}, 2);
  for (const auto &[at, value] : {std::pair(0, 0.35), {1, 0.65}, {2, 0.65}, {3, 0.35}})
    EXPECT_NEAR(std::abs(s[at] - value), 0, 1e-14);
  const ScatteringMatrix passive{{0.6, 0.1}, 0.2, 0.2, {0, -0.6}};
  EXPECT_EQ(nearest_passive(passive, 2), passive);
  std::map<double, ScatteringMatrix> all{{1e9, passive}, {2e9, {0.6, 0.9, 0.9, 0.6}}, {3e9, {}}};
  const PassiveChange change = make_passive(all);
  EXPECT_NEAR(change.largest, 0.25, 1e-14);
  EXPECT_EQ(change.frequency_hz, 2e9);
  EXPECT_EQ(change.frequencies, 1u);
  EXPECT_TRUE(all[3e9].empty());
  EXPECT_THAT(warnings_of(all), IsEmpty());
}

TEST(NetworkWarnings, AMatrixThatIsNotSymmetricHasOne) {
  const std::map<double, ScatteringMatrix> isolator{{1e9, {0, 0.5, 0.9, 0}}};
  EXPECT_THAT(warnings_of(isolator),
              ElementsAre("case.json: at 1e+09 Hz S[i][j] and S[j][i] differ by 0.4, which of "
                          "reciprocal media they do not: the mesh is too coarse"));
  EXPECT_THAT(warnings_of(isolator, false), IsEmpty());
}

} // namespace
} // namespace curlew
