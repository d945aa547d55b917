#pragma once

#include <curlew/io/case/case_format.hpp>
#include <curlew/methods/shared/run/run_options.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace curlew {

struct Case;

enum class Domain { time, frequency };
enum class Geometry { tets, grid, surface };

// What a method can do beyond solving a case in one process.
struct Capabilities {
  bool ranks = false;       // computes on several ranks
  bool restart = false;     // writes checkpoints and continues from them
  bool plane_waves = false; // as excitations
  bool dispersion = false;  // materials with poles
  bool far_field = false;   // radar cross sections, antenna figures
  bool ports = false;       // S-parameters
};

// A method as the program sees it. A method registers itself by one such value
// (methods/<name>/method.cpp), and app/methods.cpp lists them; schema, help, messages and the
// tables of the documentation come from there.
struct Method {
  std::string_view name;  // as "method" of a case has it
  std::string_view title; // for people
  Domain domain;
  Geometry geometry;
  Capabilities can;
  std::string_view (*schema)(); // its fragment of the case file's schema
  void (*check_case)(CheckContext &context);
  std::string (*check)(const Case &input); // what `curlew check` prints
  void (*run)(const Case &input, const RunOptions &options);
};

// Throws InputError for a run that needs what the method lacks. `all` names those that have it.
void require_capabilities(const Method &method, const std::vector<Method> &all, int ranks,
                          bool restart);

// "time", "tetrahedra".
std::string_view to_string(Domain domain);
std::string_view to_string(Geometry geometry);

// The methods and what they can do, as a table in Markdown.
std::string methods_table(const std::vector<Method> &methods);

} // namespace curlew
