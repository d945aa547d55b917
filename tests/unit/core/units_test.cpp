#include <curlew/core/units.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace curlew {
namespace {

using testing::HasSubstr;

std::string message(const std::string &text, const std::vector<Dimension> &accepted) {
  try {
    parse_quantity(text, accepted);
  } catch (const InputError &error) {
    return error.what();
  }
  return "no error";
}

TEST(Units, GiveTheDoubleNearestToTheText) {
  EXPECT_EQ(parse_quantity("2.4 GHz", Dimension::frequency), 2.4e9);
  EXPECT_EQ(parse_quantity("7.2 cm", Dimension::length), 0.072);
  EXPECT_EQ(parse_quantity("0.1 ns", Dimension::time), 1e-10);
  EXPECT_EQ(parse_quantity("299.792458 MHz", Dimension::frequency), 299792458.0);
  EXPECT_EQ(parse_quantity("47 ohm", Dimension::resistance), 47);
  EXPECT_EQ(parse_quantity("35 deg", Dimension::angle), 35);
  EXPECT_DOUBLE_EQ(parse_quantity("3.14159265358979323846 rad", Dimension::angle), 180);
  EXPECT_EQ(parse_quantity("1 inch", Dimension::length), 0.0254);
  EXPECT_EQ(parse_quantity("1.5 A/mm^2", Dimension::current_density), 1.5e6);
  EXPECT_EQ(parse_quantity("-40 dB", Dimension::level), -40);
  EXPECT_DOUBLE_EQ(parse_quantity("1780 Oe", Dimension::magnetic_field), 1780e3 / (4 * k_pi));
}

TEST(Units, TakeOtherSpellings) {
  EXPECT_EQ(parse_quantity("1 \u00b5s", Dimension::time), 1e-6); // micro sign
  EXPECT_EQ(parse_quantity("1 \u03bcs", Dimension::time), 1e-6); // Greek mu
  EXPECT_EQ(parse_quantity("1us", Dimension::time), 1e-6);
  EXPECT_EQ(parse_quantity("  +1e3   us ", Dimension::time), 1e-3);
  EXPECT_EQ(parse_quantity("50 \u03a9", Dimension::resistance), 50);
  EXPECT_EQ(parse_quantity("50 k\u2126", Dimension::resistance), 50e3);
  EXPECT_EQ(parse_quantity("2 in", Dimension::length), 0.0508);
  EXPECT_EQ(parse_quantity("3 A*m", Dimension::current_moment), 3);
  EXPECT_EQ(parse_quantity("3 A\u00b7m", Dimension::current_moment), 3);
  EXPECT_EQ(parse_quantity("3 A  m", Dimension::current_moment), 3);
  EXPECT_EQ(parse_quantity("3 A/m\u00b2", Dimension::current_density), 3);
}

TEST(Units, TellDimensionsApart) {
  const std::vector<Dimension> either{Dimension::time, Dimension::steps};
  EXPECT_EQ(parse_quantity("100 steps", either).dimension, Dimension::steps);
  EXPECT_EQ(parse_quantity("1 step", either).value, 1);
  EXPECT_EQ(parse_quantity("50 ns", either).dimension, Dimension::time);
  EXPECT_THAT(message("5 GHz", either),
              AllOf(HasSubstr("\"5 GHz\" is a frequency"),
                    HasSubstr("a time or a number of steps is expected"), HasSubstr("ns, us, ms")));
}

TEST(Units, LetterCaseMatters) {
  EXPECT_THAT(message("1 MS", {Dimension::time}), HasSubstr("did you mean \"ms\"?"));
  EXPECT_THAT(message("1 ghz", {Dimension::frequency}), HasSubstr("did you mean \"GHz\"?"));
}

TEST(Units, ErrorsSayWhatToDo) {
  EXPECT_THAT(message("12", {Dimension::length}), HasSubstr("write a bare number"));
  EXPECT_THAT(message("1 furlong", {Dimension::length}),
              AllOf(HasSubstr("unknown unit \"furlong\""), HasSubstr("nm, um, mil, mm")));
  EXPECT_THAT(message("far", {Dimension::length}), HasSubstr("is not a quantity"));
  EXPECT_THAT(message("", {Dimension::length}), HasSubstr("is not a quantity"));
  EXPECT_THAT(message("1e999 m", {Dimension::length}), HasSubstr("beyond the range"));
  EXPECT_THAT(message("1e308 km", {Dimension::length}), HasSubstr("beyond the range"));
}

TEST(Units, NoSpecialNumbersNoHexadecimal) {
  for (const char *text : {"inf m", "nan m", "-inf m", "infinity m", "- m", "+-1 m", "0x10 m",
                           "e5 m", ".m", "1,5 m", "1 2 m", "--1 m"})
    EXPECT_THAT(message(text, {Dimension::length}), testing::Ne("no error")) << text;
}

TEST(Units, UnitAlone) {
  EXPECT_EQ(parse_unit("mm", Dimension::length), 1e-3);
  EXPECT_EQ(parse_unit(" m ", Dimension::length), 1);
  EXPECT_THROW(parse_unit("1 mm", Dimension::length), InputError);
  EXPECT_THROW(parse_unit("s", Dimension::length), InputError);
  EXPECT_THROW(parse_unit("", Dimension::length), InputError);
}

TEST(Units, NoUnitMeansTwoThings) {
  std::set<std::string> seen;
  for (int i = 0; i <= static_cast<int>(Dimension::steps); ++i) {
    const auto dimension = static_cast<Dimension>(i);
    EXPECT_EQ(parse_dimension(to_string(dimension)), dimension);
    EXPECT_EQ(parse_unit(base_unit(dimension), dimension), 1) << base_unit(dimension);
    double last = 0;
    for (const std::string &unit : unit_names(dimension)) {
      EXPECT_TRUE(seen.insert(unit).second) << unit;
      EXPECT_GE(parse_unit(unit, dimension), last) << unit << ": the smallest comes first";
      last = parse_unit(unit, dimension);
    }
  }
  EXPECT_FALSE(parse_dimension("lenght"));
}

} // namespace
} // namespace curlew
