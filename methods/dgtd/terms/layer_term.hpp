#pragma once

#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/vector_kernels.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/layers/layer_matrices.hpp>
#include <curlew/methods/dgtd/ranks/listed_rows.hpp>
#include <curlew/methods/dgtd/terms/term.hpp>
#include <curlew/methods/shared/elements/reference_basis.hpp>

#include <algorithm>
#include <utility>

namespace curlew::dgtd {

// What the kernels of a layer read and write of one side. A row of matrices belongs to one unknown
// of one tet; in memory as the space likes it.
template <class Space> struct LayerTables {
  using Values = Kokkos::View<double *, Space>;
  Kokkos::View<const Index *, Space> slots;          // [tet of the layer]
  Kokkos::View<const Index *[4], Space> behind;      // slots of neighbours in the layer; -1: none
  Kokkos::View<const int *[4], Space> local;         // the face as they number it
  Kokkos::View<const int **, Space> numbers;         // [face][trace]: functions with a trace there
  Kokkos::View<const double ***, Space> rows;        // [tet n + i][matrix][j]
  Kokkos::View<const double ***, Space> behind_rows; // [tet n + i][face][trace]
  Values before, change;                             // [tet n + i]
  Values p, q, p_next;                               // memories
  Values p_increment, q_increment;                   // stages
  int n = 0, nf = 0;
  bool has_loss = false, has_jumps = false;

  // No variables: views take indices by reference, which must exist on the device.
  enum : int { k_step, k_stay, k_memory, k_p_keep, k_p_gain, k_second, k_matrices };

  KOKKOS_INLINE_FUNCTION Offset at(Offset item) const {
    return Packs<Space>::at(slots(item / n), static_cast<int>(item % n), n);
  }
};

// Before the updater's step: keeps the field, and what neighbours add by the penalty; ghosts are up
// to date (terms/term.hpp).
template <class Space> struct KeepLayer {
  LayerTables<Space> tables;
  Kokkos::View<double *, Space> x;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    const Offset tet = item / tables.n;
    tables.before(item) = x(tables.at(item));
    double sum = 0;
    for (int face = 0; tables.has_jumps && face < 4; ++face) {
      const Index other = tables.behind(tet, face);
      for (int j = 0; other >= 0 && j < tables.nf; ++j)
        sum += tables.behind_rows(item, face, j) *
               x(Packs<Space>::at(other, tables.numbers(tables.local(tet, face), j), tables.n));
    }
    tables.change(item) = sum;
  }
};

// The change of the field in the step.
template <class Space> struct ChangeLayer {
  LayerTables<Space> tables;
  Kokkos::View<double *, Space> x;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    using Tables = LayerTables<Space>;
    const Offset first = item - item % tables.n;
    double sum = tables.change(item);
    for (int j = 0; j < tables.n; ++j) {
      const double before = tables.before(first + j);
      sum += tables.rows(item, Tables::k_step, j) * (x(tables.at(first + j)) - before) +
             tables.rows(item, Tables::k_stay, j) * before +
             tables.rows(item, Tables::k_memory, j) * tables.p(first + j);
      if (tables.has_loss)
        sum += tables.rows(item, Tables::k_second, j) * tables.q(first + j);
    }
    tables.change(item) = sum;
  }
};

// The field and the memories after the step.
template <class Space> struct FinishLayer {
  LayerTables<Space> tables;
  Kokkos::View<double *, Space> x;
  double dt_s;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    using Tables = LayerTables<Space>;
    const Offset first = item - item % tables.n;
    double next = 0;
    for (int j = 0; j < tables.n; ++j)
      next += tables.rows(item, Tables::k_p_keep, j) * tables.p(first + j) +
              tables.rows(item, Tables::k_p_gain, j) *
                  (2 * tables.before(first + j) + tables.change(first + j));
    tables.p_next(item) = next;
    if (tables.has_loss)
      tables.q(item) += 0.5 * dt_s * (next + tables.p(item));
    x(tables.at(item)) = tables.before(item) + tables.change(item);
  }
};

// Before a stage: rates of the field, and increments of the first memory.
template <class Space> struct RateLayer {
  LayerTables<Space> tables;
  Kokkos::View<double *, Space> x;
  double a, dt_s;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    using Tables = LayerTables<Space>;
    const Offset first = item - item % tables.n;
    double rate = 0, p_rate = x(tables.at(item));
    for (int j = 0; j < tables.n; ++j) {
      const double p = tables.p(first + j);
      rate += tables.rows(item, Tables::k_stay, j) * x(tables.at(first + j)) +
              tables.rows(item, Tables::k_memory, j) * p;
      p_rate += tables.rows(item, Tables::k_p_keep, j) * p;
      if (tables.has_loss)
        rate += tables.rows(item, Tables::k_second, j) * tables.q(first + j);
    }
    tables.change(item) = rate;
    tables.p_increment(item) = a * tables.p_increment(item) + dt_s * p_rate;
  }
};

