#include <curlew/methods/dgtd/memory/memory_term.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/reduce.hpp>
#include <curlew/methods/dgtd/memory/memory_kernels.hpp>
#include <curlew/methods/dgtd/packed/tet_update.hpp>
#include <curlew/methods/dgtd/ranks/whole_state.hpp>
#include <curlew/methods/dgtd/runge_kutta.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace curlew::dgtd {
namespace {

// Tets of a medium; is_dense: those that have matrices of their own.
struct PoleGroup {
  Index material;
  bool is_dense;
  auto key() const { return std::make_pair(material, is_dense); }
  bool operator<(const PoleGroup &other) const { return key() < other.key(); }
};

template <class Space> class Memory final : public Term<Space> {
public:
  Memory(const Problem &problem, const Slots &slots, const UpdateOptions &options, bool is_packed,
         const Updater<Space> &updater)
      : problem_(problem), options_(options), is_packed_(is_packed),
        has_double_(options.form == Form::implicit) {
    for (const Side side : {Side::electric, Side::magnetic}) {
      std::map<PoleGroup, std::vector<Index>> tets;
      for (Index t = 0; t < problem.tet_count(); ++t)
        if (const Index material = problem.material[t]; has_poles(material, side))
          tets[{material, !is_packed || has_double_ || is_special(problem, t)}].push_back(t);
      for (const auto &[group, members] : tets)
        parts_[static_cast<int>(side)].push_back(make_part(side, group, members, slots, updater));
    }
  }

  void begin(const Space &space, Side side, double, Fields<Space> &fields) override {
    for (const MediumTets &part : parts_of(side))
      Kokkos::parallel_for("curlew::dgtd::memory_keep", over(space, part),
                           KeepFields<Space>{part.tables, field(side, fields), own(side, fields)});
  }

  void end(const Space &space, Side side, double, Fields<Space> &fields) override {
    for (const MediumTets &part : parts_of(side))
      if (part.is_dense)
        Kokkos::parallel_for("curlew::dgtd::memory_dense", over(space, part),
                             AdvanceMemory<Space, true>{part.tables, field(side, fields),
                                                        own(side, fields), !is_late(part, side)});
      else
        Kokkos::parallel_for("curlew::dgtd::memory", over(space, part),
                             AdvanceMemory<Space, false>{part.tables, field(side, fields),
                                                         own(side, fields), !is_late(part, side)});
  }

  // Advances the states of nonlinear media, whose field is known now.
  void advance_states(const Space &space, Side side, Fields<Space> &fields) {
    for (const MediumTets &part : parts_of(side))
      if (is_late(part, side))
        Kokkos::parallel_for(
            "curlew::dgtd::memory_states", over(space, part),
            AdvanceStates<Space>{part.tables, field(side, fields), own(side, fields)});
  }

  void end_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    for (const Side side : {Side::electric, Side::magnetic})
      for (const MediumTets &part : parts_of(side))
        if (part.is_dense)
          advance<true>(space, part, stage, side, fields);
        else
          advance<false>(space, part, stage, side, fields);
  }

  Energy energy(const Space &space, const MassTables<Space> &mass) const override {
    const auto stored = [&](Side side) {
      double sum = 0;
      for (const MediumTets &part : parts_of(side))
        sum += ordered_sum(space, "curlew::dgtd::memory_energy", part.tables.count,
                           StoredByMemory<Space>{part.tables, mass, is_packed_});
      return sum;
    };
    const double share = has_double_ ? 0.25 : 0.5; // shares of the fields and their doubles
    return {share * stored(Side::electric), share * stored(Side::magnetic)};
  }

  void save(const Space &, FieldState &state) const override {
    for_each_medium([&](const Rows &medium) {
      std::vector<double> &rows = state[medium.name], &list = state[medium.name + k_listed_tets];
      std::map<const MediumTets *, std::vector<double>> all;
      for (const Place &place : medium.places) {
        if (all.count(place.part) == 0)
          all[place.part] = to_vector(place.part->tables.memory);
        const int states = place.part->tables.states;
        for (int s = 0; s < states; ++s)
          rows.push_back(all[place.part][Packs<Space>::at(place.item, s, states)]);
        list.push_back(problem_.ownership.number_of_tet(place.tet));
      }
    });
  }

