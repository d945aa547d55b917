#include <curlew/methods/dgtd/variants.hpp>

#include <curlew/io/case/case.hpp>

namespace curlew::dgtd {

std::string variant_of(const Case &input) {
  const std::string name = input.discretization.value("variant", "auto");
  if (name != "auto")
    return name;
  const Choices choices = choices_of(input);
  return choices.two_step ? "stored" : has_nodal(choices) ? "nodal" : "packed";
}

bool has_nodal(const Choices &choices) {
  return !choices.space.mixed && choices.scheme != SchemeKind::dfdd;
}

double shared_bytes_per_tet(const Choices &choices, const std::string &variant) {
  const double n = choices.space.per_tet(), nf = choices.space.per_triangle();
  if (variant != "stored") // with the host's copy while it is made
    return 2 * 8 * (variant == "nodal" ? 6 : n * (n + 1) / 2);
  const bool jumps = choices.penalty > 0;
  const double implicit = choices.scheme == SchemeKind::dfdd ? 3 * n * n : 0;
  return 3 * 8 * (2 * n * n + (jumps ? 8 : 4) * n * nf + implicit);
}

double bytes_per_tet(const Choices &choices, const std::string &variant) {
  const double mesh = 700; // points, topology and locator on the host
  const double fields = 8 * 12 * choices.space.per_tet();
  return mesh + fields + shared_bytes_per_tet(choices, variant);
}

} // namespace curlew::dgtd
