#pragma once

#include <curlew/io/case/case_format.hpp>
#include <curlew/methods/shared/run/method.hpp>

#include <string>
#include <vector>

namespace curlew::app {

// The methods of this binary.
const std::vector<Method> &methods();

// The case format that this binary reads: the schema and the checks of its methods.
CaseFormat program_format();

// Returns "name (title), ...".
std::string methods_text();

// Throws InputError, with a likely name, for a method that this binary lacks.
const Method &find_method(const std::string &name);

} // namespace curlew::app
