// Rates are measured once, and found again for the same machine, backend and threads only.
#include <curlew/methods/shared/forecast/machine_rates.hpp>

#include <curlew/methods/shared/forecast/free_stopwatch.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include <unistd.h>

namespace curlew {
namespace {

namespace fs = std::filesystem;

class RatesFile : public ::testing::Test {
protected:
  void SetUp() override { fs::remove_all(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  // Tests run side by side.
  const fs::path folder_ =
      fs::path(::testing::TempDir()) / ("curlew-rates-" + std::to_string(getpid()));
  const fs::path file_ = folder_ / "deeper" / "rates.json";
};

TEST_F(RatesFile, KeepsWhatWasMeasured) {
  EXPECT_FALSE(stored_rates(Backend::serial, 1, file_));
  const MachineRates rates = machine_rates(Backend::serial, 1, file_);
  EXPECT_GT(rates.copy, 0);
  EXPECT_GT(rates.cached_copy, 0);
  EXPECT_GT(rates.product, 0);
  const auto stored = stored_rates(Backend::serial, 1, file_);
  ASSERT_TRUE(stored);
  EXPECT_EQ(stored->product, rates.product);
  EXPECT_EQ(machine_rates(Backend::serial, 1, file_).copy, rates.copy); // not measured again
  EXPECT_TRUE(
      stored_rates(Backend::serial, 2, file_)); // it computes on one thread whatever is asked
  EXPECT_FALSE(stored_rates(Backend::openmp, 2, file_));
}

TEST_F(RatesFile, ABrokenFileCountsAsAbsent) {
  fs::create_directories(file_.parent_path());
  std::ofstream(file_) << "{ \"half";
  EXPECT_FALSE(stored_rates(Backend::serial, 1, file_));
  machine_rates(Backend::serial, 1, file_);
  EXPECT_TRUE(stored_rates(Backend::serial, 1, file_));
}

TEST_F(RatesFile, IsInTheCacheOfTheUser) {
  const char *before = std::getenv("XDG_CACHE_HOME");
  const std::string kept = before != nullptr ? before : "";
  setenv("XDG_CACHE_HOME", "/somewhere", 1);
  EXPECT_EQ(rates_file(), fs::path("/somewhere/curlew/machine-rates.json"));
  unsetenv("XDG_CACHE_HOME");
  if (const char *home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    EXPECT_EQ(rates_file(), fs::path(home) / ".cache" / "curlew" / "machine-rates.json");
  }
  if (before != nullptr)
    setenv("XDG_CACHE_HOME", kept.c_str(), 1);
}

TEST(MachineRates, StreamingLiesBetweenCachesAndMemory) {
  const MachineRates rates{1e10, 4e10, 1};
  EXPECT_DOUBLE_EQ(rates.streaming(1e5), 4e10);
  EXPECT_DOUBLE_EQ(rates.streaming(1e9), 1e10);
  EXPECT_GT(rates.streaming(1e7), 1e10);
  EXPECT_LT(rates.streaming(1e7), 4e10);
}

TEST(FreeStopwatch, NeverExceedsTheWall) {
  const Stopwatch wall;
  const FreeStopwatch free;
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const double seconds = free.seconds();
  EXPECT_GT(seconds, 0);
  EXPECT_LE(seconds, wall.seconds());
}

} // namespace
} // namespace curlew
