#pragma once

#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/vector_kernels.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/layers/layer_weights.hpp>
#include <curlew/methods/dgtd/layers/stretched_matrices.hpp>
#include <curlew/methods/dgtd/ranks/listed_rows.hpp>
#include <curlew/methods/dgtd/terms/term.hpp>
#include <curlew/methods/shared/elements/reference_basis.hpp>

#include <algorithm>
#include <utility>

namespace curlew::dgtd {

// What the kernels of a layer read and write of one side. A row of matrices belongs to one unknown
// of one tet; in memory as the space likes it.
template <class Space> struct StretchedLayerTables {
  using Values = Kokkos::View<double *, Space>;
  Kokkos::View<const Index *, Space> slots;          // [tet of the layer]
  Kokkos::View<const Index *[4], Space> behind;      // slots of neighbours in the layer; -1: none
  Kokkos::View<const int *[4], Space> local;         // the face as they number it
  Kokkos::View<const int **, Space> numbers;         // [face][trace]: functions with a trace there
  Kokkos::View<const double ***, Space> rows;        // [tet n + i][component or unstretch][j]
  Kokkos::View<const double ***, Space> weights;     // [tet][k (blocks + 1) + l][component]
  Kokkos::View<const double *, Space> loss_share;    // [tet]
  Kokkos::View<const int *, Space> is_used;          // [tet]: bit l of block l
  Kokkos::View<const double **, Space> own_rows;     // [tet n + i][j]: penalty
  Kokkos::View<const double ***, Space> behind_rows; // [tet n + i][face][trace]
  Kokkos::View<double **, Space> z, next;            // [tet n + i][block]: x and memories
  Kokkos::View<double **, Space> increments;         // stages: of memories, from block 1 on
  Values drive, moved;                               // [tet n + i]
  int n = 0, nf = 0, blocks = 1;
  bool has_jumps = false, is_stretched = false;

  KOKKOS_INLINE_FUNCTION Offset at(Offset item) const {
    return Packs<Space>::at(slots(item / n), static_cast<int>(item % n), n);
  }
  // Of row i of a matrix with a vector of the tet.
  KOKKOS_INLINE_FUNCTION double unstretch(Offset item, const Values &of) const {
    const Offset first = item - item % n;
    double sum = 0;
    for (int j = 0; j < n; ++j)
      sum += rows(item, 3, j) * of(first + j);
    return sum;
  }
  // out[k] += sum over l of weights[k][l] z[l], and for l = blocks of the drive.
  KOKKOS_INLINE_FUNCTION void apply(Offset item, bool has_drive, const Values &from,
                                    double (&out)[k_most_layer_blocks]) const {
    const Offset tet = item / n, first = item - item % n;
    const int used = is_used(tet);
    for (int l = 0; l < blocks + (has_drive ? 1 : 0); ++l) {
      if ((used >> l) % 2 == 0)
        continue;
      double parts[3] = {0, 0, 0};
      for (int j = 0; j < n; ++j) {
        const double value = l < blocks ? z(first + j, l) : from(first + j);
        for (int c = 0; c < 3; ++c)
          parts[c] += rows(item, c, j) * value;
      }
      for (int k = 0; k < blocks; ++k)
        for (int c = 0; c < 3; ++c)
          out[k] += weights(tet, k * (blocks + 1) + l, c) * parts[c];
    }
  }
};

// The field before the updater.
template <class Space> struct StretchedKeepLayer {
  StretchedLayerTables<Space> tables;
  Kokkos::View<double *, Space> x;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    tables.z(item, 0) = x(tables.at(item));
  }
};

// Before the updater's step: what the layer's penalty adds; ghosts are up to date (terms/term.hpp).
template <class Space> struct StretchedJumpLayer {
  StretchedLayerTables<Space> tables;
  Kokkos::View<double *, Space> x;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    const Offset tet = item / tables.n, first = tet * tables.n;
    double sum = 0;
    for (int j = 0; j < tables.n; ++j)
      sum += tables.own_rows(item, j) * tables.z(first + j, 0);
    for (int face = 0; face < 4; ++face) {
      const Index other = tables.behind(tet, face);
      for (int j = 0; other >= 0 && j < tables.nf; ++j)
        sum += tables.behind_rows(item, face, j) *
               x(Packs<Space>::at(other, tables.numbers(tables.local(tet, face), j), tables.n));
    }
    tables.moved(item) = sum;
  }
};

