#include <curlew/methods/dgatd/outputs/probes.hpp>

#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/setup/probe_points.hpp>

namespace curlew::dgatd {

Probes find_probes(const Case &input, const Problem &problem) {
  const StencilFinder finder(problem);
  Probes probes;
  for (std::size_t i = 0; i < input.outputs.probes.size(); ++i) {
    const ProbeSpec &probe = input.outputs.probes[i];
    const std::string case_location =
        input.where("/outputs/probes/" + std::to_string(i)) + ": probe \"" + probe.name + "\"";
    for (EdgeStencil stencil : finder.find(probe_points(probe), case_location)) {
      if (stencil.tet >= problem.ownership.owned_tets)
        stencil = {}; // only the owner reads the probe
      if (probe.field == Field::E)
        probes.electric.push_back(stencil);
      else
        probes.magnetic.push_back(stencil.tet);
    }
  }
  return probes;
}

} // namespace curlew::dgatd
