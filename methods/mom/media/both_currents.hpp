#pragma once

#include <curlew/methods/mom/matrix_source.hpp>

namespace curlew::mom {

// Electric and magnetic currents on bodies of a material (PMCHWT, @cite poggio1973) and on closed
// surfaces with an impedance (the self-dual form of @cite yan2013). The unknowns are eta0 J of all
// basis functions, then M of BothFunctions::magnetic, V/m. With T the operator of the electric
// equation, K M = integral of h R x M, z = Zs / eta0, and medium 0 outside:
//   <f.E>      = sum over media (eta/eta0) T J - K M   + z J (sheets), + z/2 J (closed surfaces)
//   eta0 <f.H> = sum over media (eta0/eta) T M + K J   + 1/(2z) M (closed surfaces)
// docs/methods/mom-notes.md, "Bodies". Verified by MomBodies.*, MomImpedance.*.
//
// Returns true for a face that has both currents.
bool has_both_currents(const Surface &surface, const Media &media, Index face);

// Functions among all_functions() of each unknown: for J in the order of the surface's functions,
// for M those of bodies, and those of closed surfaces where both faces have an impedance.
struct BothFunctions {
  Surface all;
  std::vector<Index> electric, magnetic;
};
BothFunctions both_functions(const Surface &surface, const Media &media);

// Returns the number of unknowns of a formulation.
Index unknowns_of(const Surface &surface, const Spec &spec);

// Coefficients of a solution on all functions of a surface: eta0 J and M, V/m. M is empty where the
// formulation has none.
struct Currents {
  Surface surface;
  std::vector<std::complex<double>> J, M;
};
Currents split_solution(const Surface &surface, const Spec &spec,
                        const std::vector<std::complex<double>> &x);

template <class Space>
std::unique_ptr<MatrixSource<Space>> make_both_currents(const Surface &surface, const Spec &spec,
                                                        int threads);

} // namespace curlew::mom
