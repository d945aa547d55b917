// The harness itself: wrong expectations must be noticed, or the other tests prove nothing.
#include "cases.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <csignal>

using namespace curlew::cli_test;

namespace {

TEST(Harness, NoticesWrongExpectations) {
  const Scratch scratch;
  const Outcome outcome = scratch.curlew({"run", "none.json"});
  EXPECT_EQ(mismatch(outcome, {2, {"none.json"}}), "");
  EXPECT_NE(mismatch(outcome, {0, {"none.json"}}), "");
  EXPECT_NE(mismatch(outcome, {5, {"none.json"}}), "");
  EXPECT_NE(mismatch(outcome, {2, {"some.json"}}), "");
  EXPECT_NE(mismatch(outcome, {2, {"none.json", "case.json:1:1"}}), "");
}

TEST(Harness, NoticesCrashesAndSilence) {
  EXPECT_NE(mismatch({-1, SIGSEGV, "", "error: "}, {-1, {}}), "");
  EXPECT_NE(mismatch({2, 0, "", "message without its word"}, {2, {"message"}}), "");
  EXPECT_EQ(mismatch({2, 0, "", "error: message"}, {2, {"message"}}), "");
}

TEST(Harness, KeepsStreamsApart) {
  const Scratch scratch;
  const Outcome good = scratch.curlew({"--version"});
  EXPECT_NE(good.out, "");
  EXPECT_EQ(good.err, "");
  const Outcome bad = scratch.curlew({"run", "none.json"});
  EXPECT_EQ(bad.out, "");
  EXPECT_NE(bad.err, "");
}

TEST(Harness, ReplacesOnceOrFails) {
  EXPECT_EQ(replaced("abc", "b", "x"), "axc");
  EXPECT_NONFATAL_FAILURE(replaced("abc", "d", "x"), "exactly once");
  EXPECT_NONFATAL_FAILURE(replaced("abcb", "b", "x"), "exactly once");
}

} // namespace
