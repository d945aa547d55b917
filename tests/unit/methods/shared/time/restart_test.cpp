// What a checkpoint must have in common with the case that continues it.
#include "oscillator.hpp"

#include <curlew/methods/shared/time/checkpoint_state.hpp>
#include <curlew/tests/unit/io/results/scratch.hpp>

namespace curlew::time_test {
namespace {

using test::put;
using test::scratch;
using ::testing::HasSubstr;

constexpr const char *k_fingerprint = "fnv1a64:0123456789abcdef";

Case with_courant(double courant) {
  Case input;
  input.path = "case.json";
  input.time.courant = courant;
  return input;
}

CheckpointData checkpoint_of(const Case &input) {
  return to_checkpoint(input, k_fingerprint,
                       {{20, 3.5, 0.5}, 1e-12, {{"e", {1, 2}}}, {{"probe_p.csv", 20}}});
}

TEST(CheckpointState, ReturnsWhatItHolds) {
  const Case input = with_courant(0.9);
  const CheckpointData data = checkpoint_of(input);
  EXPECT_EQ(data.time_s, 20 * 1e-12);
  const CheckpointState state = read_checkpoint_state(input, k_fingerprint, data);
  EXPECT_EQ(state.position.step, 20);
  EXPECT_EQ(state.position.largest_norm, 3.5);
  EXPECT_EQ(state.position.peak_energy, 0.5);
  EXPECT_EQ(state.dt_s, 1e-12);
  EXPECT_EQ(state.unknowns, (FieldState{{"e", {1, 2}}}));
  EXPECT_EQ(state.rows, (TableRows{{"probe_p.csv", 20}}));
}

TEST(CheckpointState, RefusesAnotherTimeStep) {
  const auto refusal = [](const Case &before, const Case &now) {
    return message_of<InputError>(
        [&] { read_checkpoint_state(now, k_fingerprint, checkpoint_of(before)); });
  };
  Case given = with_courant(0.9);
  given.time.dt_s = 1e-12;
  Case other = given;
  other.time.dt_s = 2e-12;
  EXPECT_THAT(refusal(with_courant(0.9), with_courant(0.5)),
              ::testing::AllOf(HasSubstr("courant = 0.5"), HasSubstr("courant = 0.9")));
  EXPECT_THAT(refusal(with_courant(0.9), given), HasSubstr("dt = 1e-12 s"));
  EXPECT_THAT(refusal(given, with_courant(0.9)), HasSubstr("courant = 0.9"));
  EXPECT_THAT(refusal(given, other), HasSubstr("dt = 2e-12 s"));
  // Twins: the same request, and a case that only runs for longer.
  EXPECT_NO_THROW(read_checkpoint_state(given, k_fingerprint, checkpoint_of(given)));
  Case longer = with_courant(0.9);
  longer.time.duration_s = 1;
  EXPECT_NO_THROW(read_checkpoint_state(longer, k_fingerprint, checkpoint_of(with_courant(0.9))));
}

// A table of one name must hold one probe: spectra of two points would look like those of one.
TEST(CheckpointState, RefusesOtherProbesBehindTheSameNames) {
  const auto with_probe = [](const Point &position_m) {
    Case input = with_courant(0.9);
    ProbeSpec probe;
    probe.name = "p";
    probe.shape = PointProbe{position_m};
    input.outputs.probes = {probe};
    input.outputs.energy = Schedule{std::nullopt, 10};
    return input;
  };
  const Case before = with_probe({1, 2, 3});
  const auto refusal = [&](const Case &now) {
    return message_of<InputError>(
        [&] { read_checkpoint_state(now, k_fingerprint, checkpoint_of(before)); });
  };
  EXPECT_THAT(refusal(with_probe({1, 2, 4})),
              ::testing::AllOf(HasSubstr("probe_p.csv"), HasSubstr("1.0,2.0,3.0"),
                               HasSubstr("1.0,2.0,4.0")));
  Case other = before;
  other.outputs.probes[0].shape = LineProbe{{0, 0, 0}, {1, 0, 0}, 5};
  EXPECT_THAT(refusal(other), HasSubstr("probe_p.csv"));
  other = before;
  other.outputs.energy = Schedule{std::nullopt, 20};
  EXPECT_THAT(refusal(other), HasSubstr("energy.csv"));
  // Twins: the same tables; one more; one less.
  other = before;
  EXPECT_NO_THROW(read_checkpoint_state(other, k_fingerprint, checkpoint_of(before)));
  other.outputs.probes.push_back(before.outputs.probes[0]);
  other.outputs.probes[1].name = "q";
  other.outputs.energy.reset();
  EXPECT_NO_THROW(read_checkpoint_state(other, k_fingerprint, checkpoint_of(before)));
}

TEST(CheckpointState, RefusesAnotherCase) {
  const Case input = with_courant(0.9);
  EXPECT_THAT(message_of<InputError>(
                  [&] { read_checkpoint_state(input, "fnv1a64:1", checkpoint_of(input)); }),
              HasSubstr("another case"));
}

TEST(PhysicsFingerprint, KnowsTheContentOfAWaveformFile) {
  const auto file = scratch() / "pulse.csv";
  Case input = with_courant(0.9);
  input.excitations.resize(1);
  CurrentSource current;
  current.waveform.emplace();
  current.waveform->type = Waveform::Type::file;
  current.waveform->file = file.string();
  input.excitations[0].source = current;
  input.resolved = nlohmann::ordered_json::parse(
      R"({"excitations": [{"waveform": {"type": "file", "file": ""}}], "time": {"steps": 3}})");
  const auto fingerprint = [&](const std::string &content) {
    put(file, content);
    input.resolved["excitations"][0]["waveform"]["file"] = file.string();
    return physics_fingerprint(input, "fused");
  };
  const std::string before = fingerprint("0,0\n1e-9,1\n");
  EXPECT_NE(fingerprint("0,0\n1e-9,2\n"), before);
  EXPECT_EQ(fingerprint("0,0\n1e-9,1\n"), before);
  input.resolved["time"]["steps"] = 4;
  EXPECT_EQ(physics_fingerprint(input, "fused"), before);
  EXPECT_NE(physics_fingerprint(input, "blocks"), before);
}

} // namespace
} // namespace curlew::time_test
