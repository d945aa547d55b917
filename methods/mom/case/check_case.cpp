#include <curlew/methods/mom/case/check_case.hpp>

#include <curlew/io/case/sections/boundaries/boundaries.hpp>
#include <curlew/io/case/sections/boundaries/check_ports.hpp>
#include <curlew/io/case/sections/excitations/excitations.hpp>
#include <curlew/io/case/sections/frequency/frequency_sweep.hpp>
#include <curlew/io/case/sections/mesh/mesh.hpp>
#include <curlew/io/case/sections/outputs/check_surface_outputs.hpp>
#include <curlew/io/case/sections/outputs/outputs.hpp>

namespace curlew::mom {
namespace {

using nlohmann::ordered_json;

void check_testing(CheckContext &context) {
  const ordered_json *testing = context.find("/discretization/testing");
  const ordered_json *formulation = context.find("/discretization/formulation");
  if (testing == nullptr || formulation == nullptr || *testing != "centroid" ||
      (*formulation != "mfie" && *formulation != "cfie"))
    return;
  context.error("/discretization/testing",
                "\"centroid\" testing is of \"formulation\": \"efie\"; take \"galerkin\"");
}

void check_alpha(CheckContext &context) {
  const ordered_json *formulation = context.find("/discretization/formulation");
  if (formulation != nullptr && context.is_given("/discretization/alpha") &&
      (*formulation == "efie" || *formulation == "mfie"))
    context.error_at_key("/discretization/alpha",
                         "\"alpha\" is of \"formulation\": \"cfie\"; take one of the two out");
}

void check_sources(CheckContext &context) {
  const ordered_json *excitations = context.find_partial("/excitations");
  const ordered_json *boundaries = context.find_partial("/boundaries");
  if (excitations != nullptr && boundaries != nullptr && excitations->empty() &&
      !has_excited_port(context))
    context.error(context.is_given("/excitations") ? "/excitations" : "",
                  "the case has no source: give a plane wave among \"excitations\", or a port "
                  "\"excited\": true in \"boundaries\"");
}

} // namespace

void check_case(CheckContext &context) {
  check_mesh(context);
  check_mesh_boundaries(context);
  check_ports(context);
  check_excitations(context);
  check_sources(context);
  check_frequencies(context);
  check_frequency_sweep(context);
  check_phasor_outputs(context);
  check_surface_outputs(context);
  check_testing(context);
  check_alpha(context);
}

} // namespace curlew::mom
