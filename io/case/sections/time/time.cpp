#include <curlew/io/case/sections/time/time.hpp>

#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/sections/put_optional.hpp>
#include <curlew/io/case/sections/reading.hpp>

namespace curlew {

using nlohmann::ordered_json;

TimeSpec read_time(const ordered_json &node) {
  TimeSpec time;
  time.duration_s = get_optional<double>(node, "duration");
  time.steps = get_optional<std::int64_t>(node, "steps");
  time.dt_s = get_optional<double>(node, "dt");
  const bool has_limit = node.contains("allow_unstable");
  time.courant = has_limit ? node.value("courant", time.courant) : 0;
  time.allow_unstable = has_limit && node["allow_unstable"].get<bool>();
  time.stop_at_energy_db = get_optional<double>(node, "stop_at_energy");
  return time;
}

ordered_json to_json(const TimeSpec &time) {
  ordered_json node;
  put_optional(node, "duration", time.duration_s);
  put_optional(node, "steps", time.steps);
  if (time.dt_s)
    node["dt"] = *time.dt_s;
  else if (time.courant > 0)
    node["courant"] = time.courant;
  if (time.courant > 0)
    node["allow_unstable"] = time.allow_unstable;
  put_optional(node, "stop_at_energy", time.stop_at_energy_db);
  return node;
}

void check_time(CheckContext &context) {
  const ordered_json *courant = context.find("/time/courant"),
                     *unstable = context.find("/time/allow_unstable");
  if (courant != nullptr && courant->get<double>() > 1 && unstable != nullptr &&
      !unstable->get<bool>())
    context.error("/time/courant", "\"time.courant\" is " + courant->dump() +
                                       "; it must be in (0, 1] (up to 1.1 with "
                                       "\"allow_unstable\": true)");
}

} // namespace curlew