  void load(const Space &, const FieldState &state) override {
    for_each_medium([&](const Rows &medium) {
      const auto rows = state.find(medium.name);
      const std::size_t states = medium.places.empty() ? 0 : medium.places[0].part->tables.states;
      if (rows == state.end() || rows->second.size() != medium.places.size() * states)
        throw InputError(fmt::format("the checkpoint does not hold the memory of the medium \"{}\" "
                                     "as this case has it; run without --restart",
                                     problem_.materials[medium.material].name));
      std::map<const MediumTets *, std::vector<double>> all;
      for (std::size_t row = 0; row < medium.places.size(); ++row) {
        const Place &place = medium.places[row];
        std::vector<double> &values = all[place.part];
        values.resize(place.part->tables.memory.extent(0), 0);
        for (std::size_t s = 0; s < states; ++s)
          values[Packs<Space>::at(place.item, static_cast<int>(s), static_cast<int>(states))] =
              rows->second[row * states + s];
      }
      for (const auto &[part, values] : all)
        Kokkos::deep_copy(part->tables.memory,
                          to_view<Space>("curlew::dgtd::memory_loaded", values));
    });
  }

private:
  struct MediumTets {
    Index material = 0;
    bool is_dense = false;
    std::vector<Index> tets;
    MemoryTables<Space> tables;
  };
  struct Place {
    Index tet;
    const MediumTets *part;
    Index item;
  };
  // Tets of a medium on one side in the order of the mesh, under the name of a checkpoint.
  struct Rows {
    std::size_t material;
    std::string name;
    std::vector<Place> places;
  };
  using Field = Kokkos::View<double *, Space>;

  const std::vector<MediumTets> &parts_of(Side side) const {
    return parts_[static_cast<int>(side)];
  }
  bool is_late(const MediumTets &part, Side side) const {
    return side == Side::electric && problem_.materials[part.material].chi3 != 0;
  }
  static RangePolicy<Space> over(const Space &space, const MediumTets &part) {
    return {space, 0, part.tables.count};
  }
  static Field &field(Side side, Fields<Space> &fields) {
    return side == Side::electric ? fields.e : fields.h;
  }
  static Field &own(Side side, Fields<Space> &fields) {
    return side == Side::electric ? fields.electric_own : fields.magnetic_own;
  }
  // Returns the poles of the double (dfdd) that acts on a side of a medium.
  const Poles &double_poles(Index material, Side side) const {
    static const Poles none;
    const Side other = side == Side::electric ? Side::magnetic : Side::electric;
    return has_double_ ? poles_of(problem_.materials[material], other) : none;
  }
  bool has_poles(Index material, Side side) const {
    return !poles_of(problem_.materials[material], side).empty() ||
           !double_poles(material, side).empty();
  }

  template <bool k_dense>
  void advance(const Space &space, const MediumTets &part, const Stage &stage, Side side,
               Fields<Space> &fields) {
    const bool electric = side == Side::electric;
    const bool is_convolution = options_.dispersion == Dispersion::recursive;
    Kokkos::parallel_for(
        "curlew::dgtd::memory_stage", over(space, part),
        StageMemory<Space, k_dense>{part.tables, electric ? fields.e_next : fields.h_next,
                                    field(side, fields), own(side, fields), stage.a, stage.b,
                                    stage.dt_s, is_convolution ? stage.number : -1});
  }

  MediumTets make_part(Side side, const PoleGroup &group, const std::vector<Index> &tets,
                       const Slots &slots, const Updater<Space> &updater) const {
    MediumTets part{group.material, group.is_dense, tets, {}};
    MemoryTables<Space> &tables = part.tables;
    const Material &material = problem_.materials[group.material];
    tables.n = problem_.per_tet();
    tables.own = has_double_ ? updater.own_size() : 0;
    std::vector<PoleStep> steps = pole_steps(poles_of(material, side), options_);
    tables.field_poles = static_cast<int>(steps.size());
    for (const PoleStep &step : steps)
      tables.field_states += step.states;
    tables.states = tables.n * tables.field_states;
    for (const PoleStep &step : pole_steps(double_poles(group.material, side), options_)) {
      steps.push_back(step);
      tables.states += tables.own * step.states;
    }
    tables.poles = static_cast<int>(steps.size());
    if (options_.form == Form::stages && options_.dispersion == Dispersion::recursive)
      steps = stage_steps(poles_of(material, side));
    const bool electric = side == Side::electric;
    tables.field_vacuum = electric ? k_eps0 : k_mu0;
    tables.own_vacuum = electric ? k_mu0 : k_eps0;
    tables.steps = to_view<Space>("curlew::dgtd::memory_steps", steps);
    fill_tets(tets, slots, tables);
    // displacements of a whole step; in stages, their rates
    const double rate = options_.form == Form::stages ? 1 : 1 / options_.dt_s;
    if (group.is_dense)
      fill_response(side, rate, tets, updater, tables);
    else
      tables.factor = -rate * medium_values(material, side, options_).gain;
    return part;
  }

  // Returns the steps of convolutions, over the time from each stage to the next.
  std::vector<PoleStep> stage_steps(const Poles &poles) const {
    std::vector<PoleStep> all;
    for (int s = 0; s < k_stages; ++s) {
      UpdateOptions options = options_;
      options.dt_s *= (s + 1 < k_stages ? k_c[s + 1] : 1) - k_c[s];
      for (const PoleStep &step : pole_steps(poles, options))
        all.push_back(step);
    }
    return all;
  }

