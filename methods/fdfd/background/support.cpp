#include <curlew/methods/fdfd/background/support.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/reduce.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/fdfd/background/bilinear.hpp>
#include <curlew/methods/fdfd/background/grid_kernels.hpp>
#include <curlew/methods/fdfd/background/support_neighbours.hpp>
#include <curlew/methods/fdfd/background/uniform_inverse.hpp>

#include <algorithm>

namespace curlew::fdfd {
namespace {

// Contrast k^2 chi of an entry; 0 where it is like its surroundings.
template <class Space> struct Contrast {
  System<Space> system;
  BackgroundConstants<Space> k2_eps_b;

  KOKKOS_INLINE_FUNCTION Complex operator()(Offset in_grid) const {
    const std::uint16_t id = system.eps_id(in_grid);
    return id == 0 ? Complex(0) : system.k2_eps(id) - k2_eps_b(in_grid);
  }
  KOKKOS_INLINE_FUNCTION bool is_coupled(Offset in_grid) const {
    return system.is_coupled(system.eps_id(in_grid));
  }
};

// Numbers the entries of the support in the order of the box; with views, stores their data.
template <class Space> struct Enumerate {
  BoxEntries<Space> box;
  Contrast<Space> contrast;
  Kokkos::View<Index *, Space> in_box;
  Kokkos::View<Offset *, Space> in_grid;
  Vector<Space> scale, diagonal, source_scale;
  Kokkos::View<double *, Space> residual_scale;
  bool has_diagonal;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset e, Offset &count, const bool final) const {
    const auto at = box.entry_at(e);
    const Offset entry = box.in_grid(at);
    const Complex k2_chi = contrast(entry);
    if (k2_chi == Complex(0) && !contrast.is_coupled(entry))
      return;
    if (final && in_box.extent(0) > 0) {
      const Complex weight = box.weight(at), chi = k2_chi / contrast.k2_eps_b(entry);
      const Complex diag = has_diagonal && chi.real() > -1 ? 1.0 / (1.0 + 0.5 * chi) : Complex(1);
      const Complex s =
          Kokkos::sqrt((k2_chi == Complex(0) ? contrast.k2_eps_b(entry) : k2_chi) * weight * diag);
      in_box(count) = static_cast<Index>(e);
      in_grid(count) = entry;
      scale(count) = s;
      diagonal(count) = diag;
      source_scale(count) = weight * diag / s;
      residual_scale(count) = Kokkos::abs(s / weight / diag);
    }
    ++count;
  }
};

// q := a D^-1 p + b s box
template <class Space> struct Gather {
  Kokkos::View<const Index *, Space> in_box;
  Vector<Space> scale, diagonal, box, p, q;
  double a, b;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    const Complex value = b * (scale(i) * box(in_box(i)));
    q(i) = a != 0 ? a * (diagonal(i) * p(i)) + value : value;
  }
};

// y := D s E. Where the source is held, its part of the right-hand side goes into r, and D times
// that part is added to y. Counts the entries with nonzero E.
template <class Space> struct Start {
  Kokkos::View<const Offset *, Space> in_grid;
  Vector<Space> scale, diagonal, source_scale, f, e, y, r;
  bool is_held;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double (&sum)[1]) const {
    const Offset entry = in_grid(i);
    y(i) = scale(i) * e(entry) / diagonal(i);
    if (e(entry) != Complex(0))
      sum[0] += 1;
    if (is_held) {
      r(i) = source_scale(i) * f(entry);
      y(i) += r(i) / diagonal(i);
    }
  }
};

// r := r - D^-1 y + s box
template <class Space> struct Deduct {
  Kokkos::View<const Index *, Space> in_box;
  Vector<Space> scale, diagonal, box, y, r;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    r(i) += scale(i) * box(in_box(i)) - diagonal(i) * y(i);
  }
};