// What the updater's step and the penalty add to the field, without its loss.
template <class Space> struct StretchedDriveLayer {
  StretchedLayerTables<Space> tables;
  Kokkos::View<double *, Space> x;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    const double before = tables.z(item, 0);
    tables.moved(item) = (tables.has_jumps ? tables.moved(item) : 0) + x(tables.at(item)) - before +
                         tables.loss_share(item / tables.n) * before;
  }
};

template <class Space> struct StretchedUnstretchLayer {
  StretchedLayerTables<Space> tables;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    tables.drive(item) = tables.unstretch(item, tables.moved);
  }
};

// The field and the memories after the step.
template <class Space> struct StretchedStepLayer {
  StretchedLayerTables<Space> tables;
  Kokkos::View<double *, Space> x;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    double out[k_most_layer_blocks] = {};
    tables.apply(item, true, tables.is_stretched ? tables.drive : tables.moved, out);
    for (int k = 0; k < tables.blocks; ++k)
      tables.next(item, k) = out[k];
    x(tables.at(item)) = out[0];
  }
};

// Before a stage: rates of the field in `next`, increments of the memories, and where the
// increments of the field begin.
template <class Space> struct StretchedRateLayer {
  StretchedLayerTables<Space> tables;
  Kokkos::View<double *, Space> own;
  double a, dt_s;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    double out[k_most_layer_blocks] = {};
    tables.apply(item, false, tables.moved, out);
    tables.next(item, 0) = out[0];
    for (int k = 1; k < tables.blocks; ++k)
      tables.increments(item, k) = a * tables.increments(item, k) + dt_s * out[k];
    if (tables.is_stretched)
      tables.moved(item) = a * own(tables.at(item));
  }
};

// What the updater added to the increments of the field, in a stretched layer.
template <class Space> struct StretchedAddedLayer {
  StretchedLayerTables<Space> tables;
  Kokkos::View<double *, Space> own;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    tables.moved(item) = own(tables.at(item)) - tables.moved(item);
  }
};

// After a stage.
template <class Space> struct AddStretchedRates {
  StretchedLayerTables<Space> tables;
  Kokkos::View<double *, Space> x, own;
  double b, dt_s;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    const Offset at = tables.at(item);
    double added = dt_s * tables.next(item, 0);
    if (tables.is_stretched)
      added += tables.unstretch(item, tables.moved) - tables.moved(item);
    own(at) += added;
    x(at) += b * added;
    for (int k = 1; k < tables.blocks; ++k)
      tables.z(item, k) += b * tables.increments(item, k);
  }
};

