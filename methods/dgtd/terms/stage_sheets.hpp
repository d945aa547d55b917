#pragma once

#include <curlew/methods/dgtd/ports/stage_network.hpp>
#include <curlew/methods/dgtd/terms/sheet_faces.hpp>
#include <curlew/methods/dgtd/terms/term.hpp>

namespace curlew::dgtd {

// Walls with an impedance in scheme upwind: reflection of the characteristic w = E + Z (H x n) that
// arrives at the wall. To the flux they are absorbing, and E_inc = w / 2 - Z i comes back, i the
// current of the wall's network (StageNetwork). For E_inc = sum of c_j N_j + sum of c'_j N_j x n
// the equations of the tet get
//   E  Y (T c - Q c'),   H  -Q c - T c'.
// The networks' states are unknowns of the Runge-Kutta method.
template <class Space> class StageSheets final : public Term<Space> {
public:
  StageSheets(const Problem &problem, const Slots &slots, const Updater<Space> &updater)
      : faces_(sheet_faces<Space>(problem, slots, [](int) { return true; })),
        has_sheets_(!problem.sheets.empty()) {
    std::vector<StageNetwork> networks;
    for (std::size_t f = 0; f < faces_.faces.size(); ++f)
      networks.push_back(stage_network(
          problem.sheets[faces_.sheets[f]].network,
          1 / admittance_of(problem.materials[problem.material[faces_.faces[f].tet]])));
    networks_ = to_view<Space>("curlew::dgtd::sheet_networks", networks);
    const std::size_t columns = 2 * static_cast<std::size_t>(faces_.count()) * faces_.traces;
    incident_ = Values("curlew::dgtd::sheet_incident", columns);
    states_ = Values("curlew::dgtd::sheet_states", 2 * columns);
    increments_ = Values("curlew::dgtd::sheet_increments", 2 * columns);
    for (const Side side : {Side::electric, Side::magnetic})
      make_response(problem, networks, side, updater);
  }

  void begin_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    if (faces_.count() > 0)
      Kokkos::parallel_for("curlew::dgtd::sheet_reflect",
                           RangePolicy<Space>(space, 0, incident_.extent(0)),
                           Reflect{*this, stage, fields});
  }
  void end_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    const Values *targets[2][2] = {{&fields.electric_own, &fields.e},
                                   {&fields.magnetic_own, &fields.h}};
    for (int side = 0; side < 2; ++side) {
      add_sheet_loads(space, faces_, response_[side], incident_, stage.dt_s, *targets[side][0]);
      add_sheet_loads(space, faces_, response_[side], incident_, stage.b * stage.dt_s,
                      *targets[side][1]);
    }
  }

  void save(const Space &, FieldState &state) const override {
    if (has_sheets_)
      faces_.rows.save(k_states, to_vector(states_), state);
  }
  void load(const Space &space, const FieldState &state) override {
    if (has_sheets_)
      copy_to_view(space, faces_.rows.load(k_states, 4 * faces_.traces, state), states_);
  }

  // Computes the reflection for one function on one face: columns [face][E, H][trace].
  struct Reflect {
    int traces;
    double a, b, dt_s;
    Kokkos::View<const Offset *, Space> at;
    Kokkos::View<const StageNetwork *, Space> networks;
    Kokkos::View<double *, Space> incident, states, increments, electric, magnetic;

    Reflect(const StageSheets &term, const Stage &stage, const Fields<Space> &fields)
        : traces(term.faces_.traces), a(stage.a), b(stage.b), dt_s(stage.dt_s), at(term.faces_.at),
          networks(term.networks_), incident(term.incident_), states(term.states_),
          increments(term.increments_), electric(fields.e), magnetic(fields.h) {}

    KOKKOS_INLINE_FUNCTION void operator()(const Offset k) const {
      const Offset face = k / (2 * traces), column = k % (2 * traces);
      const StageNetwork &network = networks(face);
      const Offset unknown = at(face * traces + column % traces);
      const double w = column < traces ? electric(unknown) : network.z * magnetic(unknown);
      double state[2] = {states(2 * k), states(2 * k + 1)}, rate[2];
      incident(k) = 0.5 * w - network.z * network.current(w, state);
      network.rates(w, state, rate);
      for (int s = 0; s < 2; ++s) {
        increments(2 * k + s) = a * increments(2 * k + s) + dt_s * rate[s];
        states(2 * k + s) += b * increments(2 * k + s);
      }
    }
  };

private:
  using Values = Kokkos::View<double *, Space>;
  static constexpr const char *k_states = "sheet_states"; // in a checkpoint

  void make_response(const Problem &problem, const std::vector<StageNetwork> &networks, Side side,
                     const Updater<Space> &updater) {
    const int n = faces_.n, traces = faces_.traces;
    std::vector<TraceMatrices> matrices;
    for (const FaceOfTet &face : faces_.faces)
      matrices.push_back(trace_matrices(problem, face));
    response_[static_cast<int>(side)] = make_sheet_response<Space>(
        faces_.faces.size(), n, 2 * traces, [&](std::size_t f, int column) {
          const bool is_electric = side == Side::electric, is_h = column >= traces;
          const std::vector<double> &matrix =
              is_electric != is_h ? matrices[f].trace : matrices[f].turned;
          const double factor =
              (is_electric ? 1 / networks[f].z : 1) * (is_electric && !is_h ? 1 : -1);
          std::vector<double> load(n);
          for (int i = 0; i < n; ++i)
            load[i] = factor * matrix[i * traces + column % traces];
          return updater.respond(faces_.faces[f].tet, side, load).unknowns;
        });
  }

  SheetFaces<Space> faces_;
  bool has_sheets_;                                    // true where any rank has sheets
  Kokkos::View<const StageNetwork *, Space> networks_; // [face]
  Values incident_;                                    // [face][E, H][trace]
  Values states_, increments_;                         // the same, two of each
  SheetResponse<Space> response_[2];
};

} // namespace curlew::dgtd