// After a stage.
template <class Space> struct AddRates {
  LayerTables<Space> tables;
  Kokkos::View<double *, Space> x, increments;
  double a, b, dt_s;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    const Offset at = tables.at(item);
    increments(at) += dt_s * tables.change(item);
    x(at) += b * dt_s * tables.change(item);
    if (tables.has_loss) {
      tables.q_increment(item) = a * tables.q_increment(item) + dt_s * tables.p(item);
      tables.q(item) += b * tables.q_increment(item);
    }
    tables.p(item) += b * tables.p_increment(item);
  }
};

// Matched layers: LayerMatrices around the updater's own step. The last of the terms, so that the
// updater's step has all others in it. Verified by DgtdLayers.*.
template <class Space> class LayerTerm final : public Term<Space> {
public:
  LayerTerm(const Problem &problem, const Slots &slots, double dt_s)
      : dt_s_(dt_s), rows_(problem, problem.layers.tets) {
    const auto &tets = problem.layers.tets;
    const bool is_upwind = problem.choices.scheme == SchemeKind::upwind;
    items_ = static_cast<Offset>(tets.size()) * problem.per_tet();
    for (const Side side : {Side::electric, Side::magnetic}) {
      LayerTables<Space> &tables = sides_[static_cast<int>(side)];
      tables.n = problem.per_tet();
      tables.nf = problem.choices.space.per_triangle();
      tables.has_jumps = has_layer_penalty(problem);
      fill_faces(problem, slots, tables);
      fill_matrices(problem, side, tables);
      using Values = typename LayerTables<Space>::Values;
      for (Values *values : {&tables.before, &tables.change, &tables.p, &tables.p_next})
        *values = Values("curlew::dgtd::layer_values", items_);
      if (is_upwind)
        tables.p_increment = Values("curlew::dgtd::layer_increment", items_);
      if (tables.has_loss)
        tables.q = Values("curlew::dgtd::layer_second", items_);
      if (tables.has_loss && is_upwind)
        tables.q_increment = Values("curlew::dgtd::layer_second_increment", items_);
    }
  }

  void begin(const Space &space, Side side, double, Fields<Space> &fields) override {
    launch(space, "curlew::dgtd::layer_keep", KeepLayer<Space>{of(side), field(side, fields)});
  }

  void end(const Space &space, Side side, double, Fields<Space> &fields) override {
    LayerTables<Space> &tables = of(side);
    const auto &x = field(side, fields);
    launch(space, "curlew::dgtd::layer_change", ChangeLayer<Space>{tables, x});
    launch(space, "curlew::dgtd::layer_finish", FinishLayer<Space>{tables, x, dt_s_});
    std::swap(tables.p, tables.p_next);
  }

  void begin_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    for (const Side side : {Side::electric, Side::magnetic})
      launch(space, "curlew::dgtd::layer_rates",
             RateLayer<Space>{of(side), field(side, fields), stage.a, stage.dt_s});
  }

  void end_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    for (const Side side : {Side::electric, Side::magnetic})
      launch(space, "curlew::dgtd::layer_add",
             AddRates<Space>{of(side), field(side, fields),
                             side == Side::electric ? fields.electric_own : fields.magnetic_own,
                             stage.a, stage.b, stage.dt_s});
  }

  // [tet of the layer][function].
  void save(const Space &space, FieldState &state) const override {
    space.fence();
    for (const Side side : {Side::electric, Side::magnetic}) {
      const LayerTables<Space> &tables = sides_[static_cast<int>(side)];
      rows_.save(name(side) + "_first", to_vector(tables.p), state);
      if (tables.has_loss)
        rows_.save(name(side) + "_second", to_vector(tables.q), state);
    }
  }
  void load(const Space &, const FieldState &state) override {
    for (const Side side : {Side::electric, Side::magnetic}) {
      LayerTables<Space> &tables = of(side);
      tables.p = to_view<Space>("curlew::dgtd::layer_values",
                                rows_.load(name(side) + "_first", tables.n, state));
      if (tables.has_loss)
        tables.q = to_view<Space>("curlew::dgtd::layer_second",
                                  rows_.load(name(side) + "_second", tables.n, state));
    }
  }

