#include <curlew/methods/dgtd/kerr/kerr_term.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/reduce.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/kerr/constituents.hpp>
#include <curlew/methods/dgtd/kerr/displacement.hpp>
#include <curlew/methods/dgtd/kerr/solve_kerr.hpp>
#include <curlew/methods/dgtd/ranks/listed_rows.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::dgtd {
namespace {

constexpr const char *k_state = "kerr_displacement";
constexpr const char *k_iterations = "kerr_iterations"; // iterations of the last step, for tables

template <class Space> struct KeepField {
  KerrTables<Space> tables;
  Kokkos::View<double *, Space> e;
  KOKKOS_INLINE_FUNCTION void operator()(const Index k) const {
    const Offset to = Packs<Space>::at(k, 0, tables.n),
                 from = Packs<Space>::at(tables.slots(k), 0, tables.n);
    for (int i = 0; i < tables.n; ++i)
      tables.before(to + i * Packs<Space>::k_pack) = e(from + i * Packs<Space>::k_pack);
  }
};

// Word for counts. Devices add to this type in hardware; Kokkos 3.4 adds to other integers of 64
// bits by a loop of comparisons, which takes seconds where many threads meet at one word.
using Count = unsigned long long;

// Words of each bin of the histogram: so many that few threads meet at one.
constexpr int k_copies = 256;

// Counts iterations, and tets whose solve failed or whose permittivity is too low for the step.
template <class Space> struct ReviewSolves {
  KerrTables<Space> tables;
  Kokkos::View<Count *, Space> histogram;
  double least; // least (eps_r + 3 chi3 |E|^2) / eps_r for the time step
  // Counts Packs::k_lanes tets at once: an entry that counts many is written less often.
  KOKKOS_INLINE_FUNCTION void operator()(const Index item, int &failures) const {
    constexpr int W = Packs<Space>::k_lanes;
    int alike = 0;
    for (Index k = item * W; k < (item + 1) * W; ++k) {
      if (tables.is_padding(k) != 0)
        continue;
      ++alike;
      if (k + 1 == (item + 1) * W || tables.is_padding(k + 1) != 0 ||
          tables.iterations(k + 1) != tables.iterations(k)) {
        Kokkos::atomic_add(&histogram(tables.iterations(k) * k_copies + item % k_copies),
                           Count(alike));
        alike = 0;
      }
      if (tables.status(k) != k_kerr_solved || is_too_fast(k))
        ++failures;
    }
  }
  KOKKOS_INLINE_FUNCTION bool is_too_fast(const Index k) const {
    return tables.medium(Packs<Space>::at(k, 2, 4)) < 0 &&
           tables.lowest(k) - tables.medium(Packs<Space>::at(k, 1, 4)) <
               least * tables.medium(Packs<Space>::at(k, 0, 4));
  }
};

template <class Space> struct FourthPower {
  KerrTables<Space> tables;
  Kokkos::View<double *, Space> e;
  KOKKOS_INLINE_FUNCTION double operator()(const Offset index) const {
    const auto k = static_cast<Index>(index);
    if (tables.is_padding(k) != 0)
      return 0;
    KerrPoint at;
    for (int m = 0; m < 6; ++m)
      at.metric[m] = tables.metric(Packs<Space>::at(k, m, 6));
    at.inverse_volume = tables.medium(Packs<Space>::at(k, 3, 4));
    double sum = 0;
    for (int q = 0; q < tables.points; ++q) {
      double u[3] = {0, 0, 0}, w[3];
      for (int i = 0; i < tables.n; ++i)
        for (int d = 0; d < 3; ++d)
          u[d] += tables.values((static_cast<Offset>(q) * tables.n + i) * 3 + d) *
                  e(Packs<Space>::at(tables.slots(k), i, tables.n));
      at.raise(u, w);
      const double size = at.product(u, w);
      sum += tables.weights(q) * size * size;
    }
    return tables.medium(Packs<Space>::at(k, 2, 4)) * sum / at.inverse_volume;
  }
};

template <class Space> class KerrMedia final : public KerrTerm<Space> {
public:
  KerrMedia(const Problem &problem, const Slots &slots, const KerrList &list, double dt_s,
            double dt_limit_s, bool is_stored)
      : problem_(problem), choices_(problem.choices.nonlinear), list_(list), dt_s_(dt_s),
        tables_(make_kerr_tables<Space>(problem, slots, list, dt_s)),
        rows_(problem, {list.tets.begin(), list.tets.begin() + list.count}),
        histogram_("curlew::dgtd::kerr_histogram", (choices_.max_iterations + 1) * k_copies),
        least_((dt_s / dt_limit_s) * (dt_s / dt_limit_s)) {
    if (is_stored && has_constituents(problem))
      store_constituents(problem, list_, tables_);
  }

  void begin(const Space &space, Side side, double, Fields<Space> &fields) override {
    if (side == Side::electric)
      Kokkos::parallel_for("curlew::dgtd::kerr_keep", RangePolicy<Space>(space, 0, tables_.count),
                           KeepField<Space>{tables_, fields.e});
  }

  void end(const Space &space, Side side, double t_s, Fields<Space> &fields) override {
    if (side == Side::electric)
      solve(space, t_s + 0.5 * dt_s_, fields);
  }

  // Begins a stage like a step: a stage's increment of E in a linear medium, times eps_r, is that
  // of D.
  void begin_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    begin(space, Side::electric, stage.t_s, fields);
  }
  void end_stage(const Space &space, const Stage &stage, Fields<Space> &fields) override {
    solve(space, stage.t_s, fields);
  }

