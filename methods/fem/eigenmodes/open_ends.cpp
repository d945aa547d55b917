#include <curlew/methods/fem/eigenmodes/open_ends.hpp>

#include <curlew/io/case/case.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace curlew::fem {

std::string open_ends_cause(const Model &model) {
  std::set<std::string> ends;
  bool has_ports = false;
  for (const FaceTerm &term : model.terms)
    if (const PortSpec *port = port_of(*term.boundary)) {
      ends.insert(fmt::format("port {}", port->index));
      has_ports = true;
    } else if (holds<Abc>(*term.boundary) || holds<PmlSpec>(*term.boundary)) {
      ends.insert(fmt::format("\"{}\"", term.boundary->group));
    }
  for (const FaceTerm &term : model.layers)
    if (holds<PmlSpec>(*term.boundary))
      ends.insert(fmt::format("\"{}\"", term.boundary->group));
  if (ends.empty())
    return {};
  return fmt::format(
      ". The waves leave by {}: a line or a guide that ends there is matched, and fields that "
      "leave "
      "within a period (a Q below 1) are no resonances. For the modes of the closed structure make "
      "these faces \"pec\" or \"pmc\"{}",
      fmt::join(ends, ", "),
      has_ports ? ", or take the ports out of the resonator and couple them weakly; for what a "
                  "matched structure does, take \"frequency\" with \"s_parameters\""
                : "");
}

} // namespace curlew::fem
