#include <curlew/methods/mom/case/check_case.hpp>

#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/boundaries/boundaries.hpp>
#include <curlew/io/case/sections/boundaries/check_ports.hpp>
#include <curlew/io/case/sections/excitations/excitations.hpp>
#include <curlew/io/case/sections/frequency/frequency_sweep.hpp>
#include <curlew/io/case/sections/materials/materials.hpp>
#include <curlew/io/case/sections/materials/spectral.hpp>
#include <curlew/io/case/sections/mesh/mesh.hpp>
#include <curlew/io/case/sections/outputs/check_surface_outputs.hpp>
#include <curlew/io/case/sections/outputs/outputs.hpp>
#include <curlew/io/case/sections/regions/regions.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace curlew::mom {
namespace {

using nlohmann::ordered_json;

void check_testing(CheckContext &context) {
  const ordered_json *testing = context.find("/discretization/testing");
  const ordered_json *formulation = context.find("/discretization/formulation");
  if (testing == nullptr || formulation == nullptr || *testing != "centroid" ||
      *formulation == "auto" || *formulation == "efie")
    return;
  context.error("/discretization/testing",
                "\"centroid\" testing is of \"formulation\": \"efie\"; take \"galerkin\"");
}

// Refuses keys that only the electric equation has with other formulations, and bodies and
// impedances with formulations that do not solve them.
void check_formulation(CheckContext &context) {
  const ordered_json *formulation = context.find("/discretization/formulation");
  if (formulation == nullptr)
    return;
  const std::string name = formulation->get<std::string>();
  const ordered_json *low = context.find("/discretization/low_frequency");
  if (low != nullptr && *low == "on" && name != "auto" && name != "efie")
    context.error("/discretization/low_frequency",
                  "\"low_frequency\" is of \"formulation\": \"efie\", which is " + in_quotes(name) +
                      "; take one of the two out");
  const ordered_json *regions = context.find_partial("/regions");
  if (regions != nullptr && !regions->empty() && name != "auto" && name != "pmchwt")
    context.error("/discretization/formulation",
                  "the case has bodies (\"regions\"), which are solved by \"pmchwt\"; " +
                      in_quotes(name) + " is of conductors");
  if (name == "mfie" || name == "cfie")
    context.for_each("/boundaries", [&](const std::string &pointer, const ordered_json &boundary) {
      if (boundary.is_object() && boundary.value("type", ordered_json()) == "impedance")
        context.error(pointer, "a surface impedance is solved by \"efie\" (sheets) or "
                               "\"pmchwt\" (bodies), not by " +
                                   in_quotes(name));
    });
}

void check_bodies(CheckContext &context) {
  check_materials(context, {});
  check_regions(context);
  context.for_each("/regions", [&](const std::string &pointer, const ordered_json &name) {
    const ordered_json *material =
        context.find_partial(child_pointer("/materials", name.get<std::string>()));
    if (material == nullptr || !material->is_object())
      return;
    if (material->contains("pec"))
      context.error(pointer, "a perfect conductor is no region: give its surface the \"type\": "
                             "\"pec\" in \"boundaries\"");
    for (const auto &[key, value] : material->items())
      if (is_tensor(value) && (key == "eps_r" || key == "eps_inf" || key == "mu_r" ||
                               key == "mu_inf" || key == "sigma" || key == "sigma_m"))
        context.error(pointer, "the material " + in_quotes(name.get<std::string>()) +
                                   " has a tensor as " + in_quotes(key) +
                                   "; bodies between surfaces are isotropic");
  });
}

void check_alpha(CheckContext &context) {
  const ordered_json *formulation = context.find("/discretization/formulation");
  const ordered_json *alpha = context.find("/discretization/alpha");
  constexpr double k_default = 0.5; // value in resolved cases
  if (formulation != nullptr && alpha != nullptr && *alpha != k_default && *formulation != "auto" &&
      *formulation != "cfie")
    context.error_at_key("/discretization/alpha",
                         "\"alpha\" is of \"formulation\": \"cfie\"; take one of the two out");
}

// Refuses keys of iterations with other methods. Their defaults, which resolved cases hold, are
// allowed.
void check_solver_keys(CheckContext &context) {
  const ordered_json *method = context.find("/solver/method");
  if (method == nullptr)
    return;
  const std::pair<const char *, std::vector<ordered_json>> defaults[] = {
      {"aim", {ordered_json{{"near", 4}, {"precision", "single"}}}},
      {"krylov", {"auto"}},
      {"preconditioner", {"auto", ordered_json{{"type", "auto"}}}},
      {"tolerance", {1e-3}},
      {"max_iterations", {1000}}};
  const ordered_json *precision = context.find("/run/precision");
  const bool single = precision != nullptr && *precision == "single";
  if (single && *method == "aim")
    context.error("/run/precision",
                  "\"single\" is of \"solver\": { \"method\": \"lu\" }; \"aim\" has a "
                  "\"precision\" of its own");
  if (*method == "lu")
    for (const auto &[key, values] : defaults) {
      if (single && std::string(key) == "tolerance") // "tolerance" is that of the residual
        continue;
      const std::string pointer = std::string("/solver/") + key;
      const ordered_json *value = context.find(pointer);
      if (value != nullptr && context.is_given(pointer) &&
          std::find(values.begin(), values.end(), *value) == values.end())
        context.error_at_key(pointer, std::string("\"") + key +
                                          "\" is of \"method\": \"aim\"; a factorisation has none");
    }
  const ordered_json *testing = context.find("/discretization/testing");
  if (*method == "aim" && testing != nullptr && *testing == "centroid")
    context.error("/solver/method", "\"aim\" tests by the basis functions; take \"testing\": "
                                    "\"galerkin\", or \"method\": \"lu\"");
}

// Refuses cocr for matrices that are not symmetric, and with a preconditioner.
void check_cocr(CheckContext &context) {
  const ordered_json *krylov = context.find("/solver/krylov");
  if (krylov == nullptr || *krylov != "cocr")
    return;
  const ordered_json *formulation = context.find("/discretization/formulation");
  if (formulation != nullptr && (*formulation == "mfie" || *formulation == "cfie"))
    context.error("/solver/krylov", "\"cocr\" is of \"formulation\": \"efie\", whose matrix is "
                                    "symmetric; take \"gmres\" or \"gcr\"");
  const ordered_json *given = context.find("/solver/preconditioner");
  if (given == nullptr)
    return;
  const ordered_json &type = given->is_object() ? (*given)["type"] : *given;
  if (type != "auto" && type != "none")
    context.error("/solver/preconditioner",
                  "\"krylov\": \"cocr\" has no preconditioner; take \"gmres\" or \"gcr\"");
}

// Checks that ports that are driven together exist, and that lists have the length of the list of
// ports.
void check_feeds(CheckContext &context) {
  std::set<std::int64_t> ports;
  context.for_each("/boundaries", [&](const std::string &pointer, const ordered_json &boundary) {
    const ordered_json *index = context.find(pointer + "/index");
    if (boundary.is_object() && boundary.value("type", ordered_json()) == "port" &&
        index != nullptr)
      ports.insert(index->get<std::int64_t>());
  });
  context.for_each("/excitations", [&](const std::string &pointer, const ordered_json &value) {
    const ordered_json *given = context.find(pointer + "/port");
    if (value.value("type", ordered_json()) != "port" || given == nullptr)
      return;
    const ordered_json driven = given->is_array() ? *given : ordered_json::array({*given});
    for (std::size_t i = 0; i < driven.size(); ++i)
      if (ports.count(driven[i].get<std::int64_t>()) == 0)
        context.error(given->is_array() ? child_pointer(pointer + "/port", i) : pointer + "/port",
                      "no port of \"boundaries\" has the index " + driven[i].dump());
    for (const char *key : {"amplitude", "phase"}) {
      const ordered_json *list = context.find(pointer + "/" + key);
      if (list != nullptr && list->is_array() && list->size() != driven.size())
        context.error(pointer + "/" + key, in_quotes(key) + " has " + std::to_string(list->size()) +
                                               " values for " + std::to_string(driven.size()) +
                                               " ports; give one for each, or one");
    }
    const ordered_json *amplitude = context.find(pointer + "/amplitude");
    if (amplitude == nullptr)
      return;
    const ordered_json all = amplitude->is_array() ? *amplitude : ordered_json::array({*amplitude});
    if (std::all_of(all.begin(), all.end(), [](const ordered_json &v) { return v == 0; }))
      context.error(pointer + "/amplitude", "all amplitudes are 0: there is no source");
  });
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
  check_bodies(context);
  check_ports(context);
  check_excitations(context);
  check_sources(context);
  check_feeds(context);
  check_frequencies(context);
  check_frequency_sweep(context);
  check_phasor_outputs(context);
  check_surface_outputs(context);
  check_testing(context);
  check_alpha(context);
  check_formulation(context);
  check_solver_keys(context);
  check_cocr(context);
}

} // namespace curlew::mom
