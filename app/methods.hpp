#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/run/run_options.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace curlew::app {

// What the program asks of a method. A new one is a line in methods.cpp.
struct Method {
  std::string name;  // as "method" of a case says it
  std::string title; // for people
  std::string_view (*schema_text)();
  void (*run)(const Case &input, const RunOptions &options);
  std::string (*check)(const Case &input);
};

// Those of this binary.
const std::vector<Method> &methods();

// "dgatd (discrete geometric approach in the time domain), ...".
std::string methods_text();

// Throws InputError, with a likely name, for a method that this binary lacks.
const Method &find_method(const std::string &name);

} // namespace curlew::app
