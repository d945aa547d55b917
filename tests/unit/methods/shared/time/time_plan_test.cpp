// From the times of a case to steps.
#include "oscillator.hpp"

#include <curlew/methods/shared/time/step_timer.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <Kokkos_Core.hpp>

#include <chrono>
#include <limits>
#include <thread>

namespace curlew::time_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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

// A step that is begun for the outputs of the end and not ended counts nothing.
TEST(StepTimer, CountsWholeSteps) {
  StepTimer<Kokkos::Serial, 2> timer;
  const Kokkos::Serial space;
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
