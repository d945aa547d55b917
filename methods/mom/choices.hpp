#pragma once

#include <curlew/methods/mom/aim/aim_spec.hpp>
#include <curlew/methods/mom/fill/fill_matrix.hpp>

namespace curlew {
struct Case;
}

namespace curlew::mom {

enum class Formulation { automatic, efie, mfie, cfie, pmchwt };
enum class LowFrequency { automatic, on, off };
enum class SolverMethod { automatic, lu, aim };

// Choices of the sections "discretization" and "solver" of a case.
struct Choices {
  Formulation formulation;
  Quadrature quadrature;
  FillVariant variant;
  double alpha;
  LowFrequency low_frequency;
  SolverMethod method;
  AimSpecification aim;
};

Choices choices_of(const Case &input);

std::string to_string(Formulation formulation);
std::string to_string(FillVariant variant);

} // namespace curlew::mom
