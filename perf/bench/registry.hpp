#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/perf/bench/log_function.hpp>

#include <nlohmann/json.hpp>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::bench {

// The options of the command line. Each bench takes those that it lists; for an empty option the
// bench uses its own default.
struct Request {
  std::vector<Backend> backends;
  int threads = 0;
  std::vector<std::string> variants, solvers;
  std::vector<double> sizes;         // unknowns of meshes
  std::vector<int> unknowns;         // sizes of dense matrices
  std::vector<int> grids;            // cells along an edge of the domain
  std::string mesh_file;             // a Gmsh mesh to use instead of boxes
  int refine = 0;                    // number of refinements of the mesh
  std::shared_ptr<const Case> input; // instead of the bench's own problem
  bool baseline = false;             // also time the reference of the papers' ratios on one core
  std::string partition = "auto";    // value of run.partition
  // Copy bandwidth of each backend.
  std::map<std::string, double> copy_gbytes_per_s;
};

struct Example {
  std::string command, text;
};

// One bench: `curlew bench NAME`. A new bench is a file in this folder and a line in registry.cpp.
struct Bench {
  std::string_view name;
  std::string_view description;
  std::string_view method; // --case takes cases of this method; empty: no --case
  // Options of the command line that the bench takes, without the dashes.
  std::vector<std::string_view> options;
  std::vector<Example> examples;
  bool on_ranks; // started by mpirun: on all ranks, not part of `all`
  // Throws the error in a request, if any, before anything is measured.
  void (*check)(const Request &request);
  // Returns one row per measurement, in the form of docs/case-file.md, "Bench output".
  nlohmann::ordered_json (*run)(const Request &request, const LogFunction &say);
  std::string (*table)(const nlohmann::ordered_json &rows); // Markdown
};

// Returns the bench with check() and run() that take options of its own, made from the request.
template <auto options, auto check, auto run> Bench with_options(Bench bench) {
  bench.check = [](const Request &request) { check(options(request)); };
  bench.run = [](const Request &request, const LogFunction &say) {
    return run(options(request), say);
  };
  return bench;
}

const std::vector<Bench> &benches();

// Measures the copy bandwidth of each backend, the reference of all tables. Kokkos must be running.
std::map<std::string, double> measure_copies(const std::vector<Backend> &backends);

} // namespace curlew::bench
