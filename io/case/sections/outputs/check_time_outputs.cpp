#include <curlew/core/text.hpp>
#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/outputs/outputs.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace curlew {
namespace {

using nlohmann::ordered_json;

constexpr std::int64_t k_most_points = 1000000; // the schema's limit for a line

bool are_parallel(const ordered_json &a, const ordered_json &b) {
  const auto u = a.get<std::array<double, 3>>(), v = b.get<std::array<double, 3>>();
  const double lengths = std::hypot(u[0], u[1], u[2]) * std::hypot(v[0], v[1], v[2]);
  const double area =
      std::hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
  constexpr double k_smallest_sine = 1e-9; // below it the points of a grid lie on a line
  return !(area > k_smallest_sine * lengths);
}

void probe(CheckContext &context, const std::string &pointer, const ordered_json &value) {
  context.check_name(pointer, value);
  const ordered_json *start = context.find(pointer + "/line/start"),
                     *stop = context.find(pointer + "/line/stop");
  if (start != nullptr && stop != nullptr && *start == *stop)
    context.error(pointer + "/line", "the line has no length: start equals stop");
  if (const ordered_json *counts = context.find(pointer + "/plane/counts")) {
    const std::int64_t points = (*counts)[0].get<std::int64_t>() * (*counts)[1].get<std::int64_t>();
    if (points > k_most_points)
      context.error(pointer + "/plane/counts", "the plane has " + std::to_string(points) +
                                                   " points; " + std::to_string(k_most_points) +
                                                   " are the most");
  }
  const ordered_json *u = context.find(pointer + "/plane/u"),
                     *v = context.find(pointer + "/plane/v");
  if (u != nullptr && v != nullptr && are_parallel(*u, *v))
    context.error(pointer + "/plane", "the plane has no area: u and v are parallel or zero");
}

void spectrum_probe(CheckContext &context, const std::string &pointer, const std::string &wanted) {
  std::vector<std::string> names;
  bool found = false;
  context.for_each("/outputs/probes", [&](const std::string &, const ordered_json &probe) {
    if (!probe.contains("name") || probe["name"].is_null())
      return;
    names.push_back(probe["name"].get<std::string>());
    if (names.back() != wanted)
      return;
    found = true;
    if (!probe.contains("point"))
      context.error(pointer,
                    "probe " + in_quotes(wanted) + " is no point; spectra are of point probes");
  });
  const std::string likely = suggest(wanted, names);
  if (!found)
    context.error(pointer, "unknown probe " + in_quotes(wanted) +
                               (likely.empty() ? "" : "; did you mean " + in_quotes(likely) + "?") +
                               " (probes: " + (names.empty() ? "none" : quoted_list(names)) + ")");
}

bool has_waveform(const ordered_json &excitations) {
  return std::any_of(excitations.begin(), excitations.end(), [](const ordered_json &one) {
    return !one.is_object() || !one.contains("type") || one["type"] != "initial-field";
  });
}

void spectrum(CheckContext &context, const std::string &pointer, const ordered_json &value) {
  if (value.contains("probe") && !value["probe"].is_null())
    spectrum_probe(context, child_pointer(pointer, "probe"), value["probe"].get<std::string>());
  const ordered_json *band = context.find(pointer + "/band"),
                     *expected = context.find(pointer + "/expected");
  if (band == nullptr) {
    const ordered_json *excitations = context.find_partial("/excitations");
    if (!value.contains("band") && excitations != nullptr && !has_waveform(*excitations))
      context.error(pointer, "\"band\" is missing: without excitations that have a waveform "
                             "there is none to take it from");
    return;
  }
  const double low = (*band)[0].get<double>(), high = (*band)[1].get<double>();
  if (low >= high)
    context.error(pointer + "/band", "the band goes from " + (*band)[0].dump() + " Hz to " +
                                         (*band)[1].dump() + " Hz; the lower end comes first");
  for (std::size_t i = 0; expected != nullptr && i < expected->size(); ++i)
    if (const double f = (*expected)[i].get<double>(); f < low || f > high)
      context.warn(child_pointer(pointer + "/expected", i),
                   "the expected peak at " + (*expected)[i].dump() + " Hz lies outside the band");
}

void schedule(CheckContext &context, const std::string &pointer) {
  const ordered_json *every = context.find(pointer);
  if (every != nullptr && every->is_number() && every->get<double>() >= 1)
    context.warn(pointer, in_quotes(dotted(pointer)) + " is " + every->dump() +
                              " s; a number of steps is written \"" + every->dump() + " steps\"");
}

} // namespace

void check_time_outputs(CheckContext &context) {
  context.for_each("/outputs/probes", [&](const std::string &pointer, const ordered_json &value) {
    probe(context, pointer, value);
  });
  context.unique_names("/outputs/probes", "name", "the probe");
  context.for_each("/outputs/spectra", [&](const std::string &pointer, const ordered_json &value) {
    spectrum(context, pointer, value);
  });
  context.unique_names("/outputs/spectra", "probe", "the spectrum of probe");
  for (const char *output : {"fields", "energy", "checkpoint"})
    schedule(context, std::string("/outputs/") + output + "/every");
}

} // namespace curlew
