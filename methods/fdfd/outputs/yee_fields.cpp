#include <curlew/methods/fdfd/outputs/yee_fields.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/fdfd/solve/entries.hpp>

#include <algorithm>
#include <stdexcept>

namespace curlew::fdfd {

YeeFields::YeeFields(const Problem &problem, const std::vector<complex> &electric,
                     const IncidentWave &incident)
    : problem_(problem), electric_(electric), incident_(problem, incident),
      is_magnetic_(problem.is_magnetic()) {
  if (static_cast<Offset>(electric.size()) != problem.unknowns())
    throw std::invalid_argument("a field of " + std::to_string(electric.size()) +
                                " entries for a grid of " + std::to_string(problem.unknowns()));
}

complex YeeFields::wrap(Place &at) const {
  complex factor = 1;
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem_.axes[d];
    if (at[d] >= 0 && at[d] < axis.count)
      continue;
    if (!axis.is_periodic())
      return 0;
    factor = at[d] < 0 ? factor / axis.phase : factor * axis.phase;
    at[d] += at[d] < 0 ? axis.count : -axis.count;
  }
  return factor;
}

complex YeeFields::coupled_electric(int component, const Place &at) const {
  const Couplings &couplings = problem_.couplings;
  const Offset entry = problem_.entry(at[0], at[1], at[2]);
  if (!problem_.is_coupled(problem_.eps_id[component][entry]))
    return 0;
  const auto row = std::lower_bound(couplings.row.begin(), couplings.row.end(),
                                    component * problem_.size() + entry) -
                   couplings.row.begin();
  complex sum = 0;
  for (Offset c = couplings.first[row]; c < couplings.first[row + 1]; ++c) {
    const auto [of_column, place] = problem_.at(couplings.column[c]);
    sum += couplings.value[c] * total_electric(of_column, place);
  }
  return sum;
}

complex YeeFields::magnetic(int component, Place at) const {
  const complex factor = wrap(at);
  if (factor == complex(0))
    return 0;
  const int u = (component + 1) % 3, v = (component + 2) % 3;
  Place up_u = at, up_v = at;
  ++up_u[u];
  ++up_v[v];
  const complex curl = (electric(v, up_u) - stored(v, at)) * problem_.axes[u].half_rate[at[u]] -
                       (electric(u, up_v) - stored(u, at)) * problem_.axes[v].half_rate[at[v]];
  const complex field = complex(0, 1 / (problem_.wavenumber * k_eta0)) * curl;
  if (!is_magnetic_)
    return factor * field;
  const complex inverse = 1.0 / mu(component, at);
  return factor *
         (inverse * field + (inverse - 1.0) * incident_.magnetic(component, at[0], at[1], at[2]));
}

std::vector<complex> magnetic_field(const YeeFields &fields, int threads) {
  const Problem &problem = fields.problem();
  std::vector<complex> magnetic(static_cast<std::size_t>(problem.unknowns()));
  for_all_entries(problem, threads, [&](int component, const Place &at, std::size_t entry) {
    magnetic[entry] = fields.magnetic(component, at);
  });
  return magnetic;
}

} // namespace curlew::fdfd
