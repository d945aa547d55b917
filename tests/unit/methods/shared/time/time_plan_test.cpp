// Conversion of a case's times to steps.
#include "oscillator.hpp"

#include <curlew/methods/shared/time/spectral_shares.hpp>
#include <curlew/methods/shared/time/step_timer.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <Kokkos_Core.hpp>

#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

namespace curlew::time_test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Case case_of(std::int64_t steps) {
  Case input;
  input.path = "case.json";
  input.time.steps = steps;
  return input;
}

TimePlan with_energy_every(double seconds) {
  Case input = case_of(40);
  input.outputs.energy = Schedule{seconds, std::nullopt};
  return make_time_plan(input, 1e-9, 0);
}

TEST(TimePlan, PeriodsAreWholeSteps) {
  EXPECT_EQ(with_energy_every(2.6e-9).energy_every, 3);
  EXPECT_EQ(with_energy_every(1e-12).energy_every, 1);
  EXPECT_EQ(with_energy_every(40e-9).energy_every, 40);
  EXPECT_THAT(with_energy_every(40e-9).warnings, IsEmpty());
}

TEST(TimePlan, APeriodBeyondTheRunNeverComes) {
  // The last three are more steps than a 64-bit number holds.
  for (const double seconds : {41e-9, 1.0, 1e10, 1e12, 1e300}) {
    const TimePlan plan = with_energy_every(seconds);
    EXPECT_GT(plan.energy_every, 40) << seconds;
    ASSERT_EQ(plan.warnings.size(), 1u) << seconds;
    EXPECT_THAT(plan.warnings[0], HasSubstr("outputs.energy never happens")) << seconds;
    Oscillator scheme(0.3);
    Record record;
    run(scheme, plan, record);
    EXPECT_THAT(record.energy_steps, IsEmpty()) << seconds;
  }
  // Twin: the same loop with a period that the run has.
  Oscillator scheme(0.3);
  Record record;
  run(scheme, with_energy_every(20e-9), record);
  EXPECT_THAT(record.energy_steps, ElementsAre(20, 40));
}

TEST(TimePlan, EveryOutputThatNeverComesIsNamed) {
  Case input = case_of(40);
  input.outputs.energy = Schedule{std::nullopt, 40};
  input.outputs.fields = FieldsSpec();
  input.outputs.fields->schedule.every_steps = 41;
  input.outputs.checkpoint = CheckpointSpec{{1.0, std::nullopt}, 2};
  EXPECT_THAT(make_time_plan(input, 1e-9, 0).warnings,
              ElementsAre(HasSubstr("outputs.fields"), HasSubstr("outputs.checkpoint")));
}

TEST(TimePlan, StepsFollowFromTheDuration) {
  Case input;
  input.time.duration_s = 40e-9;
  EXPECT_EQ(make_time_plan(input, 1e-9, 0).steps, 40); // not 41 by rounding
  EXPECT_EQ(make_time_plan(input, 0.9e-9, 0).steps, 45);
  EXPECT_EQ(make_time_plan(input, 2e-9, 0).steps, 20);
  input.time.duration_s = 0;
  EXPECT_THROW(make_time_plan(input, 1e-9, 0), InputError);
}

TEST(TimePlan, TimeStepOfACase) {
  Case input;
  input.time.courant = 0.5;
  EXPECT_NEAR(time_step(input, 2e-12), 1e-12, 1e-21);
  EXPECT_LE(time_step(input, 2e-12), 1e-12);
  input.time.dt_s = 3e-12;
  EXPECT_THAT(message_of<InputError>([&] { time_step(input, 2e-12); }),
              HasSubstr("stability limit"));
  input.time.allow_unstable = true;
  EXPECT_EQ(time_step(input, 2e-12), 3e-12);
}

// Shares of a Gaussian exp(-(pi f tau)^2) with tau = sqrt(ln 10) / (pi f_max): 10^-((f / f_max)^2).
TEST(SpectralShares, AreThoseOfAGaussian) {
  Waveform pulse;
  pulse.f_max_hz = 4e9;
  const double dt_s = 5e-12;
  const auto of = [&](double delay_s) {
    return spectral_shares(pulse, delay_s, {0, 2e9, 4e9, 8e9, 60e9}, dt_s);
  };
  const std::vector<double> shares = of(1e-10);
  EXPECT_NEAR(shares[0], 1, 1e-12);
  EXPECT_NEAR(shares[1], std::pow(10, -0.25), 1e-9); // it starts at 1e-11 of its peak
  EXPECT_NEAR(shares[2], 0.1, 1e-9);
  EXPECT_NEAR(shares[3], 1e-4, 1e-9);
  EXPECT_LT(shares[4], k_least_share);
  // The twin: a jump to the peak has all frequencies.
  pulse.delay_s = 0;
  EXPECT_GT(of(0)[4], k_least_share);
  // A wave without end, and one without strength.
  pulse.type = Waveform::Type::sine;
  pulse.f0_hz = 1e9;
  EXPECT_THAT(of(0), ::testing::Each(1.0));
  pulse.type = Waveform::Type::file;
  pulse.times_s = {0, 1e-9};
  pulse.values = {0, 0};
  EXPECT_THAT(of(0), ::testing::Each(0.0));
}

