// Schedules, watchdog, interrupt and restart of the time loop.
#include "oscillator.hpp"

#include <curlew/methods/shared/time/watchdog.hpp>

namespace curlew::time_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double k_w_dt = 0.3;

TEST(TimeLoop, HandsOutEverySampleOnce) {
  Oscillator scheme(k_w_dt);
  Record record;
  run(scheme, plan_of(20), record);
  ASSERT_EQ(record.electric.size(), 60u);
  ASSERT_EQ(record.magnetic.size(), 60u);
  double e = 1, h = 0.25; // the scheme once more
  for (std::size_t n = 0; n < 20; ++n) {
    h -= k_w_dt * e;
    e += k_w_dt * h;
    EXPECT_EQ(record.electric[3 * n], e);
    EXPECT_EQ(record.magnetic[3 * n + 1], h);
  }
  EXPECT_EQ(scheme.calls.size(), 20u);
}

TEST(TimeLoop, OutputsComeAtMultiplesOfTheirPeriodsAndAtTheEnd) {
  Oscillator scheme(k_w_dt);
  Record record;
  TimePlan plan = plan_of(20);
  plan.energy_every = 5;
  plan.snapshot_every = 10;
  plan.checkpoint_every = 8;
  run(scheme, plan, record);
  EXPECT_THAT(record.energy_steps, ElementsAre(5, 10, 15, 20));
  EXPECT_THAT(record.snapshot_steps, ElementsAre(10, 20));
  EXPECT_EQ(record.snapshot_e[0], record.electric[3 * 9]); // E of time n is that of n steps
  EXPECT_EQ(record.snapshot_e[1], record.electric[3 * 19]);
  ASSERT_EQ(record.positions.size(), 2u);
  EXPECT_EQ(record.positions[1].step, 16);
  // The energy of a lossless leapfrog is constant to rounding.
  for (const double energy : record.energies)
    EXPECT_NEAR(energy, record.energies[0], 1e-14 * record.energies[0]);
  // The step tried at the end leaves no trace: the state is that of a run without outputs.
  Oscillator plain(k_w_dt);
  Record ignored;
  run(plain, plan_of(20), ignored);
  EXPECT_EQ(scheme.save(), plain.save());
}

TEST(TimeLoop, AnOutputOfPeriodZeroNeverComes) {
  Oscillator scheme(k_w_dt);
  Record record;
  run(scheme, plan_of(200), record);
  EXPECT_THAT(record.energy_steps, IsEmpty());
  EXPECT_THAT(record.snapshot_steps, IsEmpty());
  EXPECT_THAT(record.positions, IsEmpty());
}

TEST(TimeLoop, ARestartGivesTheSameBits) {
  TimePlan plan = plan_of(100);
  plan.checkpoint_every = 40;
  plan.energy_every = 7;
  Record whole;
  Oscillator scheme(k_w_dt, 0.001);
  const RunPosition end = run(scheme, plan, whole);
  ASSERT_EQ(whole.states.size(), 2u);
  const auto continued = [&](double factor) {
    Oscillator other(k_w_dt, 0.001);
    FieldState state = whole.states[0];
    state["e"][0] *= factor;
    other.load(state);
    Record record;
    const RunPosition position = run(other, plan, record, whole.positions[0]);
    EXPECT_EQ(position.step, end.step);
    return std::pair(record, other.save());
  };
  const auto [record, state] = continued(1);
  EXPECT_EQ(state, scheme.save());
  ASSERT_EQ(record.electric.size(), 3u * 60);
  EXPECT_TRUE(
      std::equal(record.electric.begin(), record.electric.end(), whole.electric.begin() + 3 * 40));
  // Twin: another bit in the state is another run.
  EXPECT_NE(continued(1 + 4e-16).second, scheme.save());
}

TEST(TimeLoop, StopsWhenTheEnergyHasFallen) {
  Oscillator scheme(k_w_dt, 0.01);
  Record record;
  TimePlan plan = plan_of(100000);
  plan.stop_at_energy_db = 30;
  plan.sources_end_s = 10;
  const RunPosition end = run(scheme, plan, record);
  // e falls by exp(-0.01) per step and carries the energy half of the time: amplitude by
  // exp(-0.005), 30 dB after ln(10^1.5)/0.005 = 691 steps; checked every 50.
  EXPECT_GE(end.step, 600);
  EXPECT_LE(end.step, 850);
  EXPECT_EQ(record.electric.size(), 3u * static_cast<std::size_t>(end.step));
  // Twin: without losses it never does.
  Oscillator lossless(k_w_dt);
  Record long_record;
  plan.steps = 3000;
  EXPECT_EQ(run(lossless, plan, long_record).step, 3000);
}

TEST(Watchdog, EndsARunThatGrows) {
  Oscillator scheme(2.02);
  Record record;
  TimePlan plan = plan_of(100000);
  plan.sources_end_s = 60;
  const std::string message = message_of<Unstable>([&] { run(scheme, plan, record); });
  EXPECT_THAT(message, HasSubstr("grow without a source at step "));
  EXPECT_THAT(message, HasSubstr("the only value of E"));
  EXPECT_THAT(message, HasSubstr("\"courant\""));
  EXPECT_LT(scheme.calls.size(), 1000u);
  // Twins: below the limit, and with the sources still on.
  Oscillator stable(1.98);
  EXPECT_NO_THROW(run(stable, plan, record = {}));
  Oscillator driven(2.02);
  plan.steps = 400;
  plan.sources_end_s = 1e9;
  EXPECT_NO_THROW(run(driven, plan, record = {}));
}

TEST(Watchdog, FindsWhatIsNotFinite) {
  Oscillator scheme(k_w_dt);
  scheme.load({{"e", {std::numeric_limits<double>::quiet_NaN()}}, {"h", {0}}});
  Record record;
  TimePlan plan = plan_of(100);
  plan.sources_end_s = 1e9;
  EXPECT_THAT(message_of<Unstable>([&] { run(scheme, plan, record); }),
              HasSubstr("became infinite or NaN at step 50"));
}

TEST(Interrupt, WritesACheckpointFirst) {
  Oscillator scheme(k_w_dt);
  Record record;
  record.stop_at = 17;
  EXPECT_THAT(message_of<Interrupted>([&] { run(scheme, plan_of(100), record); }),
              HasSubstr("stopped at step 17 of 100"));
  ASSERT_EQ(record.positions.size(), 1u);
  EXPECT_EQ(record.positions[0].step, 17);
  EXPECT_EQ(record.electric.size(), 3u * 17);
  // Twin: a request in the last step ends nothing, because the run is over.
  Oscillator other(k_w_dt);
  Record last;
  last.stop_at = 100;
  EXPECT_NO_THROW(run(other, plan_of(100), last));
  EXPECT_THAT(last.positions, IsEmpty());
}

} // namespace
} // namespace curlew::time_test
