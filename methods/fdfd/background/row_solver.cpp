#include <curlew/methods/fdfd/background/row_solver.hpp>

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/fdfd/background/grid_kernels.hpp>

namespace curlew::fdfd {
namespace {

// A vector on a box, read by indices of the grid and up to one beyond.
template <class Space> struct BoxField {
  BoxEntries<Space> box;
  Vector<Space> values;

  KOKKOS_INLINE_FUNCTION Complex at(int component, Index i, Index j, Index k) const {
    Index index[3] = {i, j, k};
    Complex phase = 1;
    for (int d = 0; d < 3; ++d) {
      const Index count = box.system.count[d];
      if (index[d] >= 0 && index[d] < count)
        continue;
      if (!box.system.periodic[d])
        return 0;
      phase *= index[d] < 0 ? box.system.phase_back[d] : box.system.phase[d];
      index[d] += index[d] < 0 ? count : -count;
    }
    return phase *
           values(component * box.block +
                  (Offset(index[2] - box.first[2]) * box.size[1] + index[1] - box.first[1]) *
                      box.size[0] +
                  index[0] - box.first[0]);
  }
};

// Computes curl nu curl of a field on a box, at entries with all their neighbours in it. nu is a
// number of each face: 1/mu - 1, or 1 where `of_all`.
template <class Space> struct CurlCurl {
  BoxField<Space> field;
  bool of_all;

  KOKKOS_INLINE_FUNCTION Complex nu(int c, const Index (&at)[3]) const {
    const System<Space> &system = field.box.system;
    if (of_all)
      return 1;
    return system.inverse_mu(
               system.mu_id(c * system.size() +
                            (Offset(at[2]) * system.count[1] + at[1]) * system.count[0] + at[0])) -
           1.0;
  }
  // Returns nu curl on a face, with an index of the grid or one below.
  KOKKOS_INLINE_FUNCTION Complex on_face(int c, Index i, Index j, Index k) const {
    const System<Space> &system = field.box.system;
    Index at[3] = {i, j, k};
    Complex phase = 1;
    for (int d = 0; d < 3; ++d)
      if (at[d] < 0) {
        if (!system.periodic[d])
          return 0;
        phase *= system.phase_back[d];
        at[d] += system.count[d];
      }
    const Complex factor = nu(c, at);
    if (factor == Complex(0))
      return 0;
    const int u = (c + 1) % 3, v = (c + 2) % 3;
    const Complex here_u = field.at(u, at[0], at[1], at[2]),
                  here_v = field.at(v, at[0], at[1], at[2]),
                  up_v = field.at(v, at[0] + (u == 0), at[1] + (u == 1), at[2] + (u == 2)),
                  up_u = field.at(u, at[0] + (v == 0), at[1] + (v == 1), at[2] + (v == 2));
    return phase * factor *
           ((up_v - here_v) * system.half_rate[u](at[u]) -
            (up_u - here_u) * system.half_rate[v](at[v]));
  }
  KOKKOS_INLINE_FUNCTION Complex operator()(Index in_box) const {
    const System<Space> &system = field.box.system;
    const auto entry = field.box.entry_at(in_box);
    const int c = entry.component, u = (c + 1) % 3, v = (c + 2) % 3;
    const Index i = entry.at[0], j = entry.at[1], k = entry.at[2];
    return (on_face(v, i, j, k) - on_face(v, i - (u == 0), j - (u == 1), k - (u == 2))) *
               system.node_rate[u](entry.at[u]) -
           (on_face(u, i, j, k) - on_face(u, i - (v == 0), j - (v == 1), k - (v == 2))) *
               system.node_rate[v](entry.at[v]);
  }
};

// image := rows of A A0^-1 P y from the field on the box, or of -(A - A0) times that field.
template <class Space> struct RowProduct {
  CurlCurl<Space> magnetised;
  Kokkos::View<const Index *, Space> in_box;
  Vector<Space> contrast, y, image;
  Offset conductors;
  bool is_start; // the second form

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    const BoxField<Space> &field = magnetised.field;
    const Complex value = contrast(i) * field.values(in_box(i));
    if (i < conductors) {
      image(i) = is_start ? -value : value;
      return;
    }
    Complex difference = -value; // (A - A0) E
    if (field.box.system.mu_id.extent(0) > 0)
      difference += magnetised(in_box(i));
    image(i) = is_start ? -difference : y(i) + difference;
  }
};

// to := (A0)_CC field at entries of conductors that are walls along z; `after` is k^2 eps_b there.
template <class Space> struct MultiplyWalls {
  CurlCurl<Space> curl_curl;
  Kokkos::View<const Index *, Space> in_box;
  Vector<Space> before, after, to;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    if (before(i) == Complex(0))
      to(i) = curl_curl(in_box(i)) - after(i) * curl_curl.field.values(in_box(i));
  }
};
template <class Space> struct CountWalls {
  Vector<Space> before;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, Offset &count) const {
    count += before(i) == Complex(0) ? 1 : 0;
  }
};

