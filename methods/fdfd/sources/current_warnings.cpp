#include <curlew/methods/fdfd/sources/current_warnings.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/grid/align.hpp>
#include <curlew/methods/fdfd/grid/walls.hpp>
#include <curlew/methods/fdfd/sources/right_hand_side.hpp>
#include <curlew/methods/shared/setup/probe_points.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::fdfd {
namespace {

// True where an entry that carries a current has losses.
bool is_in_losses(const Problem &problem, const std::vector<complex> &f) {
  for (Offset entry = 0; entry < problem.unknowns(); ++entry)
    if (f[entry] != complex(0)) {
      const auto component = static_cast<std::size_t>(entry / problem.size());
      if (problem.eps[problem.eps_id[component][entry % problem.size()]].imag() != 0)
        return true;
    }
  return false;
}

// True for a current that stands, by a period of one cell, for a line along itself.
bool is_line(const Problem &problem, const CurrentSource &current) {
  for (int d = 0; d < 3; ++d)
    if (problem.axes[d].is_periodic() && problem.axes[d].cells == 1 &&
        current.direction[(d + 1) % 3] == 0 && current.direction[(d + 2) % 3] == 0)
      return true;
  return false;
}

// Returns the distance in cells from an absorbing layer below which the power of a dipole is more
// than 3 % off: half a cell with 20 cells per wavelength, one with 40, two with 80 and more.
double least_distance(double wavelength_in_cells) {
  return std::clamp(wavelength_in_cells / 40, 0.5, 2.0);
}

// Returns the distance in cells of a current from an absorbing layer that it is too close to, with
// the layer's name; empty without one.
std::string near_layer(const Problem &problem, const CurrentSource &current) {
  const auto *point = std::get_if<CurrentPoint>(&current.extent);
  const CurrentBox box = point != nullptr ? CurrentBox{point->position_m, point->position_m}
                                          : std::get<CurrentBox>(current.extent);
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    const double below = (box.min_m[d] - axis.node_m(axis.inner_first())) / axis.cell_m,
                 above = (axis.node_m(axis.inner_last()) - box.max_m[d]) / axis.cell_m;
    for (const bool upper : {false, true})
      if (const double cells = upper ? above : below;
          (upper ? axis.high : axis.low) == Wall::pml &&
          cells < least_distance(2 * k_pi / (problem.wavenumber * axis.cell_m)) - k_on_node)
        return fmt::format("{:.2g} cells off the absorbing layer {}", std::max(0.0, cells),
                           face_name(d, upper));
  }
  return "";
}

} // namespace

std::vector<std::string> current_warnings(const Case &input, const Problem &problem) {
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < input.excitations.size(); ++i) {
    const Excitation &excitation = input.excitations[i];
    const auto *current = std::get_if<CurrentSource>(&excitation.source);
    if (current == nullptr)
      continue;
    const std::string where = input.where(fmt::format("/excitations/{}", i));
    if (const std::string near = near_layer(problem, *current);
        !near.empty() && !is_line(problem, *current))
      warnings.push_back(fmt::format(
          "{}: the current \"{}\" is {}, which takes power out of its near field: the delivered "
          "power may be several times too large. Keep three cells off the layers",
          where, excitation.name, near));
    if (std::holds_alternative<CurrentPoint>(current->extent) && !is_line(problem, *current) &&
        is_in_losses(problem, make_current_rhs(problem, *current, where).f))
      warnings.push_back(lossy_point_warning(where, excitation.name));
  }
  return warnings;
}

} // namespace curlew::fdfd
