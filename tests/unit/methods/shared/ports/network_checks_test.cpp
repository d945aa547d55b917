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
  return network_warnings(input, matrices, is_symmetric, "the mesh is too coarse");
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
      ElementsAre("case.json: at 2e+09 Hz the largest singular value of S is 1.5: more comes out "
                  "than went in; the mesh is too coarse"));
  EXPECT_THAT(warnings_of({{1e9, {1.006}}}),
              ElementsAre(HasSubstr("singular value of S is 1.006")));
  EXPECT_THAT(warnings_of({{1e9, {1.004}}}), IsEmpty());
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
