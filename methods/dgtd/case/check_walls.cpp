#include <curlew/methods/dgtd/case/check_walls.hpp>

#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/boundaries/check_ports_in_time.hpp>

#include <algorithm>
#include <array>

namespace curlew::dgtd {
namespace {

using nlohmann::ordered_json;

constexpr std::array k_kinds = {"coaxial", "tem", "parallel-plate", "rectangular", "lumped"};

} // namespace

void check_walls(CheckContext &context) {
  context.for_each("/boundaries", [&](const std::string &pointer, const ordered_json &value) {
    if (!value.is_object() || !value.contains("type"))
      return;
    if (value["type"] != "port" || !value.contains("kind") || !value["kind"].is_string())
      return;
    const auto kind = value["kind"].get<std::string>();
    if (std::find(k_kinds.begin(), k_kinds.end(), kind) == k_kinds.end())
      context.error(pointer + "/kind",
                    "ports of kind " + in_quotes(kind) +
                        " are planned for method dgtd, which has \"coaxial\", \"tem\", "
                        "\"parallel-plate\", \"rectangular\" and \"lumped\"");
  });
  check_port_drives(context);
  check_port_runs(context);
}

} // namespace curlew::dgtd
