// Properties of backends that are known before Kokkos has started.
#include <curlew/core/parallel/backend.hpp>
#include <curlew/tests/support/paths.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

namespace curlew {
namespace {

TEST(Backend, NamesAreParsed) {
  for (const Backend backend : compiled_backends())
    EXPECT_EQ(parse_backend(to_string(backend)), backend);
  EXPECT_EQ(parse_backend("auto"), compiled_backends().back());
  EXPECT_EQ(parse_backend("serial"), Backend::serial);
}

TEST(Backend, UnknownAndAbsentOnesAreErrors) {
  try {
    parse_backend("Serial");
    FAIL() << "names are in lower case";
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("legal: auto, serial, openmp, cuda, hip)"));
    EXPECT_EQ(error.exit_code(), ExitCode::input);
  }
}

TEST(Backend, WhatThisBinaryLacksIsNamedWithItsRemedy) {
  const std::map<std::string, std::string> remedies{{"openmp", "Kokkos_ENABLE_OPENMP=ON"},
                                                    {"cuda", "./bootstrap --cuda build"},
                                                    {"hip", "Kokkos_ENABLE_HIP=ON"}};
  std::vector<std::string> compiled;
  for (const Backend backend : compiled_backends())
    compiled.push_back(to_string(backend));
  for (const std::string &name : backend_names()) {
    if (std::count(compiled.begin(), compiled.end(), name) > 0) {
      EXPECT_EQ(to_string(parse_backend(name)), name);
      continue;
    }
    try {
      parse_backend(name);
      FAIL() << name << " is not compiled in";
    } catch (const NotCompiled &error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr("\"" + name + "\""));
      EXPECT_THAT(error.what(), ::testing::HasSubstr(remedies.at(name)));
      EXPECT_EQ(error.exit_code(), ExitCode::input);
    }
  }
}

// The case file's schema is text: its list of backends must be this one.
TEST(Backend, NamesAreThoseOfTheSchema) {
  std::string expected = "\"enum\": [\"auto\"";
  for (const std::string &name : backend_names())
    expected += ", \"" + name + "\"";
  std::string schemas;
  for (const auto &entry :
       std::filesystem::recursive_directory_iterator(curlew::test::source_path("io")))
    if (entry.path().extension() == ".json") {
      std::ifstream stream(entry.path());
      schemas.append(std::istreambuf_iterator<char>(stream), {});
    }
  EXPECT_THAT(schemas, ::testing::HasSubstr(expected + "]"));
  EXPECT_THAT(schemas, ::testing::Not(::testing::HasSubstr(expected + ", ")));
}

// Free and total memory are those of the device or host that the backend computes on.
TEST(Backend, DevicesAreFoundWithoutKokkos) {
  for (const Backend backend : compiled_backends()) {
    if (is_device_backend(backend) && !why_kokkos_cannot_start().empty()) {
      EXPECT_THROW(find_device(backend), InputError);
      continue;
    }
    const Device device = find_device(backend);
    EXPECT_NE(device.name, "") << to_string(backend);
    EXPECT_GT(device.free_bytes, 1e6) << to_string(backend);
    EXPECT_LE(device.free_bytes, device.total_bytes) << to_string(backend);
  }
}

// Only a build for devices has a reason, and the message gives a remedy.
TEST(Backend, KokkosStartsOrSaysWhyNot) {
  const std::string reason = why_kokkos_cannot_start();
  if (!is_device_backend(compiled_backends().back())) {
    EXPECT_EQ(reason, "");
  }
  if (!reason.empty()) {
    EXPECT_THAT(reason, ::testing::HasSubstr("./bootstrap build"));
    EXPECT_THROW(KokkosRuntime(1), InputError);
  }
}

} // namespace
} // namespace curlew
