#include <curlew/perf/bench/fem/open_box.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/io/case/loader.hpp>
#include <curlew/methods/fem/case/check_case.hpp>
#include <curlew/methods/fem/faces/face_admittance.hpp>

#include <Kokkos_Core.hpp>

#include <filesystem>

namespace curlew::fem {

std::unique_ptr<OpenBox> make_open_box(int cells, int refine, double frequency_hz, int threads,
                                       WholePattern pattern) {
  const nlohmann::ordered_json json = {
      {"method", "fem"},
      {"mesh",
       {{"box", {{"size", {1, 1, 1}}, {"cells", {cells, cells, cells}}, {"jitter", 0.2}}},
        {"refine", refine}}},
      {"materials", {{"air", {{"eps_r", 1}}}}},
      {"regions", {{"volume", "air"}}},
      {"boundaries", {{"default", {{"type", "abc"}}}}},
      {"excitations",
       {{{"name", "dipole"},
         {"type", "current"},
         {"point", {0.52, 0.47, 0.51}},
         {"direction", {0, 0, 1}}}}},
      {"frequency", frequency_hz}};
  auto input = std::make_unique<Case>(parse_case(json.dump(), "bench", std::filesystem::path("."),
                                                 make_case_format({case_method()})));
  const Kokkos::Timer timer;
  Prepared prepared = prepare_case(*input, threads);
  const double prepare_s = timer.seconds();
  Problem made =
      make_problem(*input, std::move(prepared.model), std::move(prepared.layers), threads, pattern);
  const double problem_s = timer.seconds() - prepare_s;
  std::unique_ptr<OpenBox> box(
      new OpenBox{std::move(input), std::move(made), {}, {}, {}, prepare_s, problem_s});
  const Problem &problem = box->problem;
  const double k0 = 2 * k_pi * frequency_hz / k_speed_of_light;
  box->media = media_at(*box->input, problem.model, problem.layers, frequency_hz);
  box->coefficients.media = &box->media;
  box->coefficients.mass = -k0 * k0;
  for (const auto &y : face_admittances(*box->input, problem.model, prepared.ports, frequency_hz))
    box->coefficients.faces.push_back(std::complex<double>(0, k0) * y);
  const CurvedLocator locator(problem.model.mesh, threads);
  box->load = current_load(*box->input, problem, locator, prepared.plan.at(0));
  return box;
}

} // namespace curlew::fem
