#include <curlew/methods/fem/time/field_stencils.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/methods/shared/elements/fields.hpp>
#include <curlew/methods/shared/setup/probe_points.hpp>

#include <fmt/format.h>

namespace curlew::fem {
namespace {

// v := -1 / (mu_r eta0) v, with mu_r of the medium and v a curl.
void to_magnetic(const SymmetricTensor &inverse_mu, double (&v)[3]) {
  const auto &m = inverse_mu.v;
  const double h[3] = {m[0] * v[0] + m[3] * v[1] + m[4] * v[2],
                       m[3] * v[0] + m[1] * v[1] + m[5] * v[2],
                       m[4] * v[0] + m[5] * v[1] + m[2] * v[2]};
  for (int d = 0; d < 3; ++d)
    v[d] = -h[d] / k_eta0;
}

void add_point(const Case &input, const Problem &problem, const TetLocation &at, Field field,
               FieldStencils &stencils) {
  const Model &model = problem.model;
  const TetShape shape = shape_of_tet(model.mesh, problem.dofs, at.tet);
  const auto l = ascending(problem.dofs, at.tet, at.barycentric);
  with_blocks(problem.dofs.space, [&](auto blocks) {
    constexpr int n = basis_size<3>(decltype(blocks)::value);
    double values[n][3], curls[n][3];
    tet_functions<decltype(blocks)::value>(frame_at(shape, l.data()), l.data(), values, curls);
    for (int i = 0; i < n; ++i) {
      const Index dof = problem.dofs.of_tet(at.tet)[i];
      stencils.unknowns.push_back(model.solved[at.tet] ? problem.unknowns.number[dof] : -1);
      if (field == Field::H && model.solved[at.tet])
        to_magnetic(input.materials[model.material[at.tet]].mu_r.inverse(), curls[i]);
      const double *weight = field == Field::E ? values[i] : curls[i];
      stencils.weights.insert(stencils.weights.end(), weight, weight + 3);
    }
  });
}

} // namespace

ProbeStencils probe_stencils(const Case &input, const Problem &problem,
                             const CurvedLocator &locator) {
  ProbeStencils stencils;
  stencils.electric.per_point = stencils.magnetic.per_point = problem.dofs.per_tet;
  for (std::size_t p = 0; p < input.outputs.probes.size(); ++p) {
    const ProbeSpec &probe = input.outputs.probes[p];
    for (const Point &point : probe_points(probe)) {
      const auto location = locator.find(point);
      if (!location)
        throw InputError(fmt::format("{}: the point {}",
                                     input.where(fmt::format("/outputs/probes/{}", p)),
                                     locator.straight().describe_outside(point)));
      add_point(input, problem, *location, probe.field,
                probe.field == Field::E ? stencils.electric : stencils.magnetic);
    }
  }
  return stencils;
}

} // namespace curlew::fem
