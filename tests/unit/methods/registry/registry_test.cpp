// A method of a few lines goes through everything that a program does with a method.
#include "sample_method.hpp"

#include <curlew/core/error.hpp>
#include <curlew/io/case/document/document.hpp>
#include <curlew/io/case/loader.hpp>
#include <curlew/io/case/schema/markdown.hpp>
#include <curlew/tests/support/paths.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace curlew::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const CaseFormat &format() {
  static const CaseFormat result = make_case_format({sample::method().input});
  return result;
}

Case parse(const std::string &text) {
  return parse_case(text, "case.json", curlew::test::output_path(), format());
}

std::string message_of(const std::string &text) {
  try {
    parse(text);
  } catch (const InputError &error) {
    return error.what();
  }
  return "";
}

const std::string k_case = R"({ "method": "sample", "frequency": ["1 GHz", "2 GHz"],
  "discretization": { "index": 2 }, "outputs": {} })";

TEST(SampleMethod, ReadsACaseChecksItAndWritesItsResult) {
  const Method method = sample::method();
  const Case input = parse(k_case);
  EXPECT_EQ(input.resolved["discretization"]["index"], 2);
  EXPECT_EQ(method.check(input), "2 wavelengths\n");
  method.run(input, {});
  const std::string table =
      read_text_file(input.outputs.directory / "wavelengths.csv", std::size_t(1) << 10);
  // c / 2 n f, from the defined speed of light.
  EXPECT_EQ(table, "f (Hz),wavelength (m)\n1000000000,0.149896229\n2000000000,0.0749481145\n");
}

TEST(SampleMethod, MistakesAreReportedAtTheirPlace) {
  EXPECT_THAT(message_of(R"({ "method": "sample", "frequency": [1e9, 1e9] })"),
              StartsWith("case.json:1:42: the frequency 1000000000 Hz is in the list already"));
  EXPECT_THAT(message_of(R"({ "method": "sample" })"), HasSubstr("\"frequency\" is missing"));
  EXPECT_THAT(
      message_of(R"({ "method": "sample", "frequency": 1e9, "mesh": {} })"),
      StartsWith("case.json:1:41: \"mesh\" in the case is known, but not supported by method "
                 "\"sample\": it belongs to methods on a mesh"));
  EXPECT_THAT(message_of(R"({ "method": "sampel", "frequency": 1e9 })"),
              HasSubstr("did you mean \"sample\"?"));
}

TEST(SampleMethod, IsInTheTablesOfTheDocumentation) {
  EXPECT_THAT(
      methods_table({sample::method()}),
      HasSubstr("| [`sample`](methods/sample.md) | wavelengths in vacuum | frequency | - |"));
  EXPECT_THAT(keys_as_markdown(format().schema),
              HasSubstr("| `index` | number, must be at least 1 | `1` | Refractive index. |"));
}

// The fragment of the method `sample` with both ways to run.
std::string_view able_schema() {
  static const std::string text = [] {
    auto fragment = nlohmann::ordered_json::parse(sample::method().input.schema);
    fragment["x-runs"] = {"ranks", "restart"};
    return fragment.dump();
  }();
  return text;
}

// A program that was built without a method reads its cases, and refuses to run them by name.
TEST(AbsentMethod, ReadsCasesAndNamesTheCommandThatAddsIt) {
  const Method whole = sample::method();
  const Method absent = absent_method(whole.name, whole.input);
  const Case input = parse(k_case);
  const auto refusal = [&](const auto &f) -> std::string {
    try {
      f();
    } catch (const NotCompiled &error) {
      return error.what();
    }
    return "";
  };
  for (const std::string &text :
       {refusal([&] { absent.check(input); }), refusal([&] { absent.run(input, {}); })}) {
    EXPECT_THAT(text, StartsWith("the method sample is not compiled into this curlew; "));
    EXPECT_THAT(text, HasSubstr("./bootstrap run CASE adds the method of a case"));
  }
}

// A capability that a method lacks gives a refusal that lists the methods with it.
TEST(Capabilities, WhatAMethodLacksIsRefused) {
  const Method plain = sample::method();
  Method able = plain;
  able.name = "able";
  able.input.schema = able_schema();
  const std::vector<Method> all = {plain, able};
  EXPECT_NO_THROW(require_capabilities(plain, all, 1, false));
  EXPECT_NO_THROW(require_capabilities(able, all, 4, true));
  const auto refusal = [&](int ranks, bool restart) -> std::string {
    try {
      require_capabilities(plain, all, ranks, restart);
    } catch (const InputError &error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(refusal(2, false), HasSubstr("method sample computes in one process; this run has 2 "
                                           "ranks. Start it without mpirun (methods with several "
                                           "ranks: able)"));
  EXPECT_THAT(refusal(1, true), HasSubstr("method sample writes no checkpoints; run without "
                                          "--restart (methods with restart: able)"));
}

} // namespace
} // namespace curlew::test
