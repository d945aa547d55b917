#pragma once

#include <curlew/methods/dgtd/kerr/kerr_tables.hpp>

#include <string>

namespace curlew::dgtd {

// Whether the variant `stored` keeps constituent matrices: of first order. Those of second order
// would be 80 and 205 kB a tet.
bool has_constituents(const Problem &problem);

// Bytes of those of all nonlinear tets here; 0 with another variant.
double constituent_bytes(const Problem &problem, const std::string &variant);

// Adds what StoredFunctions reads to the tables.
template <class Space>
void store_constituents(const Problem &problem, const KerrList &list, KerrTables<Space> &tables);

} // namespace curlew::dgtd
