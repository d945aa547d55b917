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

// Abilities of a method beyond solving a case in one process.
struct Capabilities {
  bool ranks = false;       // computes on several ranks
  bool restart = false;     // writes checkpoints and continues from them
  bool plane_waves = false; // takes plane waves as excitations
  bool dispersion = false;  // takes materials with poles
  bool far_field = false;   // computes radar cross sections, antenna figures
  bool ports = false;       // computes S-parameters
};

// Entry of a method in the program. A method registers itself by one such value
// (methods/<name>/method.cpp), and app/methods.cpp lists them; schema, help, messages and the
// tables of the documentation come from there.
struct Method {
  std::string_view name;  // value of "method" in a case
  std::string_view title; // title in texts for people
  Domain domain;
  Geometry geometry;
  Capabilities can;
  // Returns its fragment of the case file's schema.
  std::string_view (*schema)();
  void (*check_case)(CheckContext &context);
  // Returns the text that `curlew check` prints.
  std::string (*check)(const Case &input);
  void (*run)(const Case &input, const RunOptions &options);
};

// Throws InputError for a run that needs an ability that the method lacks. `all` gives the methods
// that have it.
void require_capabilities(const Method &method, const std::vector<Method> &all, int ranks,
                          bool restart);

// Returns "time", "tetrahedra".
std::string_view to_string(Domain domain);
std::string_view to_string(Geometry geometry);

// Returns the methods and their abilities as a table in Markdown.
std::string methods_table(const std::vector<Method> &methods);

} // namespace curlew
