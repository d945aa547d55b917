#pragma once

#include <curlew/methods/mom/choices.hpp>
#include <curlew/methods/mom/media/media.hpp>

#include <string>

namespace curlew {
struct Case;
}

namespace curlew::mom {

// With "auto", surfaces shorter than this many wavelengths have currents with and without charges
// scaled apart.
constexpr double k_low_frequency = 1e-3;

// "discretization" of a case, with the automatic choices made for a surface.
struct Spec {
  Formulation formulation = Formulation::efie;
  Quadrature quadrature;
  FillVariant variant = FillVariant::face;
  double alpha = 0.5; // weight of the electric equation in a combined one
  LowFrequency low_frequency = LowFrequency::automatic;
  Media media; // filled for surfaces that are not all perfect conductors

  Combination combination(double wavenumber) const {
    switch (formulation) {
    case Formulation::efie:
    case Formulation::pmchwt:
      return {wavenumber, 1, 0};
    case Formulation::mfie:
      return {wavenumber, 0, 1};
    default:
      return {wavenumber, alpha, 1 - alpha};
    }
  }
};

// Returns true where the electric equation is solved in the form that holds at low frequencies.
bool is_low_frequency(const Spec &spec, const Surface &surface, double wavenumber);

// Throws InputError, with the line of the case, for a formulation that the surface does not admit:
// the magnetic equation needs an outside, which only a closed surface has. Also throws what
// make_media() does, and InputError for testing at centroids or the form for low frequencies where
// there are bodies.
Spec make_spec(const Case &input, const Surface &surface);

// Returns warnings about a surface too small for the form of its equation.
std::vector<std::string> spec_warnings(const Case &input, const Surface &surface, const Spec &spec);

} // namespace curlew::mom
