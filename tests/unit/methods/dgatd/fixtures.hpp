#pragma once

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgatd/scheme/stability.hpp>
#include <curlew/methods/dgatd/scheme/variants.hpp>
#include <curlew/methods/shared/time/time_loop.hpp>
#include <curlew/tests/support/run_listener.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>
#include <curlew/tests/unit/methods/media_and_sources.hpp>

#include <gmock/gmock.h>

#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

// Shared parts of the tests of DGATD: a case in code, and a run of a variant whose outputs stay in
// memory. Nothing here steps a field itself.
namespace curlew::dgatd::testing {

using curlew::testing::gaussian_derivative;
using curlew::testing::medium;

inline Waveform gaussian(double f_max_hz) {
  Waveform waveform;
  waveform.f_max_hz = f_max_hz;
  return waveform;
}

inline Waveform sine(double f0_hz) {
  Waveform waveform;
  waveform.type = Waveform::Type::sine;
  waveform.f0_hz = f0_hz;
  waveform.ramp_periods = 1;
  return waveform;
}

inline Excitation point_current(const Vector3 &point_m, const Vector3 &direction,
                                const Waveform &waveform) {
  return {"point", CurrentSource{CurrentPoint{point_m}, direction, 1, waveform}};
}

inline Excitation region_current(const std::string &region, const Vector3 &direction,
                                 const Waveform &waveform) {
  return {"region", CurrentSource{CurrentGroup{region}, direction, 1, waveform}};
}

inline CurrentSource &current_of(Case &input, std::size_t i = 0) {
  return std::get<CurrentSource>(input.excitations[i].source);
}

inline ProbeSpec probe(const Vector3 &point_m, Field field = Field::E) {
  ProbeSpec spec;
  spec.name = "p";
  spec.shape = PointProbe{point_m};
  spec.field = field;
  return spec;
}

// A vacuum in conducting walls.
inline Case vacuum_case(std::int64_t steps) {
  Case input;
  input.path = "case.json";
  input.method = "dgatd";
  input.materials = {medium("vacuum")};
  input.regions = {{"volume", "vacuum"}};
  input.boundaries = {{"default", Pec{}}};
  input.time.steps = steps;
  return input;
}

// A box of 1.0 m x 0.8 m x 0.6 m: its lowest modes lie at 240-400 MHz.
inline TetMesh room(int refinement = 1, double jitter = 0.25, std::uint64_t seed = 1) {
  return make_box({1.0, 0.8, 0.6}, {5 * refinement, 4 * refinement, 3 * refinement}, {0, 0, 0},
                  jitter, seed);
}

// A case on its mesh, ready to step.
struct Simulation {
  Case input;
  Problem problem;
  std::vector<Source> sources;
  Probes probes;
  double dt_limit_s;
  TimePlan plan;
};

// Prepares the part of one of several ranks. Collective.
inline Simulation prepare(const Case &input, LocalMesh mesh) {
  Simulation simulation{input, make_problem(input, std::move(mesh)), {}, {}, 0, {}};
  simulation.sources = make_sources(input, simulation.problem);
  simulation.probes = find_probes(input, simulation.problem);
  const auto limit = spectral_radius(Host(), simulation.problem);
  simulation.dt_limit_s = 2 / std::sqrt(limit.value);
  double sources_end_s = 0;
  for (const Source &source : simulation.sources)
    sources_end_s = std::max(sources_end_s, source.waveform.end_s());
  simulation.plan = make_time_plan(input, time_step(input, simulation.dt_limit_s), sources_end_s);
  return simulation;
}

inline Simulation prepare(const Case &input, TetMesh mesh) {
  return prepare(input, whole_mesh(std::move(mesh)));
}

// Everything that a run hands out.
struct RunRecord : TimeObserver {
  std::vector<double> electric_rows, magnetic_rows; // [step][probe][component]
  std::vector<Energy> energies;
  std::vector<std::int64_t> energy_steps;
  std::vector<double> snapshot_e, snapshot_h; // the last one, [tet][component]
  std::vector<State> states;                  // at the checkpoints
  std::vector<RunPosition> positions;         // at the checkpoints
  std::vector<double> powers;                 // of outputs.flux, [step][surface], W
  RunPosition end;

