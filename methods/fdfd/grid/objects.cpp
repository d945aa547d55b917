#include <curlew/methods/fdfd/grid/objects.hpp>

#include <curlew/core/overloaded.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/grid/align.hpp>
#include <curlew/methods/fdfd/grid/walls.hpp>

#include <algorithm>

namespace curlew::fdfd {

void add_materials(const ObjectSpec &object, std::set<std::string> &names) {
  std::visit(Overloaded{[&](const VoxelObject &voxels) {
                          for (const auto &[label, name] : voxels.materials)
                            names.insert(name);
                          if (!voxels.material.empty())
                            names.insert(voxels.material);
                        },
                        [&](const auto &shape) { names.insert(shape.material); }},
             object);
}

bool conducts(const Case &input, const std::string &name) {
  return std::any_of(input.materials.begin(), input.materials.end(), [&](const Material &material) {
    return material.name == name && material.pec;
  });
}

std::string name_of(const ObjectSpec &object) {
  static const char *const k_names[] = {"sphere", "ellipsoid", "box", "cylinder", "voxels"};
  return k_names[object.index()];
}

std::string material_of(const ObjectSpec &object) {
  return std::visit([](const auto &shape) { return shape.material; }, object);
}

bool goes_through(const Case &input, const Extent &extent, int axis) {
  const double low = input.grid.corner_m[axis], high = far_corner(input.grid)[axis],
               slack = k_on_node * input.grid.cell_m[axis];
  if (walls_of(input)[axis][0] == Wall::periodic)
    return extent.max_m[axis] - extent.min_m[axis] >= high - low - slack;
  return extent.min_m[axis] <= low + slack && extent.max_m[axis] >= high - slack;
}

std::optional<double> cells_across(const Problem &problem, const ObjectSpec &object) {
  if (std::holds_alternative<BoxObject>(object))
    return std::nullopt;
  const Extent extent = extent_of(object);
  std::optional<double> least;
  for (int d = 0; d < 3; ++d)
    if (problem.count(d) > 1) {
      double diameter_m = extent.max_m[d] - extent.min_m[d];
      if (const auto *cylinder = std::get_if<CylinderObject>(&object))
        diameter_m = 2 * cylinder->radius_m;
      const double cells = diameter_m / problem.axes[d].cell_m;
      least = std::min(least.value_or(cells), cells);
    }
  return least;
}

} // namespace curlew::fdfd
