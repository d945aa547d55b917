#pragma once

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/face_points.hpp>
#include <curlew/methods/dgtd/terms/term.hpp>
#include <curlew/methods/dgtd/updater.hpp>
#include <curlew/methods/dgtd/waves/total_field.hpp>
#include <curlew/methods/dgtd/waves/waveform_window.hpp>

#include <map>

namespace curlew::dgtd {

// Computes the waveform of a wave at points, from equidistant samples by cubics through four of
// them.
template <class Space> struct WaveAtPoints {
  Kokkos::View<const double *, Space> delays, samples;
  Kokkos::View<double *, Space> values;
  double behind; // the time is so many spacings behind this sample
  Offset sample;
  double per_spacing;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset point) const {
    const double at = behind - delays(point) * per_spacing;
    const double whole = floor(at);
    const Offset k = sample + static_cast<Offset>(whole);
    const double x = at - whole;
    const double before = samples(k - 1), here = samples(k), next = samples(k + 1),
                 after = samples(k + 2);
    values(point) = -x * (x - 1) * (x - 2) / 6 * before + (x + 1) * (x - 1) * (x - 2) / 2 * here -
                    (x + 1) * x * (x - 2) / 2 * next + (x + 1) * x * (x - 1) / 6 * after;
  }
};

// Adds a load's sums over the points of a tet to its unknowns.
template <class Space> struct AddWave {
  Kokkos::View<const Index *, Space> slots;    // [tet of the list]
  Kokkos::View<const Offset *, Space> first;   // its points, and the end
  Kokkos::View<const double *, Space> values;  // [point]
  Kokkos::View<const double *, Space> weights; // [point][entry]
  Kokkos::View<double *, Space> target, second;
  int entries;
  double factor, second_factor; // 0: there is no second

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    const Offset tet = item / entries;
    const int entry = static_cast<int>(item % entries);
    double sum = 0;
    for (Offset p = first(tet); p < first(tet + 1); ++p)
      sum += weights(p * entries + entry) * values(p);
    const Offset at = Packs<Space>::at(slots(tet), entry, entries);
    target(at) += factor * sum;
    if (second_factor != 0)
      second(at) += second_factor * sum;
  }
};

// Load that the jumps of one wave at the faces of its region add to one side.
template <class Space> struct WaveLoad {
  Kokkos::View<const Index *, Space> slots;
  Kokkos::View<const Offset *, Space> first;
  Kokkos::View<const double *, Space> delays, weights, own_weights;
  Kokkos::View<double *, Space> values;
  double earliest_s = 0, latest_s = 0; // range of the delays

  void evaluate(const Space &space, double t_s, WaveformWindow<Space> &window) const {
    if (values.extent(0) == 0)
      return;
    window.cover(space, t_s - latest_s, t_s - earliest_s);
    const auto at = window.position(t_s);
    Kokkos::parallel_for("curlew::dgtd::wave_values",
                         RangePolicy<Space>(space, 0, values.extent(0)),
                         WaveAtPoints<Space>{delays, window.samples(), values, at.behind, at.sample,
                                             window.per_spacing()});
  }
  void add(const Space &space, const Kokkos::View<const double *, Space> &of, int entries,
           const Kokkos::View<double *, Space> &target, double factor,
           const Kokkos::View<double *, Space> &second, double second_factor) const {
    if (entries > 0 && slots.extent(0) > 0)
      Kokkos::parallel_for(
          "curlew::dgtd::wave", RangePolicy<Space>(space, 0, slots.extent(0) * entries),
          AddWave<Space>{slots, first, values, of, target, second, entries, factor, second_factor});
  }
};

// Plane waves in a total-field region. A tet at one of the region's faces has behind it the field
// of the other kind, which lacks the wave or has it too much:
//   inside  y+ := y+ + y_inc,   outside  y+ := y+ - y_inc,
// in the mean of both sides (in dfdd in the neighbour's field) and in the penalty, whose x is that
// before a leapfrog step. Verified by DgtdWaves.*.
template <class Space> class WaveTerm final : public Term<Space> {
public:
  WaveTerm(const Problem &problem, const std::vector<TotalFieldWave> &waves, const Slots &slots,
           const Updater<Space> &updater, double dt_s)
      : n_(problem.per_tet()),
        own_(problem.choices.scheme == SchemeKind::dfdd ? updater.own_size() : 0) {
    for (const TotalFieldWave &wave : waves) {
      windows_.emplace_back(wave.waveform, dt_s);
      for (const Side side : {Side::electric, Side::magnetic})
        loads_[static_cast<int>(side)].push_back(
            make_load(problem, wave, side, slots, updater, dt_s));
    }
  }

  void end(const Space &space, Side side, double t_s, Fields<Space> &fields) override {
    const bool is_electric = side == Side::electric;
    const auto &x = is_electric ? fields.e : fields.h;
    const auto &own = is_electric ? fields.electric_own : fields.magnetic_own;
    const auto &loads = loads_[static_cast<int>(side)];
    for (std::size_t w = 0; w < loads.size(); ++w) {
      loads[w].evaluate(space, t_s, windows_[w]);
      loads[w].add(space, loads[w].weights, n_, x, 1, x, 0);
      loads[w].add(space, loads[w].own_weights, own_, own, 1, own, 0);
    }
  }

  void end_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    for (const Side side : {Side::electric, Side::magnetic}) {
      const bool is_electric = side == Side::electric;
      const auto &loads = loads_[static_cast<int>(side)];
      for (std::size_t w = 0; w < loads.size(); ++w) {
        loads[w].evaluate(space, stage.t_s, windows_[w]);
        loads[w].add(space, loads[w].weights, n_,
                     is_electric ? fields.electric_own : fields.magnetic_own, stage.dt_s,
                     is_electric ? fields.e : fields.h, stage.b * stage.dt_s);
      }
    }
  }

