#include <curlew/methods/dgtd/mass_product.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/reduce.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/space/reference_mass.hpp>

#include <curlew/methods/shared/elements/metric.hpp>

namespace curlew::dgtd {
namespace {

template <class Space> struct ProductOfTet {
  MassTables<Space> tables;
  int side;
  Kokkos::View<double *, Space> x, y;

  KOKKOS_INLINE_FUNCTION double operator()(const Offset index) const {
    const auto slot = static_cast<Index>(index);
    if (tables.material(slot) < 0)
      return 0;
    const Metric<double> metric = mass_metric(tables.frame(slot), tables.tensor(side, slot));
    const auto entry = [&](int i, int j) {
      return ReferenceMatrices<Space>::symmetric_entry(tables.mass, metric, i, j);
    };
    double sum = 0;
    for (int i = 0; i < tables.n; ++i) {
      const Offset at = Packs<Space>::at(slot, i, tables.n);
      const double x_i = x(at), y_i = y(at);
      double row = 0;
      for (int j = 0; j < i; ++j) {
        const Offset other = Packs<Space>::at(slot, j, tables.n);
        row += entry(i, j) * (x_i * y(other) + x(other) * y_i);
      }
      sum += row + entry(i, i) * x_i * y_i;
    }
    return sum;
  }
};

template <class Space> struct PolynomialProduct {
  MassTables<Space> tables;
  int side, entries;
  Kokkos::View<double *, Space> x;

  KOKKOS_INLINE_FUNCTION double operator()(const Offset index) const {
    const auto slot = static_cast<Index>(index);
    if (tables.material(slot) < 0)
      return 0;
    const Metric<double> metric = mass_metric(tables.frame(slot), tables.tensor(side, slot));
    double sum = 0;
    for (int p = 0; p < entries; p += 3)
      for (int m = 0; m < 6; ++m)
        sum += (m < 3 ? 1 : 2) * metric.symmetric[m] *
               x(Packs<Space>::at(slot, p + metric_row(m), entries)) *
               x(Packs<Space>::at(slot, p + metric_column(m), entries));
    return sum;
  }
};

template <class Space> struct BarycentreValue {
  MassTables<Space> tables;
  Kokkos::View<double *, Space> x;
  Kokkos::View<double *[3], Space> field;

  KOKKOS_INLINE_FUNCTION void operator()(const Index slot) const {
    if (tables.material(slot) < 0)
      return;
    double reference[3] = {0, 0, 0}, value[3];
    for (int i = 0; i < tables.n; ++i)
      for (int d = 0; d < 3; ++d)
        reference[d] += x(Packs<Space>::at(slot, i, tables.n)) * tables.at_barycentre(i, d);
    tables.frame(slot).map_value(reference, value);
    for (int d = 0; d < 3; ++d)
      field(slot, d) = value[d];
  }
};

} // namespace

template <class Space>
MassTables<Space> make_mass_tables(const Problem &problem, const Slots &slots) {
  using Layout = Packs<Space>;
  MassTables<Space> tables;
  tables.n = problem.per_tet();
  tables.slots = slots.size();
  const SharedPacks shared = share_packs(problem, slots, Layout::k_pack);
  std::vector<Index> nodes(4 * static_cast<std::size_t>(shared.size()), 0);
  for (Index stored = 0; stored < shared.size(); ++stored)
    if (const Index tet = slots.tet[shared.slots[stored]]; tet >= 0)
      for (int v = 0; v < 4; ++v)
        nodes[Layout::at(stored, v, 4)] = problem.nodes.table[problem.table_tet(tet)][v];
  std::vector<std::int32_t> material(slots.size(), -1);
  parallel_chunks(slots.owned, problem.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end; ++slot)
      if (const Index tet = table_tet(slots, static_cast<Index>(slot), Layout::k_pack); tet >= 0)
        material[slot] = static_cast<std::int32_t>(problem.material.table[tet]);
  });
  std::vector<double> points;
  for (const Point &point : problem.mesh.points)
    points.insert(points.end(), point.begin(), point.end());
  tables.shared = to_view<Space>("curlew::dgtd::mass_shared", shared.of_pack);
  tables.nodes = to_view<Space>("curlew::dgtd::mass_nodes", nodes);
  tables.material = to_view<Space>("curlew::dgtd::mass_material", material);
  tables.points = to_view<Space>("curlew::dgtd::mass_points", points);
  for (int side = 0; side < 2; ++side) {
    const Kokkos::View<double *[6], Space> inertia("curlew::dgtd::inertia",
                                                   problem.materials.size());
    std::vector<double> rows;
    for (const Material &one : problem.materials)
      for (const double value : side == 0 ? one.eps_r.v : one.mu_r.v)
        rows.push_back(value * (side == 0 ? k_eps0 : k_mu0));
    from_rows(rows, inertia);
    tables.inertia[side] = inertia;
  }
  tables.mass = make_reference_mass<Space>(problem.choices.space);
  const Kokkos::View<double *[3], Space> at_barycentre("curlew::dgtd::at_barycentre", tables.n);
  std::vector<double> rows(3 * tables.n);
  const double l[4] = {0.25, 0.25, 0.25, 0.25};
  for (int i = 0; i < tables.n; ++i)
    space_value<3>(problem.choices.space.number(), i, l, &rows[3 * i]);
  from_rows(rows, at_barycentre);
  tables.at_barycentre = at_barycentre;
  return tables;
}

template <class Space>
double mass_product(const Space &space, const MassTables<Space> &tables, Side side,
                    const Kokkos::View<double *, Space> &x,
                    const Kokkos::View<double *, Space> &y) {
  return ordered_sum(space, "curlew::dgtd::mass_product", tables.slots,
                     ProductOfTet<Space>{tables, static_cast<int>(side), x, y});
}

template <class Space>
double polynomial_product(const Space &space, const MassTables<Space> &tables, Side side,
                          int entries, const Kokkos::View<double *, Space> &x) {
  return ordered_sum(space, "curlew::dgtd::polynomial_product", tables.slots,
                     PolynomialProduct<Space>{tables, static_cast<int>(side), entries, x});
}

template <class Space>
std::vector<double> barycentre_field(const Space &space, const MassTables<Space> &tables,
                                     const Slots &slots, const Kokkos::View<double *, Space> &x) {
  const Kokkos::View<double *[3], Space> field("curlew::dgtd::snapshot", tables.slots);
  Kokkos::parallel_for("curlew::dgtd::snapshot", RangePolicy<Space>(space, 0, tables.slots),
                       BarycentreValue<Space>{tables, x, field});
  space.fence();
  const std::vector<double> rows = to_rows(field);
  std::vector<double> result(3 * slots.owned_tets);
  for (std::size_t t = 0; t < slots.owned_tets; ++t)
    for (int d = 0; d < 3; ++d)
      result[3 * t + d] = rows[3 * static_cast<std::size_t>(slots.of_tet[t]) + d];
  return result;
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template MassTables<Space> make_mass_tables<Space>(const Problem &, const Slots &);              \
  template double mass_product<Space>(const Space &, const MassTables<Space> &, Side,              \
                                      const Kokkos::View<double *, Space> &,                       \
                                      const Kokkos::View<double *, Space> &);                      \
  template double polynomial_product<Space>(const Space &, const MassTables<Space> &, Side, int,   \
                                            const Kokkos::View<double *, Space> &);                \
  template std::vector<double> barycentre_field<Space>(const Space &, const MassTables<Space> &,   \
                                                       const Slots &,                              \
                                                       const Kokkos::View<double *, Space> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
