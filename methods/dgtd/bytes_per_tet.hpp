#pragma once

#include <curlew/methods/dgtd/choices.hpp>

namespace curlew::dgtd {

// Returns about how many bytes a tet takes, counted from its tables and unknowns and the host's
// copies of them while they are made.
double bytes_per_tet(const Choices &choices, Variant variant);

// Returns the part of bytes_per_tet() in matrices that copies of a tet share (Problem::copies).
double shared_bytes_per_tet(const Choices &choices, Variant variant);

} // namespace curlew::dgtd
