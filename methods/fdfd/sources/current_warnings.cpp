#include <curlew/methods/fdfd/sources/current_warnings.hpp>

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/sources/right_hand_side.hpp>
#include <curlew/methods/shared/setup/probe_points.hpp>

#include <fmt/format.h>

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

} // namespace

std::vector<std::string> current_warnings(const Case &input, const Problem &problem) {
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < input.excitations.size(); ++i) {
    const Excitation &excitation = input.excitations[i];
    const auto *current = std::get_if<CurrentSource>(&excitation.source);
    if (current == nullptr)
      continue;
    const std::string where = input.where(fmt::format("/excitations/{}", i));
    if (std::holds_alternative<CurrentPoint>(current->extent) && !is_line(problem, *current) &&
        is_in_losses(problem, make_current_rhs(problem, *current, where).f))
      warnings.push_back(lossy_point_warning(where, excitation.name));
  }
  return warnings;
}

} // namespace curlew::fdfd
