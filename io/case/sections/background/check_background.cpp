#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/messages.hpp>
#include <curlew/io/case/sections/background/background.hpp>
#include <curlew/io/case/sections/materials/spectral.hpp>

#include <algorithm>

namespace curlew {
namespace {

using nlohmann::ordered_json;

// Returns the key because of which a material cannot be a layer, or nothing.
std::string magnetic_key(const ordered_json &material) {
  for (const char *key : {"mu_debye", "mu_lorentz", "mu_drude"})
    if (material.contains(key) && !material[key].empty())
      return key;
  for (const char *key : {"mu_r", "mu_inf"})
    if (material.contains(key) && material[key] != 1)
      return key;
  return material.contains("sigma_m") && material["sigma_m"] != 0 ? "sigma_m" : "";
}

void check_material(CheckContext &context, const std::string &pointer, const std::string &name) {
  const ordered_json *materials = context.find_partial("/materials");
  if (materials == nullptr || (name == k_vacuum_name && !materials->contains(name)))
    return;
  context.check_material_name(pointer, name);
  if (!materials->contains(name) || !(*materials)[name].is_object())
    return;
  const ordered_json &material = (*materials)[name];
  if (material.contains("pec"))
    context.error(pointer, "a perfect conductor is no layer of the background; give the face " +
                               std::string("\"z-\" or \"z+\" the type \"pec\", or a conducting "
                                           "object"));
  else if (const std::string key = magnetic_key(material); !key.empty())
    context.error(pointer, "the material " + in_quotes(name) + " is magnetic (" + in_quotes(key) +
                               "); layers of the background have mu 1: take an object");
  for (const char *key : {"eps_r", "eps_inf", "sigma"})
    if (material.contains(key) && is_tensor(material[key]))
      context.error(pointer, "the material " + in_quotes(name) + " has a tensor as " +
                                 in_quotes(key) +
                                 "; layers of the background are isotropic: take an object");
}

struct Range {
  double low_m, high_m;
};

// Range of the interfaces: a cell off the walls, and outside of absorbing layers.
Range range_of_tops(const CheckContext &context) {
  const GridSpec &grid = *context.grid;
  const auto cells = [&](std::size_t face) {
    const bool is_absorbing = !context.faces || holds<PmlSpec>((*context.faces)[face]);
    return is_absorbing ? std::max(grid.layer_cells(2), 1) : 1;
  };
  return {grid.corner_m[2] + cells(4) * grid.cell_m[2],
          far_corner(grid)[2] - cells(5) * grid.cell_m[2]};
}

void check_top(CheckContext &context, const std::string &pointer, double top_m) {
  if (!context.grid)
    return;
  const auto [low_m, high_m] = range_of_tops(context);
  const double slack_m = 1e-6 * context.grid->cell_m[2];
  if (top_m < low_m - slack_m || top_m > high_m + slack_m)
    context.error(pointer, "the top at z = " + number_text(top_m) +
                               " m is not inside the grid without its absorbing layers, where it "
                               "may lie from " +
                               number_text(low_m) + " to " + number_text(high_m) +
                               " m; a layer beyond is none: leave it out, or make the grid larger");
}

void check_layers(CheckContext &context, std::size_t count) {
  const ordered_json *below = nullptr; // the top of the layer before
  for (std::size_t i = 0; i < count; ++i) {
    const std::string pointer = child_pointer("/background", i), at_top = pointer + "/top";
    const ordered_json *material = context.find(pointer + "/material");
    if (material != nullptr)
      check_material(context, pointer + "/material", material->get<std::string>());
    const ordered_json *top = context.find(at_top);
    if (i + 1 == count) {
      if (top != nullptr)
        context.error(at_top, "the last layer of \"background\" has no end; leave its \"top\" "
                              "out, or add what lies above it");
      continue;
    }
    if (top == nullptr) {
      if (!context.is_given(at_top))
        context.error(pointer, "this layer of \"background\" has no \"top\", and another one "
                               "lies above it; only the last has no end");
      below = nullptr;
      continue;
    }
    if (below != nullptr && !(top->get<double>() > below->get<double>()))
      context.error(at_top, "the top at z = " + number_text(top->get<double>()) +
                                " m is not above that of the layer before, " +
                                number_text(below->get<double>()) +
                                " m; layers are listed from the bottom up");
    else
      check_top(context, at_top, top->get<double>());
    below = top;
  }
}

void check_walls(CheckContext &context) {
  if (context.faces && holds<PeriodicSpec>((*context.faces)[4]))
    context.error("/background", "\"background\" has layers along z, and the faces \"z-\" and "
                                 "\"z+\" are periodic; give them another type");
}

} // namespace

void check_background(CheckContext &context) {
  const ordered_json *background = context.find_partial("/background");
  if (background == nullptr)
    return;
  if (background->is_string()) {
    check_material(context, "/background", background->get<std::string>());
    return;
  }
  if (!background->is_array())
    return;
  check_layers(context, background->size());
  if (background->size() > 1)
    check_walls(context);
}

} // namespace curlew
