#include <curlew/io/case/sections/materials/library.hpp>

#include <curlew/core/text.hpp>
#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/document.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/sweep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace curlew {
namespace {

using nlohmann::ordered_json;

constexpr double k_rounding = 1e-5; // bands are given with six digits

// Returns the lowest and the highest frequency of the case, or of its pulses in time; empty where
// there are none.
std::vector<double> ends_of(const CheckContext &context) {
  std::vector<double> all;
  if (context.is_given("/time")) {
    context.for_each("/excitations", [&](const std::string &pointer, const ordered_json &) {
      const std::string waveform = pointer + "/waveform/";
      const ordered_json *highest = context.find(waveform + "f_max"),
                         *center = context.find(waveform + "f0"),
                         *width = context.find(waveform + "bandwidth");
      if (highest != nullptr)
        all.push_back(highest->get<double>());
      const double half = width != nullptr ? width->get<double>() / 2 : 0;
      if (center != nullptr)
        all.insert(all.end(), {center->get<double>() - half, center->get<double>() + half});
    });
  } else if (const ordered_json *frequency = context.find_sweep("/frequency", "count")) {
    all = sweep_values(*frequency);
  }
  if (all.empty())
    return {};
  const auto [low, high] = std::minmax_element(all.begin(), all.end());
  return {*low, *high};
}

} // namespace

const ordered_json &material_library() {
  static const ordered_json library = ordered_json::parse(material_library_text());
  return library;
}

void add_library_materials(Document &document, CaseErrors &errors) {
  if (!document.value.is_object() || !document.value.contains("materials") ||
      !document.value["materials"].is_object())
    return;
  for (auto &[name, material] : document.value["materials"].items()) {
    if (!material.is_object() || !material.contains("library") || !material["library"].is_string())
      continue;
    const auto entry = material["library"].get<std::string>();
    const std::string pointer = child_pointer("/materials", name);
    if (!material_library().contains(entry)) {
      std::vector<std::string> names;
      for (const auto &[other, unused] : material_library().items())
        names.push_back(other);
      const std::string likely = suggest(entry, names);
      errors.at_value(pointer + "/library",
                      "there is no material " + in_quotes(entry) + " in the library" +
                          (likely.empty() ? "" : "; did you mean " + in_quotes(likely) + "?") +
                          " (`curlew materials` lists " + quoted_list(names) + ")");
      continue;
    }
    for (const auto &[key, value] : material_library()[entry]["material"].items())
      if (material.contains(key))
        errors.at_key(child_pointer(pointer, key),
                      in_quotes(key) + " is one of the constants of " + in_quotes(entry) +
                          " of the library; take it out, or give all constants without "
                          "\"library\"");
      else
        material[key] = value;
  }
}

void check_library(CheckContext &context) {
  const std::vector<double> ends = ends_of(context);
  context.for_each("/materials", [&](const std::string &pointer, const ordered_json &) {
    const std::string at = child_pointer(pointer, "library"), name = context.text(at);
    if (!material_library().contains(name))
      return;
    const ordered_json &band = material_library()[name]["band"];
    const double low = band[0].get<double>(), high = band[1].get<double>();
    for (const double frequency_hz : ends)
      if (frequency_hz < low * (1 - k_rounding) || frequency_hz > high * (1 + k_rounding))
        return context.warn(at, fmt::format("{} of the library holds from {:.4g} to {:.4g} Hz, and "
                                            "the case has {:.4g} Hz",
                                            in_quotes(name), low, high, frequency_hz));
  });
}

} // namespace curlew
