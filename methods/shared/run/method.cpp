#include <curlew/methods/shared/run/method.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace curlew {
namespace {

using nlohmann::ordered_json;
using Trait = bool MethodTraits::*;

struct NamedTrait {
  const char *title;
  Trait member;
};

// Columns of the table.
constexpr NamedTrait k_traits[] = {
    {"several ranks", &MethodTraits::ranks},     {"restart", &MethodTraits::restart},
    {"plane waves", &MethodTraits::plane_waves}, {"currents", &MethodTraits::currents},
    {"dispersion", &MethodTraits::dispersion},   {"RCS", &MethodTraits::rcs},
    {"far field", &MethodTraits::far_field},     {"ports", &MethodTraits::ports}};

std::string names_of_those_with(const std::vector<Method> &methods, Trait member) {
  std::string names;
  for (const Method &method : methods)
    if (traits_of(method).*member)
      names += fmt::format("{}{}", names.empty() ? "" : ", ", method.name);
  return names.empty() ? "none of this program" : names;
}

// Keys and text values that a case may have.
struct Words {
  std::set<std::string> keys, values;
};

void collect(const Schema &schema, const ordered_json &node, Words &words,
             std::set<std::string> &followed) {
  if (node.is_array()) {
    for (const ordered_json &child : node)
      collect(schema, child, words, followed);
    return;
  }
  if (!node.is_object())
    return;
  for (const auto &[keyword, value] : node.items()) {
    if (keyword == "$ref") {
      if (followed.insert(value.get<std::string>()).second)
        collect(schema, schema.resolve(node), words, followed);
    } else if (keyword == "properties") {
      for (const auto &[key, property] : value.items())
        if (property != false) {
          words.keys.insert(key);
          collect(schema, property, words, followed);
        }
    } else if (keyword == "const" && value.is_string()) {
      words.values.insert(value.get<std::string>());
    } else if (keyword == "enum") {
      for (const ordered_json &one : value)
        if (one.is_string())
          words.values.insert(one.get<std::string>());
    } else if (keyword != "x-known" && keyword != "x-known-values" && keyword != "default") {
      collect(schema, value, words, followed);
    }
  }
}

std::string domain_of(const ordered_json &fragment) {
  const auto &required = fragment["required"];
  if (std::find(required.begin(), required.end(), "time") != required.end())
    return "time";
  return fragment["properties"].value("time", ordered_json(false)) == false ? "frequency"
                                                                            : "frequency, time";
}

std::string geometry_of(const ordered_json &fragment) {
  const ordered_json &properties = fragment["properties"];
  if (properties.value("grid", ordered_json(false)) != false)
    return "grid";
  const ordered_json mesh = properties.value("mesh", ordered_json(false));
  if (!mesh.is_object())
    return "-";
  return mesh["$ref"] == "#/definitions/surface_mesh" ? "surface" : "tetrahedra";
}

// The program has no kernels of the method; `input` names it.
[[noreturn]] void refuse(const Case &input) {
  throw NotCompiled(fmt::format("the method {}", input.method),
                    fmt::format("./bootstrap run CASE adds the method of a case and ./bootstrap "
                                "build all of them; with CMake: -DCURLEW_METHODS=\"...;{}\"",
                                input.method));
}

std::string check_absent(const Case &input) {
  refuse(input);
}

void run_absent(const Case &input, const RunOptions &) {
  refuse(input);
}

} // namespace

Method absent_method(std::string_view name, const CaseMethod &input) {
  return {name, input, check_absent, run_absent};
}

MethodTraits traits_of(const Method &method) {
  const Schema schema = make_case_format({method.input}).schema;
  const ordered_json &fragment = schema.json()["allOf"][0]["then"];
  Words words;
  std::set<std::string> followed;
  collect(schema, fragment, words, followed);
  const auto runs = ordered_json::parse(method.input.schema).value("x-runs", ordered_json::array());
  const auto has_key = [&](const char *key) { return words.keys.count(key) > 0; };
  const auto has_value = [&](const char *value) { return words.values.count(value) > 0; };
  const auto is_run = [&](const char *way) {
    return std::find(runs.begin(), runs.end(), way) != runs.end();
  };
  MethodTraits traits;
  traits.domain = domain_of(fragment);
  traits.geometry = geometry_of(fragment);
  traits.ranks = is_run("ranks");
  traits.restart = is_run("restart");
  traits.plane_waves = has_value("plane-wave");
  traits.currents = has_value("current");
  traits.dispersion = has_key("debye");
  traits.rcs = has_key("rcs");
  traits.far_field = has_key("far_field");
  traits.ports = has_value("port");
  return traits;
}

std::vector<std::string> baseline_settings(const Method &method) {
  return ordered_json::parse(method.input.schema).value("x-baseline", std::vector<std::string>());
}

void require_capabilities(const Method &method, const std::vector<Method> &all, int ranks,
                          bool restart) {
  if (ranks > 1 && !traits_of(method).ranks)
    throw InputError(fmt::format("method {} computes in one process; this run has {} ranks. Start "
                                 "it without mpirun (methods with several ranks: {})",
                                 method.name, ranks,
                                 names_of_those_with(all, &MethodTraits::ranks)));
  if (restart && !traits_of(method).restart)
    throw InputError(fmt::format("method {} writes no checkpoints; run without --restart (methods "
                                 "with restart: {})",
                                 method.name, names_of_those_with(all, &MethodTraits::restart)));
}

std::string methods_table(const std::vector<Method> &methods) {
  std::string heading = "| method | title | domain | geometry |", rule = "|---|---|---|---|", rows;
  for (const NamedTrait &trait : k_traits) {
    heading += fmt::format(" {} |", trait.title);
    rule += ":-:|";
  }
  for (const Method &method : methods) {
    const MethodTraits traits = traits_of(method);
    rows += fmt::format("| [`{0}`](methods/{0}.md) | {1} | {2} | {3} |", method.name,
                        method.input.title, traits.domain, traits.geometry);
    for (const NamedTrait &trait : k_traits)
      rows += traits.*trait.member ? " yes |" : " |";
    rows += "\n";
  }
  return heading + "\n" + rule + "\n" + rows;
}

} // namespace curlew
