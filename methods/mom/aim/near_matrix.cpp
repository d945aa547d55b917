#include <curlew/methods/mom/aim/near_matrix.hpp>

#include <curlew/methods/mom/aim/grid_pairs.hpp>
#include <curlew/methods/mom/fill/corner_entries.hpp>
#include <curlew/methods/mom/fill/interrupts.hpp>
#include <curlew/methods/mom/fill/near_fill.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::mom {
namespace {

// Makes the table for all differences of nodes of two near points: the largest difference of their
// first nodes, and the nodes of their stencils.
template <class Space>
NodeTable<Space> make_node_table(const Surface &surface, const AimGrid &grid, double wavenumber) {
  double largest = 0;
  for (const Face &face : surface.faces)
    largest = std::max(largest, face.radius);
  const double distance = std::max(grid.near_m, 2 * NearFinder::k_reach * largest) + 2 * largest;
  NodeTable<Space> table;
  std::size_t count = 1;
  for (int d = 0; d < 3; ++d) {
    const double nodes = distance / grid.spacing_m + 2 + grid.stencil.order();
    table.reach[d] = static_cast<Index>(std::min<double>(nodes, grid.extent[d] - 1));
    table.width[d] = 2 * table.reach[d] + 1;
    count *= static_cast<std::size_t>(table.width[d]);
  }
  constexpr std::size_t k_spare = 2 * 16; // vectors read these entries, with weights of 0
  std::vector<double> re(count + k_spare, 0.0), im(count + k_spare, 0.0);
  for (Index z = -table.reach[2]; z <= table.reach[2]; ++z)
    for (Index y = -table.reach[1]; y <= table.reach[1]; ++y)
      for (Index x = -table.reach[0]; x <= table.reach[0]; ++x) {
        if (x == 0 && y == 0 && z == 0) {
          re[table.number(x, y, z)] = k_same_node / grid.spacing_m;
          continue;
        }
        const double squared = double(x) * x + double(y) * y + double(z) * z;
        Green<double> green;
        evaluate_green<false>(squared * grid.spacing_m * grid.spacing_m, wavenumber, green);
        re[table.number(x, y, z)] = green.electric.re;
        im[table.number(x, y, z)] = green.electric.im;
      }
  table.re = to_view<Space>("curlew::mom::aim_table", re);
  table.im = to_view<Space>("curlew::mom::aim_table", im);
  return table;
}

// Adds the impedance of a face to the nine pairs of its corners.
template <class Space, class Real> struct AddImpedance {
  SurfaceTable<Space> surface;
  NearRows<Space, Real> rows;
  Kokkos::View<const Complex *, Space> factor;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset face) const {
    const auto f = static_cast<Index>(face);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const double value = gram(surface.faces(f), i, j);
        add_halves(surface, rows, 3 * f + i, 3 * f + j,
                   Parts<double>{value * factor(f).real(), value * factor(f).imag()});
      }
  }
};

} // namespace

template <class Space, class Real>
void NearMatrix<Space, Real>::add_impedances(const Space &space,
                                             const std::vector<std::complex<double>> &z) const {
  if (z.empty())
    return;
  std::vector<Complex> factor;
  for (const std::complex<double> &one : z)
    factor.emplace_back(one.real(), one.imag());
  Kokkos::parallel_for(
      "curlew::mom::aim_impedances",
      RangePolicy<Space>(space, 0, static_cast<Offset>(factor.size())),
      AddImpedance<Space, Real>{table_, rows_, to_view<Space>("curlew::mom::impedances", factor)});
  space.fence();
}

template <class Space, class Real>
NearMatrix<Space, Real>::NearMatrix(const Space &space, const Surface &surface, NearPattern pattern)
    : surface_(surface), pairs_(std::move(pattern.pairs)), test_(make_near_test(surface)),
      table_(make_surface_table<Space>(surface, test_)) {
  rows_.row_begin = to_view<Space>("curlew::mom::aim_row_begin", pattern.row_begin);
  rows_.columns = to_view<Space>("curlew::mom::aim_columns", pattern.columns);
  std::vector<Index>().swap(pattern.columns); // freed before the values are allocated
  rows_.values = Kokkos::View<Kokkos::complex<Real> *, Space>("curlew::mom::aim_values",
                                                              rows_.columns.extent(0));
  rows_.is_alone = space.concurrency() == 1;
}

// Fills pairs that are near for the dense matrix by its rules for near pairs, and pairs that are
// near only by the radius of exact integrals by the rule of far pairs.
template <class Space, class Real>
void NearMatrix<Space, Real>::fill_exact(const Space &space, const Quadrature &quadrature,
                                         const Combination &with) const {
  Kokkos::deep_copy(space, rows_.values, Kokkos::complex<Real>(0));
  PairList near;
  near.offset.push_back(0);
  std::vector<Index> first, second;
  for (std::size_t p = 0; p + 1 < pairs_.offset.size(); ++p) {
    for (Offset k = pairs_.offset[p]; k < pairs_.offset[p + 1]; ++k) {
      const Index q = pairs_.second[k];
      if (test_.is_near(static_cast<Index>(p), q)) {
        near.second.push_back(q);
      } else {
        first.push_back(static_cast<Index>(p));
        second.push_back(q);
      }
    }
    near.offset.push_back(static_cast<Offset>(near.second.size()));
  }
  const NearRules<Space> rules = make_near_rules<Space>(quadrature);
  for (const NearPairs<Space> &pairs : make_near_pairs<Space>(surface_, near))
    add_near_pairs(space, table_, rules, pairs, quadrature.testing, with, rows_);
  Quadrature far = quadrature;
  far.near = quadrature.far_source();
  near = {};
  const auto to_space = [](const char *label, std::vector<Index> &list) {
    const auto view = to_view<Space>(label, list);
    std::vector<Index>().swap(list);
    return view;
  };
  const NearPairs<Space> further{NearKind::near, to_space("curlew::mom::aim_first", first),
                                 to_space("curlew::mom::aim_second", second)};
  add_near_pairs(space, table_, make_near_rules<Space>(far), further, quadrature.testing, with,
                 rows_);
  space.fence();
  stop_if_interrupted();
}

template <class Space, class Real>
void NearMatrix<Space, Real>::subtract_grid(const Space &space, const AimGrid &grid,
                                            const AimPoints<Space> &points,
                                            const Combination &with) {
  std::vector<Index> first(pairs_.second.size());
  for (std::size_t p = 0; p + 1 < pairs_.offset.size(); ++p)
    std::fill(first.begin() + static_cast<std::ptrdiff_t>(pairs_.offset[p]),
              first.begin() + static_cast<std::ptrdiff_t>(pairs_.offset[p + 1]),
              static_cast<Index>(p));
  const auto first_there = to_view<Space>("curlew::mom::aim_first", first);
  std::vector<Index>().swap(first);
  const NodeTable<Space> table = make_node_table<Space>(surface_, grid, with.wavenumber);
  subtract_grid_pairs(
      space, GridPairs<Space, Real>{table_, rows_, with, points, table, first_there,
                                    to_view<Space>("curlew::mom::aim_second", pairs_.second)});
  space.fence();
  stop_if_interrupted();
  pairs_ = {};
  test_ = {};
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template class NearMatrix<Space, double>;                                                        \
  template class NearMatrix<Space, float>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
