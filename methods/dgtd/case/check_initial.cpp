#include <curlew/methods/dgtd/case/check_initial.hpp>

#include <curlew/io/case/document/quote.hpp>

#include <string>

namespace curlew::dgtd {
namespace {

using nlohmann::ordered_json;

bool has_poles(const CheckContext &context, const std::string &material, const char *key) {
  const ordered_json *poles = context.find(material + "/" + key);
  return poles != nullptr && !poles->empty() && *poles != 0;
}

// Refuses poles that have memory half a step before t = 0, or whose memory is that of E's past.
void check_poles(CheckContext &context, const std::string &scheme) {
  const bool recursive = context.text("/discretization/dispersion") == "recursive";
  context.for_each("/materials", [&](const std::string &material, const ordered_json &) {
    for (const char *key :
         {"debye", "lorentz", "drude", "mu_debye", "mu_lorentz", "mu_drude", "loss_tangent"}) {
      if (!has_poles(context, material, key))
        continue;
      const bool magnetic = std::string(key).rfind("mu_", 0) == 0;
      if (recursive)
        context.error(material + "/" + key,
                      "\"dispersion\": \"recursive\" begins with E = 0, and initial fields are "
                      "given; take \"ode\"");
      else if (scheme == "dfdd" || (scheme == "central" && magnetic))
        context.error(material + "/" + key,
                      "initial fields with these poles are planned for scheme " +
                          in_quotes(scheme) + "; take \"upwind\"");
    }
  });
}

} // namespace

void check_initial(CheckContext &context) {
  std::string first;
  context.for_each("/excitations", [&](const std::string &pointer, const ordered_json &value) {
    if (first.empty() && value.contains("type") && value["type"] == "initial-field")
      first = pointer;
  });
  if (first.empty())
    return;
  const std::string scheme = context.text("/discretization/scheme");
  check_poles(context, scheme);
  context.for_each("/materials", [&](const std::string &material, const ordered_json &) {
    if (const ordered_json *chi3 = context.find(material + "/chi3");
        chi3 != nullptr && *chi3 != 0.0)
      context.error(material + "/chi3", "initial fields with \"chi3\" are planned; take a source");
  });
  if (scheme == "dfdd" && context.text("/discretization/losses") == "published")
    context.error("/discretization/losses",
                  "initial fields with \"published\" losses are planned; take \"own-state\"");
  if (const ordered_json *s = context.find("/outputs/s_parameters"); s != nullptr && *s != false)
    context.error("/outputs/s_parameters",
                  "S-parameters are of runs that ports alone excite; take the initial field out");
  if (context.find("/outputs/far_field") != nullptr)
    context.error("/outputs/far_field", "far fields refer to the spectrum of a waveform, and an "
                                        "initial field has none; take one of both out");
  if (context.is_given("/outputs/fields") && !context.is_given("/outputs/fields/every"))
    context.error("/outputs/fields", "fields at frequencies refer to the spectrum of a waveform, "
                                     "and an initial field has none; give \"every\"");
}

} // namespace curlew::dgtd