// Counts the entries of a source outside of the support.
template <class Space> struct CountOutside {
  Contrast<Space> contrast;
  Vector<Space> f;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset entry, double (&sum)[1]) const {
    if (f(entry) != Complex(0) && contrast(entry) == Complex(0) && !contrast.is_coupled(entry))
      sum[0] += 1;
  }
};

// y := y + factor x
template <class Space> struct AddScaled {
  Vector<Space> x, y;
  double factor;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const { y(i) += factor * x(i); }
};

} // namespace

template <class Space>
Support<Space>::Support(const Space &space, const Problem &problem, const System<Space> &system,
                        const Modes &modes, complex eps_b, complex eps_m)
    : Support(space, problem, system, uniform_layers(eps_b),
              eps_m == complex(0) && problem.couplings.empty(), {}) {
  background_ = std::make_unique<Background<Space>>(problem, modes, eps_b, box_, grid_);
  make_body(space, problem, eps_b, eps_m);
}

template <class Space>
Support<Space>::Support(const Space &space, const Problem &problem, const System<Space> &system,
                        complex eps_b, complex eps_m, const DividedGrid<Space> &grid)
    : Support(space, problem, system, uniform_layers(eps_b),
              eps_m == complex(0) && !grid.has_couplings(problem), grid) {
  background_ =
      make_uniform_inverse(space, grid.whole_of(problem), eps_b, box_, grid_, grid.shares);
  make_body(space, problem, eps_b, eps_m);
}

template <class Space>
void Support<Space>::make_body(const Space &space, const Problem &problem, complex eps_b,
                               complex eps_m) {
  if (eps_m != complex(0))
    body_ = std::make_unique<BodyInverse<Space>>(space, problem, system_, box_, in_box_, eps_b,
                                                 eps_m, divided_);
}

template <class Space>
Support<Space>::Support(const Space &space, const Problem &problem, const System<Space> &system,
                        const DividedGrid<Space> &grid)
    : Support(space, problem, system, problem.layers, !grid.has_couplings(problem), grid) {
  const Problem &whole = grid.whole_of(problem);
  background_ = std::make_unique<LayeredBackground<Space>>(
      space, whole, whole.layers, box_, grid_, LayeredBackground<Space>::Waves::automatic,
      grid.shares);
}

template <class Space>
Support<Space>::Support(const Space &space, const Problem &problem, const System<Space> &system,
                        const Layers &layers, bool has_diagonal, const DividedGrid<Space> &grid)
    : system_(system), divided_(grid), grid_(whole_grid(grid.whole_of(problem))),
      box_(grid.hull_of(support_box(problem, layers))), own_grid_(whole_grid(problem)),
      own_box_(grid.shares.in_slab(box_)), k2_eps_b_(problem, layers),
      is_coupled_(grid.has_couplings(problem)) {
  const Contrast<Space> contrast{system_, k2_eps_b_};
  const Offset entries = 3 * own_box_.entries();
  to_index(entries, "entries of the box around the scatterers");
  Enumerate<Space> enumerate{
      BoxEntries<Space>(system_, own_box_), contrast, {}, {}, {}, {}, {}, {}, has_diagonal};
  Kokkos::parallel_scan("curlew::fdfd::support_count", range_policy(space, entries), enumerate,
                        size_);
  if (!ranks().any(size_ > 0))
    throw InputError("there is nothing to scatter: eps is the same everywhere");
  in_box_ = Kokkos::View<Index *, Space>("curlew::fdfd::in_box", size_);
  in_grid_ = Kokkos::View<Offset *, Space>("curlew::fdfd::in_grid", size_);
  scale_ = Vector<Space>("curlew::fdfd::support_scale", size_);
  residual_scale_ = Kokkos::View<double *, Space>("curlew::fdfd::residual_scale", size_);
  box_in_ = Vector<Space>("curlew::fdfd::box_in", entries);
  box_out_ = Vector<Space>("curlew::fdfd::box_out", entries);
  enumerate.in_box = in_box_;
  enumerate.in_grid = in_grid_;
  enumerate.scale = scale_;
  diagonal_ = Vector<Space>("curlew::fdfd::support_diagonal", size_);
  enumerate.diagonal = diagonal_;
  source_scale_ = Vector<Space>("curlew::fdfd::source_scale", size_);
  enumerate.source_scale = source_scale_;
  enumerate.residual_scale = residual_scale_;
  Kokkos::parallel_scan("curlew::fdfd::support_entries", range_policy(space, entries), enumerate);
  if (is_coupled_)
    make_couplings(problem, layers);
}