// to := after box for rows that take part in the transforms, after from for others.
template <class Space> struct CollectRows {
  Kokkos::View<const Index *, Space> in_box;
  Vector<Space> before, after, from, box, to;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    to(i) = after(i) * (before(i) == Complex(0) ? from(i) : box(in_box(i)));
  }
};

// Computes the factors of each row.
template <class Space> struct DescribeRows {
  BoxEntries<Space> box;
  BackgroundConstants<Space> k2_eps_b;
  Kokkos::View<const Offset *, Space> in_grid;
  Kokkos::View<Index *, Space> in_box;
  Vector<Space> weight, contrast, before, after, local;
  Offset conductors;

  // True where the same component is fixed above and below: the entry is in a wall along z, not in
  // a surface across z.
  KOKKOS_INLINE_FUNCTION bool is_within(Offset entry, Index k) const {
    const System<Space> &system = box.system;
    const Offset plane = Offset(system.count[0]) * system.count[1];
    return k > 0 && k + 1 < system.count[2] && system.eps_id(entry - plane) == 0 &&
           system.eps_id(entry + plane) == 0;
  }
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    const System<Space> &system = box.system;
    const Offset entry = in_grid(i);
    const int c = static_cast<int>(entry / system.size());
    const Offset rest = entry - c * system.size(), line = rest / system.count[0];
    const Index at[3] = {static_cast<Index>(rest - line * system.count[0]),
                         static_cast<Index>(line % system.count[1]),
                         static_cast<Index>(line / system.count[1])};
    in_box(i) = static_cast<Index>(
        c * box.block +
        (Offset(at[2] - box.first[2]) * box.size[1] + at[1] - box.first[1]) * box.size[0] + at[0] -
        box.first[0]);
    Complex all = 1, across = 1;
    double diagonal = 0;
    for (int d = 0; d < 3; ++d) {
      const Complex length = d == c ? system.half_length[d](at[d]) : system.node_length[d](at[d]);
      all *= length;
      if (d < 2)
        across *= length;
      if (d != c)
        diagonal += 2 * Kokkos::abs(system.node_rate[d](at[d]) * system.half_rate[d](at[d]));
    }
    weight(i) = all;
    if (i < conductors) {
      const bool is_flat = c < 2 && !is_within(entry, at[2]);
      contrast(i) = diagonal;
      before(i) = is_flat ? across / diagonal : Complex(0);
      after(i) = is_flat ? across / all : k2_eps_b(entry);
      local(i) = 1 / diagonal;
      return;
    }
    const Complex k2_chi = system.k2_eps(system.eps_id(entry)) - k2_eps_b(entry),
                  chi = k2_chi / k2_eps_b(entry);
    contrast(i) = k2_chi;
    before(i) = 0;
    local(i) = 0;
    after(i) = chi.real() > -1 ? 1.0 / (1.0 + 0.5 * chi) : Complex(1);
  }
};

template <class Space> struct ClearConductors {
  System<Space> system;
  Vector<Space> e;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset entry) const {
    if (system.eps_id(entry) == 0)
      e(entry) = 0;
  }
};

} // namespace

template <class Space>
RowSolver<Space>::RowSolver(const Space &space, const Problem &problem, const System<Space> &system,
                            const DifferentRows &rows, Index capacity)
    : system_(system), grid_(whole_grid(problem)), box_(rows.box),
      background_(space, problem, problem.layers, box_, grid_),
      conductors_(static_cast<Offset>(rows.conductors.size())), size_(rows.size()),
      in_box_("curlew::fdfd::rows_in_box", size_), weight_("curlew::fdfd::rows_weight", size_),
      contrast_("curlew::fdfd::rows_contrast", size_), before_("curlew::fdfd::rows_before", size_),
      after_("curlew::fdfd::rows_after", size_), local_("curlew::fdfd::rows_local", size_),
      box_in_("curlew::fdfd::rows_box_in", 3 * box_.entries()),
      box_out_("curlew::fdfd::rows_box_out", 3 * box_.entries()), r_("curlew::fdfd::rows_r", size_),
      y_("curlew::fdfd::rows_y", size_),
      gcr_(
          LinearOperator<Space, Complex>(
              [this](const Space &on, const Vector<Space> &y, const Vector<Space> &image) {
                apply(on, y, image);
              },
              size_),
          DistributedVector<Space, Complex>(space, Communicator(), size_, 0), capacity,
          LinearOperator<Space, Complex>([this](const Space &on, const Vector<Space> &r,
                                                const Vector<Space> &y) { precondition(on, r, y); },
                                         size_)) {
  to_index(3 * box_.entries(), "entries of the box around the scatterers");
  std::vector<Offset> entries = rows.conductors;
  entries.insert(entries.end(), rows.others.begin(), rows.others.end());
  in_grid_ = to_view<Space>("curlew::fdfd::rows_in_grid", entries);
  Kokkos::parallel_for("curlew::fdfd::rows_describe", range_policy(space, size_),
                       DescribeRows<Space>{BoxEntries<Space>(system_, box_),
                                           {problem, problem.layers},
                                           in_grid_,
                                           in_box_,
                                           weight_,
                                           contrast_,
                                           before_,
                                           after_,
                                           local_,
                                           conductors_});
  Offset walls = 0;
  Kokkos::parallel_reduce("curlew::fdfd::rows_walls", range_policy(space, conductors_),
                          CountWalls<Space>{before_}, walls);
  has_walls_ = walls > 0;
  if (conductors_ > 0)
    background_.make_plane_inverses(space, rows.conducting.first[2], rows.conducting.size[2]);
}

