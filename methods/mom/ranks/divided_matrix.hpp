#pragma once

#include <curlew/io/results/summary.hpp>
#include <curlew/methods/mom/solver_choice.hpp>

#include <string>
#include <vector>

namespace curlew::mom {

// Returns why the matrices of a case cannot be divided among ranks, with the place in the case and
// what to take instead; empty where they can.
std::string why_not_divided(const Case &input, const Surface &surface, const Spec &spec);

// Returns the solver of a matrix that so many ranks divide; `bytes` are those of the rank that has
// most. Throws InputError where they cannot.
SolverChoice choose_divided(const Case &input, Backend backend, const Surface &surface,
                            const Spec &spec, std::size_t columns, int ranks);

// Returns a line for check: what several ranks need, or why they cannot divide a matrix. Warns
// where the case asks for groups of ranks and they cannot.
std::string ranks_line(const Case &input, Backend backend, const Surface &surface, const Spec &spec,
                       std::size_t columns);

// Returns a warning where there are more groups of ranks than frequencies; else nothing.
std::vector<std::string> idle_ranks_warning(const Case &input, const SolverChoice &choice,
                                            int groups);

// Adds the number of ranks that divide a matrix, and their columns.
void add_ranks(Summary &summary, Index unknowns, int ranks);

// Returns the smallest number of ranks from two on, each with so much memory, that can hold a
// matrix; 0 where a thousand cannot.
int least_ranks(Backend backend, const Surface &surface, const Spec &spec, std::size_t columns,
                double bytes_each);

} // namespace curlew::mom
