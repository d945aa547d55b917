#pragma once

#include <curlew/methods/mom/fill/fill_matrix.hpp>

#include <string>

namespace curlew {
struct Case;
}

namespace curlew::mom {

enum class Formulation { efie, mfie, cfie };

// "discretization" of a case, with what is left to the program decided for a surface.
struct Spec {
  Formulation formulation = Formulation::efie;
  Quadrature quadrature;
  FillVariant variant = FillVariant::face;
  double alpha = 0.5; // of the electric equation in a combined one

  Combination combination(double wavenumber) const {
    switch (formulation) {
    case Formulation::efie:
      return {wavenumber, 1, 0};
    case Formulation::mfie:
      return {wavenumber, 0, 1};
    default:
      return {wavenumber, alpha, 1 - alpha};
    }
  }
};

// Throws InputError, with the line of the case, for a formulation that the surface does not admit:
// the magnetic equation has a side outside only where a surface is closed.
Spec make_spec(const Case &input, const Surface &surface);

std::string to_string(Formulation formulation);

} // namespace curlew::mom
