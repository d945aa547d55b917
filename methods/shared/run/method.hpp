#pragma once

#include <curlew/io/case/case_format.hpp>
#include <curlew/methods/shared/run/run_options.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace curlew {

struct Case;

// A method as the program sees it. A method registers itself by one such value
// (methods/<name>/method.cpp), and app/methods.cpp lists them; schema, help, messages and the
// tables of the documentation come from there.
struct Method {
  std::string_view name;                   // value of "method" in a case
  CaseMethod input;                        // its part of the case file
  std::string (*check)(const Case &input); // returns the text that `curlew check` prints
  void (*run)(const Case &input, const RunOptions &options);
};

// Returns a method that this program was built without: its cases are read and checked, and what
// needs its kernels throws NotCompiled, which names the command that adds it.
Method absent_method(std::string_view name, const CaseMethod &input);

// Properties of a method, read off its fragment of the schema.
struct MethodTraits {
  std::string domain;   // "time", "frequency" or "frequency, time"
  std::string geometry; // "tetrahedra", "grid", "surface" or "-"
  bool ranks = false;   // computes on several ranks: "x-runs" of the fragment
  bool restart = false; // writes checkpoints and continues from them: likewise
  bool plane_waves = false, currents = false; // excitations
  bool dispersion = false;                    // materials with poles
  bool rcs = false, far_field = false;        // outputs
  bool ports = false;                         // S-parameters
};
MethodTraits traits_of(const Method &method);

// Returns the settings ("key=value") of the method's published form, which speed-ups refer to:
// "x-baseline" of its fragment.
std::vector<std::string> baseline_settings(const Method &method);

// Throws InputError for a run that needs an ability that the method lacks. `all` gives the methods
// that have it.
void require_capabilities(const Method &method, const std::vector<Method> &all, int ranks,
                          bool restart);

// Returns the methods and their abilities as a table in Markdown.
std::string methods_table(const std::vector<Method> &methods);

} // namespace curlew
