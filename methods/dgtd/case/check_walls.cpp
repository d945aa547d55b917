#include <curlew/methods/dgtd/case/check_walls.hpp>

#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/boundaries/check_ports.hpp>
#include <curlew/io/case/sections/boundaries/check_ports_in_time.hpp>

namespace curlew::dgtd {
namespace {

using nlohmann::ordered_json;

bool has_ports_of(PortKind kind) {
  switch (kind) {
  case PortKind::coaxial:
  case PortKind::tem:
  case PortKind::parallel_plate:
  case PortKind::rectangular:
  case PortKind::lumped:
    return true;
  case PortKind::circular:
  case PortKind::modal:
  case PortKind::gap:
    break;
  }
  return false;
}

} // namespace

void check_walls(CheckContext &context) {
  context.for_each("/boundaries", [&](const std::string &pointer, const ordered_json &value) {
    if (const auto kind = port_kind_of(value); kind && !has_ports_of(*kind))
      context.error(pointer + "/kind",
                    "ports of kind " + in_quotes(word_of(*kind)) +
                        " are planned for method dgtd, which has \"coaxial\", \"tem\", "
                        "\"parallel-plate\", \"rectangular\" and \"lumped\"");
  });
  check_port_drives(context);
  check_port_runs(context);
}

} // namespace curlew::dgtd
