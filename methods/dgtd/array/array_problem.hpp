#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/array/load_array.hpp>
#include <curlew/methods/dgtd/problem.hpp>

#include <string>

namespace curlew::dgtd {

// Why the cells of a case's finite array are joined into one mesh: the first part of the case that
// needs all tets. Empty: an array of at most 3 x 3 antennas stands for a larger one.
std::string reason_to_join(const Case &input, const Communicator &ranks);

// Whether a problem is made by make_array_problem(): of arrays with more than 3 antennas along an
// axis, without a reason to join.
bool is_repeated(const Case &input, const Communicator &ranks);

// The case of the small array: antennas 0, 1 and the last stand for all, along x and y.
Case small_array_case(const Case &input);

// The problem of a large array by the tables of the small one, whose cells are given. Throws as
// make_problem(), and ResourceError for more tets than an Index counts.
Problem make_array_problem(const Case &input, ArrayMesh small, int threads = 0);

// About how many bytes a tet takes in it on the backend, and on the host beside that.
double repeated_bytes_per_tet(const Case &input, const std::string &variant);
inline constexpr double k_repeated_host_bytes = 34;

} // namespace curlew::dgtd
