// The words of a forecast.
#include <curlew/methods/shared/forecast/time_forecast.hpp>

#include <gtest/gtest.h>

namespace curlew {
namespace {

TEST(TimeForecast, DurationsHaveTwoDigitsAndAUnitForPeople) {
  EXPECT_EQ(duration_text(3.21e-6), "3.2 us");
  EXPECT_EQ(duration_text(4.34e-3), "4.3 ms");
  EXPECT_EQ(duration_text(0.25), "0.25 s");
  EXPECT_EQ(duration_text(12.4), "12 s");
  EXPECT_EQ(duration_text(192), "3.2 min");
  EXPECT_EQ(duration_text(5.5 * 3600), "5.5 h");
  EXPECT_EQ(duration_text(10 * 86400), "10 days");
}

TEST(TimeForecast, PartsAddUpToTheTotal) {
  TimeForecast forecast;
  forecast.setup_s = 2;
  forecast.work = {{"step", 2327, 4.3e-3}, {"snapshot", 1, 0.5}};
  EXPECT_DOUBLE_EQ(forecast.seconds(), 2 + 2327 * 4.3e-3 + 0.5);
  EXPECT_EQ(time_line(forecast, Backend::openmp, 2),
            "time       about 13 s on openmp (2 threads): set-up 2 s, 2327 steps of 4.3 ms, "
            "1 snapshot of 0.5 s\n");
  forecast.work = {{"solve", 11, 0.2, true}};
  forecast.basis = "the sweep chooses its frequencies";
  EXPECT_EQ(to_text(forecast, Backend::serial, 1),
            "about 4.2 s on serial: set-up 2 s, about 11 solves of 0.2 s; the sweep chooses its "
            "frequencies");
}

TEST(TimeForecast, SaysWhyThereIsNone) {
  TimeForecast forecast;
  forecast.setup_s = 2;
  forecast.none = "no room";
  EXPECT_EQ(to_text(forecast, Backend::openmp, 2), "no forecast: no room");
}

} // namespace
} // namespace curlew
