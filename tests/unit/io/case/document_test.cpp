#include <curlew/io/case/document/document.hpp>

#include <curlew/core/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace curlew {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string syntax_error(const std::string &text) {
  try {
    parse_document(text, "f");
  } catch (const InputError &error) {
    return error.what();
  }
  return "no error";
}

TEST(Document, KnowsThePlaceOfEveryKeyAndValue) {
  const Document d =
      parse_document("{ \"a\": 1,\n"
                     "  // comment with \" and { and é\n"
                     "  \"b\": [ -2.5e-3 ,true,/* x */ null, \"s\\\"\\u00e9\", {} ],\n"
                     "\t\"c/d~\": { \"\": false } }",
                     "f");
  EXPECT_EQ(d.value.dump(),
            "{\"a\":1,\"b\":[-0.0025,true,null,\"s\\\"é\",{}],\"c/d~\":{\"\":false}}");
  const auto value = [&](const char *p) { return d.map.value(p).value_or(SourcePosition()); };
  const auto key = [&](const char *p) { return d.map.key(p).value_or(SourcePosition()); };
  EXPECT_EQ(value(""), (SourcePosition{1, 1}));
  EXPECT_EQ(key("/a"), (SourcePosition{1, 3}));
  EXPECT_EQ(value("/a"), (SourcePosition{1, 8}));
  EXPECT_EQ(key("/b"), (SourcePosition{3, 3}));
  EXPECT_EQ(value("/b"), (SourcePosition{3, 8}));
  EXPECT_EQ(value("/b/0"), (SourcePosition{3, 10}));
  EXPECT_EQ(value("/b/1"), (SourcePosition{3, 19}));
  EXPECT_EQ(value("/b/2"), (SourcePosition{3, 32}));
  EXPECT_EQ(value("/b/3"), (SourcePosition{3, 38}));
  EXPECT_EQ(value("/b/4"), (SourcePosition{3, 51}));
  EXPECT_EQ(key("/c~1d~0"), (SourcePosition{4, 2}));
  EXPECT_EQ(value("/c~1d~0"), (SourcePosition{4, 10}));
  EXPECT_EQ(key("/c~1d~0/"), (SourcePosition{4, 12}));
  EXPECT_EQ(value("/c~1d~0/"), (SourcePosition{4, 16}));
  EXPECT_FALSE(d.map.key("/b/0"));
  EXPECT_FALSE(d.map.value("/x"));
}

TEST(Document, CountsCharactersNotBytes) {
  const Document d = parse_document("{\"µΩ😀\": 1}", "f");
  EXPECT_EQ(d.map.value("/µΩ😀"), (SourcePosition{1, 9}));
}

TEST(Document, ToleratesByteOrderMarkAndWindowsLines) {
  const Document d = parse_document("\xEF\xBB\xBF{\r\n\"a\": 1 }\r\n", "f");
  EXPECT_EQ(d.map.value(""), (SourcePosition{1, 1}));
  EXPECT_EQ(d.map.value("/a"), (SourcePosition{2, 6}));
}

TEST(Document, NamesTheEnclosingPlaceOfWhatIsAbsent) {
  const Document d = parse_document("{ \"a\":\n { \"b\": 1 } }", "f");
  EXPECT_EQ(d.map.where("/a/b"), "f:2:9");
  EXPECT_EQ(d.map.where("/a/c/d/0"), "f:2:2");
  EXPECT_EQ(d.map.where("/x"), "f:1:1");
  EXPECT_EQ(d.map.where_key("/a/b"), "f:2:4");
}

TEST(Document, RemembersBothPlacesOfADuplicate) {
  const Document d = parse_document(
      "{ \"a\": 1, \"b\": { \"c\": 1,\n \"c\": { \"c\": [2] } }, \"a\": [3, {\"a\": 1}] }", "f");
  ASSERT_EQ(d.duplicates.size(), 2u);
  EXPECT_EQ(d.duplicates[0].pointer, "/b/c");
  EXPECT_EQ(d.duplicates[0].first, (SourcePosition{1, 18}));
  EXPECT_EQ(d.duplicates[0].second, (SourcePosition{2, 2}));
  EXPECT_EQ(d.duplicates[1].pointer, "/a");
  EXPECT_EQ(d.duplicates[1].second, (SourcePosition{2, 23}));
  EXPECT_EQ(d.value.dump(), "{\"a\":1,\"b\":{\"c\":1}}");
  EXPECT_FALSE(d.map.value("/a/0"));
}

