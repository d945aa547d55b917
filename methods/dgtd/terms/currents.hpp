#pragma once

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/places.hpp>
#include <curlew/methods/dgtd/terms/term.hpp>
#include <curlew/methods/dgtd/updater.hpp>

namespace curlew::dgtd {

template <class Space> struct AddSource {
  Kokkos::View<const Offset *, Space> at;
  Kokkos::View<const double *, Space> weights;
  Kokkos::View<double *, Space> target;
  double value;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset k) const {
    target(at(k)) += value * weights(k);
  }
};

// Entries that one source of unit amplitude adds to an array of unknowns.
template <class Space> struct SourceEntries {
  Kokkos::View<const Offset *, Space> at;
  Kokkos::View<const double *, Space> weights;

  void add(const Space &space, double value, const Kokkos::View<double *, Space> &target) const {
    if (value != 0 && at.extent(0) > 0)
      Kokkos::parallel_for("curlew::dgtd::source", RangePolicy<Space>(space, 0, at.extent(0)),
                           AddSource<Space>{at, weights, target, value});
  }
};

// Source on one side of the equations.
template <class Space> struct SideSource { SourceEntries<Space> unknowns, own; };

// Makes the source of a side. `respond(k)`: the Response of tets[k].
template <class Space, class Respond>
SideSource<Space> make_side_source(const std::vector<Index> &tets, const Slots &slots, int n,
                                   int own_size, const Respond &respond) {
  std::vector<Offset> at[2];
  std::vector<double> weights[2];
  const auto append = [&](int list, Index tet, const std::vector<double> &values, int entries) {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i] != 0) {
        at[list].push_back(Packs<Space>::at(slots.of_tet[tet], static_cast<int>(i), entries));
        weights[list].push_back(values[i]);
      }
  };
  for (std::size_t k = 0; k < tets.size(); ++k) {
    const Response response = respond(k);
    append(0, tets[k], response.unknowns, n);
    append(1, tets[k], response.own, own_size);
  }
  const auto entries = [&](int list) {
    return SourceEntries<Space>{to_view<Space>("curlew::dgtd::source_at", at[list]),
                                to_view<Space>("curlew::dgtd::source_weights", weights[list])};
  };
  return {entries(0), entries(1)};
}

// Impressed currents. They act on E; in dfdd also on the doubles of the magnetic side, which are an
// E.
template <class Space> class Currents final : public Term<Space> {
public:
  Currents(const std::vector<Source> &sources, bool is_dfdd, const Slots &slots, int n,
           const Updater<Space> &updater)
      : sources_(sources), is_dfdd_(is_dfdd) {
    for (const Source &source : sources) {
      const auto make = [&](Side side) {
        return make_side_source<Space>(
            source.tets, slots, n, updater.own_size(), [&](std::size_t k) {
              return updater.respond(source.tets[k], side, source.currents[k]);
            });
      };
      electric_.push_back(make(Side::electric));
      if (is_dfdd)
        magnetic_.push_back(make(Side::magnetic));
    }
  }

  void end(const Space &space, Side side, double t_s, Fields<Space> &fields) override {
    if (side == Side::magnetic && !is_dfdd_)
      return;
    const bool is_electric = side == Side::electric;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const double value = sources_[i].waveform(t_s);
      const SideSource<Space> &entries = (is_electric ? electric_ : magnetic_)[i];
      entries.unknowns.add(space, value, is_electric ? fields.e : fields.h);
      entries.own.add(space, value, is_electric ? fields.electric_own : fields.magnetic_own);
    }
  }

  void end_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const double value = stage.dt_s * sources_[i].waveform(stage.t_s);
      electric_[i].unknowns.add(space, value, fields.electric_own);
      electric_[i].unknowns.add(space, stage.b * value, fields.e);
    }
  }

private:
  const std::vector<Source> &sources_;
  bool is_dfdd_;
  std::vector<SideSource<Space>> electric_, magnetic_;
};

} // namespace curlew::dgtd
