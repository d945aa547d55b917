#include <curlew/methods/dgtd/case/check_two_step.hpp>

#include <curlew/io/case/document/quote.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace curlew::dgtd {
namespace {

using nlohmann::ordered_json;

constexpr const char *k_instead = "take \"recursion\": \"summed\"";

bool is_nothing(const ordered_json &value) {
  if (value.is_array())
    return std::all_of(value.begin(), value.end(), is_nothing);
  return value.is_null() || value == 0.0;
}

bool is_one_of(const std::string &type, const std::array<const char *, 4> &types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

} // namespace

void check_two_step(CheckContext &context) {
  const std::string pointer = "/discretization";
  const ordered_json *recursion = context.find(pointer + "/recursion"),
                     *scheme = context.find(pointer + "/scheme"),
                     *variant = context.find(pointer + "/variant");
  if (recursion == nullptr || *recursion != "two-step")
    return;
  if (scheme != nullptr && *scheme != "dfdd")
    context.error(pointer + "/recursion", "\"two-step\" belongs to scheme \"dfdd\"");
  if (variant != nullptr && (*variant == "packed" || *variant == "nodal"))
    context.error(pointer + "/variant",
                  "the recursion \"two-step\" has the variant \"stored\" alone");
  context.for_each("/materials", [&](const std::string &material, const ordered_json &) {
    for (const char *key : {"sigma", "sigma_m", "debye", "lorentz", "drude", "mu_debye",
                            "mu_lorentz", "mu_drude", "loss_tangent"}) {
      const ordered_json *value = context.find(material + "/" + key);
      if (value != nullptr && !is_nothing(*value))
        context.error(material + "/" + key,
                      std::string("media with losses or memory are planned for the "
                                  "recursion \"two-step\"; ") +
                          k_instead);
    }
  });
  context.for_each("/boundaries", [&](const std::string &boundary, const ordered_json &value) {
    if (!value.is_object()) // "unnamed"
      return;
    const std::string type = value.value("type", "");
    if (!is_one_of(type, {"pec", "pmc", "abc", "symmetry"}))
      context.error(boundary, "boundaries of type " + in_quotes(type) +
                                  " are planned for the recursion \"two-step\"; " + k_instead);
  });
  context.for_each("/excitations", [&](const std::string &excitation, const ordered_json &value) {
    const std::string type = value.value("type", "");
    if (type != "current")
      context.error(excitation, "excitations of type " + in_quotes(type) +
                                    " are planned for the recursion \"two-step\"; " + k_instead);
  });
}

} // namespace curlew::dgtd
