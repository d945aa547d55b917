#pragma once

#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/array/shared_packs.hpp>
#include <curlew/methods/dgtd/packed/inverses.hpp>
#include <curlew/methods/dgtd/packed/mesh_tables.hpp>
#include <curlew/methods/dgtd/packed/packed_kernel.hpp>
#include <curlew/methods/dgtd/space/reference_mass.hpp>
#include <curlew/methods/dgtd/updater.hpp>

#include <algorithm>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace curlew::dgtd {

// Variants `packed` and `nodal`: matrices that all tets share, and per plain tet the data of
// `Inverse` (inverses.hpp) for E and H. A source file per space of functions and variant
// instantiates it (packed_mixed_first.cpp, ...).
template <class Space, int Blocks, class Inverse>
class PackedUpdater final : public Updater<Space> {
public:
  PackedUpdater(const Problem &problem, const Slots &slots, const UpdateOptions &options)
      : Updater<Space>(problem, slots), problem_(problem), options_(options),
        mass_(make_reference_mass<Host>(problem.choices.space)) {
    tables_.reference = make_reference_tables<Blocks>();
    const SharedPacks shared = share_packs(problem, slots, Layout::k_pack);
    tables_.plain = shared.plain;
    tables_.shared = to_view<Space>("curlew::dgtd::shared", shared.of_pack);
    fill_mesh(slots, shared);
    fill_media();
    fill_matrices(slots, shared);
  }

  bool has_jumps() const override { return options_.penalty > 0; }
  bool writes_next() const override { return has_jumps(); }

  using Values = Kokkos::View<double *, Space>;

  void launch(const Space &space, Side side, Shells shells, Part part, const Fields<Space> &fields,
              double a, double b) const override {
    const Ranges ranges = ranges_of(shells, part);
    switch (options_.form) {
    case Form::mean:
      return has_jumps() ? launch<Form::mean, true>(space, side, ranges, fields, a, b)
                         : launch<Form::mean, false>(space, side, ranges, fields, a, b);
    case Form::neighbour:
    case Form::implicit:
      return launch_dfdd(space, side, ranges, fields);
    case Form::stages:
      return launch<Form::stages, true>(space, side, ranges, fields, a, b);
    }
  }

  void launch_combined(const Space &space, Side side, Shells shells, Part part, const Values &out,
                       const Combination<Space> &sum, double scale,
                       const Values &y) const override {
    if (options_.form != Form::mean || has_jumps())
      throw std::logic_error("a combined step is one of central fluxes without a penalty");
    const Ranges ranges = ranges_of(shells, part);
    combine_range<KernelMode<Form::mean, false, false, true>>(space, side, ranges.plain, out, sum,
                                                              scale, y);
    combine_range<KernelMode<Form::mean, false, true, true>>(space, side, ranges.special, out, sum,
                                                             scale, y);
  }

  int own_size() const override {
    return options_.form == Form::implicit ? 3 * Tables::k_polynomials
           : options_.form == Form::stages ? n
                                           : 0;
  }

  Response respond(Index tet, Side side, const TetCurrent &current) const override {
    const TetUpdate update =
        make_tet_update(problem_, mass_, tables_.reference, tet, side, options_);
    Response response{std::vector<double>(n, 0), {}};
    const bool implicit = options_.form == Form::implicit;
    std::vector<double> right(n, 0), drive(implicit ? own_size() : 0, 0);
    if (side == Side::electric) {
      right = current_load(problem_, tet, current);
      for (double &entry : right)
        entry = -entry;
    } else if (implicit) {
      drive = current_drive(problem_, tables_.reference, tet, current, options_);
      for (int i = 0; i < n; ++i) // mean of both times
        for (int p = 0; p < own_size(); ++p)
          right[i] += 0.5 * tables_.reference.curl[p][i] * drive[p];
    }
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        response.unknowns[i] += update.inverse[i * n + j] * right[j];
    if (implicit)
      response.own = double_response(update, response.unknowns, drive);
    return response;
  }

  std::vector<double> respond_to_displacement(Index tet, Side side) const override {
    const TetUpdate update =
        make_tet_update(problem_, mass_, tables_.reference, tet, side, options_);
    return displacement_response(tables_.reference, update,
                                 mass_of_tet<Blocks>(problem_, mass_, tet),
                                 options_.form == Form::implicit);
  }

