#pragma once

#include <curlew/methods/dgtd/terms/sheet_faces.hpp>
#include <curlew/methods/dgtd/terms/term.hpp>

namespace curlew::dgtd {

// Branches of a wall with memory: inductances and capacitances of leapfrog schemes, by the
// trapezoidal rule (methods/shared/ports/branches.hpp). A step includes their response to the mean
// of E, as a loss of their tets; the currents from before are a load here.
template <class Space> class LeapfrogSheets final : public Term<Space> {
public:
  static constexpr int k_branches = 3; // at most, side by side

  LeapfrogSheets(const Problem &problem, double dt_s, const Slots &slots,
                 const Updater<Space> &updater)
      : dt_s_(dt_s), is_needed_(std::any_of(problem.sheets.begin(), problem.sheets.end(),
                                            [](const Sheet &sheet) { return remembers(sheet); })),
        faces_(sheet_faces<Space>(problem, slots,
                                  [&](int sheet) { return remembers(problem.sheets[sheet]); })) {
    std::vector<double> steps;
    for (const int sheet : faces_.sheets) {
      const auto branches = branches_of(problem.sheets[sheet].network);
      for (int b = 0; b < k_branches; ++b) {
        const BranchStep step = b < static_cast<int>(branches.size()) ? step_of(branches[b], dt_s)
                                                                      : BranchStep{0, 0, 0};
        steps.insert(steps.end(), {step.gain, step.of_current, step.of_charge});
      }
    }
    steps_ = to_view<Space>("curlew::dgtd::branch_steps", steps);
    const std::size_t traces = static_cast<std::size_t>(faces_.count()) * faces_.traces;
    before_ = Values("curlew::dgtd::sheet_field", traces);
    expected_ = Values("curlew::dgtd::sheet_current", traces);
    states_ = Values("curlew::dgtd::branch_states", 2 * k_branches * traces);
    make_responses(problem, updater);
  }

  void begin(const Space &space, Side side, double, Fields<Space> &fields) override {
    if (side == Side::electric)
      loop(space, "curlew::dgtd::branch_advance", Advance{*this, fields.e});
  }
  void end(const Space &space, Side side, double, Fields<Space> &fields) override {
    if (side != Side::electric)
      return;
    add_sheet_loads(space, faces_, response_, expected_, 1, fields.e);
    add_sheet_loads(space, faces_, own_response_, expected_, 1, fields.electric_own);
  }

  void save(const Space &, FieldState &state) const override {
    if (!is_needed_)
      return;
    faces_.rows.save(k_fields, to_vector(before_), state);
    faces_.rows.save(k_states, to_vector(states_), state);
  }
  void load(const Space &space, const FieldState &state) override {
    if (!is_needed_)
      return;
    copy_to_view(space, faces_.rows.load(k_fields, faces_.traces, state), before_);
    copy_to_view(space, faces_.rows.load(k_states, 2 * k_branches * faces_.traces, state), states_);
  }

  // Advances the branches of a trace from before the last step to now, keeps the field, and sums up
  // the currents of the branches in the next step if the field is 0.
  struct Advance {
    int traces;
    double dt_s;
    Kokkos::View<const Offset *, Space> at;
    Kokkos::View<const double *, Space> steps;
    Kokkos::View<double *, Space> before, expected, states, electric;

    Advance(const LeapfrogSheets &term, const Kokkos::View<double *, Space> &e)
        : traces(term.faces_.traces), dt_s(term.dt_s_), at(term.faces_.at), steps(term.steps_),
          before(term.before_), expected(term.expected_), states(term.states_), electric(e) {}

    KOKKOS_INLINE_FUNCTION void operator()(const Offset k) const {
      const double now = electric(at(k)), mean_field = 0.5 * (before(k) + now);
      before(k) = now;
      double sum = 0;
      for (int b = 0; b < k_branches; ++b) {
        const Offset step = 3 * (k / traces * k_branches + b);
        double &current = states(2 * (k * k_branches + b)),
               &charge = states(2 * (k * k_branches + b) + 1);
        const double mean =
            steps(step) * mean_field + steps(step + 1) * current + steps(step + 2) * charge;
        current = 2 * mean - current;
        charge += dt_s * mean;
        sum += steps(step + 1) * current + steps(step + 2) * charge;
      }
      expected(k) = sum;
    }
  };

private:
  using Values = Kokkos::View<double *, Space>;
  static constexpr const char *k_fields = "sheet_fields", *k_states = "sheet_branches";

  static bool remembers(const Sheet &sheet) {
    const auto branches = branches_of(sheet.network);
    return std::any_of(branches.begin(), branches.end(),
                       [](const Branch &branch) { return branch.has_memory(); });
  }

  template <class Kernel>
  void loop(const Space &space, const char *label, const Kernel &kernel) const {
    if (before_.extent(0) > 0)
      Kokkos::parallel_for(label, RangePolicy<Space>(space, 0, before_.extent(0)), kernel);
  }

  void make_responses(const Problem &problem, const Updater<Space> &updater) {
    const double factor = problem.choices.scheme == SchemeKind::dfdd ? -2 : -1;
    const int n = faces_.n, traces = faces_.traces;
    std::vector<std::vector<Response>> all;
    for (const FaceOfTet &face : faces_.faces) {
      const TraceMatrices matrices = trace_matrices(problem, face);
      all.emplace_back();
      for (int j = 0; j < traces; ++j) {
        std::vector<double> load(n);
        for (int i = 0; i < n; ++i)
          load[i] = factor * matrices.trace[i * traces + j];
        all.back().push_back(updater.respond(face.tet, Side::electric, load));
      }
    }
    response_ = make_sheet_response<Space>(
        all.size(), n, traces, [&](std::size_t f, int j) { return all[f][j].unknowns; });
    const bool is_dfdd = problem.choices.scheme == SchemeKind::dfdd;
    own_response_ = make_sheet_response<Space>(all.size(), is_dfdd ? updater.own_size() : 0, traces,
                                               [&](std::size_t f, int j) { return all[f][j].own; });
  }

  double dt_s_;
  bool is_needed_; // true where any rank has such walls
  SheetFaces<Space> faces_;
  Kokkos::View<const double *, Space> steps_; // [face][branch][gain, of_current, of_charge]
  Values before_, expected_; // [face][trace]: E at the step before; current at E = 0
  Values states_;            // [face][trace][branch][current, charge]
  SheetResponse<Space> response_, own_response_;
};

} // namespace curlew::dgtd