template <class Space>
void Support<Space>::make_couplings(const Problem &problem, const Layers &layers) {
  const Couplings &couplings = problem.couplings;
  const auto in_grid = to_vector(in_grid_); // in rising order
  SupportNeighbours<Space> neighbours(divided_, problem, in_grid, to_vector(scale_));
  std::vector<Offset> row, first, column;
  std::vector<complex> value;
  const double k2 = problem.wavenumber * problem.wavenumber;
  for (std::size_t r = 0; r < couplings.row.size(); ++r) {
    const Offset entry = couplings.row[r], i = neighbours.index_of(entry);
    const auto [component, at] = problem.at(entry);
    const complex weight = problem.weight(component, at[0], at[1], at[2]), s = neighbours.scale(i);
    row.push_back(i);
    first.push_back(static_cast<Offset>(column.size()));
    const complex eps = problem.eps[problem.eps_id[component][entry % problem.size()]];
    if (k2 * eps == k2 * layers.at(component, at[2])) { // diagonal of X is 0
      column.push_back(i);
      value.emplace_back(-1);
    }
    for (Offset c = couplings.first[r]; c < couplings.first[r + 1]; ++c) {
      const Offset other = neighbours.index_of(couplings.column[c]);
      column.push_back(other);
      value.push_back(k2 * couplings.value[c] * weight / (s * neighbours.scale(other)));
    }
  }
  first.push_back(static_cast<Offset>(column.size()));
  if (!row.empty())
    couplings_ = SparseRows<Space>(row, first, column, value);
  field_ = Vector<Space>("curlew::fdfd::coupled_field", size_ + neighbours.size());
  halo_ = neighbours.make_halo();
}

template <class Space>
void Support<Space>::add_couplings(const Space &space, double factor,
                                   const Vector<Space> &y) const {
  if (halo_.active()) {
    const Kokkos::View<double *, Space> field(reinterpret_cast<double *>(field_.data()),
                                              2 * field_.extent(0));
    halo_.start(space, field);
    const auto received = halo_.finish(space);
    Kokkos::deep_copy(
        space, Kokkos::subview(field, std::make_pair(2 * std::size_t(size_), field.extent(0))),
        received);
  }
  couplings_.add(space, factor, field_, y);
}

template <class Space>
void Support<Space>::add_polarised(const Space &space, double factor,
                                   const Vector<Space> &y) const {
  Kokkos::parallel_for("curlew::fdfd::support_gather", range_policy(space, size_),
                       Gather<Space>{in_box_, scale_, diagonal_, box_out_, field_, field_, 0, 1});
  Kokkos::parallel_for("curlew::fdfd::add_polarised", range_policy(space, size_),
                       AddScaled<Space>{field_, y, factor});
  add_couplings(space, factor, y);
}

namespace {

double support_bytes(const Box &box, Offset size) {
  return 6.0 * box.entries() * sizeof(Complex) +
         double(size) * (sizeof(Index) + sizeof(Offset) + 2 * sizeof(Complex) + sizeof(double));
}

} // namespace

template <class Space>
double Support<Space>::bytes(const Problem &problem, const Box &box, Offset size, bool with_inverse,
                             const Share &share) {
  return (with_inverse ? BodyInverse<Space>::bytes(problem, box, size, share) : 0) +
         uniform_inverse_bytes<Space>(problem, box, whole_grid(problem), share) +
         support_bytes(share.of(box), size);
}

