#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/messages.hpp>
#include <curlew/io/case/sections/objects/objects_parts.hpp>

#include <fmt/format.h>

namespace curlew {
namespace {

using nlohmann::ordered_json;

std::string axis_name(std::size_t axis) {
  return std::string(1, "xyz"[axis]);
}

// Checks that a surface is a perfect conductor, by its material or without one, or has a finite
// impedance.
void check_surface(CheckContext &context, const std::string &pointer, const ordered_json &value,
                   const std::string &what) {
  std::vector<std::string> given;
  for (const char *key : {"material", "surface_impedance", "sigma"})
    if (value.contains(key))
      given.emplace_back(key);
  if (given.size() > 1)
    context.error(child_pointer(pointer, given.back()),
                  what + " has " + in_quotes(given.front()) + " and " + in_quotes(given.back()) +
                      "; take one of them, or none for a perfect conductor");
  if (value.contains("mu_r") && !value.contains("sigma"))
    context.error(child_pointer(pointer, "mu_r"),
                  "\"mu_r\" is that of a metal: give its \"sigma\"");
  if (const ordered_json *name = context.find(pointer + "/material")) {
    context.check_material_name(pointer + "/material", name->get<std::string>());
    const ordered_json *materials = context.find_partial("/materials");
    if (materials != nullptr && materials->contains(*name) &&
        !(*materials)[name->get<std::string>()].contains("pec"))
      context.error(pointer + "/material",
                    what + " has no thickness that a material could fill: take a perfect conductor "
                           "(\"pec\": true), or \"surface_impedance\" or \"sigma\" in its place");
  }
  const ordered_json *impedance = context.find(pointer + "/surface_impedance");
  if (impedance == nullptr)
    return;
  const std::complex<double> ohm = read_complex(*impedance);
  if (ohm.real() < 0)
    context.error(pointer + "/surface_impedance",
                  "a resistance of " + number_text(ohm.real()) + " ohm would be a source of power");
  else if (ohm == 0.0)
    context.error(pointer + "/surface_impedance",
                  "an impedance of 0 is a perfect conductor: leave \"surface_impedance\" out");
}

} // namespace

void check_sheet(CheckContext &context, const std::string &pointer) {
  const ordered_json *value = context.find_with(pointer, {"min", "max"});
  if (value == nullptr)
    return;
  check_surface(context, pointer, *value, "a sheet");
  const SheetObject sheet = read_sheet(*value);
  std::string flat;
  for (std::size_t d = 0; d < 3; ++d) {
    if (sheet.min_m[d] > sheet.max_m[d]) {
      context.error(pointer,
                    fmt::format("along {} the sheet reaches from {} to {} m; \"min\" comes "
                                "before \"max\"",
                                axis_name(d), number_text(sheet.min_m[d]),
                                number_text(sheet.max_m[d])));
      return;
    }
    if (sheet.min_m[d] == sheet.max_m[d])
      flat += (flat.empty() ? "" : " and ") + axis_name(d);
  }
  if (flat.size() != 1) {
    context.error(
        pointer, flat.empty() ? "a sheet has no thickness: \"min\" and \"max\" are equal along its "
                                "normal. For a solid take the shape \"box\""
                              : "the sheet has no area: \"min\" and \"max\" are equal along " +
                                    flat + ". For a line take the shape \"wire\"");
    return;
  }
  if (!context.grid)
    return;
  const Vector3 far = far_corner(*context.grid);
  for (std::size_t d = 0; d < 3; ++d) {
    const double rounding_m = 1e-6 * context.grid->cell_m[d];
    if (!repeats(context, d) && (sheet.max_m[d] < context.grid->corner_m[d] - rounding_m ||
                                 sheet.min_m[d] > far[d] + rounding_m))
      context.error(pointer,
                    fmt::format("the sheet lies outside of the grid, which reaches from {} "
                                "to {} m along {}; move it or make the grid larger",
                                number_text(context.grid->corner_m[d]), number_text(far[d]),
                                axis_name(d)));
  }
}

void check_wire(CheckContext &context, const std::string &pointer) {
  const ordered_json *value = context.find_with(pointer, {"points", "radius"});
  if (value == nullptr)
    return;
  check_surface(context, pointer, *value, "a wire");
  const WireObject wire = read_wire(*value);
  for (std::size_t p = 0; p < wire.points_m.size(); ++p) {
    const std::string at_point = child_pointer(pointer + "/points", p);
    if (p > 0 && wire.points_m[p] == wire.points_m[p - 1])
      context.error(at_point, "the wire has the same point twice in a row");
    Vector3 within_m = wire.points_m[p]; // what crosses a periodic wall comes back
    for (std::size_t d = 0; context.grid && d < 3; ++d)
      if (repeats(context, d))
        within_m[d] = context.grid->corner_m[d];
    if (context.grid && !contains(*context.grid, within_m))
      context.error(at_point,
                    "this point of the wire lies outside of the grid, which reaches from " +
                        point_text(context.grid->corner_m) + " to " +
                        point_text(far_corner(*context.grid)) +
                        " m; move it or make the grid larger");
  }
}

} // namespace curlew
