#include <curlew/methods/dgtd/kerr/kerr_tables.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/kerr/kerr_rule.hpp>
#include <curlew/methods/dgtd/memory/pole_steps.hpp>

#include <cmath>

namespace curlew::dgtd {

KerrList list_kerr_tets(const Problem &problem, const Slots &slots, int pack) {
  KerrList list;
  for (const Index tet : slots.tet)
    if (tet >= 0 && problem.materials[problem.material[tet]].chi3 != 0)
      list.tets.push_back(tet);
  list.count = static_cast<std::int64_t>(list.tets.size());
  while (list.tets.size() % pack != 0)
    list.tets.push_back(-1);
  return list;
}

namespace {

// Returns the components at the nodes that divide edges, faces and the tet into as many parts as
// the degree, row by row.
std::vector<double> nodal_matrix(const FunctionSpace &space) {
  std::vector<std::array<double, 4>> nodes;
  for (int number = 0; number < space.per_tet() / 3; ++number) {
    int power[4] = {0, 0, 0, 0};
    monomial_powers<3>(space.degree(), number, power);
    std::array<double, 4> node{};
    for (int v = 0; v < 4; ++v)
      node[v] = static_cast<double>(power[v]) / space.degree();
    nodes.push_back(node);
  }
  const int n = space.per_tet();
  std::vector<double> matrix(static_cast<std::size_t>(n) * n);
  for (std::size_t node = 0; node < nodes.size(); ++node)
    for (int i = 0; i < n; ++i) {
      double value[3];
      space_value<3>(space.number(), i, nodes[node].data(), value);
      for (std::size_t d = 0; d < 3; ++d)
        matrix[(3 * node + d) * n + i] = value[d];
    }
  return matrix;
}

// Returns the inverse by Gauss and Jordan's elimination with pivots of columns.
std::vector<double> inverse_of(std::vector<double> matrix, std::size_t n) {
  std::vector<double> inverse(n * n, 0);
  for (std::size_t i = 0; i < n; ++i)
    inverse[i * n + i] = 1;
  for (std::size_t j = 0; j < n; ++j) {
    std::size_t pivot = j;
    for (std::size_t i = j; i < n; ++i)
      if (std::abs(matrix[i * n + j]) > std::abs(matrix[pivot * n + j]))
        pivot = i;
    for (std::size_t k = 0; k < n; ++k) {
      std::swap(matrix[j * n + k], matrix[pivot * n + k]);
      std::swap(inverse[j * n + k], inverse[pivot * n + k]);
    }
    const double scale = 1 / matrix[j * n + j];
    for (std::size_t k = 0; k < n; ++k) {
      matrix[j * n + k] *= scale;
      inverse[j * n + k] *= scale;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const double factor = matrix[i * n + j];
      if (i == j || factor == 0)
        continue;
      for (std::size_t k = 0; k < n; ++k) {
        matrix[i * n + k] -= factor * matrix[j * n + k];
        inverse[i * n + k] -= factor * inverse[j * n + k];
      }
    }
  }
  return inverse;
}

// Returns what conductivity and poles add to eps_r in the matrix of a leapfrog step.
double implicit_part(const Problem &problem, const Material &material, double dt_s) {
  if (problem.choices.scheme == SchemeKind::upwind)
    return 0;
  UpdateOptions options;
  options.dt_s = dt_s;
  options.dispersion = problem.choices.dispersion;
  return material.sigma.v[0] * dt_s / (2 * k_eps0) + gain_of(material.eps_poles, options);
}

} // namespace

template <class Space>
KerrTables<Space> make_kerr_tables(const Problem &problem, const Slots &slots, const KerrList &list,
                                   double dt_s) {
  using Layout = Packs<Space>;
  KerrTables<Space> tables;
  const int n = tables.n = problem.per_tet();
  const auto count = static_cast<Index>(list.tets.size());
  tables.count = count;
  const SimplexRule<4> rule = kerr_rule(problem.choices.space);
  tables.points = static_cast<int>(rule.points.size());
  std::vector<double> weights, values(rule.points.size() * n * 3);
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    weights.push_back(rule.weights[q] / 6);
    for (int i = 0; i < n; ++i)
      space_value<3>(problem.choices.space.number(), i, rule.points[q].data(),
                     &values[(q * n + i) * 3]);
  }
  std::vector<Index> slot(count, 0);
  std::vector<int> is_padding(count, 1);
  std::vector<double> metric(6 * static_cast<std::size_t>(count)), medium(4 * slot.size());
  for (Index k = 0; k < count; ++k) {
    const Index tet = list.tets[k];
    Metric<double> of_tet{{1, 1, 1, 0, 0, 0}, {0, 0, 0}};
    double constants[4] = {1, 0, 0, 1};
    if (tet >= 0) {
      slot[k] = slots.of_tet[tet];
      is_padding[k] = 0;
      const Material &material = problem.materials[problem.material[tet]];
      const double corner[4] = {1, 0, 0, 0};
      const TetFrame frame = frame_at(problem.shape(tet), corner);
      of_tet = mass_metric(frame);
      constants[0] = material.eps_r.v[0];
      constants[1] = implicit_part(problem, material, dt_s);
      constants[2] = material.chi3;
      constants[3] = 1 / frame.volume_factor();
    }
    for (int m = 0; m < 6; ++m)
      metric[Layout::at(k, m, 6)] = of_tet.symmetric[m];
    for (int m = 0; m < 4; ++m)
      medium[Layout::at(k, m, 4)] = constants[m];
  }
  tables.weights = to_view<Space>("curlew::dgtd::kerr_weights", weights);
  tables.values = to_view<Space>("curlew::dgtd::kerr_values", values);
  if (!problem.choices.space.mixed) {
    const std::vector<double> at_nodes = nodal_matrix(problem.choices.space);
    tables.at_nodes = to_view<Space>("curlew::dgtd::kerr_at_nodes", at_nodes);
    tables.from_nodes = to_view<Space>("curlew::dgtd::kerr_from_nodes",
                                       inverse_of(at_nodes, static_cast<std::size_t>(n)));
  }
  if (is_bernstein(problem.choices.space.number()))
    tables.bernstein = make_bernstein_tables<Space>(problem.choices.space.degree(), rule);
  else
    tables.mass = make_reference_matrices<Space>(problem.choices.space).mass;
  tables.slots = to_view<Space>("curlew::dgtd::kerr_slots", slot);
  tables.is_padding = to_view<Space>("curlew::dgtd::kerr_padding", is_padding);
  tables.metric = to_view<Space>("curlew::dgtd::kerr_metric", metric);
  tables.medium = to_view<Space>("curlew::dgtd::kerr_medium", medium);
  const std::size_t unknowns = static_cast<std::size_t>(count) * n;
  tables.before = Kokkos::View<double *, Space>("curlew::dgtd::kerr_before", unknowns);
  tables.displacement = Kokkos::View<double *, Space>("curlew::dgtd::kerr_displacement", unknowns);
  tables.iterations = Kokkos::View<int *, Space>("curlew::dgtd::kerr_iterations", count);
  tables.status = Kokkos::View<int *, Space>("curlew::dgtd::kerr_status", count);
  tables.residual = Kokkos::View<double *, Space>("curlew::dgtd::kerr_residual", count);
  tables.lowest = Kokkos::View<double *, Space>("curlew::dgtd::kerr_lowest", count);
  return tables;
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template KerrTables<Space> make_kerr_tables<Space>(const Problem &, const Slots &,               \
                                                     const KerrList &, double);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
