#pragma once

#include <curlew/methods/dgtd/layout.hpp>
#include <curlew/methods/dgtd/packed/reference_tables.hpp>
#include <curlew/methods/dgtd/update_options.hpp>

#include <vector>

namespace curlew::dgtd {

// Coefficients of a scalar medium on one side (E with eps, sigma; H with mu, sigma_m):
//   leapfrog  x1 = keep x0 + gain M^-1 r
//   stages    x' = keep x + gain M^-1 r
// where M is the mass matrix of a unit medium; for Form::implicit M + S / (4 a_e a_m) instead, and
//   q = own_now d0 - own_curl G C x0,  d1 = own_keep d0 - own_gain G C (x0 + x1) / 2.
struct MediumValues {
  double keep = 0, gain = 0, own_now = 0, own_curl = 0, own_keep = 0, own_gain = 0;
};
constexpr int k_medium_values = 6;

MediumValues medium_values(const Material &material, Side side, const UpdateOptions &options);

// The same coefficients for any tet, as matrices (n x n, row by row):
//   leapfrog  x1 = x0 - loss x0 + inverse r      stages  x' = inverse r - loss x
//   q = (1 + U) d0 / 2 - V C x0 / 2,  d1 = U d0 - V C (x0 + x1) / 2, for every polynomial.
struct TetUpdate {
  std::vector<double> inverse, loss;
  double own_keep[3][3] = {}; // U
  double own_gain[3][3] = {}; // V
  // Response of the double in a step to a unit of displacement current in its own components.
  double own_inverse[3][3] = {};
};

template <int Blocks>
TetUpdate make_tet_update(const Problem &problem, const ReferenceMatrices<Host>::Table &mass,
                          const ReferenceTables<Blocks> &tables, Index tet, Side side,
                          const UpdateOptions &options);

// Returns the mass matrix of a unit medium.
template <int Blocks>
std::vector<double> mass_of_tet(const Problem &problem, const ReferenceMatrices<Host>::Table &mass,
                                Index tet);

// Returns the matrix of Updater::respond_to_displacement() from a tet's update and mass matrix.
template <int Blocks>
std::vector<double> displacement_response(const ReferenceTables<Blocks> &tables,
                                          const TetUpdate &update, const std::vector<double> &mass,
                                          bool has_double);

// Returns what a current of unit amplitude adds to the electric double of a tet in a step of dfdd,
// if the unknowns stay: 3 numbers for each polynomial.
template <int Blocks>
std::vector<double> current_drive(const Problem &problem, const ReferenceTables<Blocks> &tables,
                                  Index tet, const TetCurrent &current,
                                  const UpdateOptions &options);

// Returns the double of a side that equals the other field of its tet: 3 numbers for each
// polynomial.
template <int Blocks>
std::vector<double> double_values(const Problem &problem, const ReferenceTables<Blocks> &tables,
                                  Index tet, Side side, const std::vector<double> &other);

// Returns what the other field of the tet adds to the double of a side's field in a step with the
// published losses: 3 rows for each polynomial, n columns.
template <int Blocks>
std::vector<double> published_drive(const Problem &problem, const ReferenceTables<Blocks> &tables,
                                    Index tet, Side side, const UpdateOptions &options);

} // namespace curlew::dgtd
