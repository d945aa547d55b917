#include "commands.hpp"
#include "manual.hpp"

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/fit_poles.hpp>
#include <curlew/core/units.hpp>
#include <curlew/io/case/sections/materials/material_parts.hpp>
#include <curlew/io/results/atomic_file.hpp>
#include <curlew/io/tables/permittivity_file.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace curlew::app {
namespace {

constexpr int k_samples = 120;  // of the table, over the band
constexpr double k_decade = 10; // a wider band is sampled by logarithms

struct Arguments {
  std::string file, output;
  std::vector<std::string> band;
  int poles = PoleFitOptions().most_poles;
  double tolerance = PoleFitOptions().tolerance;
};

// Returns the frequency of "500 THz" or of a wavelength such as "600 nm".
double frequency_of(const std::string &text) {
  const Quantity quantity = parse_quantity(text, {Dimension::frequency, Dimension::length});
  if (!(quantity.value > 0))
    throw InputError("--band: \"" + text + "\" is not above 0");
  return quantity.dimension == Dimension::frequency ? quantity.value
                                                    : k_speed_of_light / quantity.value;
}

// Returns the band that is asked for, within the table.
std::array<double, 2> band_of(const Arguments &arguments, const PermittivityTable &table) {
  const std::vector<double> &rows = table.frequencies_hz();
  if (arguments.band.empty())
    return {rows.front(), rows.back()};
  std::array<double, 2> band = {frequency_of(arguments.band[0]), frequency_of(arguments.band[1])};
  std::sort(band.begin(), band.end());
  for (const double end_hz : band)
    if (!table.covers(end_hz))
      throw InputError(fmt::format("--band: the table {} goes from {:.6g} to {:.6g} Hz, and the "
                                   "band has {:.6g} Hz; nothing is extrapolated",
                                   table.file().string(), rows.front(), rows.back(), end_hz));
  if (band[0] == band[1])
    throw InputError("--band: both ends are the same; give a lower and a higher one");
  return band;
}

PermittivitySamples samples_of(const PermittivityTable &table, const std::array<double, 2> &band) {
  PermittivitySamples samples;
  const auto [low, high] = band;
  for (int i = 0; i < k_samples; ++i) {
    const double t = i / (k_samples - 1.0);
    const double f = high > k_decade * low ? low * std::pow(high / low, t) : low + (high - low) * t;
    samples.frequencies_hz.push_back(std::clamp(f, low, high));
    samples.eps.push_back(table.at(samples.frequencies_hz.back()));
  }
  return samples;
}

void show(const PoleFit &fit, const PermittivitySamples &samples) {
  fmt::print(stderr, "poles: {}, from {:.6g} to {:.6g} Hz, passive at all frequencies\n",
             fit.poles.debye.size() + fit.poles.lorentz.size() + fit.poles.drude.size(),
             samples.frequencies_hz.front(), samples.frequencies_hz.back());
  fmt::print(stderr, "largest error of eps  {:.3g} % of |eps|, at {:.6g} Hz\n", 100 * fit.error,
             fit.error_at_hz);
  fmt::print(stderr,
             "largest error of eps'' {:.3g} % of the larger of eps'' and {:.3g} % of |eps|, at "
             "{:.6g} Hz\n",
             100 * fit.loss_error, 100 * PoleFitOptions().loss_floor, fit.loss_error_at_hz);
}

void run_fit(const Arguments &arguments) {
  const PermittivityTable table = read_permittivity_file(arguments.file);
  const PermittivitySamples samples = samples_of(table, band_of(arguments, table));
  PoleFitOptions options;
  options.most_poles = arguments.poles;
  options.tolerance = arguments.tolerance;
  const PoleFit fit = fit_poles(samples, options);
  show(fit, samples);
  nlohmann::ordered_json material = {{"eps_inf", fit.eps_inf}};
  write_poles(fit.poles, k_eps_keys, material);
  const std::string text = material.dump(2) + "\n";
  if (arguments.output.empty())
    fmt::print("{}", text);
  else
    write_file_atomically(arguments.output, text);
}

} // namespace

void add_fit(CLI::App &app) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App *command =
      app.add_subcommand("fit", "Fit poles to a table of a permittivity, for methods in time");
  command
      ->add_option("table", arguments->file,
                   "CSV: wavelength (UNIT) or frequency (UNIT), then n,k or eps',eps''")
      ->required()
      ->type_name("FILE");
  command->add_option("--poles", arguments->poles, "Largest number of poles (default 8)")
      ->type_name("N")
      ->check(CLI::Range(1, 20));
  command
      ->add_option("--band", arguments->band,
                   "Both ends of the band as frequencies or wavelengths (default: the table's)")
      ->type_name("FROM TO")
      ->expected(2);
  command
      ->add_option("--tolerance", arguments->tolerance,
                   "Error below which no pole is added (default 0.01)")
      ->type_name("X")
      ->check(CLI::Range(1e-6, 1.0));
  command
      ->add_option("--output", arguments->output, "File for the poles (default: to the terminal)")
      ->type_name("FILE");
  set_manual(
      *command,
      {"Poles of Debye, Lorentz and Drude with strengths above 0 on an eps_inf of at least 1: "
       "passive at all frequencies, in the form that all methods with \"debye\" take. They are "
       "written as JSON, the value of a material of a case; the errors over the band go to the "
       "terminal's error output.\n\n"
       "Poles are added until the error is below the tolerance or their number is reached.",
       {ExitCode::output},
       {},
       {{"curlew fit gold.csv --band \"400 nm\" \"800 nm\"", "Poles of gold for visible light."},
        {"curlew fit fr4.csv --poles 4 --output fr4.json", "Four poles, into a file."}}});
  command->callback([arguments] { run_fit(*arguments); });
}

} // namespace curlew::app
