#pragma once

#include <curlew/core/backend.hpp>

#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <vector>

namespace curlew::dgatd {

// Called with a line of text as soon as it is known.
using Say = std::function<void(const std::string &)>;

// Table I and Figs 5, 6 of @cite cicuttin2018 on this machine: jittered boxes of about the given
// numbers of unknowns (E + F of the original method), every variant on every backend, the two laws
// timed apart. Returns one row per measurement in the form of docs/case-file.md, "Bench output".
// baseline_ratio is against `spmv` on one core.
nlohmann::ordered_json bench(const std::vector<Backend> &backends, int threads,
                             const std::vector<double> &sizes, const Say &say);

// The rows as the paper's table, Markdown.
std::string bench_table(const nlohmann::ordered_json &rows);

} // namespace curlew::dgatd