private:
  using Values = Kokkos::View<double *, Space>;

  static std::string name(Side side) {
    return side == Side::electric ? "layer_electric" : "layer_magnetic";
  }
  LayerTables<Space> &of(Side side) { return sides_[static_cast<int>(side)]; }
  static const Values &field(Side side, const Fields<Space> &fields) {
    return side == Side::electric ? fields.e : fields.h;
  }
  template <class Kernel>
  void launch(const Space &space, const char *label, const Kernel &kernel) const {
    Kokkos::parallel_for(label, RangePolicy<Space>(space, 0, items_), kernel);
  }

  static void fill_faces(const Problem &problem, const Slots &slots, LayerTables<Space> &tables) {
    const auto &tets = problem.layers.tets;
    std::vector<Index> of_tets;
    Kokkos::View<Index *[4], Space> behind("curlew::dgtd::layer_behind", tets.size());
    Kokkos::View<int *[4], Space> local("curlew::dgtd::layer_faces", tets.size());
    Kokkos::View<int **, Space> numbers("curlew::dgtd::layer_traces", 4, tables.nf);
    const auto host_behind = Kokkos::create_mirror_view(behind);
    const auto host_local = Kokkos::create_mirror_view(local);
    const auto host_numbers = Kokkos::create_mirror_view(numbers);
    for (std::size_t k = 0; k < tets.size(); ++k) {
      of_tets.push_back(slots.of_tet[tets[k]]);
      for (int f = 0; f < 4; ++f) {
        const TetFace &to = problem.faces[tets[k]][f];
        const bool is_inside = to.kind == FaceKind::inner && problem.layers.is_inside[to.tet];
        host_behind(k, f) = is_inside ? slots.of_tet[to.tet] : -1;
        host_local(k, f) = to.local;
      }
    }
    for (int f = 0; f < 4; ++f)
      for (int j = 0; j < tables.nf; ++j)
        host_numbers(f, j) = problem.choices.space.trace(f, j);
    Kokkos::deep_copy(behind, host_behind);
    Kokkos::deep_copy(local, host_local);
    Kokkos::deep_copy(numbers, host_numbers);
    tables.slots = to_view<Space>("curlew::dgtd::layer_slots", of_tets);
    tables.behind = behind;
    tables.local = local;
    tables.numbers = numbers;
  }

  void fill_matrices(const Problem &problem, Side side, LayerTables<Space> &tables) const {
    using Tables = LayerTables<Space>;
    const auto &tets = problem.layers.tets;
    const int n = tables.n, nf = tables.nf;
    const bool is_upwind = problem.choices.scheme == SchemeKind::upwind;
    for (const Index tet : tets) {
      const Material &medium = problem.materials[problem.material[tet]];
      const SymmetricTensor &loss = side == Side::electric ? medium.sigma : medium.sigma_m;
      tables.has_loss = tables.has_loss || !loss.is_zero();
    }
    tables.has_loss = problem.ownership.ranks.any(tables.has_loss); // states of all are alike
    Kokkos::View<double ***, Space> rows("curlew::dgtd::layer_rows", items_,
                                         Tables::k_matrices - (tables.has_loss ? 0 : 1), n);
    Kokkos::View<double ***, Space> behind("curlew::dgtd::layer_behind_rows",
                                           tables.has_jumps ? items_ : 0, 4, nf);
    const auto host_rows = Kokkos::create_mirror_view(rows);
    const auto host_behind = Kokkos::create_mirror_view(behind);
    parallel_chunks(tets.size(), problem.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const LayerMatrices matrices = layer_matrices(problem, tets[k], side, dt_s_);
        const auto put = [&](int number, const Matrix &matrix) {
          for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
              host_rows(k * n + i, number, j) = matrix[i * n + j];
        };
        put(Tables::k_stay, matrices.stay);
        put(Tables::k_memory, matrices.memory);
        put(Tables::k_p_keep, matrices.p_keep);
        if (tables.has_loss)
          put(Tables::k_second, matrices.second);
        if (is_upwind)
          continue;
        put(Tables::k_step, matrices.step);
        put(Tables::k_p_gain, matrices.p_gain);
        for (int face = 0; tables.has_jumps && face < 4; ++face)
          for (int i = 0; i < n; ++i)
            for (int j = 0; j < nf; ++j)
              host_behind(k * n + i, face, j) = matrices.behind[face][i * nf + j];
      }
    });
    Kokkos::deep_copy(rows, host_rows);
    Kokkos::deep_copy(behind, host_behind);
    tables.rows = rows;
    tables.behind_rows = behind;
  }

  double dt_s_;
  ListedRows rows_;  // of a state, one for each tet
  Offset items_ = 0; // unknowns in the layer
  LayerTables<Space> sides_[2];
};

} // namespace curlew::dgtd
