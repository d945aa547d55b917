// The version of Curlew that a case is written for.
#include "case_fixture.hpp"

#include <curlew/io/case/case_version.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace curlew::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// The resonator's case with this value of "version", as JSON, on its third line.
std::string case_of(const std::string &version) {
  std::string text = k_resonator;
  return text.insert(text.find("\"method\""), "\"version\":\n" + version + ",\n");
}

TEST(CaseVersion, MayBeAbsent) {
  const Case c = parse(k_resonator);
  EXPECT_EQ(c.version, "");
  EXPECT_FALSE(c.resolved.contains("version"));
}

TEST(CaseVersion, OfThisOrAnOlderCurlewIsKept) {
  for (const std::string &version : {std::string("0"), std::string("0.0"), std::string("0.0.999"),
                                     std::string("0.1"), curlew_version()}) {
    const Case c = parse(case_of('"' + version + '"'));
    EXPECT_EQ(c.version, version);
    EXPECT_EQ(c.resolved["version"], version);
    EXPECT_EQ(parse(c.resolved.dump()).resolved, c.resolved);
  }
}

TEST(CaseVersion, OfANewerCurlewIsRefusedWithBothVersions) {
  for (const char *version : {"999", "0.999", "999.0.0", "0.1.4294967295"}) {
    const std::string message = message_of(case_of('"' + std::string(version) + '"'));
    EXPECT_THAT(message, StartsWith("case.json:3:1: \"version\" is \"" + std::string(version) +
                                    "\", but this Curlew is " + curlew_version()));
    EXPECT_THAT(message, HasSubstr("take that version, or write \"" + curlew_version() + "\""));
  }
}

// Keys that only the newer one knows are reported too.
TEST(CaseVersion, IsReportedWithOtherErrors) {
  std::string text = case_of("\"999.0\"");
  text.insert(text.find("\"mesh\""), "\"invention\": 1, ");
  EXPECT_THAT(message_of(text), HasSubstr("but this Curlew is"));
  EXPECT_THAT(message_of(text), HasSubstr("unknown key \"invention\""));
}

TEST(CaseVersion, OfAnyOtherFormIsRefused) {
  for (const std::string text : {"",
                                 ".",
                                 "1.",
                                 ".1",
                                 "0..1",
                                 "0.1.0.0",
                                 "0.1.0.",
                                 " 0.1",
                                 "0.1 ",
                                 "+0.1",
                                 "-1",
                                 "0.-1",
                                 "v0.1",
                                 "0x1",
                                 "1e3",
                                 "0,1",
                                 "0.1.0-rc1",
                                 "4294967296",
                                 "0.99999999999999999999",
                                 "\\u0000",
                                 "0.1\\u0000",
                                 "\\u0660.1",
                                 "latest"})
    EXPECT_THAT(message_of(case_of('"' + text + '"')),
                testing::AllOf(StartsWith("case.json:3:1: \"version\" is \""),
                               HasSubstr("expected a version of Curlew, such as \"")))
        << text;
  for (const char *value : {"0.1", "1", "true", "null", "[0, 1, 0]", "{}"})
    EXPECT_THAT(message_of(case_of(value)), StartsWith("case.json:3:1: \"version\" is ")) << value;
  EXPECT_LT(message_of(case_of('"' + std::string(100000, '1') + '"')).size(), 300u);
}

} // namespace
} // namespace curlew::test
