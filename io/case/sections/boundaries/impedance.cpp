#include <curlew/core/skin_depth.hpp>
#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/boundaries/boundary_parts.hpp>
#include <curlew/io/case/sections/sweep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace curlew {

namespace {

using nlohmann::ordered_json;

// Skin depths of roughness beyond which the fit of surface_impedance_ohm() only says "twice".
constexpr double k_most_depths = 5;

// Returns the highest frequency of the case, or "near" of its resonances; 0 where it has neither.
double highest_hz(const CheckContext &context) {
  if (const ordered_json *near = context.find("/eigenmodes/near"))
    return near->get<double>();
  const ordered_json *frequency = context.find_sweep("/frequency", "count");
  if (frequency == nullptr)
    return 0;
  const std::vector<double> all = sweep_values(*frequency);
  return *std::max_element(all.begin(), all.end());
}

void warn_of_roughness(CheckContext &context, const std::string &pointer) {
  const double frequency_hz = highest_hz(context);
  const ordered_json *roughness = context.find(pointer + "/roughness"),
                     *sigma = context.find(pointer + "/sigma"),
                     *mu_r = context.find(pointer + "/mu_r");
  if (frequency_hz <= 0 || roughness == nullptr || sigma == nullptr)
    return;
  const double depth_m =
      skin_depth_m(frequency_hz, sigma->get<double>(), mu_r != nullptr ? mu_r->get<double>() : 1);
  const double height_m = roughness->get<double>();
  if (height_m > k_most_depths * depth_m)
    context.warn(
        pointer + "/roughness",
        fmt::format("{} is {:.3g} m, {:.3g} times the skin depth of {:.3g} m at {:.4g} Hz: "
                    "the fit to measurements holds up to a few depths, and doubles the "
                    "losses beyond. Roughness is of the order of micrometres: is the unit "
                    "right?",
                    in_quotes(dotted(pointer + "/roughness")), height_m, height_m / depth_m,
                    depth_m, frequency_hz));
}

} // namespace

SurfaceImpedanceSpec read_impedance(const ordered_json &node) {
  SurfaceImpedanceSpec impedance;
  if (node.contains("surface_impedance")) {
    impedance.ohm = read_complex(node["surface_impedance"]);
    return impedance;
  }
  impedance.sigma = node.value("sigma", 0.0);
  impedance.mu_r = node.value("mu_r", 1.0);
  impedance.roughness_m = node.value("roughness", 0.0);
  if (node.value("roughness_model", "hammerstad") == std::string("groiss"))
    impedance.roughness_model = SurfaceImpedanceSpec::Roughness::groiss;
  impedance.london_depth_m = node.value("london_depth", 0.0);
  impedance.thickness_m = node.value("thickness", 0.0);
  return impedance;
}

void write_impedance(const SurfaceImpedanceSpec &impedance, ordered_json &node) {
  if (impedance.ohm) {
    node["surface_impedance"] = {impedance.ohm->real(), impedance.ohm->imag()};
    return;
  }
  if (impedance.sigma > 0)
    node["sigma"] = impedance.sigma;
  node["mu_r"] = impedance.mu_r;
  if (impedance.london_depth_m > 0)
    node["london_depth"] = impedance.london_depth_m;
  else
    node["roughness"] = impedance.roughness_m;
  if (impedance.roughness_model == SurfaceImpedanceSpec::Roughness::groiss)
    node["roughness_model"] = "groiss";
  if (impedance.thickness_m > 0)
    node["thickness"] = impedance.thickness_m;
}

void check_impedance(CheckContext &context, const std::string &pointer, const ordered_json &node) {
  const auto is_given = [&](const char *key) { return context.is_given(pointer + "/" + key); };
  if (node["type"] != "impedance") {
    for (const char *key :
         {"surface_impedance", "sigma", "mu_r", "roughness", "roughness_model", "london_depth"})
      if (is_given(key))
        context.error_at_key(pointer + "/" + key,
                             in_quotes(key) + " is of \"type\": \"impedance\"");
    return;
  }
  const bool is_conductor = is_given("sigma") || is_given("london_depth");
  if (is_given("surface_impedance") == is_conductor)
    context.error(pointer, std::string("an impedance is given by \"surface_impedance\" or by a "
                                       "metal's \"sigma\" or a superconductor's \"london_depth\"") +
                               (is_conductor ? "; take one of them out" : ""));
  if (is_given("london_depth"))
    for (const char *key : {"roughness", "roughness_model"})
      if (is_given(key))
        context.error_at_key(pointer + "/" + key,
                             in_quotes(key) + " is of the skin of a metal, and "
                                              "\"london_depth\" makes it a superconductor; take "
                                              "one of the two out");
  if (is_given("roughness_model") && !is_given("roughness"))
    context.error_at_key(pointer + "/roughness_model", "\"roughness_model\" is of a \"roughness\"; "
                                                       "give one");
  for (const char *key : {"mu_r", "roughness", "thickness"})
    if (is_given(key) && !is_conductor)
      context.error_at_key(pointer + "/" + key, in_quotes(key) +
                                                    " is of a metal with \"sigma\"; the value of "
                                                    "\"surface_impedance\" includes it");
  warn_of_roughness(context, pointer);
  const std::string at = pointer + "/surface_impedance";
  const ordered_json *value = context.find(at);
  if (value == nullptr)
    return;
  const std::complex<double> ohm = read_complex(*value);
  if (ohm.real() < 0)
    context.error(at, context.is(at) + ": a resistance below 0 would amplify");
  else if (ohm == 0.0)
    context.error(at, "an impedance of 0 is a perfect conductor: take \"type\": \"pec\"");
}

} // namespace curlew
