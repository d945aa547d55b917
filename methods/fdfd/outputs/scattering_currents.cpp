#include <curlew/methods/fdfd/outputs/scattering_currents.hpp>

#include <curlew/core/constants.hpp>

namespace curlew::fdfd {
namespace {

complex curl_of_h(const YeeFields &fields, int component, const Place &at) {
  const int u = (component + 1) % 3, v = (component + 2) % 3;
  Place down_u = at, down_v = at;
  --down_u[u];
  --down_v[v];
  const auto &axes = fields.problem().axes;
  return (fields.magnetic(v, at) - fields.magnetic(v, down_u)) * axes[u].node_rate[at[u]] -
         (fields.magnetic(u, at) - fields.magnetic(u, down_v)) * axes[v].node_rate[at[v]];
}

} // namespace

ScatteringCurrents scattering_currents(const YeeFields &fields, int component, const Place &at) {
  const Problem &problem = fields.problem();
  const double omega = problem.wavenumber * k_speed_of_light;
  const complex j_omega_eps0(0, omega * k_eps0), j_omega_mu0(0, omega * k_mu0);
  const complex eps_b = problem.layers.at(component, at[2]);
  ScatteringCurrents currents;
  if (fields.is_fixed(component, at))
    currents.electric =
        curl_of_h(fields, component, at) - j_omega_eps0 * eps_b * fields.electric(component, at);
  else if (!problem.is_background(component, at[2], problem.entry(at[0], at[1], at[2])))
    currents.electric =
        j_omega_eps0 * ((fields.eps(component, at) - eps_b) * fields.total_electric(component, at) +
                        fields.coupled_electric(component, at));
  if (const complex mu = fields.mu(component, at); mu != complex(1))
    currents.magnetic = j_omega_mu0 * (mu - 1.0) * fields.total_magnetic(component, at);
  return currents;
}

double entry_volume(const Problem &problem, int component, bool is_electric, const Place &at) {
  double product = 1;
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    product *=
        ((d == component) == is_electric ? axis.half_length : axis.node_length)[at[d]].real();
  }
  return product;
}

} // namespace curlew::fdfd
