#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/messages.hpp>
#include <curlew/io/case/sections/excitations/plane_wave.hpp>
#include <curlew/io/case/sections/outputs/outputs_parts.hpp>
#include <curlew/io/case/sections/sweep.hpp>

namespace curlew {
namespace {

using nlohmann::ordered_json;

void require_plane_wave(CheckContext &context, const std::string &pointer) {
  bool has_wave = false;
  context.for_each("/excitations", [&](const std::string &, const ordered_json &value) {
    has_wave |= value.contains("type") && value["type"] == "plane-wave";
  });
  if (!has_wave && context.find("/excitations") != nullptr)
    context.error(pointer, in_quotes(dotted(pointer)) +
                               " is of plane waves, and the case has none; add an excitation of "
                               "type \"plane-wave\"");
}

void check_rcs(CheckContext &context) {
  const ordered_json *rcs = context.find("/outputs/rcs");
  if (rcs == nullptr)
    return;
  if (!rcs->contains("bistatic") && !(*rcs)["monostatic"].get<bool>())
    context.error("/outputs/rcs", "\"outputs.rcs\" asks for nothing; give \"bistatic\" with its "
                                  "angles, or \"monostatic\": true");
  if (rcs->contains("bistatic"))
    check_directions(context, "/outputs/rcs/bistatic");
  require_plane_wave(context, "/outputs/rcs");
}

constexpr int k_z_low = 4; // faces below it are of x and y

void check_diffraction(CheckContext &context) {
  const std::string pointer = "/outputs/diffraction";
  if (context.find(pointer) == nullptr)
    return;
  require_plane_wave(context, pointer);
  for (int face = 0; context.faces && face < 6; ++face) {
    const Boundary &one = (*context.faces)[face];
    const bool is_z = face >= k_z_low;
    if (is_z ? holds<PmlSpec>(one) : holds<PeriodicSpec>(one))
      continue;
    context.error(pointer, "\"outputs.diffraction\" is of structures with periods along x and y "
                           "between absorbing layers along z, and the face " +
                               in_quotes(one.group) + " is not " +
                               (is_z ? "\"pml\"" : "\"periodic\""));
    return;
  }
  for (const char *key : {"/above", "/below"}) {
    const ordered_json *z = context.find(pointer + key);
    if (z == nullptr || !context.grid || !context.faces)
      continue;
    const GridSpec &grid = *context.grid;
    const double layer_m = grid.layer_cells(2) * grid.cell_m[2], low_m = grid.corner_m[2] + layer_m,
                 high_m = far_corner(grid)[2] - layer_m, at_m = z->get<double>();
    if (at_m < low_m || at_m > high_m)
      context.error(pointer + key, "the plane at z = " + number_text(at_m) +
                                       " m lies outside of the grid without its absorbing layers, "
                                       "which reaches from " +
                                       number_text(low_m) + " to " + number_text(high_m) + " m");
  }
}

// Checks that the body is in open space, which far fields need.
void check_open_space(CheckContext &context) {
  if (!context.faces || context.find_partial("/outputs/rcs") == nullptr)
    return;
  for (const Boundary &face : *context.faces)
    if (!holds<PmlSpec>(face)) {
      context.error("/outputs/rcs", "\"outputs.rcs\" needs open space, type \"pml\" on all six "
                                    "faces, and " +
                                        in_quotes(face.group) + " has another");
      return;
    }
}

void check_slice(CheckContext &context, const std::string &pointer) {
  const ordered_json *slice = context.find_with(pointer, {"axis", "at"});
  if (slice == nullptr || !context.grid)
    return;
  const int axis = (*slice)["axis"].get<std::string>()[0] - 'x';
  Vector3 position_m = context.grid->corner_m;
  position_m[axis] = (*slice)["at"].get<double>();
  if (!contains(*context.grid, position_m))
    context.error(pointer + "/at", "the slice at " + (*slice)["axis"].get<std::string>() + " = " +
                                       number_text(position_m[axis]) +
                                       " m lies outside of the grid, " + range_text(*context.grid));
}

void check_slices(CheckContext &context) {
  const std::string pointer = "/outputs/fields/slice";
  const ordered_json *slices = context.find_partial(pointer);
  if (slices == nullptr)
    return;
  if (slices->is_object())
    check_slice(context, pointer);
  else
    context.for_each(pointer, [&](const std::string &child, const ordered_json &) {
      check_slice(context, child);
    });
}

void check_sar(CheckContext &context) {
  const ordered_json *sar = context.find("/outputs/sar");
  if (sar == nullptr || !sar->get<bool>())
    return;
  bool has_density = false;
  context.for_each("/materials", [&](const std::string &, const ordered_json &material) {
    has_density |= material.contains("density");
  });
  if (!has_density)
    context.error("/outputs/sar", "\"outputs.sar\" is power per mass, and no material has a "
                                  "\"density\"");
}

} // namespace

void check_phasor_outputs(CheckContext &context) {
  check_rcs(context);
  check_diffraction(context);
  check_fluxes(context);
  check_open_space(context);
  check_slices(context);
  check_sar(context);
}

} // namespace curlew
