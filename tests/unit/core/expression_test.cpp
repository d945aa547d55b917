// Formulas of case files: values, and refused ones with their places.
#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/expression.hpp>
#include <curlew/tests/support/features.hpp>

#include <gmock/gmock.h>

#include <cmath>

namespace curlew {
namespace {

class ExpressionTest : public ::testing::Test {
protected:
  void SetUp() override { CURLEW_SKIP_WITHOUT(muparser); }
};

double value(const std::string &text, double x = 0, double y = 0, double z = 0) {
  return Expression(text)(x, y, z);
}

TEST_F(ExpressionTest, HasTheValuesOfMathematics) {
  EXPECT_DOUBLE_EQ(value("1 + 2*x - y/4 + z^2", 3, 8, 0.5), 5.25);
  EXPECT_DOUBLE_EQ(value("sin(pi*x)*exp(-(z/0.1)^2)", 0.3, 0, 0.05),
                   std::sin(k_pi * 0.3) * std::exp(-0.25));
  EXPECT_DOUBLE_EQ(value("x > 0.5 ? 2 : -1", 0.6), 2);
  EXPECT_DOUBLE_EQ(value("x > 0.5 ? 2 : -1", 0.4), -1);
  EXPECT_DOUBLE_EQ(value("c0*sqrt(eps0*mu0)"), 1);
  EXPECT_DOUBLE_EQ(value("eta0/(c0*mu0)"), 1);
  EXPECT_DOUBLE_EQ(value("1e-3"), 1e-3);
  // The twin: another point has another value.
  EXPECT_NE(value("sin(pi*x)", 0.3), value("sin(pi*x)", 0.31));
}

TEST_F(ExpressionTest, KeepsItsVariablesApart) {
  Expression first("x"), second("x");
  EXPECT_EQ(first(1, 0, 0), 1);
  EXPECT_EQ(second(2, 0, 0), 2);
  EXPECT_EQ(first(3, 0, 0), 3);
  const Expression moved(std::move(first));
}

TEST_F(ExpressionTest, MayBeInfinite) {
  EXPECT_TRUE(std::isinf(value("1/x")));
  EXPECT_TRUE(std::isnan(value("sqrt(x - 1)")));
}

TEST_F(ExpressionTest, TellsWhatIsWrongAndWhere) {
  const struct {
    const char *text, *message;
    int position;
  } wrong[] = {{"sin(x", "arenthesis", 6},  {"2*q + 1", "\"q\" is not known", 3},
               {"1 +", "nexpected end", 4}, {"", "mpty", 1},
               {"x = 2", "compares", 3},    {"1, 2", "2 values", 1},
               {"x y", "\"y\"", 3},         {"sin()", "few", 5},
               {"1 \x01", "character", 3}};
  for (const auto &[text, message, position] : wrong) {
    const Expression::Fault fault = Expression::fault_of(text);
    EXPECT_THAT(fault.message, ::testing::HasSubstr(message)) << text;
    EXPECT_NEAR(fault.position, position, 1) << text;
    EXPECT_THROW(Expression{text}, InputError) << text;
  }
  EXPECT_TRUE(Expression::fault_of("x <= 1 && y >= 2 || z != 3 && x == 1").message.empty());
}

} // namespace
} // namespace curlew
