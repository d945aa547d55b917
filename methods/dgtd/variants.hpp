#pragma once

#include <curlew/methods/dgtd/problem.hpp>

#include <string>

namespace curlew::dgtd {

// Returns the variant of a case: "packed", "stored" or "nodal". "auto" is the fastest; the two-step
// form of dfdd has one.
std::string variant_of(const Case &input);
// Returns true where the variant `nodal` serves the choices: full spaces, without dfdd.
bool has_nodal(const Choices &choices);

// Returns about how many bytes a tet takes, counted from its tables and unknowns and the host's
// copies of them while they are made.
double bytes_per_tet(const Choices &choices, const std::string &variant);

// Returns the part of bytes_per_tet() in matrices that copies of a tet share (Problem::copies).
double shared_bytes_per_tet(const Choices &choices, const std::string &variant);

} // namespace curlew::dgtd
