#pragma once

#include <curlew/perf/bench/kerr/cube.hpp>
#include <curlew/perf/bench/registry.hpp>

namespace curlew::bench::kerr {

// Convergence of Newton's method and fixed point in a step in which E rises from 0.9 of its
// largest, for strengths chi3 |E|^2 from 0.01 to 10: @cite meng2015, Fig. 5.2. Adds a row for each
// iteration that the table shows, with the largest residual of the cube's tets.
void add_residuals(Backend backend, const Functions &functions, const std::string &solver,
                   const LogFunction &say, nlohmann::ordered_json &rows);

// Returns the rows above, among others, as a Markdown table.
std::string residual_table(const nlohmann::ordered_json &rows);

} // namespace curlew::bench::kerr
