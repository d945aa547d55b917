#include "methods.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/text.hpp>
#include <curlew/methods/dgatd/check.hpp>
#include <curlew/methods/dgatd/run.hpp>
#include <curlew/methods/dgatd/schema.hpp>
#include <curlew/methods/fdfd/check.hpp>
#include <curlew/methods/fdfd/run.hpp>
#include <curlew/methods/fdfd/schema.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace curlew::app {

const std::vector<Method> &methods() {
  static const std::vector<Method> all = {
      {"dgatd", "discrete geometric approach in the time domain", dgatd::schema_text, dgatd::run,
       dgatd::check},
      {"fdfd", "finite differences in the frequency domain", fdfd::schema_text, fdfd::run,
       fdfd::check},
  };
  return all;
}

std::string methods_text() {
  std::string text;
  for (const Method &method : methods())
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", method.name, method.title);
  return text;
}

const Method &find_method(const std::string &name) {
  std::vector<std::string> names;
  for (const Method &method : methods()) {
    if (method.name == name)
      return method;
    names.push_back(method.name);
  }
  const std::string near = suggest(name, names);
  throw InputError(fmt::format("unknown method \"{}\"{} (legal: {})", name,
                               near.empty() ? "" : "; did you mean \"" + near + "\"?",
                               fmt::join(names, ", ")));
}

} // namespace curlew::app
