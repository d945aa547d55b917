#include <curlew/core/constants.hpp>
#include <curlew/core/passivity.hpp>
#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/materials/material_parts.hpp>
#include <curlew/io/case/sections/materials/materials.hpp>
#include <curlew/io/case/sections/sweep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace curlew {
namespace {

using nlohmann::ordered_json;

// Keys of the poles of one side of a material, and of the conductivity that adds to their losses.
struct Side {
  PoleKeys poles;
  const char *conductivity, *symbol;
  double vacuum;
};

constexpr int k_samples = 400; // of the band of the case, which an adaptive sweep solves anywhere

// Returns the frequencies of the case; empty where the fields have all: in time, and for
// resonances.
std::vector<double> band_of(const CheckContext &context) {
  if (context.is_given("/time") || context.is_given("/eigenmodes"))
    return {};
  const ordered_json *frequency = context.find_sweep("/frequency", "count");
  if (frequency == nullptr)
    return {};
  std::vector<double> band = sweep_values(*frequency);
  const auto [least, most] = std::minmax_element(band.begin(), band.end());
  const double low = *least, high = *most;
  for (int i = 1; i < k_samples && low < high; ++i)
    band.push_back(low + (high - low) * i / k_samples);
  std::sort(band.begin(), band.end());
  return band;
}

// Returns the smallest conductivity along an axis, of which all directions have as much; 0 where
// there may be less.
double conductivity_of(const CheckContext &context, const std::string &pointer) {
  const ordered_json *value = context.find(pointer);
  if (value == nullptr)
    return 0;
  const SymmetricTensor tensor = read_tensor(*value);
  const bool is_diagonal = tensor.v[3] == 0 && tensor.v[4] == 0 && tensor.v[5] == 0;
  return is_diagonal ? std::min({tensor.v[0], tensor.v[1], tensor.v[2]}) : 0;
}

void check_side(CheckContext &context, const std::string &pointer, const Side &side) {
  ordered_json lists = ordered_json::object();
  const auto add = [&](const char *kind, const std::vector<std::string> &keys) {
    context.for_each(child_pointer(pointer, kind),
                     [&](const std::string &at, const ordered_json &) {
                       if (const ordered_json *pole = context.find_with(at, keys))
                         lists[kind].push_back(*pole);
                     });
  };
  add(side.poles.debye, {side.poles.strength, "tau"});
  add(side.poles.lorentz, {side.poles.strength, "f0", "gamma"});
  add(side.poles.drude, {"f_p", "gamma"});
  const Poles poles = read_poles(lists, side.poles);
  for (const char *kind : {side.poles.debye, side.poles.lorentz})
    context.for_each(child_pointer(pointer, kind), [&](const std::string &pole,
                                                       const ordered_json &) {
      const std::string at = child_pointer(pole, side.poles.strength);
      if (const ordered_json *strength = context.find(at); strength != nullptr && *strength == 0)
        context.error(at, context.is(at) + ": a pole of no strength; take it out");
    });
  if (!has_negative_strength(poles))
    return;
  const std::vector<double> band = band_of(context);
  const bool is_everywhere = band.empty();
  const double losses =
      conductivity_of(context, child_pointer(pointer, side.conductivity)) / side.vacuum;
  const auto gain = find_gain(poles, losses, is_everywhere ? frequencies_around(poles) : band);
  if (!gain)
    return;
  context.error(
      pointer,
      fmt::format(
          "the poles of material {}, of which a {} is below 0, amplify from {:.4g} to {:.4g} "
          "Hz: Im {} is +{:.3g} at {:.4g} Hz, and losses are negative with e^{{+j omega "
          "t}}; {}",
          in_quotes(last_part(pointer)), in_quotes(side.poles.strength), gain->low_hz,
          gain->high_hz, side.symbol, gain->imaginary, gain->worst_hz,
          is_everywhere ? "in time, and of resonances, the fields have all frequencies: give poles "
                          "that lose energy at each (`curlew fit` makes such)"
                        : "poles below 0 must be outweighed by others at the frequencies of the "
                          "case"));
}

} // namespace

void check_passivity(CheckContext &context) {
  context.for_each("/materials", [&](const std::string &pointer, const ordered_json &) {
    check_side(context, pointer, {k_eps_keys, "sigma", "eps_r", k_eps0});
    check_side(context, pointer, {k_mu_keys, "sigma_m", "mu_r", k_mu0});
  });
}

} // namespace curlew
