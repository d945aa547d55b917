#pragma once

#include <curlew/io/case/loader.hpp>
#include <curlew/io/mesh/load_mesh.hpp>
#include <curlew/methods/dgtd/case/check_case.hpp>
#include <curlew/methods/dgtd/limits.hpp>
#include <curlew/methods/dgtd/make_problem.hpp>
#include <curlew/methods/dgtd/ports/network_ports.hpp>
#include <curlew/methods/dgtd/scheme.hpp>
#include <curlew/methods/shared/time/port_networks.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <memory>

// Cases of method dgtd in memory, stepped without the program.
namespace curlew::dgtd::test {

using Json = nlohmann::ordered_json;

inline Case make_case(Json json) {
  json["method"] = "dgtd";
  return parse_case(json.dump(), "case.json", std::filesystem::current_path(),
                    make_case_format({case_method()}));
}

// All runs of a case with ports.
class PortedCase {
public:
  // `change` edits the mesh before its use.
  explicit PortedCase(
      const Json &json, const std::string &variant = "packed",
      const std::function<void(TetMesh &)> &change = [](TetMesh &) {})
      : input(make_case(json)), problem(make_problem(input, changed(load_mesh(input), change), 1)),
        sources(make_sources(input, problem)), probes(find_probes(input, problem)),
        networks(input, network_ports(problem)), variant_(variant) {
    require_columns(input, problem);
    dt_limit_s = step_limit(Host(), problem).dt_s;
    plan = make_time_plan(input, time_step(input, dt_limit_s), networks.drives_end_s());
    plan.energy_every = 1;
  }

  std::unique_ptr<RecordingScheme> scheme(std::size_t run,
                                          Backend backend = Backend::serial) const {
    return make_scheme(backend, {problem, sources, probes, plan, parse_variant(variant_),
                                 dt_limit_s, networks.drives(run), input.frequencies_hz});
  }

  // Steps a scheme of Backend::serial from `from` to `to`; calls f(energy) before each where `f` is
  // given.
  template <class F>
  static void step(RecordingScheme &scheme, std::int64_t from, std::int64_t to, const F &f) {
    with_threads_of(Backend::serial, [&] {
      for (std::int64_t n = from; n < to; ++n) {
        scheme.begin_step(n, true);
        f(scheme.energy().total());
        scheme.end_step(n);
        if (scheme.sample())
          scheme.probes().read();
      }
    });
  }
  static void step(RecordingScheme &scheme, std::int64_t from, std::int64_t to) {
    with_threads_of(Backend::serial, [&] {
      for (std::int64_t n = from; n < to; ++n) {
        scheme.begin_step(n, false);
        scheme.end_step(n);
        if (scheme.sample())
          scheme.probes().read();
      }
    });
  }

  std::map<double, ScatteringMatrix> scattering() {
    for (std::size_t run = 0; run < networks.run_count(); ++run) {
      const auto one = scheme(run);
      step(*one, 0, plan.steps);
      networks.add_run(run, one->ports()->waves(), {});
    }
    return networks.scattering();
  }

  Case input;
  Problem problem;
  std::vector<Source> sources;
  Probes probes;
  PortNetworks networks;
  TimePlan plan;
  double dt_limit_s = 0;

private:
  static TetMesh changed(TetMesh mesh, const std::function<void(TetMesh &)> &change) {
    change(mesh);
    return mesh;
  }

  std::string variant_;
};

} // namespace curlew::dgtd::test