  void save(const Space &, FieldState &state) const override {
    const std::vector<double> values = to_vector(tables_.displacement);
    std::vector<double> rows;
    for (Index k = 0; k < list_.count; ++k)
      for (int i = 0; i < tables_.n; ++i)
        rows.push_back(values[Packs<Space>::at(k, i, tables_.n)]);
    rows_.save(k_state, rows, state);
    const std::vector<int> last = to_vector(tables_.iterations);
    rows_.save(k_iterations, {last.begin(), last.begin() + list_.count}, state);
  }

  // Loads a state. One without D gets the D of its E.
  void load(const Space &, const FieldState &state) override {
    std::vector<double> values(tables_.displacement.extent(0), 0);
    const bool has_displacement = state.count(k_state) > 0;
    const int n = tables_.n;
    const std::vector<double> rows =
        has_displacement ? rows_.load(k_state, n, state) : displacements_of(state.at("e"));
    for (Index k = 0; k < list_.count; ++k)
      for (int i = 0; i < n; ++i)
        values[Packs<Space>::at(k, i, n)] = rows[static_cast<std::size_t>(k) * n + i];
    Kokkos::deep_copy(tables_.displacement, to_view<Space>("curlew::dgtd::kerr_loaded", values));
    if (!has_displacement)
      return;
    std::vector<int> last(list_.tets.size(), 0);
    const std::vector<double> counts = rows_.load(k_iterations, 1, state);
    std::transform(counts.begin(), counts.end(), last.begin(),
                   [](double count) { return static_cast<int>(count); });
    Kokkos::deep_copy(tables_.iterations, to_view<Space>("curlew::dgtd::kerr_loaded", last));
  }

  KerrCounts counts() const override {
    KerrCounts counts{list_.count, std::vector<std::int64_t>(choices_.max_iterations + 1, 0)};
    const std::vector<Count> words = to_vector(histogram_);
    for (std::size_t w = 0; w < words.size(); ++w)
      counts.histogram[w / k_copies] += static_cast<std::int64_t>(words[w]);
    const std::vector<int> last = to_vector(tables_.iterations);
    for (std::size_t k = 0; k < last.size(); ++k)
      if (list_.tets[k] >= 0) {
        counts.last_sum += last[k];
        counts.last_most = std::max(counts.last_most, last[k]);
      }
    return counts;
  }

  double quartic_energy(const Space &space, const Fields<Space> &fields) const override {
    return 0.75 * k_eps0 *
           ordered_sum(space, "curlew::dgtd::kerr_energy", tables_.count,
                       FourthPower<Space>{tables_, fields.e});
  }

private:
  void solve(const Space &space, double t_s, Fields<Space> &fields) {
    solve_kerr(space, tables_, choices_, fields.e);
    int failures = 0;
    const ReviewSolves<Space> review{tables_, histogram_, least_};
    Kokkos::parallel_reduce("curlew::dgtd::kerr_review",
                            RangePolicy<Space>(space, 0, tables_.count / Packs<Space>::k_lanes),
                            review, failures);
    if (failures > 0)
      report(t_s, fields);
  }

  // Returns the displacements for this rank's E, a row for each tet of the list.
  std::vector<double> displacements_of(const std::vector<double> &e) const {
    std::vector<double> rows;
    for (Index k = 0; k < list_.count; ++k) {
      const auto first = e.begin() + static_cast<std::ptrdiff_t>(list_.tets[k]) * tables_.n;
      for (const double d : displacement_of(problem_, list_.tets[k], {first, first + tables_.n}))
        rows.push_back(d);
    }
    return rows;
  }