template <class Space>
double Support<Space>::layered_bytes(const Problem &problem, const Box &box, Offset size,
                                     const Share &share) {
  return LayeredBackground<Space>::bytes(problem, box, whole_grid(problem), share) +
         support_bytes(share.of(box), size);
}

template <class Space>
void Support<Space>::apply(const Space &space, const Vector<Space> &p,
                           const Vector<Space> &q) const {
  scatter(space, in_box_, scale_, p, box_in_);
  background_->apply(space, box_, box_in_, box_, box_out_);
  if (is_coupled_) {
    Kokkos::deep_copy(space, q, p);
    add_polarised(space, -1, q);
    return;
  }
  Kokkos::parallel_for("curlew::fdfd::support_gather", range_policy(space, size_),
                       Gather<Space>{in_box_, scale_, diagonal_, box_out_, p, q, 1, -1});
}

template <class Space>
void Support<Space>::invert(const Space &space, const Vector<Space> &r,
                            const Vector<Space> &z) const {
  body_->apply(space, r, box_in_, box_out_, z);
}

template <class Space>
bool Support<Space>::holds(const Space &space, const Vector<Space> &f) const {
  return sums_of_ranks<1>(ranks(), space, "curlew::fdfd::outside_support", 3 * own_grid_.entries(),
                          CountOutside<Space>{{system_, k2_eps_b_}, f})[0] == 0;
}

template <class Space>
void Support<Space>::start(const Space &space, const Vector<Space> &f, const Vector<Space> &e,
                           bool is_held, const Vector<Space> &y, const Vector<Space> &r) const {
  if (!is_held) { // r := the source's field at the support
    weigh(space, system_, own_grid_, f, background_->scratch());
    background_->apply(space, grid_, background_->scratch(), box_, box_out_);
    if (is_coupled_) {
      Kokkos::deep_copy(space, r, Complex(0));
      add_polarised(space, 1, r);
    } else {
      Kokkos::parallel_for("curlew::fdfd::support_gather", range_policy(space, size_),
                           Gather<Space>{in_box_, scale_, diagonal_, box_out_, r, r, 0, 1});
    }
  }
  const Start<Space> begin{in_grid_, scale_, diagonal_, source_scale_, f, e, y, r, is_held};
  const bool has_field =
      sums_of_ranks<1>(ranks(), space, "curlew::fdfd::support_start", size_, begin)[0] > 0;
  if (!has_field) {
    Kokkos::deep_copy(space, y, Complex(0));
    return;
  }
  if (is_coupled_) {
    const Start<Space> field{in_grid_, scale_, diagonal_, source_scale_, f, e, field_, r, false};
    ordered_sums<1>(space, "curlew::fdfd::support_start", size_, field);
    add_couplings(space, 1, y);
  }
  scatter(space, in_box_, scale_, y, box_in_); // r := r - K y
  background_->apply(space, box_, box_in_, box_, box_out_);
  if (is_coupled_) {
    Kokkos::parallel_for("curlew::fdfd::support_deduct", range_policy(space, size_),
                         AddScaled<Space>{y, r, -1});
    add_polarised(space, 1, r);
  } else {
    Kokkos::parallel_for("curlew::fdfd::support_deduct", range_policy(space, size_),
                         Deduct<Space>{in_box_, scale_, diagonal_, box_out_, y, r});
  }
}

template <class Space>
void Support<Space>::expand(const Space &space, const Vector<Space> &y,
                            const Vector<Space> &e) const {
  scatter(space, in_box_, scale_, y, box_in_);
  background_->apply(space, box_, box_in_, grid_, e);
}

template <class Space>
void Support<Space>::expand(const Space &space, const Vector<Space> &y, const Vector<Space> &f,
                            const Vector<Space> &e) const {
  weigh(space, system_, own_grid_, f, background_->scratch());
  scatter(space, in_grid_, scale_, y, background_->scratch(), true);
  background_->apply(space, grid_, background_->scratch(), grid_, e);
}

#define CURLEW_INSTANTIATE(Space) template class Support<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