  void fill_tets(const std::vector<Index> &tets, const Slots &slots,
                 MemoryTables<Space> &tables) const {
    std::vector<Index> of_item;
    for (const Index tet : tets)
      of_item.push_back(slots.of_tet[tet]);
    while (of_item.size() % Packs<Space>::k_pack != 0)
      of_item.push_back(-1);
    tables.count = static_cast<Index>(of_item.size());
    tables.slots = to_view<Space>("curlew::dgtd::memory_slots", of_item);
    tables.memory = Field("curlew::dgtd::memory", of_item.size() * tables.states);
    if (options_.form == Form::stages)
      tables.increments = Field("curlew::dgtd::memory_increments", of_item.size() * tables.states);
    else
      tables.before = Field("curlew::dgtd::memory_before", of_item.size() * tables.numbers());
  }

  void fill_response(Side side, double rate, const std::vector<Index> &tets,
                     const Updater<Space> &updater, MemoryTables<Space> &tables) const {
    const int size = tables.numbers() * tables.numbers();
    const Field response("curlew::dgtd::memory_response",
                         static_cast<std::size_t>(tables.count) * size);
    const auto on_host = Kokkos::create_mirror_view(response);
    constexpr std::size_t k_grain = 16; // matrices of a tet take microseconds
    parallel_chunks(
        tets.size(), problem_.threads,
        [&](std::size_t begin, std::size_t end) {
          for (std::size_t k = begin; k < end; ++k) {
            const std::vector<double> matrix = updater.respond_to_displacement(tets[k], side);
            for (int entry = 0; entry < size; ++entry)
              on_host(Packs<Space>::at(static_cast<Index>(k), entry, size)) = rate * matrix[entry];
          }
        },
        k_grain);
    Kokkos::deep_copy(response, on_host);
    tables.response = response;
  }

  // Visits every medium with poles, also media that this rank has no tets of.
  template <class Visit> void for_each_medium(const Visit &visit) const {
    for (const Side side : {Side::electric, Side::magnetic})
      for (std::size_t material = 0; material < problem_.materials.size(); ++material) {
        if (!has_poles(static_cast<Index>(material), side))
          continue;
        Rows rows{
            material,
            fmt::format("memory_{}_{}", side == Side::electric ? "electric" : "magnetic", material),
            {}};
        for (const MediumTets &part : parts_of(side))
          for (std::size_t k = 0; k < part.tets.size(); ++k)
            if (static_cast<std::size_t>(part.material) == material)
              rows.places.push_back({part.tets[k], &part, static_cast<Index>(k)});
        std::sort(rows.places.begin(), rows.places.end(),
                  [](const Place &a, const Place &b) { return a.tet < b.tet; });
        visit(rows);
      }
  }

  const Problem &problem_;
  UpdateOptions options_;
  bool is_packed_, has_double_;
  std::vector<MediumTets> parts_[2];
};

// Term that advances the states in nonlinear media. In stages the states are unknowns with rates of
// the field before, which needs no other field.
template <class Space> class NonlinearStates final : public Term<Space> {
public:
  explicit NonlinearStates(Memory<Space> &memory) : memory_(memory) {}
  void end(const Space &space, Side side, double, Fields<Space> &fields) override {
    memory_.advance_states(space, side, fields);
  }

private:
  Memory<Space> &memory_;
};

} // namespace

template <class Space>
MemoryTerms<Space> make_memory(const Problem &problem, const Slots &slots,
                               const UpdateOptions &options, bool is_packed,
                               const Updater<Space> &updater) {
  MemoryTerms<Space> terms;
  const auto has = [&](const auto &of_material) {
    return std::any_of(problem.materials.begin(), problem.materials.end(), of_material);
  };
  if (!has([](const Material &material) { return material.is_dispersive(); }))
    return terms;
  auto memory = std::make_unique<Memory<Space>>(problem, slots, options, is_packed, updater);
  if (has([](const Material &material) {
        return material.chi3 != 0 && !material.eps_poles.empty();
      }))
    terms.states = std::make_unique<NonlinearStates<Space>>(*memory);
  terms.fields = std::move(memory);
  return terms;
}

double memory_bytes(const Problem &problem, Variant variant) {
  UpdateOptions options;
  options.dt_s = 1;
  const bool has_double = problem.choices.scheme == SchemeKind::dfdd;
  const auto states = [&](const Poles &poles) {
    double sum = 0;
    for (const PoleStep &step : pole_steps(poles, options))
      sum += step.states;
    return sum;
  };
  std::vector<double> of_material;
  for (const Material &material : problem.materials) {
    const double numbers = (has_double ? 2.0 : 1.0) * problem.per_tet();
    double sum = 0;
    for (const Side side : {Side::electric, Side::magnetic}) {
      const double count = states(poles_of(material, side));
      if (count > 0 || (has_double && material.is_dispersive()))
        sum += numbers * (count + 1) +
               (has_double || variant == Variant::stored ? 2 * numbers * numbers : 0);
    }
    of_material.push_back(8 * sum);
  }
  double bytes = 0;
  for (Index t = 0; t < problem.tables().tet_count(); ++t)
    bytes += problem.times(t) * of_material[problem.material.table[t]];
  return bytes;
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template MemoryTerms<Space> make_memory<Space>(                                                  \
      const Problem &, const Slots &, const UpdateOptions &, bool, const Updater<Space> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
