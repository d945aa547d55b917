#include <curlew/methods/dgtd/case/check_case.hpp>

#include <curlew/io/case/sections/boundaries/check_ports_in_time.hpp>
#include <curlew/io/case/sections/boundaries/check_volume_boundaries.hpp>
#include <curlew/io/case/sections/excitations/excitations.hpp>
#include <curlew/io/case/sections/frequency/frequency.hpp>
#include <curlew/io/case/sections/materials/check_loss_tangent.hpp>
#include <curlew/io/case/sections/materials/materials.hpp>
#include <curlew/io/case/sections/mesh/mesh.hpp>
#include <curlew/io/case/sections/outputs/fields_in_time.hpp>
#include <curlew/io/case/sections/outputs/outputs.hpp>
#include <curlew/io/case/sections/regions/regions.hpp>
#include <curlew/io/case/sections/time/time.hpp>
#include <curlew/methods/dgtd/case/check_imposed.hpp>
#include <curlew/methods/dgtd/case/check_initial.hpp>
#include <curlew/methods/dgtd/case/check_kerr.hpp>
#include <curlew/methods/dgtd/case/check_local_steps.hpp>
#include <curlew/methods/dgtd/case/check_two_step.hpp>

namespace curlew::dgtd {
namespace {

using nlohmann::ordered_json;

void check_space(CheckContext &context) {
  const ordered_json *space = context.find("/discretization/space"),
                     *order = context.find("/discretization/order");
  if (space != nullptr && order != nullptr && order->is_number_integer() && *space == "mixed" &&
      *order > 2)
    context.error("/discretization/order",
                  "\"space\": \"mixed\" has orders 1 and 2; take \"full\", which has 1 to 4");
}

void check_variant(CheckContext &context) {
  const ordered_json *variant = context.find("/discretization/variant"),
                     *space = context.find("/discretization/space"),
                     *scheme = context.find("/discretization/scheme");
  if (variant == nullptr || *variant != "nodal")
    return;
  const std::string pointer = "/discretization/variant";
  if (space != nullptr && *space == "mixed")
    context.error(pointer, "\"nodal\" needs \"space\": \"full\"; take \"packed\"");
  if (scheme != nullptr && *scheme == "dfdd")
    context.error(pointer, "\"nodal\" serves schemes \"central\" and \"upwind\"; take \"packed\"");
}

void check_scheme(CheckContext &context) {
  const ordered_json *scheme = context.find("/discretization/scheme"),
                     *penalty = context.find("/discretization/penalty");
  if (scheme == nullptr || penalty == nullptr || !penalty->is_number() || *penalty == 0.0 ||
      *scheme == "central")
    return;
  context.error("/discretization/penalty",
                *scheme == "upwind"
                    ? "\"upwind\" has the whole penalty already; take it out, or \"central\""
                    : "\"dfdd\" has no penalty; take \"scheme\": \"central\"");
}

// True for a value that is given and differs from what the resolved copy of a case writes for
// nothing: 0, an empty list.
bool asks_for(CheckContext &context, const std::string &pointer) {
  if (!context.is_given(pointer))
    return false;
  const ordered_json &value = context.given(pointer);
  return !(value.is_array() && value.empty()) && value != 0;
}

void check_dispersion(CheckContext &context) {
  const ordered_json *dispersion = context.find("/discretization/dispersion");
  if (dispersion == nullptr || *dispersion != "recursive")
    return;
  context.for_each("/materials", [&](const std::string &material, const ordered_json &) {
    for (const char *key : {"drude", "mu_drude"})
      if (const std::string pointer = material + "/" + key; asks_for(context, pointer))
        context.error(pointer, "the recursive convolution has no pole at 0 Hz; take "
                               "\"dispersion\": \"ode\"");
  });
}

// The trapezoidal rule maps the frequencies that a step has to all frequencies, at which poles of
// both signs are passive together. The convolution is none, and chi3 solves for a sum of energies.
void check_negative_poles(CheckContext &context) {
  const ordered_json *dispersion = context.find("/discretization/dispersion");
  const bool is_recursive = dispersion != nullptr && *dispersion == "recursive";
  context.for_each("/materials", [&](const std::string &material, const ordered_json &) {
    const bool is_nonlinear = asks_for(context, child_pointer(material, "chi3"));
    if (!is_recursive && !is_nonlinear)
      return;
    for (const char *kind : {"debye", "lorentz", "mu_debye", "mu_lorentz"})
      context.for_each(child_pointer(material, kind), [&](const std::string &pole,
                                                          const ordered_json &value) {
        for (const char *key : {"delta_eps", "delta_mu"})
          if (const ordered_json *strength = context.find(child_pointer(pole, key));
              value.contains(key) && strength != nullptr && *strength < 0)
            context.error(child_pointer(pole, key),
                          context.is(child_pointer(pole, key)) +
                              (is_nonlinear ? ": materials with \"chi3\" take poles above 0"
                                            : ": poles below 0 are for \"dispersion\": \"ode\""));
      });
  });
}

void check_losses(CheckContext &context) {
  const ordered_json *losses = context.find("/discretization/losses"),
                     *scheme = context.find("/discretization/scheme");
  if (losses == nullptr || scheme == nullptr || *losses != "published")
    return;
  if (*scheme != "dfdd")
    context.error("/discretization/losses", "\"published\" losses belong to scheme \"dfdd\"");
  context.for_each("/materials", [&](const std::string &material, const ordered_json &) {
    for (const char *key :
         {"debye", "lorentz", "drude", "mu_debye", "mu_lorentz", "mu_drude", "loss_tangent"})
      if (const std::string pointer = material + "/" + key; asks_for(context, pointer))
        context.error(pointer, "poles with \"published\" losses are planned; take \"losses\": "
                               "\"own-state\"");
  });
}

// Checks that a wave in time has a region: a group of volumes or a box.
void check_waves(CheckContext &context) {
  context.for_each("/excitations", [&](const std::string &pointer, const ordered_json &value) {
    if (!value.contains("type") || value["type"] != "plane-wave")
      return;
    if (value.contains("region") == value.contains("box"))
      context.error(pointer,
                    value.contains("box")
                        ? "give a \"region\" or a \"box\", not both"
                        : "a plane wave of method dgtd fills a region: give the \"region\" "
                          "(a group of volumes) or the \"box\" with the total field");
    const ordered_json *low = context.find(pointer + "/box/min"),
                       *high = context.find(pointer + "/box/max");
    for (int d = 0; low != nullptr && high != nullptr && d < 3; ++d)
      if (!((*low)[d].get<double>() < (*high)[d].get<double>())) {
        context.error(pointer + "/box", "\"min\" must be below \"max\" along every axis");
        break;
      }
  });
}

// Checks that the wave that is scattered is the only source.
void check_rcs(CheckContext &context) {
  const ordered_json *rcs = context.find_partial("/outputs/rcs");
  if (rcs == nullptr)
    return;
  if (!context.is_given("/frequency"))
    context.error("/outputs/rcs", "\"outputs.rcs\" needs \"frequency\": one, a list or a sweep");
  const bool is_monostatic = rcs->contains("monostatic") && (*rcs)["monostatic"] == true;
  if (!rcs->contains("bistatic") && !is_monostatic)
    context.error("/outputs/rcs", "\"outputs.rcs\" asks for nothing; give \"bistatic\" with its "
                                  "angles, or \"monostatic\": true");
  const ordered_json *excitations = context.find_partial("/excitations");
  if (excitations == nullptr || excitations->size() != 1 ||
      (*excitations)[0].value("type", "") != "plane-wave")
    context.error("/outputs/rcs", "\"outputs.rcs\" is of one plane wave: give a single excitation, "
                                  "of type \"plane-wave\"");
}

// Refuses a far field of a wave with other excitations: fields outside of the wave's region are
// scattered ones, whose sources are inside.
void check_wave_count(CheckContext &context) {
  const ordered_json *excitations = context.find_partial("/excitations");
  if (excitations == nullptr || context.find_partial("/outputs/far_field") == nullptr)
    return;
  std::size_t waves = 0;
  for (const ordered_json &one : *excitations)
    waves += one.is_object() && one.value("type", "") == "plane-wave";
  if (waves > 0 && excitations->size() > 1)
    context.error("/outputs/far_field",
                  "the far field of a plane wave is what its region scatters, "
                  "and other excitations may lie outside; give the wave alone");
}

void check_layers(CheckContext &context) {
  const ordered_json *scheme = context.find("/discretization/scheme");
  context.for_each("/boundaries", [&](const std::string &pointer, const ordered_json &value) {
    if (!value.contains("type") || value["type"] != "pml")
      return;
    if (scheme != nullptr && *scheme == "dfdd")
      context.error(pointer, "\"dfdd\" has no absorbing layers; take \"abc\", or \"scheme\": "
                             "\"central\" or \"upwind\"");
  });
}

} // namespace

void check_case(CheckContext &context) {
  check_mesh(context);
  check_materials(context, {});
  check_regions(context);
  check_volume_boundaries(context);
  check_port_drives(context);
  check_port_runs(context);
  check_excitations(context);
  check_time(context);
  check_frequencies(context);
  check_time_outputs(context);
  check_far_field_in_time(context);
  check_flux_in_time(context);
  check_fields_in_time(context);
  check_space(context);
  check_variant(context);
  check_scheme(context);
  check_local_steps(context);
  check_waves(context);
  check_layers(context);
  check_rcs(context);
  check_wave_count(context);
  check_loss_tangent_in_time(context);
  check_dispersion(context);
  check_negative_poles(context);
  check_losses(context);
  check_imposed(context);
  check_initial(context);
  check_two_step(context);
  check_kerr(context);
}

} // namespace curlew::dgtd
