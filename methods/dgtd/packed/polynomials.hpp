#pragma once

#include <vector>

namespace curlew::dgtd {

// Returns all monomials in l_1, l_2, l_3 up to a degree, those of lower degrees first, at
// barycentric coordinates: (degree + 1) (degree + 2) (degree + 3) / 6.
std::vector<double> monomials(int degree, const double *l);

// Returns as many polynomials, orthonormal over the reference tet: rows of coefficients of
// monomials().
std::vector<std::vector<double>> orthonormal_polynomials(int degree);

// Returns the values of these polynomials.
std::vector<double> values_of(const std::vector<std::vector<double>> &polynomials, int degree,
                              const double *l);

} // namespace curlew::dgtd
