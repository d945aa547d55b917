#pragma once

#include <curlew/core/words.hpp>
#include <curlew/methods/dgtd/kerr/nonlinear.hpp>
#include <curlew/methods/dgtd/space/function_space.hpp>

#include <string>
#include <string_view>

namespace curlew {
struct Case;
}

namespace curlew::dgtd {

enum class SchemeKind { central, dfdd, upwind };

inline constexpr WordTable<SchemeKind, 3> k_schemes = {
    {{SchemeKind::central, "central"}, {SchemeKind::dfdd, "dfdd"}, {SchemeKind::upwind, "upwind"}}};

inline std::string to_string(SchemeKind scheme) {
  return word_of(k_schemes, scheme);
}

// Way of computing a step; all give the same fields to rounding.
enum class Variant { automatic, stored, packed, nodal };

inline constexpr WordTable<Variant, 4> k_variants = {{{Variant::automatic, "auto"},
                                                      {Variant::stored, "stored"},
                                                      {Variant::packed, "packed"},
                                                      {Variant::nodal, "nodal"}}};

inline Variant parse_variant(std::string_view name) {
  return parse_word(k_variants, name);
}
inline std::string to_string(Variant variant) {
  return word_of(k_variants, variant);
}

// Rule by which poles of media advance: Crank and Nicolson's rule, or the recursive convolution.
enum class Dispersion { ode, recursive };

// "local_time_stepping" of a case.
struct LocalSteps {
  bool active = false;
  int classes = 0;
  int ratio = 0; // ratio of the steps of neighbouring classes; 0: of the fewest updates, filtered
  bool published = false; // else filtered
};

// Choices of "discretization".
struct Choices {
  SchemeKind scheme{};
  FunctionSpace space{1, false};
  Variant variant{};  // never automatic
  double penalty = 0; // penalty of the jumps: 1 for upwind
  Dispersion dispersion{};
  bool published_losses = false; // dfdd: doubles have the losses of the other field
  bool two_step = false;         // dfdd: the published recursion over two steps, without doubles
  NonlinearChoices nonlinear;    // choices for media with chi3
  LocalSteps local_steps;
};

// Returns the choices of a case. The variant "auto" is the fastest; the two-step form has one.
Choices choices_of(const Case &input);

// Returns true where the variant `nodal` serves the choices: full spaces, without dfdd.
bool has_nodal(const Choices &choices);

} // namespace curlew::dgtd