TEST(Document, SyntaxErrorsNamePlaceAndExpectation) {
  const struct {
    const char *text, *place, *fragment;
  } cases[] = {
      {"", "f:1:1:", "ends too early; expected '{'"},
      {"  \n ", "f:2:2:", "ends too early"},
      {"{\"a\": 1,\n \"é\": tru}", "f:2:7:", "unexpected \"tru\"; expected a value"},
      {"{\"a\": [1,2,],}", "f:1:11:", "a comma before ']'"},
      {"{\"a\": 1,}", "f:1:8:", "a comma before '}'"},
      {"{\"a\" 1}", "f:1:6:", "expected ':'"},
      {"{\"a\", 1}", "f:1:5:", "expected ':'"},
      {"{\"a\": 1 \"b\": 2}", "f:1:9:", "unexpected \"b\"; expected ',' or '}'"},
      {"{\"a\": [1 2]}", "f:1:10:", "expected ',' or ']'"},
      {"{\"a\": [1,,2]}", "f:1:10:", "unexpected \",\"; expected a value"},
      {"{'a': 1}", "f:1:2:", "expected a key in double quotes"},
      {"{\"a\": 1, b: 2}", "f:1:10:", "unexpected \"b\"; expected a key in double quotes"},
      {"{\"a\": 1e999}", "f:1:7:", "beyond the range"},
      {"{\"a\": -1e999}", "f:1:7:", "beyond the range"},
      {"{\"a\": NaN}", "f:1:7:", "unexpected \"NaN\""},
      {"{\"a\": 01}", "f:1:8:", "unexpected \"1\""},
      {"{\"a\": 1.5.2}", "f:1:10:", "unexpected \".2\""},
      {"{\"a\": -}", "f:1:7:", "invalid number"},
      {"{\"a\": \"x\ny\"}", "f:1:7:", "does not end on its line"},
      {"{\"a\": \"xy", "f:1:7:", "does not end"},
      {"{\"a\": \"\\x\"}", "f:1:7:", "forbidden character after backslash"},
      {"{\"a\": \"\xff\"}", "f:1:7:", "not valid UTF-8"},
      {"{\"a\": /* x", "f:1:7:", "a comment that never ends"},
      {"/x\n{}", "f:1:1:", "'/' starts no comment"},
      {"{} // fine\n x", "f:2:2:", "expected the end of the file"},
      {"{\"a\": 1}}", "f:1:9:", "expected the end of the file"},
      {"{\"a\": 1]", "f:1:8:", "unexpected \"]\""},
      {"{\"a\": [1", "f:1:9:", "ends too early; expected ',' or ']'"},
      {"\xff{}", "f:1:1:", "unexpected \"\\xff\""},
  };
  for (const auto &c : cases) {
    EXPECT_THAT(syntax_error(c.text), StartsWith(c.place)) << c.text;
    EXPECT_THAT(syntax_error(c.text), HasSubstr(c.fragment)) << c.text;
  }
}

TEST(Document, ZeroByteDoesNotHideTheRest) {
  EXPECT_THAT(syntax_error(std::string("{}\n \0 {", 7)), StartsWith("f:2:2: a zero byte"));
}

