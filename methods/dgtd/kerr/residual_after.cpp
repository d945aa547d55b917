#include <curlew/methods/dgtd/kerr/residual_after.hpp>

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/kerr/displacement.hpp>
#include <curlew/methods/dgtd/kerr/solve_kerr.hpp>

#include <algorithm>

namespace curlew::dgtd {
namespace {

// Tolerance below rounding, so that all iterations are made.
constexpr double k_tolerance = 1e-17;

} // namespace

template <class Space>
double residual_after(const Space &space, const Problem &problem, NonlinearSolver solver,
                      const std::vector<double> &before, const std::vector<double> &after,
                      int iterations) {
  using Layout = Packs<Space>;
  const int n = problem.per_tet();
  const Slots slots = make_slots(problem, Layout::k_pack);
  const KerrList list = list_kerr_tets(problem, slots, Layout::k_pack);
  KerrTables<Space> tables = make_kerr_tables<Space>(problem, slots, list, 0);
  std::vector<double> e(static_cast<std::size_t>(slots.size()) * n, 0);
  std::vector<double> earlier(list.tets.size() * n, 0), displacement(earlier);
  for (Index k = 0; k < list.count; ++k) {
    const Index tet = list.tets[k];
    const double eps_r = problem.materials[problem.material[tet]].eps_r.v[0];
    const auto own = [&](const std::vector<double> &of) {
      const auto first = of.begin() + static_cast<std::ptrdiff_t>(tet) * n;
      return std::vector<double>(first, first + n);
    };
    const std::vector<double> e0 = own(before), d0 = displacement_of(problem, tet, e0),
                              d1 = displacement_of(problem, tet, own(after));
    for (int i = 0; i < n; ++i) {
      earlier[Layout::at(k, i, n)] = e0[i];
      displacement[Layout::at(k, i, n)] = d0[i];
      e[Layout::at(slots.of_tet[tet], i, n)] = e0[i] + (d1[i] - d0[i]) / eps_r;
    }
  }
  tables.before = to_view<Space>("curlew::dgtd::kerr_before", earlier);
  tables.displacement = to_view<Space>("curlew::dgtd::kerr_displacement", displacement);
  const Kokkos::View<double *, Space> fields = to_view<Space>("curlew::dgtd::kerr_e", e);
  NonlinearChoices choices;
  choices.solver = solver;
  choices.tolerance = k_tolerance;
  choices.max_iterations = iterations;
  solve_kerr(space, tables, choices, fields);
  const std::vector<double> residuals = to_vector(tables.residual);
  return *std::max_element(residuals.begin(), residuals.begin() + list.count);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template double residual_after<Space>(const Space &, const Problem &, NonlinearSolver,           \
                                        const std::vector<double> &, const std::vector<double> &,  \
                                        int);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
