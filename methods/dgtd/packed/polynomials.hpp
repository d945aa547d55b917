#pragma once

#include <vector>

namespace curlew::dgtd {

// All monomials in l_1, l_2, l_3 up to a degree, those of lower degrees first, at barycentric
// coordinates: (degree + 1) (degree + 2) (degree + 3) / 6.
std::vector<double> monomials(int degree, const double *l);

// As many polynomials, orthonormal over the reference tet: rows of coefficients of monomials().
std::vector<std::vector<double>> orthonormal_polynomials(int degree);

// Their values.
std::vector<double> values_of(const std::vector<std::vector<double>> &polynomials, int degree,
                              const double *l);

} // namespace curlew::dgtd
