#include <curlew/methods/fem/case/check_case.hpp>

#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/boundaries/check_ports.hpp>
#include <curlew/io/case/sections/boundaries/check_volume_boundaries.hpp>
#include <curlew/io/case/sections/excitations/excitations.hpp>
#include <curlew/io/case/sections/frequency/frequency_sweep.hpp>
#include <curlew/io/case/sections/materials/materials.hpp>
#include <curlew/io/case/sections/mesh/mesh.hpp>
#include <curlew/io/case/sections/outputs/check_surface_outputs.hpp>
#include <curlew/io/case/sections/outputs/outputs.hpp>
#include <curlew/io/case/sections/regions/regions.hpp>
#include <curlew/io/case/sections/solver/solver.hpp>
#include <curlew/methods/fem/case/check_gyrotropic.hpp>
#include <curlew/methods/fem/case/check_periodic.hpp>
#include <curlew/methods/fem/case/check_refinement.hpp>
#include <curlew/methods/fem/case/check_time.hpp>

#include <algorithm>
#include <array>

namespace curlew::fem {
namespace {

using nlohmann::ordered_json;

void check_task(CheckContext &context) {
  const bool has_modes = context.is_given("/eigenmodes"), in_time = context.is_given("/time");
  if (has_modes == (context.is_given("/frequency") || in_time))
    context.error(has_modes ? "/eigenmodes" : "",
                  "a case has \"frequency\" or \"time\", for fields of its sources, or "
                  "\"eigenmodes\", for resonances without a source; " +
                      std::string(has_modes ? "take one of the two out" : "give one of the two"));
  if (!has_modes)
    return;
  const ordered_json *excitations = context.find_partial("/excitations");
  if (excitations != nullptr && !excitations->empty())
    context.error("/excitations", "\"eigenmodes\" have no source; take the excitations out");
  for (const char *key : {"rcs", "far_field", "s_parameters"}) {
    const ordered_json *wanted = context.find_partial(std::string("/outputs/") + key);
    if (wanted != nullptr && *wanted != false)
      context.error(std::string("/outputs/") + key,
                    in_quotes(key) + " is of sources, and \"eigenmodes\" have none");
  }
  const ordered_json *probes = context.find_partial("/outputs/probes");
  if (probes != nullptr && !probes->empty())
    context.error("/outputs/probes", "\"eigenmodes\" have no amplitude that a probe could show; "
                                     "take \"fields\"");
  if (has_excited_port(context))
    context.error("/boundaries", "\"eigenmodes\" have no source: a port is where they leave; take "
                                 "\"excited\" out");
  const ordered_json *method = context.find_partial("/solver/method");
  if (method != nullptr && *method != "auto" && *method != "direct")
    context.error("/solver/method", "\"eigenmodes\" are found by shift and invert, with the "
                                    "factors of the matrix: take \"direct\"");
}

void check_space(CheckContext &context) {
  const ordered_json *space = context.find("/discretization/space"),
                     *order = context.find("/discretization/order");
  if (space != nullptr && order != nullptr && *space == "full" && *order == 4)
    context.error("/discretization/order", "\"space\": \"full\" has orders 1 to 3; take \"mixed\" "
                                           "with order 4, which has the same accuracy of H");
}

// Checks that a preconditioner is given only with an iteration, and that the symmetric method has a
// symmetric preconditioner.
void check_solver_keys(CheckContext &context) {
  const ordered_json *method = context.find("/solver/method");
  const ordered_json *given = context.find("/solver/preconditioner");
  if (method == nullptr || given == nullptr)
    return;
  const std::string pointer = "/solver/preconditioner";
  const ordered_json type = given->is_object() ? given->value("type", ordered_json()) : *given;
  if (*method == "direct" && type != "auto" && type != "none")
    context.error(pointer, "\"method\": \"direct\" has no preconditioner; take it out");
  constexpr std::array unsymmetric = {"ilu", "ilut"};
  if (*method == "cocg" &&
      std::find(unsymmetric.begin(), unsymmetric.end(), type) != unsymmetric.end())
    context.error(pointer, "\"cocg\" needs a symmetric preconditioner, and " +
                               in_quotes(type.get<std::string>()) + " is none; take \"fgmres\"");
  const ordered_json *smoother = context.find(pointer + "/smoother");
  if (*method == "cocg" && smoother != nullptr && *smoother == "gcr")
    context.error(pointer + "/smoother", "the smoother \"gcr\" is not linear; take \"fgmres\", or "
                                         "\"chebyshev\" with \"cocg\"");
}

} // namespace

void check_case(CheckContext &context) {
  check_mesh(context);
  MaterialRules rules;
  rules.negative_permittivity = true;
  check_materials(context, rules);
  check_regions(context);
  check_volume_boundaries(context);
  check_task(context);
  check_excitations(context);
  check_frequencies(context);
  check_frequency_sweep(context);
  check_space(context);
  check_solver(context);
  check_solver_keys(context);
  check_phasor_outputs(context);
  check_surface_outputs(context);
  check_periodic(context);
  check_gyrotropic(context);
  check_refinement(context);
  check_time_case(context);
}

} // namespace curlew::fem
