#include <curlew/methods/mom/spec.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/mom/media/media_warnings.hpp>
#include <curlew/methods/mom/model.hpp>
#include <curlew/methods/mom/ports/gaps.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::mom {
namespace {

// Describes the place of an edge with a number of faces other than two, for messages.
std::string boundary_edge_text(const Surface &surface) {
  const SurfaceTopology &topology = surface.topology;
  for (std::size_t e = 0; e < topology.edges.size(); ++e)
    if (topology.edge_offset[e + 1] - topology.edge_offset[e] != 2)
      return fmt::format("{} belongs to {} triangles", edge_text(surface, static_cast<Index>(e)),
                         topology.edge_offset[e + 1] - topology.edge_offset[e]);
  return "";
}

// A surface shorter than this many wavelengths has no resonance inside: 0.71 for a cube.
constexpr double k_no_resonance = 0.3;

// Size of a body over 1 / wavenumber below which the charges' part of the matrix drowns the
// currents' part in rounding (docs/methods/mom-notes.md, "Low frequencies").
constexpr double k_least_size = 1e-4;

// Returns true where the electric equation suits a closed body better than the combined one, which
// has no form for low frequencies.
bool prefers_electric(const Case &input, const Surface &surface, LowFrequency low_frequency) {
  const auto [low, high] =
      std::minmax_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  return low_frequency == LowFrequency::on ||
         (low_frequency == LowFrequency::automatic &&
          extent_m(surface) * *low / k_speed_of_light < k_low_frequency &&
          extent_m(surface) * *high / k_speed_of_light < k_no_resonance);
}

// Returns the equation that "auto" takes.
Formulation choose_formulation(const Case &input, const Surface &surface, const Spec &spec) {
  if (spec.media.has_materials || spec.media.has_closed_impedances)
    return Formulation::pmchwt;
  // The combined equation is not for centroid testing, which only the electric equation has, nor
  // for gaps: a gap is an electric field, and the magnetic field that the other equations need is
  // not that of a voltage alone.
  const bool may_combine = surface.is_closed && !spec.media.has_impedances && !has_gaps(input) &&
                           spec.quadrature.testing == Testing::galerkin;
  return may_combine && !prefers_electric(input, surface, spec.low_frequency) ? Formulation::cfie
                                                                              : Formulation::efie;
}

void check_both_currents(const Case &input, const Spec &spec) {
  if (!spec.media.has_materials && !spec.media.has_closed_impedances)
    throw InputError(fmt::format("{}: \"pmchwt\" is of bodies of a material (\"regions\") and of "
                                 "closed surfaces with an impedance; there is none: take \"auto\"",
                                 input.where("/discretization/formulation")));
  if (spec.quadrature.testing == Testing::centroid)
    throw InputError(
        fmt::format("{}: \"centroid\" testing is of \"formulation\": \"efie\", and the "
                    "case has bodies; take \"galerkin\"",
                    input.where("/discretization/testing")));
  if (has_gaps(input))
    throw InputError(fmt::format("{}: ports and elements are of \"formulation\": \"efie\", and the "
                                 "case has bodies, solved by \"pmchwt\"",
                                 input.where("/boundaries")));
  if (spec.low_frequency == LowFrequency::on)
    throw InputError(fmt::format("{}: \"low_frequency\" is of \"formulation\": \"efie\", and the "
                                 "case has bodies, solved by \"pmchwt\"",
                                 input.where("/discretization/low_frequency")));
}

} // namespace

bool is_low_frequency(const Spec &spec, const Surface &surface, double wavenumber) {
  return spec.formulation == Formulation::efie &&
         (spec.low_frequency == LowFrequency::on ||
          (spec.low_frequency == LowFrequency::automatic &&
           wavenumber * extent_m(surface) < 2 * k_pi * k_low_frequency));
}

std::vector<std::string> spec_warnings(const Case &input, const Surface &surface,
                                       const Spec &spec) {
  std::vector<std::string> warnings = media_warnings(input, surface, spec);
  const double lowest = *std::min_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  const double wavenumber = wavenumber_of(lowest);
  const double wavelengths = wavenumber * extent_m(surface) / (2 * k_pi);
  if (wavenumber * extent_m(surface) >= k_least_size)
    return warnings;
  if (is_low_frequency(spec, surface, wavenumber)) {
    warnings.push_back(
        fmt::format("{}: the surface is {:.2g} wavelengths long at {:.4g} Hz, {:.4g} "
                    "m. Is \"length_unit\" right?",
                    input.where("/frequency"), wavelengths, lowest, extent_m(surface)));
    return warnings;
  }
  warnings.push_back(
      fmt::format("{}: the surface is {:.2g} wavelengths long at {:.4g} Hz: below {:.1g} currents "
                  "drown in rounding. Is \"length_unit\" right? Conductors are solved by "
                  "\"formulation\": \"efie\" with \"low_frequency\"",
                  input.where("/frequency"), wavelengths, lowest, k_least_size / (2 * k_pi)));
  return warnings;
}

Spec make_spec(const Case &input, const Surface &surface) {
  const Choices given = choices_of(input);
  Spec spec;
  spec.quadrature = given.quadrature;
  spec.alpha = given.alpha;
  spec.variant = given.variant;
  spec.low_frequency = given.low_frequency;
  spec.media = make_media(input, surface);
  spec.formulation = given.formulation == Formulation::automatic
                         ? choose_formulation(input, surface, spec)
                         : given.formulation;
  if (!input.outputs.probes.empty() &&
      (spec.formulation == Formulation::pmchwt || !surface.planes.empty()))
    throw InputError(
        fmt::format("{}: near fields are those of conductors and sheets without planes "
                    "of symmetry; take \"probes\" out",
                    input.where("/outputs/probes")));
  if (spec.formulation == Formulation::pmchwt) {
    check_both_currents(input, spec);
    return spec;
  }
  if (spec.formulation != Formulation::efie && !surface.is_closed)
    throw InputError(fmt::format(
        "{}: \"{}\" is for closed bodies, and the surface is open: {}. Take \"efie\", or close the "
        "surface",
        input.where("/discretization/formulation"), to_string(spec.formulation),
        boundary_edge_text(surface)));
  if (spec.formulation != Formulation::efie && has_gaps(input))
    throw InputError(fmt::format("{}: ports and elements are of the electric equation, and "
                                 "\"{}\" has another; take \"efie\"",
                                 input.where("/discretization/formulation"),
                                 to_string(spec.formulation)));
  return spec;
}

} // namespace curlew::mom
