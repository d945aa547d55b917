// Forecasts from steps that are done: a scheme whose parts take known times.
#include "oscillator.hpp"

#include <curlew/methods/shared/time/step_forecast.hpp>

#include <chrono>
#include <thread>

namespace curlew::time_test {
namespace {

using ::testing::HasSubstr;

TEST(StepForecast, CountsStepsOutputsAndRuns) {
  Oscillator scheme(0.3);
  TimePlan plan = plan_of(1000);
  plan.energy_every = 10;
  plan.snapshot_every = 300;
  const TimeForecast forecast = forecast_steps(scheme, plan, 2, 1.5);
  EXPECT_EQ(forecast.setup_s, 1.5);
  ASSERT_EQ(forecast.work.size(), 3u);
  EXPECT_EQ(forecast.work[0].count, 2000);
  EXPECT_EQ(forecast.work[1].count, 200);
  EXPECT_EQ(forecast.work[2].count, 6);
  EXPECT_GT(forecast.work[0].seconds, 0);
  EXPECT_GE(scheme.calls.size(), 2u); // the steps were done
  EXPECT_LE(scheme.calls.size(), 1003u);
  EXPECT_EQ(forecast.basis, "");
}

// A recorder that must not be called once it has said that it is full.
class Glass final : public Recorder {
public:
  bool record(std::int64_t) override {
    EXPECT_LT(rows, k_room);
    return ++rows == k_room;
  }
  static constexpr int k_room = 5;
  int rows = 0;
};

TEST(StepForecast, AFullRecorderIsLeftAlone) {
  Oscillator scheme(0.3);
  Glass glass;
  scheme.recorders().push_back(&glass);
  forecast_steps(scheme, plan_of(1000), 1, 0);
  EXPECT_EQ(glass.rows, Glass::k_room);
  EXPECT_GT(scheme.calls.size(), static_cast<std::size_t>(Glass::k_room));
}

TEST(StepForecast, AnEndByTheEnergyMakesItAnUpperBound) {
  Oscillator scheme(0.3);
  TimePlan plan = plan_of(1000);
  plan.stop_at_energy_db = 40;
  const TimeForecast forecast = forecast_steps(scheme, plan, 1, 0);
  EXPECT_THAT(forecast.basis, HasSubstr("at most"));
  ASSERT_EQ(forecast.work.size(), 2u);
  EXPECT_EQ(forecast.work[1].count, 1000 / plan.watch_every);
}

TEST(StepForecast, NoSchemeIsMadeWithoutRoomOrForTooManyCells) {
  EXPECT_EQ(why_no_scheme(1e5, "tets", 1e6, Backend::serial), "");
  EXPECT_THAT(why_no_scheme(1e7, "tets", 1e6, Backend::serial), HasSubstr("2000000 tets"));
  if (std::isfinite(memory_of(Backend::serial).free_bytes)) {
    EXPECT_THAT(why_no_scheme(1e5, "tets", 1e18, Backend::serial), HasSubstr("free"));
  }
}

} // namespace
} // namespace curlew::time_test
