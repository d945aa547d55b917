// What can be said of backends before Kokkos has started.
#include <curlew/core/backend.hpp>

#include <gmock/gmock.h>

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
    EXPECT_THAT(error.what(), ::testing::HasSubstr("legal: auto, serial, openmp, cuda"));
    EXPECT_EQ(error.exit_code(), ExitCode::input);
  }
  bool has_cuda = false;
  for (const Backend backend : compiled_backends())
    has_cuda = has_cuda || to_string(backend) == "cuda";
  if (!has_cuda) {
    try {
      parse_backend("cuda");
      FAIL() << "not compiled in";
    } catch (const NotCompiled &error) {
      EXPECT_THAT(error.what(), ::testing::AllOf(::testing::HasSubstr("./bootstrap --cuda build"),
                                                 ::testing::HasSubstr("Kokkos_ENABLE_CUDA=ON")));
      EXPECT_EQ(error.exit_code(), ExitCode::input);
    }
  }
}

// Free and whole memory are those of what the backend computes on.
TEST(Backend, DevicesAreFoundWithoutKokkos) {
  for (const Backend backend : compiled_backends()) {
    if (backend == Backend::cuda && !why_kokkos_cannot_start().empty()) {
      EXPECT_THROW(find_device(backend), InputError);
      continue;
    }
    const Device device = find_device(backend);
    EXPECT_NE(device.name, "") << to_string(backend);
    EXPECT_GT(device.free_bytes, 1e6) << to_string(backend);
    EXPECT_LE(device.free_bytes, device.total_bytes) << to_string(backend);
  }
}

// Only a CUDA build has a reason, and it says what to do.
TEST(Backend, KokkosStartsOrSaysWhyNot) {
  const std::string reason = why_kokkos_cannot_start();
  if (compiled_backends().back() != Backend::cuda) {
    EXPECT_EQ(reason, "");
  }
  if (!reason.empty()) {
    EXPECT_THAT(reason, ::testing::HasSubstr("./bootstrap build"));
    EXPECT_THROW(KokkosRuntime(1), InputError);
  }
}

} // namespace
} // namespace curlew