// Matched layers with kappa, alpha or poles, in full spaces: LayerWeights around the updater's own
// step. The last of the terms on these tets, so that the updater's step has all others in it.
// Verified by DgtdLayers.*.
template <class Space> class StretchedLayerTerm final : public Term<Space> {
public:
  StretchedLayerTerm(const Problem &problem, const Slots &slots, double dt_s)
      : rows_(problem, problem.layers.tets) {
    const bool is_upwind = problem.choices.scheme == SchemeKind::upwind;
    items_ = static_cast<Offset>(problem.layers.tets.size()) * problem.per_tet();
    StretchedLayerTables<Space> common;
    common.n = problem.per_tet();
    common.nf = problem.choices.space.per_triangle();
    common.has_jumps = has_layer_penalty(problem);
    common.is_stretched = problem.layers.has_real_stretch();
    fill_faces(problem, slots, common);
    fill_matrices(problem, common);
    for (const Side side : {Side::electric, Side::magnetic}) {
      StretchedLayerTables<Space> &tables = of(side);
      tables = common;
      fill_weights(problem, side, dt_s, tables);
      if (tables.has_jumps)
        fill_jumps(problem, side, dt_s, tables);
      using Blocks = Kokkos::View<double **, Space>;
      tables.z = Blocks("curlew::dgtd::stretched_numbers", items_, tables.blocks);
      tables.next = Blocks("curlew::dgtd::stretched_next", items_, tables.blocks);
      if (is_upwind)
        tables.increments = Blocks("curlew::dgtd::stretched_increments", items_, tables.blocks);
      tables.moved = Values("curlew::dgtd::stretched_moved", items_);
      if (tables.is_stretched)
        tables.drive = Values("curlew::dgtd::stretched_drive", items_);
    }
  }

  void begin(const Space &space, Side side, double, Fields<Space> &fields) override {
    const StretchedLayerTables<Space> &tables = of(side);
    launch(space, "curlew::dgtd::stretched_keep",
           StretchedKeepLayer<Space>{tables, field(side, fields)});
    if (tables.has_jumps)
      launch(space, "curlew::dgtd::stretched_jump",
             StretchedJumpLayer<Space>{tables, field(side, fields)});
  }

  void end(const Space &space, Side side, double, Fields<Space> &fields) override {
    StretchedLayerTables<Space> &tables = of(side);
    const auto &x = field(side, fields);
    launch(space, "curlew::dgtd::stretched_drive", StretchedDriveLayer<Space>{tables, x});
    if (tables.is_stretched)
      launch(space, "curlew::dgtd::stretched_unstretch", StretchedUnstretchLayer<Space>{tables});
    launch(space, "curlew::dgtd::stretched_step", StretchedStepLayer<Space>{tables, x});
    std::swap(tables.z, tables.next);
  }

  void begin_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    for (const Side side : {Side::electric, Side::magnetic}) {
      launch(space, "curlew::dgtd::stretched_keep",
             StretchedKeepLayer<Space>{of(side), field(side, fields)});
      launch(space, "curlew::dgtd::stretched_rates",
             StretchedRateLayer<Space>{of(side), own(side, fields), stage.a, stage.dt_s});
    }
  }

  void end_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    for (const Side side : {Side::electric, Side::magnetic}) {
      const StretchedLayerTables<Space> &tables = of(side);
      if (tables.is_stretched)
        launch(space, "curlew::dgtd::stretched_added",
               StretchedAddedLayer<Space>{tables, own(side, fields)});
      launch(space, "curlew::dgtd::stretched_add",
             AddStretchedRates<Space>{tables, field(side, fields), own(side, fields), stage.b,
                                      stage.dt_s});
    }
  }

  // [tet of the layer][function][memory].
  void save(const Space &space, FieldState &state) const override {
    space.fence();
    for (const Side side : {Side::electric, Side::magnetic}) {
      const StretchedLayerTables<Space> &tables = sides_[static_cast<int>(side)];
      const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), tables.z);
      std::vector<double> values;
      for (Offset item = 0; item < items_; ++item)
        for (int k = 1; k < tables.blocks; ++k)
          values.push_back(host(item, k));
      rows_.save(name(side), values, state);
    }
  }
  void load(const Space &, const FieldState &state) override {
    for (const Side side : {Side::electric, Side::magnetic}) {
      StretchedLayerTables<Space> &tables = of(side);
      const auto width = static_cast<std::size_t>(tables.n) * (tables.blocks - 1);
      const std::vector<double> values = rows_.load(name(side), width, state);
      const auto host = Kokkos::create_mirror_view(tables.z);
      for (Offset item = 0; item < items_; ++item)
        for (int k = 1; k < tables.blocks; ++k)
          host(item, k) = values[item * (tables.blocks - 1) + k - 1];
      Kokkos::deep_copy(tables.z, host);
    }
  }

