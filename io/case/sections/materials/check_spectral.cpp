#include <curlew/core/error.hpp>
#include <curlew/core/spectral_medium.hpp>
#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/materials/spectral.hpp>
#include <curlew/io/case/sections/reading.hpp>
#include <curlew/io/case/sections/sweep.hpp>
#include <curlew/io/tables/permittivity_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <string>
#include <vector>

namespace curlew {
namespace {

using nlohmann::ordered_json;

constexpr const char *k_in_time =
    "holds at frequencies, and this run is in time: give poles (\"eps_inf\" with \"debye\", "
    "\"lorentz\", \"drude\"); `curlew fit` fits them to a table";

// Returns whether a key is given with more than what resolved cases write for nothing.
bool asks_for(const CheckContext &context, const std::string &pointer) {
  return context.is_given(pointer) && !context.given(pointer).empty() &&
         context.given(pointer) != 0;
}

std::vector<double> frequencies_of(const CheckContext &context) {
  const ordered_json *frequency = context.find_sweep("/frequency", "count");
  return frequency == nullptr ? std::vector<double>() : sweep_values(*frequency);
}

// Checks that one key alone gives the permittivity.
void check_alone(CheckContext &context, const std::string &pointer) {
  std::vector<std::string> others = {"eps_r",   "eps_inf", "loss_tangent", "debye",
                                     "lorentz", "drude",   "cole_cole"};
  for (const char *key : {"table", "n", "djordjevic_sarkar"}) {
    if (!context.is_given(child_pointer(pointer, key)))
      continue;
    std::vector<std::string> excluded = others;
    if (std::string(key) != "djordjevic_sarkar")
      excluded.emplace_back("sigma");
    if (std::string(key) == "n")
      for (const char *magnetic : {"mu_inf", "mu_debye", "mu_lorentz", "mu_drude"})
        excluded.emplace_back(magnetic);
    for (const std::string &other : excluded)
      if (asks_for(context, child_pointer(pointer, other)))
        context.error_at_key(child_pointer(pointer, other),
                             in_quotes(dotted(pointer)) + " has both " + in_quotes(key) + " and " +
                                 in_quotes(other) + ", and " + in_quotes(key) +
                                 " is the whole permittivity; give one of them");
    others.emplace_back(key);
  }
  const ordered_json *mu_r = context.find(child_pointer(pointer, "mu_r"));
  if (context.is_given(child_pointer(pointer, "n")) && mu_r != nullptr && *mu_r != 1)
    context.error(child_pointer(pointer, "mu_r"),
                  "\"n\" is the index of a medium of mu_r 1; give \"eps_r\" beside \"mu_r\"");
}

// A constant of one frequency is warned of where the case has several.
void warn_of_sweep(CheckContext &context, const std::string &at) {
  const std::vector<double> all = frequencies_of(context);
  if (all.empty())
    return;
  const auto [low, high] = std::minmax_element(all.begin(), all.end());
  if (*low != *high)
    context.warn(at, fmt::format("{} is taken as the same from {:.6g} to {:.6g} Hz; a medium with "
                                 "losses varies over frequency: give a \"table\" or poles",
                                 in_quotes(dotted(at)), *low, *high));
}

void check_complex_eps(CheckContext &context, const std::string &pointer, bool in_time) {
  const std::string at = child_pointer(pointer, "eps_r");
  const ordered_json *value = context.find(at);
  if (value == nullptr || !is_complex_pair(*value))
    return;
  if (in_time)
    return context.error(at, context.is(at) + ": a complex constant " + k_in_time);
  const std::complex<double> eps = read_complex(*value);
  if (eps.imag() > 0)
    return context.error(at, context.is(at) + ": with e^{+j omega t} this amplifies; losses are a "
                                              "negative imaginary part");
  if (eps == 0.0)
    return context.error(at, context.is(at) + "; a permittivity of 0 is none");
  for (const char *key : {"loss_tangent", "debye", "lorentz", "drude"})
    if (asks_for(context, child_pointer(pointer, key)))
      context.error_at_key(child_pointer(pointer, key),
                           in_quotes(key) + " stands beside a complex \"eps_r\", which is the "
                                            "whole permittivity; give one of them");
  if (eps.imag() != 0)
    warn_of_sweep(context, at);
}

void check_index(CheckContext &context, const std::string &pointer) {
  const std::string at = child_pointer(pointer, "n");
  const ordered_json *value = context.find(at);
  if (value == nullptr)
    return;
  const std::complex<double> index = read_complex(*value);
  if (index.imag() < 0)
    context.error(at, context.is(at) + ": an extinction coefficient k below 0 amplifies; losses "
                                       "are a positive k in [n, k]");
  else if (index.real() < 0 || index == 0.0)
    context.error(at, context.is(at) + "; the index is at least 0, and n and k are not both 0");
  else if (index.imag() > 0)
    warn_of_sweep(context, at);
}

void check_djordjevic_sarkar(CheckContext &context, const std::string &pointer) {
  const std::string at = child_pointer(pointer, "djordjevic_sarkar");
  const ordered_json *node = context.find_with(at, {"eps_r", "loss_tangent", "f", "f1", "f2"});
  if (node == nullptr)
    return;
  const auto number = [&](const char *key) { return (*node)[key].get<double>(); };
  const DjordjevicSarkar model{number("eps_r"), number("loss_tangent"), number("f"), number("f1"),
                               number("f2")};
  if (!(model.f1_hz < model.f_hz && model.f_hz < model.f2_hz))
    context.error(at + "/f", fmt::format("\"f\" is {:.6g} Hz; it must lie between \"f1\", {:.6g} "
                                         "Hz, and \"f2\", {:.6g} Hz",
                                         model.f_hz, model.f1_hz, model.f2_hz));
  else if (model.eps_inf() <= 0)
    context.error(at, fmt::format("the losses take more than \"eps_r\": above \"f2\" it would be "
                                  "{:.3g}; give a lower \"loss_tangent\" or a narrower band",
                                  model.eps_inf()));
}

// The table of a file, read once; nullptr where that fails, which is reported.
std::shared_ptr<const PermittivityTable>
load_table(CheckContext &context, const std::string &pointer, const std::string &file) {
  const auto path = context.path_of(file);
  if (const auto known = context.files.tables.find(path); known != context.files.tables.end())
    return known->second;
  try {
    auto table = std::make_shared<const PermittivityTable>(read_permittivity_file(path));
    context.files.tables[path] = table;
    return table;
  } catch (const InputError &error) {
    context.error(pointer, std::string("the table: ") + error.what());
    return nullptr;
  }
}

void check_table(CheckContext &context, const std::string &pointer) {
  const std::string at = child_pointer(pointer, "table");
  const std::string file = context.text(at);
  if (file.empty())
    return;
  if (context.is_given("/eigenmodes"))
    context.error(at, "a table has values at real frequencies, and resonances decay; give poles "
                      "(`curlew fit` fits them to a table)");
  const auto table = load_table(context, at, file);
  if (!table)
    return;
  for (const double frequency_hz : frequencies_of(context))
    if (!table->covers(frequency_hz))
      return context.error(
          at, fmt::format("the table {} goes from {:.6g} to {:.6g} Hz, and the case has {:.6g} Hz; "
                          "nothing is extrapolated",
                          table->file().string(), table->frequencies_hz().front(),
                          table->frequencies_hz().back(), frequency_hz));
}

} // namespace

void check_spectral(CheckContext &context) {
  const bool in_time = context.is_given("/time");
  context.for_each("/materials", [&](const std::string &pointer, const ordered_json &) {
    check_complex_eps(context, pointer, in_time);
    if (in_time) {
      for (const char *key : k_spectral_keys)
        if (is_requested(context.find_partial(child_pointer(pointer, key))))
          context.error_at_key(child_pointer(pointer, key), in_quotes(key) + " " + k_in_time);
      return;
    }
    check_alone(context, pointer);
    check_index(context, pointer);
    check_djordjevic_sarkar(context, pointer);
    check_table(context, pointer);
  });
}

} // namespace curlew