private:
  // Points of one tet: their delays, and the weights with which each adds to unknowns and double.
  struct Points {
    std::vector<double> delays, weights, own_weights;
  };

  void append(const std::vector<double> &load, double delay_s, Index tet, Side side,
              const Updater<Space> &updater, Points &points) const {
    const Response response = updater.respond(tet, side, load);
    points.delays.push_back(delay_s);
    points.weights.insert(points.weights.end(), response.unknowns.begin(), response.unknowns.end());
    if (own_ > 0)
      points.own_weights.insert(points.own_weights.end(), response.own.begin(), response.own.end());
  }

  void append_face(const Problem &problem, const TotalFieldWave &wave, const WaveFace &face,
                   Side side, const Updater<Space> &updater, double dt_s, Points &points) const {
    const SchemeKind scheme = problem.choices.scheme;
    const bool is_electric = side == Side::electric;
    const double side_sign = face.is_total ? 1 : -1;
    const double mean = scheme == SchemeKind::dfdd ? 1 : 0.5;
    const double y = admittance_of(problem.materials[problem.material[face.tet]]);
    const double penalty =
        scheme == SchemeKind::dfdd ? 0 : problem.choices.penalty * 0.5 * (is_electric ? y : 1 / y);
    const double lag_s = scheme == SchemeKind::upwind ? 0 : 0.5 * dt_s;
    const int degree = 2 * problem.choices.space.degree();
    for (const FacePoint &point : face_points(problem, face.tet, face.local, degree)) {
      const double delay_s = wave.delay_s(point.position_m);
      const double weight = side_sign * point.area_m2;
      const Point &x = is_electric ? wave.electric : wave.magnetic;
      const Point turned = (is_electric ? mean : -mean) *
                           cross(point.normal, is_electric ? wave.magnetic : wave.electric);
      const Point tangential = penalty * (x - dot(point.normal, x) * point.normal);
      std::vector<double> load(n_), jump(n_);
      for (int i = 0; i < n_; ++i)
        for (int d = 0; d < 3; ++d) {
          load[i] += weight * point.functions[i][d] * turned[d];
          jump[i] += weight * point.functions[i][d] * tangential[d];
        }
      if (penalty > 0 && lag_s == 0)
        for (int i = 0; i < n_; ++i)
          load[i] += jump[i];
      append(load, delay_s, face.tet, side, updater, points);
      if (penalty > 0 && lag_s > 0)
        append(jump, delay_s + lag_s, face.tet, side, updater, points);
    }
  }

  WaveLoad<Space> make_load(const Problem &problem, const TotalFieldWave &wave, Side side,
                            const Slots &slots, const Updater<Space> &updater, double dt_s) const {
    std::map<Index, Points> tets; // by slot
    for (const WaveFace &face : wave.faces)
      append_face(problem, wave, face, side, updater, dt_s, tets[slots.of_tet[face.tet]]);
    std::vector<Index> where;
    std::vector<Offset> first{0};
    Points all;
    const auto move_to = [](const std::vector<double> &from, std::vector<double> &to) {
      to.insert(to.end(), from.begin(), from.end());
    };
    for (const auto &[slot, points] : tets) {
      where.push_back(slot);
      move_to(points.delays, all.delays);
      move_to(points.weights, all.weights);
      move_to(points.own_weights, all.own_weights);
      first.push_back(static_cast<Offset>(all.delays.size()));
    }
    if (all.delays.empty())
      return {}; // only other ranks have its faces
    const auto [low, high] = std::minmax_element(all.delays.begin(), all.delays.end());
    return {to_view<Space>("curlew::dgtd::wave_slots", where),
            to_view<Space>("curlew::dgtd::wave_first", first),
            to_view<Space>("curlew::dgtd::wave_delays", all.delays),
            to_view<Space>("curlew::dgtd::wave_weights", all.weights),
            to_view<Space>("curlew::dgtd::wave_own_weights", all.own_weights),
            Kokkos::View<double *, Space>("curlew::dgtd::wave_values", all.delays.size()),
            *low,
            *high};
  }

  int n_, own_;
  std::vector<WaveformWindow<Space>> windows_; // window of each wave
  std::vector<WaveLoad<Space>> loads_[2];      // [side][wave]
};

} // namespace curlew::dgtd
