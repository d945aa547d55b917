#pragma once

#include <curlew/methods/fem/outputs/fields.hpp>

#include <array>
#include <complex>
#include <vector>

namespace curlew::fem {

// Returns the barycentric coordinates of the tet's nodes of a point on one of its faces. `l`: those
// of the face's ascending nodes.
std::array<double, 4> on_tet(const Model &model, Index face, Index tet,
                             const std::array<double, 3> &l);

// Returns the integral of |E_tan|^2 over a face, V^2, by the total field.
double squared_on(const Fields &fields, const FaceTerm &term);

// Returns the power that a face with n x H = -(y / eta0) E_tan takes out of the field, W.
// `admittance`: y; `squared`: the integral of |E_tan|^2 over the face.
double power_into(std::complex<double> admittance, double squared);

// Returns the power that impedances, elements and ports take out of the total field, W; of modal
// ports the part that meets the admittance of their face. `admittances`: [face of Model::terms];
// `but`: a boundary whose faces are left out.
double absorbed_on_faces(const Fields &fields, const std::vector<std::complex<double>> &admittances,
                         const Boundary *but = nullptr);

} // namespace curlew::fem
