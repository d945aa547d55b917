#include <curlew/methods/shared/run/method.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

namespace curlew {
namespace {

using Capability = bool Capabilities::*;

struct NamedCapability {
  const char *title;
  Capability member;
};

// The columns of the table.
constexpr NamedCapability k_capabilities[] = {
    {"several ranks", &Capabilities::ranks},     {"restart", &Capabilities::restart},
    {"plane waves", &Capabilities::plane_waves}, {"dispersion", &Capabilities::dispersion},
    {"far field", &Capabilities::far_field},     {"ports", &Capabilities::ports}};

std::string names_of_those_with(const std::vector<Method> &methods, Capability member) {
  std::string names;
  for (const Method &method : methods)
    if (method.can.*member)
      names += fmt::format("{}{}", names.empty() ? "" : ", ", method.name);
  return names.empty() ? "none of this program" : names;
}

} // namespace

void require_capabilities(const Method &method, const std::vector<Method> &all, int ranks,
                          bool restart) {
  if (ranks > 1 && !method.can.ranks)
    throw InputError(fmt::format("method {} computes in one process; this run has {} ranks. Start "
                                 "it without mpirun (methods with several ranks: {})",
                                 method.name, ranks,
                                 names_of_those_with(all, &Capabilities::ranks)));
  if (restart && !method.can.restart)
    throw InputError(fmt::format("method {} writes no checkpoints; run without --restart (methods "
                                 "with restart: {})",
                                 method.name, names_of_those_with(all, &Capabilities::restart)));
}

std::string_view to_string(Domain domain) {
  return domain == Domain::time ? "time" : "frequency";
}

std::string_view to_string(Geometry geometry) {
  return geometry == Geometry::tets   ? "tetrahedra"
         : geometry == Geometry::grid ? "grid"
                                      : "surface";
}

std::string methods_table(const std::vector<Method> &methods) {
  std::string heading = "| method | title | domain | geometry |", rule = "|---|---|---|---|", rows;
  for (const NamedCapability &capability : k_capabilities) {
    heading += fmt::format(" {} |", capability.title);
    rule += ":-:|";
  }
  for (const Method &method : methods) {
    rows += fmt::format("| [`{0}`](docs/methods/{0}.md) | {1} | {2} | {3} |", method.name,
                        method.title, to_string(method.domain), to_string(method.geometry));
    for (const NamedCapability &capability : k_capabilities)
      rows += method.can.*capability.member ? " yes |" : " |";
    rows += "\n";
  }
  return heading + "\n" + rule + "\n" + rows;
}

} // namespace curlew