private:
  using Values = Kokkos::View<double *, Space>;

  static std::string name(Side side) {
    return side == Side::electric ? "layer_electric_numbers" : "layer_magnetic_numbers";
  }
  static const Values &own(Side side, const Fields<Space> &fields) {
    return side == Side::electric ? fields.electric_own : fields.magnetic_own;
  }
  StretchedLayerTables<Space> &of(Side side) { return sides_[static_cast<int>(side)]; }
  static const Values &field(Side side, const Fields<Space> &fields) {
    return side == Side::electric ? fields.e : fields.h;
  }
  template <class Kernel>
  void launch(const Space &space, const char *label, const Kernel &kernel) const {
    Kokkos::parallel_for(label, RangePolicy<Space>(space, 0, items_), kernel);
  }

  static void fill_faces(const Problem &problem, const Slots &slots,
                         StretchedLayerTables<Space> &tables) {
    const auto &tets = problem.layers.tets;
    std::vector<Index> of_tets;
    Kokkos::View<Index *[4], Space> behind("curlew::dgtd::stretched_behind", tets.size());
    Kokkos::View<int *[4], Space> local("curlew::dgtd::stretched_faces", tets.size());
    Kokkos::View<int **, Space> numbers("curlew::dgtd::stretched_traces", 4, tables.nf);
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
    tables.slots = to_view<Space>("curlew::dgtd::stretched_slots", of_tets);
    tables.behind = behind;
    tables.local = local;
    tables.numbers = numbers;
  }

  // Calls put(k, tet) for each tet of the layers, in threads.
  template <class Put> static void for_each_tet(const Problem &problem, const Put &put) {
    const auto &tets = problem.layers.tets;
    parallel_chunks(tets.size(), problem.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k)
        put(k, tets[k]);
    });
  }

  void fill_matrices(const Problem &problem, StretchedLayerTables<Space> &tables) const {
    const int n = tables.n;
    Kokkos::View<double ***, Space> rows("curlew::dgtd::stretched_rows", items_,
                                         tables.is_stretched ? 4 : 3, n);
    const auto host = Kokkos::create_mirror_view(rows);
    for_each_tet(problem, [&](std::size_t k, Index tet) {
      const StretchedMatrices matrices = stretched_matrices(problem, tet);
      for (int c = 0; c < (tables.is_stretched ? 4 : 3); ++c) {
        const Matrix &matrix = c < 3 ? matrices.component[c] : matrices.unstretch;
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < n; ++j)
            host(k * n + i, c, j) = matrix[i * n + j];
      }
    });
    Kokkos::deep_copy(rows, host);
    tables.rows = rows;
  }

  void fill_weights(const Problem &problem, Side side, double dt_s,
                    StretchedLayerTables<Space> &tables) const {
    const LayerBlocks blocks = layer_blocks(problem, side);
    tables.blocks = blocks.count();
    const std::size_t tets = problem.layers.tets.size(),
                      pairs = static_cast<std::size_t>(tables.blocks) * (tables.blocks + 1);
    Kokkos::View<double ***, Space> weights("curlew::dgtd::stretched_weights", tets, pairs, 3);
    const auto host = Kokkos::create_mirror_view(weights);
    std::vector<double> shares(tets);
    std::vector<int> used(tets);
    for_each_tet(problem, [&](std::size_t k, Index tet) {
      const LayerWeights of_tet = layer_weights(problem, tet, side, blocks, dt_s);
      shares[k] = of_tet.loss_share;
      used[k] = of_tet.used;
      for (std::size_t pair = 0; pair < pairs; ++pair)
        for (int c = 0; c < 3; ++c)
          host(k, pair, c) = of_tet.weight[3 * pair + c];
    });
    Kokkos::deep_copy(weights, host);
    tables.weights = weights;
    tables.loss_share = to_view<Space>("curlew::dgtd::stretched_losses", shares);
    tables.is_used = to_view<Space>("curlew::dgtd::stretched_used", used);
  }

  void fill_jumps(const Problem &problem, Side side, double dt_s,
                  StretchedLayerTables<Space> &tables) const {
    const int n = tables.n, nf = tables.nf;
    Kokkos::View<double **, Space> own("curlew::dgtd::stretched_own_rows", items_, n);
    Kokkos::View<double ***, Space> behind("curlew::dgtd::stretched_behind_rows", items_, 4, nf);
    const auto host_own = Kokkos::create_mirror_view(own);
    const auto host_behind = Kokkos::create_mirror_view(behind);
    for_each_tet(problem, [&](std::size_t k, Index tet) {
      const LayerJumps jumps = layer_jumps(problem, tet, side, dt_s);
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j)
          host_own(k * n + i, j) = jumps.own[i * n + j];
        for (int face = 0; face < 4; ++face)
          for (int j = 0; j < nf; ++j)
            host_behind(k * n + i, face, j) = jumps.behind[face][i * nf + j];
      }
    });
    Kokkos::deep_copy(own, host_own);
    Kokkos::deep_copy(behind, host_behind);
    tables.own_rows = own;
    tables.behind_rows = behind;
  }

  ListedRows rows_;  // of a state, one for each tet
  Offset items_ = 0; // unknowns in the layer
  StretchedLayerTables<Space> sides_[2];
};

} // namespace curlew::dgtd
