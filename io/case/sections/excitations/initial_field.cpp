#include <curlew/io/case/sections/excitations/initial_field.hpp>

#include <curlew/core/expression.hpp>
#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>

#include <fmt/format.h>

namespace curlew {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t k_longest_formula = 4096;

std::array<std::string, 3> read_formulas(const ordered_json &node, const char *key) {
  std::array<std::string, 3> result{"0", "0", "0"};
  if (node.contains(key))
    for (int d = 0; d < 3; ++d)
      result[d] = node[key][d].is_string() ? node[key][d].get<std::string>()
                                           : fmt::format("{}", node[key][d].get<double>());
  return result;
}

void check_formula(CheckContext &context, const std::string &pointer) {
  const ordered_json *value = context.find(pointer);
  if (value == nullptr || !value->is_string())
    return;
  const auto text = value->get<std::string>();
  if (text.size() > k_longest_formula) {
    context.error(pointer, fmt::format("{} has {} characters; {} are the most",
                                       in_quotes(dotted(pointer)), text.size(), k_longest_formula));
    return;
  }
  if (const Expression::Fault fault = Expression::fault_of(text); !fault.message.empty())
    context.error(pointer, fmt::format("the formula {}: at character {}: {}", in_quotes(text),
                                       fault.position, fault.message));
}

void check_mode(CheckContext &context, const std::string &pointer) {
  const auto text = context.find(pointer)->get<std::string>();
  const auto mode = parse_box_mode(text);
  if (!mode) {
    context.error(pointer, in_quotes(text) + " names no mode of a box; expected \"TE\" or \"TM\" "
                                             "and three digits, \"TE101\": half waves along x, y "
                                             "and z");
    return;
  }
  const auto [m, n, p] = mode->count;
  const bool exists = mode->is_magnetic ? m > 0 && n > 0 : p > 0 && (m > 0 || n > 0);
  if (!exists)
    context.error(pointer, "a box has no mode " + in_quotes(text) +
                               (mode->is_magnetic
                                    ? "; of TM modes the first two digits are above 0"
                                    : "; of TE modes the last digit and one of the first two are "
                                      "above 0"));
}

} // namespace

std::optional<BoxModeNumbers> parse_box_mode(const std::string &text) {
  const std::string kind = text.substr(0, 2);
  if (text.size() != 5 || (kind != "TE" && kind != "TM"))
    return std::nullopt;
  BoxModeNumbers mode;
  mode.is_magnetic = kind == "TM";
  for (int d = 0; d < 3; ++d) {
    const char digit = text[2 + d];
    if (digit < '0' || digit > '9')
      return std::nullopt;
    mode.count[d] = digit - '0';
  }
  return mode;
}

InitialFieldSource read_initial_field(const ordered_json &node) {
  InitialFieldSource source;
  source.mode = node.value("mode", "");
  source.amplitude_v_m = node.value("amplitude", 1.0);
  source.electric = read_formulas(node, "E");
  source.magnetic = read_formulas(node, "H");
  return source;
}

ordered_json to_json(const InitialFieldSource &source) {
  if (!source.mode.empty())
    return {{"type", "initial-field"}, {"mode", source.mode}, {"amplitude", source.amplitude_v_m}};
  return {{"type", "initial-field"}, {"E", source.electric}, {"H", source.magnetic}};
}

void check_initial_field(CheckContext &context, const std::string &pointer) {
  const bool has_mode = context.is_given(pointer + "/mode");
  const bool has_formulas = context.is_given(pointer + "/E") || context.is_given(pointer + "/H");
  if (has_mode == has_formulas)
    context.error(pointer, has_mode ? "give the \"mode\" of a box, or \"E\" and \"H\" by "
                                      "formulas, not both"
                                    : "an initial field is the \"mode\" of a box, or \"E\" and "
                                      "\"H\" by three formulas each");
  if (!has_mode && context.is_given(pointer + "/amplitude"))
    context.error(pointer + "/amplitude",
                  "\"amplitude\" is that of a \"mode\"; formulas have their own factors");
  if (has_mode && context.find(pointer + "/mode") != nullptr)
    check_mode(context, pointer + "/mode");
  for (const char *field : {"/E", "/H"})
    for (int d = 0; d < 3; ++d)
      check_formula(context, pointer + field + "/" + std::to_string(d));
}

} // namespace curlew
