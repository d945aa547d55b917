#include <curlew/methods/dgtd/further_parts.hpp>

#include <curlew/core/overloaded.hpp>
#include <curlew/io/case/case.hpp>

namespace curlew::dgtd {
namespace {

void add_boundary(const Boundary &boundary, std::vector<FurtherPart> &parts) {
  const std::string location = "/boundaries/" + boundary.group;
  const auto add_in_coarse_tets = [&] {
    parts.push_back({location, "a port, impedance or element", true});
  };
  const auto add = [&] { parts.push_back({location, "a boundary of this type"}); };
  std::visit(Overloaded{[](const Pec &) {}, [](const Pmc &) {}, [](const Abc &) {},
                        [](const SymmetrySpec &) {}, [&](const PmlSpec &) { add(); },
                        [&](const PeriodicSpec &) { add(); },
                        [&](const SurfaceImpedanceSpec &) { add_in_coarse_tets(); },
                        [&](const LumpedBoundarySpec &) { add_in_coarse_tets(); },
                        [&](const PortSpec &) { add_in_coarse_tets(); },
                        [&](const ImposedFieldSpec &) { add(); }},
             boundary.condition);
}

} // namespace

std::vector<FurtherPart> further_parts(const Case &input) {
  std::vector<FurtherPart> parts;
  for (const Boundary &boundary : input.boundaries)
    add_boundary(boundary, parts);
  for (const Material &material : input.materials) {
    if (material.is_dispersive())
      parts.push_back({"/materials/" + material.name, "a dispersive medium"});
    if (material.chi3 != 0)
      parts.push_back({"/materials/" + material.name + "/chi3", "a nonlinear medium"});
  }
  for (std::size_t i = 0; i < input.excitations.size(); ++i)
    if (!std::holds_alternative<CurrentSource>(input.excitations[i].source) &&
        !std::holds_alternative<InitialFieldSource>(input.excitations[i].source))
      parts.push_back({"/excitations/" + std::to_string(i), "an excitation of this type",
                       std::holds_alternative<PortSource>(input.excitations[i].source)});
  if (input.outputs.rcs)
    parts.push_back({"/outputs/rcs", "a radar cross section"});
  if (input.outputs.far_field)
    parts.push_back({"/outputs/far_field", "a far field", true});
  if (!input.outputs.fluxes.empty())
    parts.push_back({"/outputs/flux", "a flux", true});
  return parts;
}

} // namespace curlew::dgtd
