#pragma once

#include <curlew/methods/dgtd/choices.hpp>
#include <curlew/methods/dgtd/kerr/kerr_tables.hpp>

namespace curlew::dgtd {

// True where the variant `stored` keeps constituent matrices: in first order. Those of second order
// would take 80 and 205 kB a tet.
bool has_constituents(const Problem &problem);

// Returns the bytes of the constituent matrices of all nonlinear tets here; 0 with another variant.
double constituent_bytes(const Problem &problem, Variant variant);

// Adds to the tables the arrays that StoredFunctions reads.
template <class Space>
void store_constituents(const Problem &problem, const KerrList &list, KerrTables<Space> &tables);

} // namespace curlew::dgtd
