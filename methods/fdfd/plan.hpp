#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/right_hand_side.hpp>
#include <curlew/methods/shared/frequency/frequency_system.hpp>

#include <string>
#include <vector>

namespace curlew::fdfd {

// One system to be solved: a frequency and a source.
struct Solve : PlannedSolve {
  const Excitation *excitation = nullptr; // of the case, which must stay
  const PlaneWave *wave = nullptr;        // none for currents
  std::string case_location;              // of the excitation in the case, for messages
};

// Those of a case, frequency by frequency. Throws InputError for what cannot be written of its
// sources: an RCS without a plane wave.
std::vector<Solve> make_plan(const Case &input);

// What drives one of them. Throws what make_plane_wave_rhs() and make_current_rhs() do.
RightHandSide make_rhs(const Case &input, const Problem &problem, const Solve &solve, int threads);

// Host bytes a cell that the set-up and the fields of a solve take, solvers apart.
constexpr double k_host_bytes_per_cell = 3 * (4 + 2 + 3 * 16 + 16);

} // namespace curlew::fdfd
