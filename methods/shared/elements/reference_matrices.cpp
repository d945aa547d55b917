#include <curlew/methods/shared/elements/reference_matrices.hpp>

#include <curlew/core/quadrature/simplex_rules.hpp>

#include <vector>

namespace curlew {
namespace {

// The functions of a space at the points of a rule on the reference simplex.
template <int D> struct Samples {
  std::vector<double> values, curls;
  static constexpr int k_curls = D == 3 ? 3 : 1;

  Samples(int functions, const double *l) : values(functions * D), curls(functions * k_curls) {
    for (int i = 0; i < functions; ++i) {
      reference_value<D>(basis_function<D>(i), l, &values[i * D]);
      reference_curl<D>(basis_function<D>(i), l, &curls[i * k_curls]);
    }
  }
};

} // namespace

template <class Space> ReferenceMatrices<Space> make_reference_matrices(const ElementSpace &space) {
  const int functions = space.per_tet(), pairs = functions * (functions + 1) / 2;
  using Table = Kokkos::View<double *[9], Kokkos::LayoutRight, Space>;
  const Table mass("curlew::elements::reference_mass", pairs);
  const Table curl("curlew::elements::reference_curl", pairs);
  const auto host_mass = Kokkos::create_mirror_view(mass);
  const auto host_curl = Kokkos::create_mirror_view(curl);
  Kokkos::deep_copy(host_mass, 0);
  Kokkos::deep_copy(host_curl, 0);
  const auto add = [](const auto &table, int p, double weight, const double *u, const double *v) {
    for (int m = 0; m < 6; ++m) {
      const int k = metric_row(m), l = metric_column(m);
      if (m < 3) {
        table(p, m) += weight * u[k] * v[k];
      } else {
        table(p, m) += weight * (u[k] * v[l] + u[l] * v[k]);
        table(p, m + 3) += weight * (u[k] * v[l] - u[l] * v[k]);
      }
    }
  };
  const SimplexRule<4> rule = tet_rule(2 * space.degree()); // exact
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const Samples<3> at(functions, rule.points[q].data());
    const double weight = rule.weights[q] / 6;
    for (int i = 0; i < functions; ++i)
      for (int j = 0; j <= i; ++j) {
        add(host_mass, packed(i, j), weight, &at.values[3 * i], &at.values[3 * j]);
        add(host_curl, packed(i, j), weight, &at.curls[3 * i], &at.curls[3 * j]);
      }
  }
  Kokkos::deep_copy(mass, host_mass);
  Kokkos::deep_copy(curl, host_curl);
  return {space.blocks(), functions, mass, curl};
}

template <class Space> ReferenceTraces<Space> make_reference_traces(const ElementSpace &space) {
  const int functions = space.per_triangle(), pairs = functions * (functions + 1) / 2;
  const Kokkos::View<double *[3], Kokkos::LayoutRight, Space> mass(
      "curlew::elements::reference_trace_mass", pairs);
  const Kokkos::View<double *, Space> curl("curlew::elements::reference_trace_curl", pairs);
  const auto host_mass = Kokkos::create_mirror_view(mass);
  const auto host_curl = Kokkos::create_mirror_view(curl);
  Kokkos::deep_copy(host_mass, 0);
  Kokkos::deep_copy(host_curl, 0);
  const SimplexRule<3> rule = triangle_rule(2 * space.degree()); // exact
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const Samples<2> at(functions, rule.points[q].data());
    const double weight = rule.weights[q] / 2;
    for (int i = 0; i < functions; ++i)
      for (int j = 0; j <= i; ++j) {
        const double *u = &at.values[2 * i], *v = &at.values[2 * j];
        host_mass(packed(i, j), 0) += weight * u[0] * v[0];
        host_mass(packed(i, j), 1) += weight * u[1] * v[1];
        host_mass(packed(i, j), 2) += weight * (u[0] * v[1] + u[1] * v[0]);
        host_curl(packed(i, j)) += weight * at.curls[i] * at.curls[j];
      }
  }
  Kokkos::deep_copy(mass, host_mass);
  Kokkos::deep_copy(curl, host_curl);
  return {space.blocks(), functions, mass, curl};
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template ReferenceMatrices<Space> make_reference_matrices<Space>(const ElementSpace &);          \
  template ReferenceTraces<Space> make_reference_traces<Space>(const ElementSpace &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew
