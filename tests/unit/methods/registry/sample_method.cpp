#include "sample_method.hpp"

#include <curlew/core/constants.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/case/sections/frequency/frequency.hpp>
#include <curlew/io/results/atomic_file.hpp>

#include <fmt/format.h>

namespace curlew::sample {
namespace {

std::string_view schema_text() {
  return R"({
    "x-method": "sample",
    "required": ["frequency"],
    "properties": {
      "frequency": { "$ref": "#/definitions/frequencies" },
      "run": { "$ref": "#/definitions/run_on_ranks", "default": {} },
      "discretization": {
        "description": "Choices of method sample.",
        "type": "object",
        "default": {},
        "additionalProperties": false,
        "properties": {
          "index": { "description": "Refractive index.", "type": "number", "minimum": 1, "default": 1 }
        }
      }
    }
  })";
}

void check_case(CheckContext &context) {
  check_frequencies(context);
}

std::string check(const Case &input) {
  return fmt::format("{} wavelengths\n", input.frequencies_hz.size());
}

void run(const Case &input, const RunOptions &) {
  std::string text = "f (Hz),wavelength (m)\n";
  for (const double f : input.frequencies_hz)
    text += fmt::format("{},{}\n", f,
                        k_speed_of_light / f / input.discretization["index"].get<double>());
  std::filesystem::create_directories(input.outputs.directory);
  write_file_atomically(input.outputs.directory / "wavelengths.csv", text);
}

} // namespace

Method method() {
  return {"sample", {schema_text(), check_case, "wavelengths in vacuum"}, check, run};
}

} // namespace curlew::sample
