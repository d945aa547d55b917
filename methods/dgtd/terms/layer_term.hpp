#pragma once

#include <curlew/methods/dgtd/ranks/listed_rows.hpp>
#include <curlew/methods/dgtd/terms/layer_tables.hpp>
#include <curlew/methods/dgtd/terms/term.hpp>

#include <algorithm>
#include <utility>

namespace curlew::dgtd {

// Keeps the field before the updater.
template <class Space> struct KeepLayer {
  LayerTables<Space> tables;
  Kokkos::View<double *, Space> x;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    tables.z(item, 0) = x(tables.at(item));
  }
};

// Computes what the layer's penalty adds, before the updater's step; ghosts are up to date
// (terms/term.hpp).
template <class Space> struct JumpLayer {
  LayerTables<Space> tables;
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

// Computes what the updater's step and the penalty add to the field, without its loss.
template <class Space> struct DriveLayer {
  LayerTables<Space> tables;
  Kokkos::View<double *, Space> x;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    const double before = tables.z(item, 0);
    tables.moved(item) = (tables.has_jumps ? tables.moved(item) : 0) + x(tables.at(item)) - before +
                         tables.loss_share(item / tables.n) * before;
  }
};

template <class Space> struct UnstretchLayer {
  LayerTables<Space> tables;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    tables.drive(item) = tables.unstretch(item, tables.moved);
  }
};

// Computes the field and the memories after the step.
template <class Space> struct StepLayer {
  LayerTables<Space> tables;
  Kokkos::View<double *, Space> x;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    double out[k_most_layer_blocks] = {};
    tables.apply(item, true, tables.drive, out);
    for (int k = 0; k < tables.blocks; ++k)
      tables.next(item, k) = out[k];
    x(tables.at(item)) = out[0];
  }
};

// Before a stage: computes rates of the field in `next` and increments of the memories, and keeps
// the start of the field's increments.
template <class Space> struct RateLayer {
  LayerTables<Space> tables;
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

// Computes what the updater added to the increments of the field, in a stretched layer.
template <class Space> struct AddedToLayer {
  LayerTables<Space> tables;
  Kokkos::View<double *, Space> own;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    tables.moved(item) = own(tables.at(item)) - tables.moved(item);
  }
};

// After a stage: adds the rates to the field, and the increments to the memories.
template <class Space> struct AddLayerRates {
  LayerTables<Space> tables;
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

// Matched layers: LayerWeights or LayerStep around the updater's own step. It is the last of the
// terms on these tets, so that the updater's step includes all others. Verified by DgtdLayers.*.
template <class Space> class LayerTerm final : public Term<Space> {
public:
  LayerTerm(const Problem &problem, const Slots &slots, double dt_s)
      : rows_(problem, problem.layers.tets) {
    const bool is_upwind = problem.choices.scheme == SchemeKind::upwind;
    items_ = static_cast<Offset>(problem.layers.tets.size()) * problem.per_tet();
    const LayerTableMaker<Space> maker(problem, slots);
    const LayerTables<Space> common = maker.make_common();
    for (const Side side : {Side::electric, Side::magnetic}) {
      LayerTables<Space> &tables = of(side);
      tables = maker.make(common, side, dt_s);
      using Blocks = Kokkos::View<double **, Space>;
      tables.z = Blocks("curlew::dgtd::layer_numbers", items_, tables.blocks);
      tables.next = Blocks("curlew::dgtd::layer_next", items_, tables.blocks);
      if (is_upwind)
        tables.increments = Blocks("curlew::dgtd::layer_increments", items_, tables.blocks);
      tables.moved = Values("curlew::dgtd::layer_moved", items_);
      tables.drive =
          divides_drive(tables) ? Values("curlew::dgtd::layer_drive", items_) : tables.moved;
    }
  }

  void begin(const Space &space, Side side, double, Fields<Space> &fields) override {
    const LayerTables<Space> &tables = of(side);
    launch(space, "curlew::dgtd::layer_keep", KeepLayer<Space>{tables, field(side, fields)});
    if (tables.has_jumps)
      launch(space, "curlew::dgtd::layer_jump", JumpLayer<Space>{tables, field(side, fields)});
  }

  void end(const Space &space, Side side, double, Fields<Space> &fields) override {
    LayerTables<Space> &tables = of(side);
    const auto &x = field(side, fields);
    launch(space, "curlew::dgtd::layer_drive", DriveLayer<Space>{tables, x});
    if (divides_drive(tables))
      launch(space, "curlew::dgtd::layer_unstretch", UnstretchLayer<Space>{tables});
    launch(space, "curlew::dgtd::layer_step", StepLayer<Space>{tables, x});
    std::swap(tables.z, tables.next);
  }

  void begin_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    for (const Side side : {Side::electric, Side::magnetic}) {
      launch(space, "curlew::dgtd::layer_keep", KeepLayer<Space>{of(side), field(side, fields)});
      launch(space, "curlew::dgtd::layer_rates",
             RateLayer<Space>{of(side), own(side, fields), stage.a, stage.dt_s});
    }
  }

  void end_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    for (const Side side : {Side::electric, Side::magnetic}) {
      const LayerTables<Space> &tables = of(side);
      if (tables.is_stretched)
        launch(space, "curlew::dgtd::layer_added", AddedToLayer<Space>{tables, own(side, fields)});
      launch(space, "curlew::dgtd::layer_add",
             AddLayerRates<Space>{tables, field(side, fields), own(side, fields), stage.b,
                                  stage.dt_s});
    }
  }

  // Saves [tet of the layer][function][memory].
  void save(const Space &space, FieldState &state) const override {
    space.fence();
    for (const Side side : {Side::electric, Side::magnetic}) {
      const LayerTables<Space> &tables = sides_[static_cast<int>(side)];
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
      LayerTables<Space> &tables = of(side);
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

  // True where the drive is divided by K before the weights; steps of mixed spaces include the
  // division.
  static bool divides_drive(const LayerTables<Space> &tables) {
    return tables.is_stretched && !tables.is_mixed;
  }
  static std::string name(Side side) {
    return side == Side::electric ? "layer_electric_numbers" : "layer_magnetic_numbers";
  }
  static const Values &own(Side side, const Fields<Space> &fields) {
    return side == Side::electric ? fields.electric_own : fields.magnetic_own;
  }
  LayerTables<Space> &of(Side side) { return sides_[static_cast<int>(side)]; }
  static const Values &field(Side side, const Fields<Space> &fields) {
    return side == Side::electric ? fields.e : fields.h;
  }
  template <class Kernel>
  void launch(const Space &space, const char *label, const Kernel &kernel) const {
    Kokkos::parallel_for(label, RangePolicy<Space>(space, 0, items_), kernel);
  }

  ListedRows rows_;  // rows of a state, one for each tet
  Offset items_ = 0; // unknowns in the layer
  LayerTables<Space> sides_[2];
};

} // namespace curlew::dgtd
