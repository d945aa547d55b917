#include <curlew/core/gyrotropic.hpp>
#include <curlew/core/text.hpp>
#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/messages.hpp>
#include <curlew/io/case/sections/materials/library.hpp>
#include <curlew/io/case/sections/materials/material_parts.hpp>
#include <curlew/io/case/sections/materials/materials.hpp>
#include <curlew/io/case/sections/materials/spectral.hpp>
#include <curlew/io/case/sections/sweep.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>

namespace curlew {
namespace {

using nlohmann::ordered_json;

// Rounding of a tensor that a script has rotated.
constexpr double k_asymmetry = 1e-12;

enum class Sign { positive, not_negative, not_zero };

bool is_symmetric(const ordered_json &rows) {
  double largest = 0, difference = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const double a = rows[i][j].get<double>(), b = rows[j][i].get<double>();
      largest = std::max(largest, std::abs(a));
      difference = std::max(difference, std::abs(a - b));
    }
  return difference <= k_asymmetry * largest;
}

bool is_diagonal(const SymmetricTensor &tensor) {
  return tensor.v[3] == 0 && tensor.v[4] == 0 && tensor.v[5] == 0;
}

double smallest_magnitude(const SymmetricTensor &tensor) {
  return std::min({std::abs(tensor.v[0]), std::abs(tensor.v[1]), std::abs(tensor.v[2])});
}

double smallest(const SymmetricTensor &tensor) {
  return std::min({tensor.v[0], tensor.v[1], tensor.v[2]});
}

void tensor(CheckContext &context, const std::string &pointer, Sign sign, bool only_diagonal) {
  const ordered_json *value = context.find(pointer);
  if (value == nullptr || (is_complex_pair(*value) && (*value)[1] != 0))
    return; // check_spectral() looks at complex numbers
  if (value->is_array() && (*value)[0].is_array() && !is_symmetric(*value)) {
    context.error(pointer, in_quotes(dotted(pointer)) + " is not symmetric: " + value->dump());
    return;
  }
  const SymmetricTensor result = read_tensor(*value);
  if (only_diagonal && !is_diagonal(result))
    context.error(pointer, in_quotes(dotted(pointer)) + " is " + value->dump() + "; method " +
                               in_quotes(context.method()) +
                               " takes diagonal tensors: give three numbers, with the material's "
                               "axes along x, y and z");
  else if (sign == Sign::positive && !result.is_positive_definite())
    context.error(pointer, in_quotes(dotted(pointer)) + " is " + value->dump() + "; it must be " +
                               (value->is_number() ? "above 0" : "positive definite"));
  else if (sign == Sign::not_negative && !result.is_positive_semidefinite())
    context.error(pointer,
                  in_quotes(dotted(pointer)) + " is " + value->dump() + "; it must be " +
                      (value->is_number() ? "at least 0" : "positive semidefinite (no gain)"));
  else if (sign == Sign::not_zero && smallest_magnitude(result) == 0)
    context.error(pointer, in_quotes(dotted(pointer)) + " is " + value->dump() +
                               "; a permittivity of 0 is none");
}

// Checks that only one of two names of a quantity is given, such as `eps_r` and `eps_inf`.
void one_name(CheckContext &context, const std::string &pointer, const char *plain,
              const char *of_poles) {
  if (context.is_given(child_pointer(pointer, plain)) &&
      context.is_given(child_pointer(pointer, of_poles)))
    context.error_at_key(child_pointer(pointer, of_poles),
                         in_quotes(dotted(pointer)) + " has both " + in_quotes(plain) + " and " +
                             in_quotes(of_poles) + "; give one of them");
}

// Checks the loss tangent: that of a negative permittivity adds energy.
void loss_tangent(CheckContext &context, const std::string &pointer) {
  const std::string at = child_pointer(pointer, "loss_tangent");
  const ordered_json *tangent = context.find(at);
  if (tangent == nullptr || tangent->get<double>() == 0)
    return;
  for (const char *key : {"eps_r", "eps_inf"}) {
    const ordered_json *eps = context.find(child_pointer(pointer, key));
    if (eps != nullptr && is_diagonal(read_tensor(*eps)) && smallest(read_tensor(*eps)) < 0)
      context.error(at, context.is(at) + " with a negative " + in_quotes(key) +
                            ": that would amplify; give the losses as \"sigma\"");
  }
}

// A resonance without damping is infinite at its frequency.
void undamped(CheckContext &context, const std::string &poles) {
  const ordered_json *frequency = context.find_sweep("/frequency", "count");
  if (frequency == nullptr)
    return;
  const std::vector<double> frequencies_hz = sweep_values(*frequency);
  context.for_each(poles, [&](const std::string &pointer, const ordered_json &) {
    const ordered_json *f0 = context.find(pointer + "/f0"),
                       *gamma = context.find(pointer + "/gamma");
    if (f0 != nullptr && gamma != nullptr && gamma->get<double>() == 0 &&
        std::find(frequencies_hz.begin(), frequencies_hz.end(), f0->get<double>()) !=
            frequencies_hz.end())
      context.error(pointer + "/gamma", "the pole at " + number_text(f0->get<double>()) +
                                            " Hz has no damping and is infinite at this frequency "
                                            "of the case; give \"gamma\" above 0");
  });
}

// A vector that media are magnetised along; null where it is broken.
const ordered_json *static_field(CheckContext &context, const std::string &pointer,
                                 const std::string &without) {
  const ordered_json *bias = context.find(pointer);
  if (bias == nullptr)
    return nullptr;
  if (std::all_of(bias->begin(), bias->end(), [](const ordered_json &c) { return c == 0; })) {
    context.error(pointer, context.is(pointer) + ": a vector of 0 has no direction; " + without);
    return nullptr;
  }
  return bias;
}

std::array<double, 3> to_vector(const ordered_json &node) {
  return {node[0].get<double>(), node[1].get<double>(), node[2].get<double>()};
}

// A resonance without losses has an infinite tensor at its frequency. Near this frequency waves are
// too short for any mesh; a warning on the mesh reports it.
void undamped(CheckContext &context, const std::string &pointer, const char *what,
              double resonance_at_hz, const char *instead) {
  constexpr double k_same = 1e-9;
  const ordered_json *frequency = context.find_sweep("/frequency", "count");
  if (frequency == nullptr)
    return;
  for (const double frequency_hz : sweep_values(*frequency))
    if (std::abs(frequency_hz - resonance_at_hz) <= k_same * resonance_at_hz)
      context.error(pointer, std::string(what) + " has no damping and is infinite at its " +
                                 number_text(resonance_at_hz) +
                                 " Hz, a frequency of the case; give " + instead + " above 0");
}

void check_ferrite(CheckContext &context, const std::string &pointer) {
  const ordered_json *ferrite = context.find(pointer);
  if (ferrite == nullptr)
    return;
  if (context.is_given(pointer + "/linewidth") && context.is_given(pointer + "/alpha"))
    context.error_at_key(pointer + "/alpha", in_quotes(dotted(pointer)) +
                                                 " has both \"linewidth\" and \"alpha\"; give "
                                                 "one of them");
  const ordered_json *bias = static_field(context, pointer + "/bias",
                                          "a ferrite that is not magnetised is no gyrotropic "
                                          "medium: give its \"mu_r\" and poles");
  if (bias == nullptr || ferrite->value("linewidth", 0.0) != 0 || ferrite->value("alpha", 0.0) != 0)
    return;
  Ferrite one;
  one.bias_A_m = to_vector(*bias);
  one.lande_g = ferrite->value("lande_g", one.lande_g);
  undamped(context, pointer, "the ferrite", resonance_hz(one), "\"linewidth\" or \"alpha\"");
}

void check_gyrotropic_drude(CheckContext &context, const std::string &poles) {
  context.for_each(poles, [&](const std::string &pointer, const ordered_json &) {
    const ordered_json *bias =
        static_field(context, pointer + "/bias", "without a field take \"drude\"");
    const ordered_json *gamma = context.find(pointer + "/gamma");
    const ordered_json *mass = context.find(pointer + "/mass");
    if (bias == nullptr || gamma == nullptr || mass == nullptr || *gamma != 0)
      return;
    GyrotropicDrudePole pole;
    pole.bias_T = to_vector(*bias);
    pole.mass = mass->get<double>();
    undamped(context, pointer, "the pole", resonance_hz(pole), "\"gamma\"");
  });
}

// Without losses the eigenvalues of mu_r + j g x are real; below 0 there is gain or no wave at all.
bool is_positive_definite(const SymmetricTensor &mu, const std::array<double, 3> &g) {
  const auto [xx, yy, zz, xy, xz, yz] = mu.v;
  const std::complex<double> a(xy, -g[2]), b(xz, g[1]), c(yz, -g[0]);
  const double minor = xx * yy - std::norm(a);
  const double determinant = xx * yy * zz + 2 * (a * c * std::conj(b)).real() - xx * std::norm(c) -
                             yy * std::norm(b) - zz * std::norm(a);
  return xx > 0 && minor > 0 && determinant > 0;
}

void check_gyrations(CheckContext &context, const std::string &pointer) {
  static_field(context, child_pointer(pointer, "gyration"), "take it out");
  const std::string of_mu = child_pointer(pointer, "mu_gyration");
  const ordered_json *g = static_field(context, of_mu, "take it out");
  const ordered_json *mu = context.find(child_pointer(
      pointer, context.is_given(child_pointer(pointer, "mu_inf")) ? "mu_inf" : "mu_r"));
  if (g != nullptr && mu != nullptr && !is_positive_definite(read_tensor(*mu), to_vector(*g)))
    context.error(of_mu, context.is(of_mu) + ": mu_r + j g x must be positive definite, for an "
                                             "isotropic mu_r its g shorter than mu_r");
}

// A material's name is shown in tables and messages, and becomes no part of a file's name.
std::string fault_of_material_name(const std::string &name) {
  const bool has_control = std::any_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  });
  return name.empty() ? "is empty" : has_control ? "has a control character" : "";
}

} // namespace