TEST(Document, LimitsDepthSizeAndMembers) {
  const auto nested = [](int depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_EQ(syntax_error(nested(k_max_case_depth)), "no error");
  EXPECT_THAT(syntax_error(nested(k_max_case_depth + 1)), HasSubstr("nested more than 64 deep"));
  EXPECT_THAT(syntax_error(std::string(1000000, '[')), StartsWith("f:1:65:"));
  EXPECT_THAT(syntax_error(std::string(k_max_case_bytes + 1, ' ')), HasSubstr("may have at most"));
  std::string many = "{";
  for (std::size_t i = 0; i <= k_max_case_members; ++i)
    many += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
  EXPECT_THAT(syntax_error(many + "}"), HasSubstr("more than 4096 keys"));
}

TEST(Document, MessagesDoNotRepeatControlCharactersOrWholeFiles) {
  const std::string message = syntax_error("{\"a\": \x1b[2J" + std::string(5000, 'x'));
  EXPECT_LT(message.size(), 300u);
  EXPECT_EQ(message.find('\x1b'), std::string::npos);
}

std::string after(const std::string &text, const std::string &option) {
  Document d = parse_document(text, "f");
  try {
    apply_override(d, option);
  } catch (const InputError &error) {
    return error.what();
  }
  return d.value.dump();
}

TEST(Override, ReplacesAddsAndAppends) {
  EXPECT_EQ(after("{\"a\":{\"b\":1}}", "a.b=2.5"), "{\"a\":{\"b\":2.5}}");
  EXPECT_EQ(after("{\"a\":{\"b\":1}}", "a.b=2 us"), "{\"a\":{\"b\":\"2 us\"}}");
  EXPECT_EQ(after("{\"a\":{\"b\":1}}", "a.b=\"2\""), "{\"a\":{\"b\":\"2\"}}");
  EXPECT_EQ(after("{\"a\":{\"b\":1}}", "a.b="), "{\"a\":{\"b\":\"\"}}");
  EXPECT_EQ(after("{\"a\":{\"b\":1}}", "a.c=x=y"), "{\"a\":{\"b\":1,\"c\":\"x=y\"}}");
  EXPECT_EQ(after("{}", "a.b.c=[1,{\"d\":2}]"), "{\"a\":{\"b\":{\"c\":[1,{\"d\":2}]}}}");
  EXPECT_EQ(after("{\"a\":[{\"n\":1},2]}", "a.0.n=3"), "{\"a\":[{\"n\":3},2]}");
  EXPECT_EQ(after("{\"a\":[1]}", "a.1=2"), "{\"a\":[1,2]}");
  EXPECT_EQ(after("{\"a\":{\"x.y\":1}}", "/a/x.y=2"), "{\"a\":{\"x.y\":2}}");
  EXPECT_EQ(after("{}", "/a~1b/c~0=2"), "{\"a/b\":{\"c~\":2}}");
}

TEST(Override, RefusesWhatItCannotPlace) {
  for (const auto &[option, fragment] : std::vector<std::pair<std::string, std::string>>{
           {"a", "expected a.b.c=value"},
           {"=1", "expected a.b.c=value"},
           {"a..b=1", "empty part"},
           {"a.2=1", "is a list of 1"},
           {"a.x=1", "is a list of 1"},
           {"a.99999999999999999999=1", "is a list of 1"},
           {"s.x=1", "neither an object nor a list"},
           {"b={\"x\":1,\"x\":2}", "duplicate key"},
           {"b=[1,", "ends too early"},
           {"b=\xff", "not valid UTF-8"},
       }) {
    const std::string message = after("{\"a\":[1],\"s\":\"text\"}", option);
    EXPECT_THAT(message, HasSubstr(fragment)) << option;
    EXPECT_THAT(message, StartsWith("--set")) << option;
  }
}

TEST(Override, IsThePlaceOfEverythingBelow) {
  Document d = parse_document("{\"a\": {\"b\": {\"c\": 1}}, \"ab\": 2}", "f");
  apply_override(d, "a.b={\"c\": 3}");
  apply_override(d, "x.y.z=1");
  EXPECT_EQ(d.map.where("/a/b/c"), "--set a.b={\"c\": 3}");
  EXPECT_EQ(d.map.where("/a"), "f:1:7");
  EXPECT_EQ(d.map.where("/ab"), "f:1:30");
  EXPECT_EQ(d.map.where_key("/x/y"), "--set x.y.z=1");
  EXPECT_LT(d.map.rank("/ab", false), d.map.rank("/a/b/c", false));
  EXPECT_LT(d.map.rank("/a/b/c", false), d.map.rank("/x", false));
}

} // namespace
} // namespace curlew