  [[noreturn]] void report(double t_s, const Fields<Space> &fields) const {
    const std::vector<int> status = to_vector(tables_.status);
    const std::vector<double> lowest = to_vector(tables_.lowest);
    const auto chi3_of = [&](std::size_t k) {
      return problem_.materials[problem_.material[list_.tets[k]]].chi3;
    };
    std::size_t worst = 0;
    for (std::size_t k = 0; k < list_.tets.size(); ++k) {
      if (list_.tets[k] < 0)
        continue;
      const double eps_r = problem_.materials[problem_.material[list_.tets[k]]].eps_r.v[0];
      if (status[k] != k_kerr_solved || (chi3_of(k) < 0 && lowest[k] < least_ * eps_r)) {
        worst = k;
        break;
      }
    }
    const std::string where = describe(worst, t_s, fields);
    if (status[worst] == k_kerr_not_admissible)
      throw Unstable(fmt::format(
          "{}: eps_r + 3 chi3 |E|^2 falls to {:.4g} there, and D no longer rises with E: the "
          "material has no wave. Lower the amplitude, or |chi3|",
          where, lowest[worst]));
    if (status[worst] == k_kerr_not_converged)
      throw Unstable(fmt::format(
          "{}: E is not found from D; after {} of at most {} iterations the residual is {:.3g} of "
          "the moments of D, and discretization.nonlinear.tolerance is {:.3g}. {}; or lower the "
          "amplitude",
          where, to_vector(tables_.iterations)[worst], choices_.max_iterations,
          to_vector(tables_.residual)[worst], choices_.tolerance,
          choices_.solver == NonlinearSolver::newton
              ? "Raise \"max_iterations\", or take a smaller \"courant\""
              : "Take \"solver\": \"newton\", or raise \"max_iterations\""));
    throw Unstable(fmt::format(
        "{}: a field that lowers eps_r + 3 chi3 |E|^2 to {:.4g} makes waves faster, and the time "
        "step of {:.6g} s is {:.4g} of the limit of the linear media; take a \"courant\" below "
        "{:.3g}",
        where, lowest[worst], dt_s_, std::sqrt(least_),
        std::sqrt(lowest[worst] /
                  problem_.materials[problem_.material[list_.tets[worst]]].eps_r.v[0])));
  }

  // Returns "nonlinear medium, step 12 (t = 1e-12 s), tet around (0, 0, 0) m in "glass" with
  // |E| = ..."
  std::string describe(std::size_t k, double t_s, const Fields<Space> &fields) const {
    const Index tet = list_.tets[k];
    const Material &material = problem_.materials[problem_.material[tet]];
    const std::array<double, 4> l{0.25, 0.25, 0.25, 0.25};
    const auto values = function_values(problem_.choices.space, problem_.shape(tet), l);
    const std::vector<double> e = to_vector(fields.e);
    const Index slot = to_vector(tables_.slots)[k];
    double field[3] = {0, 0, 0};
    for (int i = 0; i < tables_.n; ++i)
      for (int d = 0; d < 3; ++d)
        field[d] += e[Packs<Space>::at(slot, i, tables_.n)] * values[i][d];
    const Point centre = problem_.barycentre(tet);
    const double size = std::hypot(field[0], field[1], field[2]);
    return fmt::format("step {} (t = {:.6g} s), the tet around ({:.6g}, {:.6g}, {:.6g}) m in "
                       "\"{}\" with |E| = {:.4g} V/m and chi3 |E|^2 = {:.4g} at its barycentre, "
                       "eps_r = {:.4g}",
                       std::llround(std::ceil(t_s / dt_s_ - 1e-6)), t_s, centre[0], centre[1],
                       centre[2], material.name, size, material.chi3 * size * size,
                       material.eps_r.v[0]);
  }

  const Problem &problem_;
  NonlinearChoices choices_;
  KerrList list_;
  double dt_s_;
  KerrTables<Space> tables_;
  ListedRows rows_; // rows of a state, one for each tet
  Kokkos::View<Count *, Space> histogram_;
  double least_;
};

} // namespace

template <class Space>
std::unique_ptr<KerrTerm<Space>> make_kerr_term(const Problem &problem, const Slots &slots,
                                                double dt_s, double dt_limit_s, bool is_stored) {
  const KerrList list = list_kerr_tets(problem, slots, Packs<Space>::k_pack);
  if (list.count == 0)
    return nullptr;
  return std::make_unique<KerrMedia<Space>>(problem, slots, list, dt_s, dt_limit_s, is_stored);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template std::unique_ptr<KerrTerm<Space>> make_kerr_term<Space>(const Problem &, const Slots &,  \
                                                                  double, double, bool);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