void check_materials(CheckContext &context, const MaterialRules &rules) {
  const Sign permittivity = rules.negative_permittivity ? Sign::not_zero : Sign::positive;
  context.for_each("/materials", [&](const std::string &pointer, const ordered_json &material) {
    const std::string name = last_part(pointer);
    if (const std::string fault = fault_of_material_name(name); !fault.empty())
      context.error_at_key(pointer, "the name " + in_quotes(name) + " " + fault);
    if (material.contains("pec") && material.size() > 1)
      context.error(pointer, "material " + in_quotes(name) +
                                 " has \"pec\" and other constants; a perfect conductor has "
                                 "no others");
    const auto check_tensors = [&](std::initializer_list<const char *> keys, Sign sign) {
      for (const char *key : keys)
        tensor(context, child_pointer(pointer, key), sign, rules.only_diagonal);
    };
    check_tensors({"eps_r", "eps_inf"}, permittivity);
    check_tensors({"mu_r", "mu_inf"}, Sign::positive);
    check_tensors({"sigma", "sigma_m"}, Sign::not_negative);
    one_name(context, pointer, "eps_r", "eps_inf");
    one_name(context, pointer, "mu_r", "mu_inf");
    loss_tangent(context, pointer);
    for (const char *key : {"lorentz", "mu_lorentz"})
      undamped(context, child_pointer(pointer, key));
    check_ferrite(context, child_pointer(pointer, "ferrite"));
    check_gyrotropic_drude(context, child_pointer(pointer, "gyrotropic_drude"));
    check_gyrations(context, pointer);
  });
  check_spectral(context);
  check_passivity(context);
  check_library(context);
}

} // namespace curlew
