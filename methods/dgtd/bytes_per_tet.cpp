#include <curlew/methods/dgtd/bytes_per_tet.hpp>

namespace curlew::dgtd {

double shared_bytes_per_tet(const Choices &choices, Variant variant) {
  const double n = choices.space.per_tet(), nf = choices.space.per_triangle();
  if (variant != Variant::stored) // with the host's copy while it is made
    return 2 * 8 * (variant == Variant::nodal ? 6 : n * (n + 1) / 2);
  const bool jumps = choices.penalty > 0;
  const double implicit = choices.scheme == SchemeKind::dfdd ? 3 * n * n : 0;
  return 3 * 8 * (2 * n * n + (jumps ? 8 : 4) * n * nf + implicit);
}

double bytes_per_tet(const Choices &choices, Variant variant) {
  const double mesh = 700; // points, topology and locator on the host
  const double fields = 8 * 12 * choices.space.per_tet();
  return mesh + fields + shared_bytes_per_tet(choices, variant);
}

} // namespace curlew::dgtd
