#include <curlew/methods/fem/case/check_time.hpp>

#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/boundaries/check_ports.hpp>
#include <curlew/io/case/sections/boundaries/check_ports_in_time.hpp>
#include <curlew/io/case/sections/materials/check_loss_tangent.hpp>
#include <curlew/io/case/sections/outputs/outputs_parts.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::fem {
namespace {

using nlohmann::ordered_json;

// --- At frequencies -----------------------------------------------------------------------------

void refuse_time_keys(CheckContext &context) {
  const std::string text = " is of runs in time; take it out, or give \"time\"";
  for (const char *key : {"energy", "checkpoint", "spectra"})
    if (is_requested(context.find_partial(std::string("/outputs/") + key)))
      context.error_at_key(std::string("/outputs/") + key, in_quotes(key) + text);
  if (context.is_given("/outputs/fields/every"))
    context.error_at_key("/outputs/fields/every", "\"every\"" + text);
  // A resolved case has the defaults for both kinds of runs.
  const ordered_json *beta = context.find("/discretization/beta"),
                     *ports = context.find("/outputs/ports");
  if (beta != nullptr && *beta != 0.25)
    context.error_at_key("/discretization/beta", "\"beta\"" + text);
  if (ports != nullptr && *ports == false)
    context.error_at_key("/outputs/ports", "\"ports\"" + text);
  context.for_each("/excitations", [&](const std::string &pointer, const ordered_json &value) {
    if (has_type(value, "port"))
      context.error(pointer, "excitations of type \"port\" have a waveform and are of runs in "
                             "time; at a frequency \"excited\": true of the port switches its "
                             "source on");
    else if (value.contains("waveform"))
      context.error_at_key(pointer + "/waveform", "a current at a frequency has no waveform; take "
                                                  "it out, or give \"time\"");
  });
  const ordered_json *method = context.find_partial("/solver/method");
  if (method != nullptr && *method == "cg")
    context.error("/solver/method", "at a frequency the matrix is complex symmetric, not "
                                    "Hermitian: \"cocg\" is the like of \"cg\"");
}

// --- In time ------------------------------------------------------------------------------------

// True for a port whose wave has the same impedance at all frequencies.
bool has_one_impedance(PortKind kind) {
  switch (kind) {
  case PortKind::coaxial:
  case PortKind::tem:
  case PortKind::parallel_plate:
  case PortKind::lumped:
    return true;
  case PortKind::rectangular:
  case PortKind::circular:
  case PortKind::modal:
  case PortKind::gap:
    break;
  }
  return false;
}

void check_boundaries(CheckContext &context) {
  context.for_each("/boundaries", [&](const std::string &pointer, const ordered_json &value) {
    if (has_type(value, "pml"))
      context.error(pointer, "absorbing layers stretch the coordinates by the frequency, and runs "
                             "in time have none; take \"abc\"");
    if (has_type(value, "impedance") && value.contains("sigma"))
      context.error_at_key(pointer + "/sigma", "the impedance of a conductor goes with the root "
                                               "of the frequency, which runs in time do not have; "
                                               "give \"surface_impedance\" in ohm");
    if (has_type(value, "impedance") && value.contains("london_depth"))
      context.error_at_key(pointer + "/london_depth",
                           "the impedance of a superconductor varies with "
                           "the frequency; in time give "
                           "\"surface_impedance\" in ohm");
    const ordered_json *ohm = context.find(pointer + "/surface_impedance");
    if (ohm != nullptr && ohm->is_array() && (*ohm)[1] != 0)
      context.error(pointer + "/surface_impedance",
                    "an impedance with an imaginary part is that of one frequency; in time give a "
                    "resistance, or a \"lumped\" element with L or C");
    const auto kind = port_kind_of(value);
    if (!kind)
      return;
    if (!has_one_impedance(*kind))
      context.error(pointer + "/kind",
                    fmt::format("the wave of a {} port has an impedance that goes with the "
                                "frequency, which runs in time do not have (in time: \"coaxial\", "
                                "\"tem\", \"parallel-plate\", \"lumped\"); solve at frequencies",
                                in_quotes(word_of(*kind))));
    for (const char *key : {"R", "L", "C"})
      if (value.contains(key))
        context.error_at_key(child_pointer(pointer, key),
                             "in time the source of a port is a resistance, \"impedance\"; put a "
                             "\"lumped\" element beside the port");
  });
}

void check_sources(CheckContext &context) {
  context.for_each("/excitations", [&](const std::string &pointer, const ordered_json &value) {
    if (has_type(value, "plane-wave"))
      return context.error(pointer, "plane waves in time are planned; solve at frequencies, or "
                                    "excite by a current or a port");
    if (has_type(value, "current") && !value.contains("waveform"))
      return context.error(pointer, "in time a current needs its \"waveform\"");
  });
  check_port_drives(context);
}

// Returns true where an excitation drives the port of this index.
bool has_drive(CheckContext &context, const ordered_json &index) {
  bool found = false;
  context.for_each("/excitations", [&](const std::string &, const ordered_json &value) {
    found = found || (has_type(value, "port") && value.value("port", ordered_json()) == index);
  });
  return found;
}

void check_far_field(CheckContext &context) {
  const std::string pointer = "/outputs/far_field";
  if (!is_requested(context.find_partial(pointer)))
    return;
  if (!context.is_given("/frequency"))
    context.error(pointer,
                  "the far field is taken at the frequencies of the case; give \"frequency\"");
  const ordered_json *excitations = context.find_partial("/excitations");
  if (excitations == nullptr || excitations->empty())
    return;
  check_reference_waveform(context, pointer);
  context.for_each("/boundaries", [&](const std::string &port, const ordered_json &value) {
    if (has_type(value, "port") && value.value("excited", ordered_json()) == true &&
        !has_drive(context, value.value("index", ordered_json())))
      context.error(port, "the far field refers to the spectrum of one waveform, and this port has "
                          "another than the excitations: give it one of them");
  });
}

void check_outputs(CheckContext &context) {
  if (is_requested(context.find_partial("/outputs/rcs")))
    context.error_at_key("/outputs/rcs",
                         "\"rcs\" is of plane waves, which runs in time do not have "
                         "yet; solve at frequencies");
  check_far_field(context);
  const ordered_json *fields = context.find_partial("/outputs/fields");
  if (fields != nullptr && !fields->contains("every"))
    context.error("/outputs/fields", "\"every\" is missing: in time fields are written again and "
                                     "again; give a time or a number of steps");
  const ordered_json *frequency = context.find_partial("/frequency");
  if (frequency != nullptr && frequency->is_object() &&
      frequency->value("sweep", ordered_json()) == "adaptive")
    context.error("/frequency/sweep", "a run in time has all frequencies at once; take \"sweep\" "
                                      "out");
  check_port_runs(context);
}

void check_solver_in_time(CheckContext &context) {
  const ordered_json *method = context.find("/solver/method");
  if (method != nullptr && (*method == "cocg" || *method == "fgmres"))
    context.error("/solver/method", "in time the matrix is real, symmetric and positive definite: "
                                    "take \"cg\", \"direct\", or \"bicgstab\"");
  const ordered_json *given = context.find("/solver/preconditioner");
  if (given != nullptr && given->is_object() && given->value("scale_first", ordered_json()) == true)
    context.error("/solver/preconditioner/scale_first",
                  "\"scale_first\" is for the systems of frequencies; take it out");
  if (given != nullptr) {
    const ordered_json type = given->is_object() ? given->value("type", ordered_json()) : *given;
    const auto is_one_of = [&](std::initializer_list<const char *> types) {
      return std::find(types.begin(), types.end(), type) != types.end();
    };
    if (is_one_of({"ilu", "gradient", "multigrid"}))
      context.error(
          "/solver/preconditioner",
          fmt::format("{} is for the complex matrices of frequencies; in time \"cg\" takes "
                      "\"jacobi\" or \"none\", and \"bicgstab\" \"ilut\", \"ssor-ai\" "
                      "and \"ssor\" too",
                      type.dump()));
    else if (!is_one_of({"auto", "none", "jacobi"}) &&
             (method == nullptr || *method == "cg" || *method == "auto"))
      context.error("/solver/preconditioner",
                    fmt::format("in time {} is for \"method\": \"bicgstab\"; \"cg\" takes "
                                "\"jacobi\" or \"none\"",
                                type.dump()));
  }
  const ordered_json *matrix = context.find("/discretization/matrix");
  if (matrix != nullptr && *matrix != "auto" && *matrix != "csr")
    context.error("/discretization/matrix", "in time products go by \"csr\"");
}

void check_materials_in_time(CheckContext &context) {
  check_loss_tangent_in_time(context);
  context.for_each("/materials", [&](const std::string &pointer, const ordered_json &value) {
    if (!value.is_object())
      return;
    for (const char *key : {"sigma_m", "mu_debye", "mu_lorentz", "mu_drude"})
      if (value.contains(key) && is_requested(&value[key]) && value[key] != 0)
        context.error_at_key(child_pointer(pointer, key),
                             in_quotes(key) + " is not known to runs in time; electric losses are "
                                              "\"sigma\" or poles of \"eps\"");
  });
}

} // namespace

void check_time_case(CheckContext &context) {
  if (!context.is_given("/time"))
    return refuse_time_keys(context);
  check_boundaries(context);
  check_materials_in_time(context);
  check_sources(context);
  check_solver_in_time(context);
  check_outputs(context);
}

} // namespace curlew::fem
