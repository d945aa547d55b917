#include <curlew/io/case/sections/sweep.hpp>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

using nlohmann::ordered_json;

constexpr double k_whole_step = 1e-6;
// More than any limit; a count must fit its type.
constexpr double k_countless = 1e15;
// Fewer values are as short as a list.
constexpr std::size_t k_shortest_sweep = 4;

} // namespace

std::int64_t sweep_count(const ordered_json &value) {
  if (value.is_array())
    return static_cast<std::int64_t>(value.size());
  if (!value.is_object())
    return 1;
  if (value.contains("count"))
    return value["count"].get<std::int64_t>();
  const double steps =
      (value["stop"].get<double>() - value["start"].get<double>()) / value["step"].get<double>();
  if (steps < -k_whole_step)
    return 0;
  return static_cast<std::int64_t>(std::floor(std::min(steps, k_countless) + k_whole_step)) + 1;
}

std::vector<double> sweep_values(const ordered_json &value) {
  if (value.is_array())
    return value.get<std::vector<double>>();
  if (!value.is_object())
    return {value.get<double>()};
  const double start = value["start"].get<double>(), stop = value["stop"].get<double>();
  const std::int64_t count = sweep_count(value);
  std::vector<double> values;
  for (std::int64_t i = 0; i < count; ++i)
    values.push_back(value.contains("count")
                         ? start + (stop - start) * static_cast<double>(i) / (count - 1.0)
                         : start + value["step"].get<double>() * static_cast<double>(i));
  return values;
}

ordered_json sweep_to_json(const std::vector<double> &values, SweepBy form) {
  if (values.size() == 1)
    return values[0];
  if (values.size() < k_shortest_sweep)
    return values;
  ordered_json sweep = {{"start", values.front()}, {"stop", values.back()}};
  if (form == SweepBy::count)
    sweep["count"] = values.size();
  else if (const double step = values[1] - values[0]; step > 0)
    sweep["step"] = step;
  else
    return values;
  return sweep_count(sweep) == static_cast<std::int64_t>(values.size()) &&
                 sweep_values(sweep) == values
             ? sweep
             : ordered_json(values);
}

} // namespace curlew
