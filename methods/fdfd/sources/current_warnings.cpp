#include <curlew/methods/fdfd/sources/current_warnings.hpp>

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/sources/right_hand_side.hpp>

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

// Returns the case location of a metal box that fills the cross section of the grid and goes on
// into the layer below or above; empty where there is none.
std::string metal_without_end(const Case &input, const Problem &problem) {
  const auto is_metal = [&](const std::string &name) {
    return std::any_of(input.materials.begin(), input.materials.end(), [&](const Material &one) {
      return one.name == name && !one.pec && permittivity(one, problem.frequency_hz)[0].real() < 0;
    });
  };
  for (std::size_t i = 0; i < input.objects.size(); ++i) {
    const auto *box = std::get_if<BoxObject>(&input.objects[i]);
    if (box == nullptr || !is_metal(box->material))
      continue;
    bool fills = true;
    for (int d = 0; d < 2; ++d) {
      const Axis &axis = problem.axes[d];
      fills = fills && box->min_m[d] < axis.node_m(axis.inner_first()) + axis.cell_m / 2 &&
              box->max_m[d] > axis.node_m(axis.inner_last()) - axis.cell_m / 2;
    }
    const Axis &z = problem.axes[2];
    const double half_m = z.cell_m / 2;
    const bool goes_on =
        (z.low == Wall::pml && box->min_m[2] < z.node_m(z.inner_first()) - half_m) ||
        (z.high == Wall::pml && box->max_m[2] > z.node_m(z.inner_last()) + half_m);
    if (fills && goes_on)
      return input.where(fmt::format("/objects/{}", i));
  }
  return "";
}

} // namespace

std::vector<std::string> current_warnings(const Case &input, const Problem &problem) {
  std::vector<std::string> warnings;
  bool has_current = false;
  for (std::size_t i = 0; i < input.excitations.size(); ++i) {
    const Excitation &excitation = input.excitations[i];
    const auto *current = std::get_if<CurrentSource>(&excitation.source);
    if (current == nullptr)
      continue;
    has_current = true;
    const std::string where = input.where(fmt::format("/excitations/{}", i));
    if (std::holds_alternative<CurrentPoint>(current->extent) &&
        is_in_losses(problem, make_current_rhs(problem, *current, where).f))
      warnings.push_back(fmt::format(
          "{}: the point current \"{}\" lies in a medium with losses: the power that it delivers "
          "has no limit, since its near field dissipates more the smaller the cells are. Take a "
          "\"region\" of fixed size, or move it out of the medium",
          where, excitation.name));
  }
  if (const std::string where = has_current ? metal_without_end(input, problem) : "";
      !where.empty())
    warnings.push_back(
        fmt::format("{}: under a current this metal fills the grid down to an absorbing layer, "
                    "where the solver "
                    "stalls: give it as a layer of \"background\", which holds half-spaces exactly",
                    where));
  return warnings;
}

} // namespace curlew::fdfd
