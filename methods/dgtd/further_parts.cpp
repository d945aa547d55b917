#include <curlew/methods/dgtd/further_parts.hpp>

#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/boundaries/face_conditions.hpp>

namespace curlew::dgtd {
namespace {

void add_boundary(const Boundary &boundary, std::vector<FurtherPart> &parts) {
  const std::string location = "/boundaries/" + boundary.group;
  switch (role_of(boundary)) {
  case FaceRole::unsolved:
  case FaceRole::inner:
  case FaceRole::electric_wall:
  case FaceRole::magnetic_wall:
  case FaceRole::absorbing:
    break;
  case FaceRole::impedance:
  case FaceRole::lumped:
  case FaceRole::wave_port:
    parts.push_back({location, "a port, impedance or element", true});
    break;
  case FaceRole::layer_end:
  case FaceRole::periodic:
  case FaceRole::imposed:
    parts.push_back({location, "a boundary of this type"});
    break;
  }
}

} // namespace

std::vector<FurtherPart> further_parts(const Case &input) {
  std::vector<FurtherPart> parts;
  for (const Boundary &boundary : input.boundaries)
    add_boundary(boundary, parts);
  for (const Material &material : input.materials) {
    if (material.is_dispersive() || material.loss_tangent != 0)
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
