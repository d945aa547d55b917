#include <curlew/io/case/sections/boundaries/symmetry_plane.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/units.hpp>
#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/boundaries/boundary_parts.hpp>

#include <charconv>
#include <cmath>

namespace curlew {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

// A number in m, or one with a unit.
std::optional<double> parse_length(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size())
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
  try {
    return parse_quantity(text, Dimension::length);
  } catch (const InputError &) {
    return std::nullopt;
  }
}

} // namespace

std::optional<SymmetryPlane> parse_symmetry_plane(std::string_view group) {
  const std::size_t equals = group.find('=');
  if (equals == std::string_view::npos)
    return std::nullopt;
  const std::string_view axis = trimmed(group.substr(0, equals));
  const auto at = parse_length(trimmed(group.substr(equals + 1)));
  if (axis.size() != 1 || axis[0] < 'x' || axis[0] > 'z' || !at)
    return std::nullopt;
  return SymmetryPlane{axis[0] - 'x', *at};
}

void check_symmetry(CheckContext &context, const std::string &pointer, const std::string &group,
                    const nlohmann::ordered_json &node) {
  if (node["type"] != "symmetry") {
    if (context.is_given(pointer + "/wall"))
      context.error_at_key(pointer + "/wall", "\"wall\" is of \"type\": \"symmetry\"");
    return;
  }
  const auto plane = parse_symmetry_plane(group);
  if (!plane) {
    context.error_at_key(pointer, "a symmetry plane is named by what it is: \"z=0\", \"x = 2 cm\"; "
                                  "not " +
                                      in_quotes(group));
    return;
  }
  context.for_each("/boundaries", [&](const std::string &at, const nlohmann::ordered_json &other) {
    const auto name = [](const std::string &p) { return p.substr(p.rfind('/') + 1); };
    const auto second = parse_symmetry_plane(name(at));
    if (at < pointer && other.value("type", "") == "symmetry" && second &&
        second->axis == plane->axis)
      context.error_at_key(pointer, "two symmetry planes across the same axis, " +
                                        in_quotes(name(at)) + " and " + in_quotes(group) +
                                        ": their images are infinitely many; take one of them out");
  });
}

} // namespace curlew
