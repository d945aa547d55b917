// Properties that a checkpoint must share with the case that continues it.
#include "oscillator.hpp"

#include <curlew/methods/shared/time/checkpoint_state.hpp>
#include <curlew/tests/unit/io/results/scratch.hpp>

namespace curlew::time_test {
namespace {

using test::put;
using test::scratch;
using ::testing::HasSubstr;

constexpr const char *k_physics =
    R"({"mesh": {"file": "fnv1a64:01"}, "discretization": {"order": 1}})";

Case with_courant(double courant) {
  Case input;
  input.path = "case.json";
  input.time.courant = courant;
  return input;
}

CheckpointData checkpoint_of(const Case &input) {
  return to_checkpoint(input, k_physics,
                       {{20, 3.5, 0.5}, 1e-12, {{"e", {1, 2}}}, {{"probe_p.csv", 20}}});
}

TEST(CheckpointState, ReturnsWhatItHolds) {
  const Case input = with_courant(0.9);
  const CheckpointData data = checkpoint_of(input);
  EXPECT_EQ(data.time_s, 20 * 1e-12);
  const CheckpointState state = read_checkpoint_state(input, k_physics, data);
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
        [&] { read_checkpoint_state(now, k_physics, checkpoint_of(before)); });
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
  EXPECT_NO_THROW(read_checkpoint_state(given, k_physics, checkpoint_of(given)));
  Case longer = with_courant(0.9);
  longer.time.duration_s = 1;
  EXPECT_NO_THROW(read_checkpoint_state(longer, k_physics, checkpoint_of(with_courant(0.9))));
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
        [&] { read_checkpoint_state(now, k_physics, checkpoint_of(before)); });
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
  EXPECT_NO_THROW(read_checkpoint_state(other, k_physics, checkpoint_of(before)));
  other.outputs.probes.push_back(before.outputs.probes[0]);
  other.outputs.probes[1].name = "q";
  other.outputs.energy.reset();
  EXPECT_NO_THROW(read_checkpoint_state(other, k_physics, checkpoint_of(before)));
}

TEST(CheckpointState, NamesWhatAnotherCaseHas) {
  const Case input = with_courant(0.9);
  const auto refusal = [&](const char *physics) {
    return message_of<InputError>(
        [&] { read_checkpoint_state(input, physics, checkpoint_of(input)); });
  };
  EXPECT_THAT(refusal(R"({"mesh": {"file": "fnv1a64:02"}, "discretization": {"order": 1}})"),
              ::testing::AllOf(HasSubstr("another case"), HasSubstr("\"mesh/file\""),
                               HasSubstr("fnv1a64:01"), HasSubstr("fnv1a64:02")));
  EXPECT_THAT(refusal(R"({"mesh": {"file": "fnv1a64:01"}, "discretization": {}})"),
              HasSubstr("\"discretization/order\" is not there here and 1"));
  // A checkpoint that an earlier version wrote.
  CheckpointData earlier = checkpoint_of(input);
  earlier.blobs.erase("physics");
  EXPECT_THAT(message_of<InputError>([&] { read_checkpoint_state(input, "{}", earlier); }),
              HasSubstr("another case, mesh or waveform"));
}

TEST(PhysicsText, KnowsTheContentOfAWaveformFile) {
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
  const auto physics = [&](const std::string &content) {
    put(file, content);
    input.resolved["excitations"][0]["waveform"]["file"] = file.string();
    return physics_text(input, "fused");
  };
  const std::string before = physics("0,0\n1e-9,1\n");
  EXPECT_NE(physics("0,0\n1e-9,2\n"), before);
  EXPECT_EQ(physics("0,0\n1e-9,1\n"), before);
  input.resolved["time"]["steps"] = 4;
  EXPECT_EQ(physics_text(input, "fused"), before);
  EXPECT_NE(physics_text(input, "blocks"), before);
}

} // namespace
} // namespace curlew::time_test