  void probes(std::int64_t, const ProbeRows &values) {
    electric_rows.insert(electric_rows.end(), values.electric.begin(), values.electric.end());
    magnetic_rows.insert(magnetic_rows.end(), values.magnetic.begin(), values.magnetic.end());
  }
  void energy(std::int64_t step, const Energy &energy) {
    energy_steps.push_back(step);
    energies.push_back(energy);
  }
  void snapshot(std::int64_t, const CellFields &fields) {
    snapshot_e = fields.electric;
    snapshot_h = fields.magnetic;
  }
  void checkpoint(const RunPosition &position, const State &state) override {
    positions.push_back(position);
    states.push_back(state);
  }
  void advanced(std::int64_t) override {}
  bool stop_requested() override { return false; }
};

// True where E must be known on half edges; the same condition as in the driver.
inline bool needs_halves(const Simulation &simulation) {
  return simulation.problem.has_losses() || simulation.plan.energy_every > 0 ||
         simulation.plan.stop_at_energy_db > 0;
}

// Target and start of a run.
struct Start {
  Backend backend = Backend::serial;
  const State *state = nullptr; // zero fields
  RunPosition position = {};
  bool ask_for_halves = false; // even where nothing needs them
};

// A scheme of the simulation, by a function that makes one of a variant.
template <class Make>
std::unique_ptr<DgatdScheme> scheme_of(const Simulation &simulation, const Make &make,
                                       Backend backend, bool halves) {
  return make(backend, SchemeInput{simulation.problem, simulation.sources, simulation.probes,
                                   simulation.plan, true, halves});
}

// Takes the powers too.
class Listener final : public curlew::test::RunListener<DgatdScheme, RunRecord> {
public:
  using RunListener::RunListener;
  void flush(std::int64_t first_step) override {
    RunListener::flush(first_step);
    if (scheme_.flux() == nullptr)
      return;
    std::vector<double> powers = scheme_.flux()->read();
    ranks_.sum_at_root(powers);
    record_.powers.insert(record_.powers.end(), powers.begin(), powers.end());
  }
};

// Runs the plan from RunRecord::end; `record` receives the outputs and the last position.
inline void run(const Simulation &simulation, DgatdScheme &scheme, RunRecord &record) {
  const Communicator &ranks = simulation.problem.ownership.ranks;
  const Listener listener(scheme, simulation.plan, ranks, record);
  run_time_loop(scheme, simulation.plan, ranks, record, record.end);
}

inline void run(const Simulation &simulation, const std::string &variant, const Start &start,
                RunRecord &record) {
  record.end = start.position;
  const auto scheme = scheme_of(simulation, find_variant(variant).make, start.backend,
                                start.ask_for_halves || needs_halves(simulation));
  if (start.state != nullptr)
    scheme->load(*start.state);
  run(simulation, *scheme, record);
}

inline RunRecord run(const Simulation &simulation, const std::string &variant, const Start &start) {
  RunRecord recorder;
  run(simulation, variant, start, recorder);
  return recorder;
}

inline RunRecord run(const Simulation &simulation, const std::string &variant = "fused",
                     Backend backend = Backend::serial, const State *state = nullptr) {
  return run(simulation, variant, Start{backend, state});
}

// Random circulations of E on every half edge with an unknown and no H, as a state of `fused`:
// every mode of the room at once.
inline State noise(const Problem &problem) {
  std::mt19937 random(9);
  std::uniform_real_distribution<double> any(-1, 1);
  State state{{"half_circulations", {}},
              {"magnetic", std::vector<double>(3 * static_cast<std::size_t>(problem.tet_count()))}};
  for (Index half = 0; half < 2 * problem.edge_count(); ++half)
    state["half_circulations"].push_back(problem.edge_is_pec[half / 2] ? 0 : any(random));
  return state;
}

// Runs and returns E and H of every tet at the last step.
inline RunRecord run_to_snapshot(Simulation simulation, const std::string &variant,
                                 const Start &start) {
  simulation.plan.snapshot_every = simulation.plan.steps;
  return run(simulation, variant, start);
}
inline RunRecord run_to_snapshot(const Simulation &simulation, const std::string &variant = "fused",
                                 Backend backend = Backend::serial) {
  return run_to_snapshot(simulation, variant, Start{backend});
}

// |a - b| / |b| of two snapshots in the norm of (E, eta0 H).
inline double distance(const RunRecord &a, const RunRecord &b) {
  EXPECT_EQ(a.snapshot_e.size(), b.snapshot_e.size());
  EXPECT_FALSE(b.snapshot_e.empty());
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < b.snapshot_e.size(); ++i) {
    difference += std::pow(a.snapshot_e.at(i) - b.snapshot_e[i], 2) +
                  std::pow(k_eta0 * (a.snapshot_h.at(i) - b.snapshot_h[i]), 2);
    size += std::pow(b.snapshot_e[i], 2) + std::pow(k_eta0 * b.snapshot_h[i], 2);
  }
  return std::sqrt(difference / size);
}

// max |a - b| / max |b|.
inline double distance(const std::vector<double> &a, const std::vector<double> &b) {
  EXPECT_EQ(a.size(), b.size());
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    difference = std::max(difference, std::abs(a.at(i) - b[i]));
    size = std::max(size, std::abs(b[i]));
  }
  EXPECT_GT(size, 0);
  return difference / size;
}

// The message of the error of this kind that an action must throw.
template <class Expected, class Action> std::string message_of(Action action) {
  try {
    action();
  } catch (const Expected &error) {
    return error.what();
  } catch (const std::exception &error) {
    ADD_FAILURE() << "threw something else: " << error.what();
    return {};
  }
  ADD_FAILURE() << "threw nothing";
  return {};
}

// Writes a figure to the test's log: the measured value, beside the required one.
inline void report(const std::string &name, double value) {
  ::testing::Test::RecordProperty(name, ::testing::PrintToString(value));
  std::printf("  %s = %.6g\n", name.c_str(), value);
}

} // namespace curlew::dgatd::testing
