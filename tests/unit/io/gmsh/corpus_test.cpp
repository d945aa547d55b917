// Replays the fuzzers' start inputs and findings: each input is accepted or refused with a
// curlew::Error, nothing else.
#include "feeds.hpp"

#include <curlew/tests/support/paths.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Corpus {
  const char *name;
  const char *folder;
  bool (*feed)(std::string_view);
  // Inputs that must be accepted: else a corpus that is refused at its first byte would pass.
  std::vector<std::string> sound;
};

void PrintTo(const Corpus &corpus, std::ostream *out) {
  *out << corpus.name;
}

const Corpus k_corpora[] = {
    {"gmsh",
     "gmsh",
     curlew::fuzz::feed_gmsh,
     {"ascii_22.msh", "ascii_41.msh", "windows_41.msh", "sparse_parametric_41.msh", "binary_22.msh",
      "cells_22.msh", "binary_41.msh", "big_endian_22.msh", "big_endian_41.msh"}},
    {"surface",
     "gmsh",
     curlew::fuzz::feed_surface,
     {"ascii_22.msh", "binary_41.msh", "surface_22.msh", "surface_41.msh", "surface_binary_22.msh",
      "surface_binary_41.msh"}},
    {"case", "case", curlew::fuzz::feed_case, {"box.json", "features.json", "sphere.json"}},
};

class CorpusReplay : public testing::TestWithParam<Corpus> {};

TEST_P(CorpusReplay, EndsInAResultOrAnError) {
  std::vector<std::string> accepted;
  int count = 0;
  const std::string folder = curlew::test::source_path("tests/fuzz/corpus/");
  for (const auto &entry : std::filesystem::directory_iterator(folder + GetParam().folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    ASSERT_TRUE(in) << entry.path();
    const std::string content{std::istreambuf_iterator<char>(in), {}};
    SCOPED_TRACE(entry.path().string());
    bool is_accepted = false;
    EXPECT_NO_THROW(is_accepted = GetParam().feed(content));
    if (is_accepted) {
      accepted.push_back(entry.path().filename().string());
    }
    ++count;
  }
  for (const std::string &name : GetParam().sound) {
    EXPECT_NE(std::find(accepted.begin(), accepted.end(), name), accepted.end()) << name;
  }
  EXPECT_LT(static_cast<int>(accepted.size()), count) << "no input is broken";
}

INSTANTIATE_TEST_SUITE_P(Fuzz, CorpusReplay, testing::ValuesIn(k_corpora),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
