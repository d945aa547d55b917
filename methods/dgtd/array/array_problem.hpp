#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/array/load_array.hpp>
#include <curlew/methods/dgtd/problem.hpp>

#include <string>

namespace curlew::dgtd {

// True for a case with an array of more than 3 antennas along an axis.
bool has_large_array(const Case &input);

// Returns why the cells of a large array are joined into one mesh: the first part of the case that
// needs all tets, or more ranks than cells. Empty: an array of at most 3 x 3 antennas stands for
// it.
std::string reason_to_join(const Case &input, const Communicator &ranks);

// True where load_array_problem() makes the problem: for large arrays without a reason to join.
bool is_repeated(const Case &input, const Communicator &ranks);

// Returns the case of the small array: antennas 0, 1 and the last stand for all, along x and y.
Case small_array_case(const Case &input);

// Makes the problem of a large array by the tables of the small one, whose case and cells are
// given; on several ranks this rank's block of cells. Throws as make_problem(), and ResourceError
// for more tets than an Index counts.
Problem make_array_problem(const Case &input, const Case &small, ArrayMesh cells,
                           const Communicator &ranks, int threads = 0);

// Makes the same problem from the files of the case, which each rank reads. Throws as load_cells(),
// too, on all ranks alike. Collective.
Problem load_array_problem(const Case &input, const Communicator &ranks, int threads);

// Returns about how many bytes a tet of such a problem takes on the backend; k_repeated_host_bytes
// come beside them on the host.
double repeated_bytes_per_tet(const Case &input, Variant variant);
inline constexpr double k_repeated_host_bytes = 34;

} // namespace curlew::dgtd
