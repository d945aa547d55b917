#pragma once

#include <curlew/io/case/sections/boundaries/boundaries.hpp>
#include <curlew/io/case/sections/names.hpp>

namespace curlew {

inline constexpr Names<Boundary::Type, 10> k_boundary_types = {
    {{Boundary::Type::pec, "pec"},
     {Boundary::Type::pmc, "pmc"},
     {Boundary::Type::abc, "abc"},
     {Boundary::Type::pml, "pml"},
     {Boundary::Type::periodic, "periodic"},
     {Boundary::Type::impedance, "impedance"},
     {Boundary::Type::symmetry, "symmetry"},
     {Boundary::Type::lumped, "lumped"},
     {Boundary::Type::port, "port"},
     {Boundary::Type::imposed_field, "imposed-field"}}};

} // namespace curlew
