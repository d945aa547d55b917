#include "methods.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/text.hpp>
#include <curlew/methods/dgatd/method.hpp>
#include <curlew/methods/dgtd/method.hpp>
#include <curlew/methods/fdfd/method.hpp>
#include <curlew/methods/fem/method.hpp>
#include <curlew/methods/mom/method.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace curlew::app {

const std::vector<Method> &methods() {
  static const std::vector<Method> all = {dgatd::method(), dgtd::method(), fdfd::method(),
                                          fem::method(), mom::method()};
  return all;
}

CaseFormat program_format() {
  std::vector<CaseMethod> parts;
  for (const Method &method : methods())
    parts.push_back(method.input);
  return make_case_format(parts);
}

std::string methods_text() {
  std::string text;
  for (const Method &method : methods())
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", method.name, method.input.title);
  return text;
}

const Method &find_method(const std::string &name) {
  std::vector<std::string> names;
  for (const Method &method : methods()) {
    if (method.name == name)
      return method;
    names.emplace_back(method.name);
  }
  const std::string near = suggest(name, names);
  throw InputError(fmt::format("unknown method \"{}\"{} (legal: {})", name,
                               near.empty() ? "" : "; did you mean \"" + near + "\"?",
                               fmt::join(names, ", ")));
}

} // namespace curlew::app