  std::vector<double> respond_to_losses(Index tet, Side side) const override {
    const TetUpdate update =
        make_tet_update(problem_, mass_, tables_.reference, tet, side, options_);
    const std::vector<double> drives =
        published_drive(problem_, tables_.reference, tet, side, options_);
    const int own = own_size();
    std::vector<double> matrix((n + own) * n, 0);
    for (int column = 0; column < n; ++column) {
      std::vector<double> right(n, 0), unknowns(n, 0), drive(own);
      for (int p = 0; p < own; ++p) {
        drive[p] = drives[p * n + column];
        for (int i = 0; i < n; ++i) // mean of both times
          right[i] += 0.5 * tables_.reference.curl[p][i] * drive[p];
      }
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          unknowns[i] += update.inverse[i * n + j] * right[j];
      drive = double_response(update, unknowns, drive);
      for (int i = 0; i < n + own; ++i)
        matrix[i * n + column] = i < n ? unknowns[i] : drive[i - n];
    }
    return matrix;
  }

  Response respond(Index tet, Side side, const std::vector<double> &load) const override {
    const TetUpdate update =
        make_tet_update(problem_, mass_, tables_.reference, tet, side, options_);
    Response response{std::vector<double>(n, 0), {}};
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        response.unknowns[i] += update.inverse[i * n + j] * load[j];
    if (options_.form == Form::implicit)
      response.own = double_response(update, response.unknowns, std::vector<double>(own_size(), 0));
    return response;
  }

  std::vector<double> double_of(Index tet, Side side,
                                const std::vector<double> &other) const override {
    return double_values(problem_, tables_.reference, tet, side, other);
  }

  // Counts own fields, inverses and both sides' unknowns once, neighbours' from the cache.
  double minimum_bytes() const override {
    const double tets = problem_.tet_count();
    // copies share their matrices
    const double matrices = problem_.distinct_tets() / std::max(tets, 1.0);
    const double fields = options_.form == Form::stages ? 5.0 * n : 3.0 * n;
    const double own = options_.form == Form::implicit ? 2.0 * own_size() : 0;
    return (options_.form == Form::stages ? 2 : 1) * tets *
           (8 * (matrices * Inverse::k_entries + fields + own) + 22);
  }

private:
  using Tables = ReferenceTables<Blocks>;
  static constexpr int n = Tables::k_functions;
  static constexpr int k_special = 2 * n * n + 18;
  using Layout = Packs<Space>;
  // Devices: registers are bounded so that enough threads can hide the latency of memory. Kokkos
  // 3.4 has no bounds for kernels as large as those of high orders.
  static constexpr int k_block = 128, k_blocks = n <= 6 ? 5 : n <= 20 ? 4 : 2;
  using Policy = std::conditional_t<is_bernstein(Blocks), RangePolicy<Space>,
                                    RangePolicy<Space, Kokkos::LaunchBounds<k_block, k_blocks>>>;

