#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/boundaries/boundary_parts.hpp>

namespace curlew {

using nlohmann::ordered_json;

SurfaceImpedanceSpec read_impedance(const ordered_json &node) {
  SurfaceImpedanceSpec impedance;
  if (node.contains("surface_impedance")) {
    impedance.ohm = read_complex(node["surface_impedance"]);
    return impedance;
  }
  impedance.sigma = node["sigma"].get<double>();
  impedance.mu_r = node.value("mu_r", 1.0);
  impedance.roughness_m = node.value("roughness", 0.0);
  return impedance;
}

void write_impedance(const SurfaceImpedanceSpec &impedance, ordered_json &node) {
  if (impedance.ohm) {
    node["surface_impedance"] = {impedance.ohm->real(), impedance.ohm->imag()};
    return;
  }
  node["sigma"] = impedance.sigma;
  node["mu_r"] = impedance.mu_r;
  node["roughness"] = impedance.roughness_m;
}

void check_impedance(CheckContext &context, const std::string &pointer, const ordered_json &node) {
  const auto is_given = [&](const char *key) { return context.is_given(pointer + "/" + key); };
  if (node["type"] != "impedance") {
    for (const char *key : {"surface_impedance", "sigma", "mu_r", "roughness"})
      if (is_given(key))
        context.error_at_key(pointer + "/" + key,
                             in_quotes(key) + " is of \"type\": \"impedance\"");
    return;
  }
  if (is_given("surface_impedance") == is_given("sigma"))
    context.error(pointer, std::string("an impedance is given by \"surface_impedance\" or by a "
                                       "metal's \"sigma\"") +
                               (is_given("sigma") ? "; take one of them out" : ""));
  for (const char *key : {"mu_r", "roughness"})
    if (is_given(key) && !is_given("sigma"))
      context.error_at_key(pointer + "/" + key, in_quotes(key) +
                                                    " is of a metal with \"sigma\"; the value of "
                                                    "\"surface_impedance\" includes it");
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
