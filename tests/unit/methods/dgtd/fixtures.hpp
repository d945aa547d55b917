#pragma once

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/parallel/random.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/case/check_case.hpp>
#include <curlew/methods/dgtd/choices.hpp>
#include <curlew/methods/dgtd/limits.hpp>
#include <curlew/methods/dgtd/make_problem.hpp>
#include <curlew/methods/dgtd/scheme.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>
#include <curlew/tests/unit/methods/media_and_sources.hpp>

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

// Shared parts of the tests of method dgtd: a case in code, and its steps one by one.
namespace curlew::dgtd::testing {

struct Discretization {
  const char *scheme, *space;
  int order;
  double penalty = 0;
};

// True where the variant `nodal` supports it.
inline bool has_nodal(const Discretization &one) {
  return std::string(one.space) == "full" && std::string(one.scheme) != "dfdd";
}

inline std::string name_of(const Discretization &one) {
  return std::string(one.scheme) + " " + one.space + " " + std::to_string(one.order) + " penalty " +
         std::to_string(one.penalty);
}

using curlew::testing::gaussian_derivative;
using curlew::testing::medium;

// A vacuum in conducting walls.
inline Case vacuum_case(const Discretization &discretization) {
  Case input;
  input.path = "case.json";
  input.method = "dgtd";
  input.materials = {medium("vacuum")};
  input.regions = {{"volume", "vacuum"}};
  input.boundaries = {{"default", Pec{}}};
  input.time.steps = 1;
  static const nlohmann::ordered_json defaults = complete_section(case_method(), "discretization");
  input.discretization = defaults;
  input.discretization.update({{"scheme", discretization.scheme},
                               {"space", discretization.space},
                               {"order", discretization.order},
                               {"penalty", discretization.penalty}});
  return input;
}

// An eighth of a dipole of 8 A m along z, in the corner of a cube of which `far` are the other
// walls; its far field at one frequency.
inline Case corner_of_dipole(const Discretization &one, double frequency_hz,
                             const std::vector<Boundary> &far) {
  Case input = vacuum_case(one);
  input.boundaries = {{"x-", Pmc{}}, {"y-", Pmc{}}, {"z-", Pec{}}};
  input.boundaries.insert(input.boundaries.end(), far.begin(), far.end());
  input.excitations = {{"j", CurrentSource{CurrentPoint{{0.2, 0.15, 0.1}},
                                           {0, 0, 1},
                                           1,
                                           gaussian_derivative(1.5 * frequency_hz)}}};
  input.frequencies_hz = {frequency_hz};
  input.outputs.far_field = FarFieldSpec();
  input.outputs.far_field->images = {{0, 0, true}, {1, 0, true}, {2, 0, false}};
  return input;
}

// Moves the tets for whose barycentres the predicate is true into a new group.
template <class Predicate>
void mark_volume(TetMesh &mesh, const std::string &name, Predicate &&is_in) {
  mesh.groups.push_back({3, 99, name});
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    Point centre{0, 0, 0};
    for (const Index node : mesh.tets[t])
      for (int d = 0; d < 3; ++d)
        centre[d] += 0.25 * mesh.points[node][d];
    if (is_in(t, centre))
      mesh.tet_group[t] = static_cast<Index>(mesh.groups.size() - 1);
  }
}

// A problem with its limit.
struct Simulation {
  Case input;
  Problem problem;
  std::vector<Source> sources;
  Probes probes;
  double dt_limit_s = 0;
  std::vector<TotalFieldWave> waves = {};
};

inline Simulation prepare(const Case &input, TetMesh mesh) {
  Simulation simulation{input, make_problem(input, std::move(mesh)), {}, {}};
  simulation.sources = make_sources(input, simulation.problem);
  simulation.probes = find_probes(input, simulation.problem);
  simulation.waves = find_waves(input, simulation.problem);
  simulation.dt_limit_s = step_limit(Host(), simulation.problem).dt_s;
  return simulation;
}

// A scheme and its place in time, stepped with the threads of its backend. The simulation must
// outlive it.
class Steps {
public:
  Steps(const Simulation &simulation, double dt_s, const std::string &variant = "packed",
        Backend backend = Backend::serial,
        double dt_limit_s = std::numeric_limits<double>::infinity(),
        const StepClasses *classes = nullptr, const InitialFields *initial = nullptr)
      : dt_s_(dt_s), backend_(backend) {
    plan_.dt_s = dt_s;
    plan_.energy_every = 1;
    scheme_ = make_scheme(backend, {simulation.problem,
                                    simulation.sources,
                                    simulation.probes,
                                    plan_,
                                    parse_variant(variant),
                                    dt_limit_s,
                                    {},
                                    {},
                                    &simulation.waves,
                                    nullptr,
                                    classes,
                                    nullptr,
                                    initial});
  }

  // Energies before the first of these steps and before every `every`-th.
  std::vector<double> advance(std::int64_t steps, std::int64_t every = 0) {
    std::vector<double> energies;
    with_threads_of(backend_, [&] {
      for (std::int64_t k = 0; k < steps; ++k, ++step_) {
        const bool observed = every > 0 && k % every == 0;
        scheme_->begin_step(step_, observed);
        if (observed)
          energies.push_back(scheme_->energy().total());
        scheme_->end_step(step_);
      }
    });
    return energies;
  }

  // Takes a step and gives the fields from before it.
  CellFields observe() {
    scheme_->begin_step(step_, true);
    CellFields fields = scheme_->fields();
    scheme_->end_step(step_++);
    return fields;
  }

  // Starts all fields at random, without the layers' memories: integrals over time, in other units.
  void start_at_random() {
    FieldState state = scheme_->save();
    std::uint64_t stream = 1;
    for (auto &[name, values] : state) {
      if (name.rfind("layer", 0) == 0)
        continue;
      // E in V/m and H in A/m of about the same energy; the doubles likewise.
      const bool is_h = name == "h" || name == "electric_own";
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = random_number(i, stream) * (is_h ? 1 / k_eta0 : 1.0);
      ++stream;
    }
    scheme_->load(state);
  }

  RecordingScheme &scheme() { return *scheme_; }
  double time_step_s() const { return dt_s_; }
  double time_s() const { return static_cast<double>(step_) * dt_s_; }

private:
  double dt_s_;
  Backend backend_;
  std::int64_t step_ = 0;
  TimePlan plan_;
  std::unique_ptr<RecordingScheme> scheme_;
};

// The largest difference of two arrays over the largest value.
inline double difference(const std::vector<double> &a, const std::vector<double> &b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0, apart = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    largest = std::max(largest, std::abs(a[i]));
    apart = std::max(apart, std::abs(a[i] - b[i]));
  }
  return largest > 0 ? apart / largest : apart;
}

} // namespace curlew::dgtd::testing