  std::vector<double> double_response(const TetUpdate &update, const std::vector<double> &unknowns,
                                      std::vector<double> drive) const {
    for (int p = 0; p < Tables::k_polynomials; ++p)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l)
          for (int i = 0; i < n; ++i)
            drive[3 * p + k] -=
                0.5 * update.own_gain[k][l] * tables_.reference.curl[3 * p + l][i] * unknowns[i];
    return drive;
  }

  struct Ranges {
    SlotRange plain, special;
  };
  Ranges ranges_of(Shells shells, Part part) const {
    return {this->slots().range(shells, part, false), this->slots().range(shells, part, true)};
  }

  void launch_dfdd(const Space &space, Side side, const Ranges &ranges,
                   const Fields<Space> &fields) const {
    if constexpr (Inverse::k_serves_dfdd) {
      if (options_.form == Form::neighbour)
        launch<Form::neighbour, false>(space, side, ranges, fields, 0, 0);
      else
        launch<Form::implicit, false>(space, side, ranges, fields, 0, 0);
    } else {
      throw std::logic_error("a scheme that the check of the case refuses");
    }
  }

  template <Form form, bool jumps>
  void launch(const Space &space, Side side, const Ranges &ranges, const Fields<Space> &fields,
              double a, double b) const {
    launch_range<KernelMode<form, jumps, false>>(space, side, fields, a, b, ranges.plain);
    launch_range<KernelMode<form, jumps, true>>(space, side, fields, a, b, ranges.special);
  }

  template <class Mode>
  void launch_range(const Space &space, Side side, const Fields<Space> &fields, double a, double b,
                    const SlotRange &range) const {
    if (range.size() == 0)
      return;
    const bool electric = side == Side::electric;
    PackedKernel<Space, Blocks, Inverse, Mode> kernel{tables_,
                                                      electric ? 0 : 1,
                                                      electric ? 1.0 : -1.0,
                                                      electric ? fields.e : fields.h,
                                                      electric ? fields.h : fields.e,
                                                      electric ? fields.e : fields.h,
                                                      electric ? fields.electric_own
                                                               : fields.magnetic_own,
                                                      options_.penalty,
                                                      a,
                                                      b,
                                                      options_.dt_s};
    if (Mode::jumps)
      kernel.x_out = electric ? fields.e_next : fields.h_next;
    Kokkos::parallel_for(
        electric ? "curlew::dgtd::packed_electric" : "curlew::dgtd::packed_magnetic",
        Policy(space, range.begin / Layout::k_lanes, range.end / Layout::k_lanes), kernel);
  }

  template <class Mode>
  void combine_range(const Space &space, Side side, const SlotRange &range, const Values &out,
                     const Combination<Space> &sum, double scale, const Values &y) const {
    if (range.size() == 0)
      return;
    const bool electric = side == Side::electric;
    PackedKernel<Space, Blocks, Inverse, Mode> kernel{
        tables_, electric ? 0 : 1, electric ? 1.0 : -1.0, Values(), y, out, Values()};
    kernel.sum = sum;
    kernel.factor = scale;
    Kokkos::parallel_for(
        electric ? "curlew::dgtd::combined_electric" : "curlew::dgtd::combined_magnetic",
        Policy(space, range.begin / Layout::k_lanes, range.end / Layout::k_lanes), kernel);
  }

  void fill_mesh(const Slots &slots, const SharedPacks &shared) {
    const MeshTables mesh = make_mesh_tables(problem_, slots, shared, Layout::k_pack);
    std::vector<double> points;
    for (const Point &point : problem_.mesh.points)
      points.insert(points.end(), point.begin(), point.end());
    tables_.neighbours = to_view<Space>("curlew::dgtd::neighbours", mesh.neighbours);
    tables_.nodes = to_view<Space>("curlew::dgtd::nodes", mesh.nodes);
    tables_.faces = to_view<Space>("curlew::dgtd::faces", mesh.faces);
    tables_.material = to_view<Space>("curlew::dgtd::material", mesh.material);
    tables_.points = to_view<Space>("curlew::dgtd::points", points);
  }

  void fill_media() {
    std::vector<double> admittance;
    for (const Material &material : problem_.materials)
      admittance.push_back(admittance_of(material));
    tables_.admittance = to_view<Space>("curlew::dgtd::admittance", admittance);
    for (const Side side : {Side::electric, Side::magnetic}) {
      std::vector<double> values;
      for (const Material &material : problem_.materials) {
        const MediumValues one = medium_values(material, side, options_);
        values.insert(values.end(),
                      {one.keep, one.gain, one.own_now, one.own_curl, one.own_keep, one.own_gain});
      }
      tables_.medium[static_cast<int>(side)] = to_view<Space>("curlew::dgtd::medium", values);
    }
  }

  void fill_matrices(const Slots &slots, const SharedPacks &shared) {
    constexpr int k_entries = Inverse::k_entries;
    std::vector<double> inverse(static_cast<std::size_t>(shared.plain) * k_entries, 0);
    std::vector<double> special[2];
    for (auto &side : special)
      side.assign(static_cast<std::size_t>(shared.size() - shared.plain) * k_special, 0);
    const auto update_of = [&](Index tet, Side side) {
      return make_tet_update(problem_, mass_, tables_.reference, tet, side, options_);
    };
    parallel_chunks(shared.size(), problem_.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t s = begin; s < end; ++s) {
        const auto stored = static_cast<Index>(s);
        const Index tet = slots.tet[shared.slots[s]];
        if (tet < 0)
          continue;
        if (stored < shared.plain) { // same for both sides
          double entries[k_entries];
          Inverse::find(problem_, tet, options_, update_of, entries);
          for (int k = 0; k < k_entries; ++k)
            inverse[Layout::at(stored, k, k_entries)] = entries[k];
        } else {
          for (const Side side : {Side::electric, Side::magnetic})
            store_special(stored - shared.plain, update_of(tet, side),
                          special[static_cast<int>(side)]);
        }
      }
    });
    tables_.inverse = Inverse(to_view<Space>("curlew::dgtd::inverse", inverse));
    for (int side = 0; side < 2; ++side)
      tables_.special[side] = to_view<Space>("curlew::dgtd::special", special[side]);
  }

  void store_special(Index slot, const TetUpdate &update, std::vector<double> &values) const {
    for (int k = 0; k < n * n; ++k) {
      values[Layout::at(slot, k, k_special)] = update.inverse[k];
      values[Layout::at(slot, n * n + k, k_special)] = update.loss[k];
    }
    for (int k = 0; k < 9; ++k) {
      values[Layout::at(slot, 2 * n * n + k, k_special)] = update.own_keep[k / 3][k % 3];
      values[Layout::at(slot, 2 * n * n + 9 + k, k_special)] = update.own_gain[k / 3][k % 3];
    }
  }

  const Problem &problem_;
  UpdateOptions options_;
  ReferenceMatrices<Host>::Table mass_;
  PackedTables<Space, Blocks, Inverse> tables_;
};

} // namespace curlew::dgtd