template <class Space>
double RowSolver<Space>::bytes(const Problem &problem, const DifferentRows &rows, Index capacity) {
  const double planes =
      3.0 * problem.count(0) * problem.count(1) * rows.conducting.size[2] * sizeof(Complex);
  return LayeredBackground<Space>::bytes(problem, rows.box, whole_grid(problem)) + planes +
         6.0 * rows.box.entries() * sizeof(Complex) +
         double(rows.size()) * (sizeof(Index) + sizeof(Offset) + 7 * sizeof(Complex)) +
         RecyclingGcr<Space, Complex>::bytes(rows.size(), capacity);
}

template <class Space>
void RowSolver<Space>::apply(const Space &space, const Vector<Space> &y,
                             const Vector<Space> &image) const {
  scatter(space, in_box_, weight_, y, box_in_);
  background_.apply(space, box_, box_in_, box_, box_out_);
  Kokkos::parallel_for("curlew::fdfd::rows_product", range_policy(space, size_),
                       RowProduct<Space>{{{BoxEntries<Space>(system_, box_), box_out_}, false},
                                         in_box_,
                                         contrast_,
                                         y,
                                         image,
                                         conductors_,
                                         false});
}

template <class Space>
void RowSolver<Space>::precondition(const Space &space, const Vector<Space> &r,
                                    const Vector<Space> &y) const {
  if (conductors_ > 0) {
    scatter(space, in_box_, before_, r, box_in_);
    background_.invert_planes(space, box_, box_in_, box_out_);
  }
  Kokkos::parallel_for("curlew::fdfd::rows_collect", range_policy(space, size_),
                       CollectRows<Space>{in_box_, before_, after_, r, box_out_, y});
  if (!has_walls_)
    return;
  scatter(space, in_box_, local_, r, box_in_);
  Kokkos::parallel_for(
      "curlew::fdfd::rows_multiply_walls", range_policy(space, conductors_),
      MultiplyWalls<Space>{
          {{BoxEntries<Space>(system_, box_), box_in_}, true}, in_box_, before_, after_, y});
}

template <class Space>
void RowSolver<Space>::start(const Space &space, const Vector<Space> &f,
                             const Vector<Space> &r) const {
  weigh(space, system_, grid_, f, background_.scratch());
  background_.apply(space, grid_, background_.scratch(), box_, box_out_);
  Kokkos::parallel_for("curlew::fdfd::rows_start", range_policy(space, size_),
                       RowProduct<Space>{{{BoxEntries<Space>(system_, box_), box_out_}, false},
                                         in_box_,
                                         contrast_,
                                         r,
                                         r,
                                         conductors_,
                                         true});
}

template <class Space>
void RowSolver<Space>::expand(const Space &space, const Vector<Space> &y, const Vector<Space> &f,
                              const Vector<Space> &e) const {
  weigh(space, system_, grid_, f, background_.scratch());
  scatter(space, in_grid_, weight_, y, background_.scratch(), true);
  background_.apply(space, grid_, background_.scratch(), grid_, e);
  Kokkos::parallel_for("curlew::fdfd::rows_clear", range_policy(space, 3 * system_.size()),
                       ClearConductors<Space>{system_, e});
}

template <class Space>
std::string RowSolver<Space>::solve(const Space &space, const Vector<Space> &f,
                                    const Vector<Space> &e, const Stopping &stopping,
                                    SolveReport &report) {
  // The entries of conductors are set to 0 at the end, which adds their values to the residual of
  // other rows: at most their residual in their own rows, whose d is the sum of |A| there.
  Stopping stricter = stopping;
  stricter.tolerance /= 2;
  start(space, f, r_);
  Kokkos::deep_copy(space, y_, Complex(0));
  std::string trouble = gcr_.advance(r_, y_, stricter, report);
  expand(space, y_, f, e);
  return trouble;
}

#define CURLEW_INSTANTIATE(Space) template class RowSolver<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
