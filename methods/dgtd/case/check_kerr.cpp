#include <curlew/methods/dgtd/case/check_kerr.hpp>

#include <curlew/io/case/document/quote.hpp>

namespace curlew::dgtd {
namespace {

using nlohmann::ordered_json;

void check_medium(CheckContext &context, const std::string &material) {
  for (const char *key : {"eps_r", "sigma"}) {
    const ordered_json *value = context.find(material + "/" + key);
    if (value != nullptr && value->is_array())
      context.error(material + "/" + key,
                    in_quotes(key) + " of a material with \"chi3\" is a number; tensors of "
                                     "nonlinear media are not there");
  }
  const ordered_json *dispersion = context.find("/discretization/dispersion");
  for (const char *key : {"debye", "lorentz", "drude"}) {
    const ordered_json *poles = context.find(material + "/" + key);
    if (poles != nullptr && !poles->empty() && dispersion != nullptr && *dispersion == "recursive")
      context.error("/discretization/dispersion",
                    "\"recursive\" is of linear media, and " + in_quotes(key) +
                        " stands beside \"chi3\" in one material; take \"ode\"");
  }
}

void check_closed_form(CheckContext &context) {
  const std::string keys = "/discretization/nonlinear";
  const ordered_json *method = context.find(keys + "/method"), *form = context.find(keys + "/form"),
                     *space = context.find("/discretization/space");
  if (method == nullptr || *method != "closed-form")
    return;
  if (space != nullptr && *space == "mixed")
    context.error(keys + "/method", "\"closed-form\" needs the nodes of \"space\": \"full\"; "
                                    "take that, or \"newton\"");
  if (form != nullptr && *form != "exact")
    context.error(keys + "/form", "\"closed-form\" has form \"exact\" only; take that, or "
                                  "\"newton\"");
}

void check_outputs(CheckContext &context) {
  const ordered_json *energy = context.find("/outputs/energy/every"),
                     *nonlinear = context.find("/outputs/nonlinear/every");
  if (energy != nullptr && nonlinear != nullptr && *energy != *nonlinear)
    context.error("/outputs/nonlinear/every",
                  "outputs.nonlinear adds columns to energy.csv, whose rows come every " +
                      energy->dump() + "; give both the same \"every\", or leave \"energy\" out");
}

} // namespace

void check_kerr(CheckContext &context) {
  check_closed_form(context);
  check_outputs(context);
  std::string nonlinear;
  context.for_each("/materials", [&](const std::string &material, const ordered_json &) {
    const ordered_json *chi3 = context.find(material + "/chi3");
    if (chi3 == nullptr || *chi3 == 0.0)
      return;
    nonlinear = material + "/chi3";
    check_medium(context, material);
  });
  const ordered_json *scheme = context.find("/discretization/scheme"),
                     *form = context.find("/discretization/nonlinear/form");
  if (!nonlinear.empty() && context.is_given("/outputs/fields") &&
      !context.is_given("/outputs/fields/every"))
    context.error("/outputs/fields", "fields at frequencies are the quotient of a field and its "
                                     "pulse, which media with \"chi3\" do not have: their fields "
                                     "go with the amplitude; give \"every\"");
  if (nonlinear.empty()) {
    if (context.is_given("/discretization/nonlinear") &&
        !context.given("/discretization/nonlinear").empty())
      context.warn("/discretization/nonlinear", "no material has \"chi3\": this does nothing");
  } else if (scheme != nullptr && *scheme == "upwind" && form != nullptr && *form != "exact") {
    context.error("/discretization/nonlinear/form",
                  "form " + form->dump() +
                      " belongs to a step of \"scheme\": \"central\"; "
                      "\"upwind\" has stages: take \"exact\"");
  } else if (scheme != nullptr && *scheme == "dfdd") {
    context.error(
        nonlinear,
        "\"chi3\" needs \"scheme\": \"central\" or \"upwind\"; \"dfdd\" has linear media");
  }
}

} // namespace curlew::dgtd