Case with_port(double frequency_hz, std::int64_t steps) {
  Case input = case_of(steps);
  input.frequencies_hz = {1e9, frequency_hz};
  input.outputs.s_parameters.emplace();
  PortSpec port;
  port.index = 1;
  port.excited = true;
  input.boundaries.push_back({"", port});
  PortSource source;
  source.feeds.emplace_back();
  source.feeds[0].port = 1;
  source.feeds[0].amplitude_v = 1;
  source.waveform.emplace();
  source.waveform->f_max_hz = 4e9;
  input.excitations.emplace_back();
  input.excitations[0].source = source;
  return input;
}

// The peak is at 604 ps, within step 121; a period of 4 GHz ends with step 50.
TEST(TimePlan, TellsWhereSHasNoValue) {
  const double dt_s = 5e-12;
  EXPECT_THAT(make_time_plan(with_port(2e9, 1000), dt_s, 0).has_s, ElementsAre(1, 1));
  EXPECT_THAT(make_time_plan(with_port(60e9, 1000), dt_s, 0).has_s, ElementsAre(1, 0));
  for (const std::int64_t steps : {1, 49, 51, 120, 121})
    for (const bool is_late : {false, true}) {
      Case input = with_port(2e9, steps);
      if (!is_late)
        std::get<PortSource>(input.excitations[0].source).waveform->delay_s = 1e-12;
      const TimePlan plan = make_time_plan(input, dt_s, 0);
      const char has_s = steps > (is_late ? 120 : 50) ? 1 : 0;
      EXPECT_THAT(plan.has_s, ElementsAre(has_s, has_s)) << steps;
      const auto warns = Contains(HasSubstr("S has no value, and its fields"));
      if (has_s == 0) {
        EXPECT_THAT(plan.warnings, warns) << steps;
      } else {
        EXPECT_THAT(plan.warnings, Not(warns)) << steps;
      }
    }
}

TEST(TimePlan, RefusesFrequenciesThatStepsDoNotHave) {
  const auto plan = [](double frequency_hz) {
    make_time_plan(with_port(frequency_hz, 1000), 5e-12, 0);
  };
  EXPECT_THAT(message_of<InputError>([&] { plan(1e11); }),
              HasSubstr("S-parameters at 1e+11 Hz have no value"));
  EXPECT_THAT(message_of<InputError>([&] { plan(1e39); }), HasSubstr("below 1e+11 Hz"));
  EXPECT_NO_THROW(plan(0.999e11));
  // A far field is refused where the waveform has nothing too.
  Case input = with_port(0.9e11, 1000);
  input.outputs.s_parameters.reset();
  EXPECT_NO_THROW(make_time_plan(input, 5e-12, 0));
  input.outputs.far_field.emplace();
  EXPECT_THAT(message_of<InputError>([&] { make_time_plan(input, 5e-12, 0); }),
              HasSubstr("of its strength at 9e+10 Hz, and a far field is divided by it"));
  input.frequencies_hz = {1e9, 8e9};
  EXPECT_NO_THROW(make_time_plan(input, 5e-12, 0));
}

// A step that is begun for the outputs of the end and not ended counts nothing.
TEST(StepTimer, CountsWholeSteps) {
  StepTimer<Host, 2> timer;
  const Host space;
  const auto pause = [] { std::this_thread::sleep_for(std::chrono::milliseconds(2)); };
  timer.begin_step();
  timer.time(space, 0, pause);
  EXPECT_EQ(timer.seconds(0), 0);
  timer.begin_step();
  timer.time(space, 0, pause);
  timer.time(space, 1, pause);
  timer.end_step();
  EXPECT_EQ(timer.steps(), 1);
  EXPECT_GE(timer.seconds(0), 0.002); // a sleep is never shorter
  EXPECT_GE(timer.seconds(1), 0.002);
  const double before = timer.seconds(0);
  timer.begin_step();
  timer.time(space, 0, pause);
  EXPECT_EQ(timer.seconds(0), before);
}

} // namespace
} // namespace curlew::time_test
